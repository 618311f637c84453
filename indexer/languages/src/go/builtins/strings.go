package strings

import (
	"io"
	"iter"
	"unicode"
)

type Builder struct{}
func (*Builder) Cap() int
func (*Builder) Grow(int)
func (*Builder) Len() int
func (*Builder) Reset()
func (*Builder) String() string
func (*Builder) Write([]byte) (int, error)
func (*Builder) WriteByte(byte) error
func (*Builder) WriteRune(int32) (int, error)
func (*Builder) WriteString(string) (int, error)
type Reader struct{}
func (*Reader) Len() int
func (*Reader) Read([]byte) (int, error)
func (*Reader) ReadAt([]byte, int64) (int, error)
func (*Reader) ReadByte() (byte, error)
func (*Reader) ReadRune() (int32, int, error)
func (*Reader) Reset(string)
func (*Reader) Seek(int64, int) (int64, error)
func (*Reader) Size() int64
func (*Reader) UnreadByte() error
func (*Reader) UnreadRune() error
func (*Reader) WriteTo(io.Writer) (int64, error)
type Replacer struct{}
func (*Replacer) Replace(string) string
func (*Replacer) WriteString(io.Writer, string) (int, error)
func Clone(string) string
func Compare(string, string) int
func Contains(string, string) bool
func ContainsAny(string, string) bool
func ContainsRune(string, int32) bool
func Count(string, string) int
func Cut(string, string) (string, string, bool)
func EqualFold(string, string) bool
func Fields(string) []string
func FieldsFunc(string, func(int32) bool) []string
func HasPrefix(string, string) bool
func HasSuffix(string, string) bool
func Index(string, string) int
func IndexAny(string, string) int
func IndexByte(string, byte) int
func IndexFunc(string, func(int32) bool) int
func IndexRune(string, int32) int
func Join([]string, string) string
func LastIndex(string, string) int
func LastIndexAny(string, string) int
func LastIndexByte(string, byte) int
func LastIndexFunc(string, func(int32) bool) int
func Map(func(int32) int32, string) string
func NewReader(string) *Reader
func NewReplacer(...string) *Replacer
func Repeat(string, int) string
func Replace(string, string, string, int) string
func ReplaceAll(string, string, string) string
func Split(string, string) []string
func SplitAfter(string, string) []string
func SplitAfterN(string, string, int) []string
func SplitN(string, string, int) []string
func Title(string) string
func ToLower(string) string
func ToLowerSpecial(unicode.SpecialCase, string) string
func ToTitle(string) string
func ToTitleSpecial(unicode.SpecialCase, string) string
func ToUpper(string) string
func ToUpperSpecial(unicode.SpecialCase, string) string
func ToValidUTF8(string, string) string
func Trim(string, string) string
func TrimFunc(string, func(int32) bool) string
func TrimLeft(string, string) string
func TrimLeftFunc(string, func(int32) bool) string
func TrimPrefix(string, string) string
func TrimRight(string, string) string
func TrimRightFunc(string, func(int32) bool) string
func TrimSpace(string) string
func TrimSuffix(string, string) string
func ContainsFunc(s string, f func(rune) bool) bool
func CutPrefix(s, prefix string) (string, bool)
func CutSuffix(s, suffix string) (string, bool)
func FieldsFuncSeq(s string, f func(rune) bool) iter.Seq[string]
func FieldsSeq(s string) iter.Seq[string]
func Lines(s string) iter.Seq[string]
func SplitAfterSeq(s, sep string) iter.Seq[string]
func SplitSeq(s, sep string) iter.Seq[string]
