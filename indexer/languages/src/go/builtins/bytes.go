package bytes

import (
	"io"
	"iter"
	"unicode"
)

type Buffer struct{}
func (*Buffer) Bytes() []byte
func (*Buffer) Cap() int
func (*Buffer) Grow(int)
func (*Buffer) Len() int
func (*Buffer) Next(int) []byte
func (*Buffer) Read([]byte) (int, error)
func (*Buffer) ReadByte() (byte, error)
func (*Buffer) ReadBytes(byte) ([]byte, error)
func (*Buffer) ReadFrom(io.Reader) (int64, error)
func (*Buffer) ReadRune() (int32, int, error)
func (*Buffer) ReadString(byte) (string, error)
func (*Buffer) Reset()
func (*Buffer) String() string
func (*Buffer) Truncate(int)
func (*Buffer) UnreadByte() error
func (*Buffer) UnreadRune() error
func (*Buffer) Write([]byte) (int, error)
func (*Buffer) WriteByte(byte) error
func (*Buffer) WriteRune(int32) (int, error)
func (*Buffer) WriteString(string) (int, error)
func (*Buffer) WriteTo(io.Writer) (int64, error)
type Reader struct{}
func (*Reader) Len() int
func (*Reader) Read([]byte) (int, error)
func (*Reader) ReadAt([]byte, int64) (int, error)
func (*Reader) ReadByte() (byte, error)
func (*Reader) ReadRune() (int32, int, error)
func (*Reader) Reset([]byte)
func (*Reader) Seek(int64, int) (int64, error)
func (*Reader) Size() int64
func (*Reader) UnreadByte() error
func (*Reader) UnreadRune() error
func (*Reader) WriteTo(io.Writer) (int64, error)
var ErrTooLarge error
func Compare([]byte, []byte) int
func Contains([]byte, []byte) bool
func ContainsAny([]byte, string) bool
func ContainsRune([]byte, int32) bool
func Count([]byte, []byte) int
func Cut([]byte, []byte) ([]byte, []byte, bool)
func Equal([]byte, []byte) bool
func EqualFold([]byte, []byte) bool
func Fields([]byte) [][]byte
func FieldsFunc([]byte, func(int32) bool) [][]byte
func HasPrefix([]byte, []byte) bool
func HasSuffix([]byte, []byte) bool
func Index([]byte, []byte) int
func IndexAny([]byte, string) int
func IndexByte([]byte, byte) int
func IndexFunc([]byte, func(int32) bool) int
func IndexRune([]byte, int32) int
func Join([][]byte, []byte) []byte
func LastIndex([]byte, []byte) int
func LastIndexAny([]byte, string) int
func LastIndexByte([]byte, byte) int
func LastIndexFunc([]byte, func(int32) bool) int
func Map(func(int32) int32, []byte) []byte
func NewBuffer([]byte) *Buffer
func NewBufferString(string) *Buffer
func NewReader([]byte) *Reader
func Repeat([]byte, int) []byte
func Replace([]byte, []byte, []byte, int) []byte
func ReplaceAll([]byte, []byte, []byte) []byte
func Runes([]byte) []int32
func Split([]byte, []byte) [][]byte
func SplitAfter([]byte, []byte) [][]byte
func SplitAfterN([]byte, []byte, int) [][]byte
func SplitN([]byte, []byte, int) [][]byte
func Title([]byte) []byte
func ToLower([]byte) []byte
func ToLowerSpecial(unicode.SpecialCase, []byte) []byte
func ToTitle([]byte) []byte
func ToTitleSpecial(unicode.SpecialCase, []byte) []byte
func ToUpper([]byte) []byte
func ToUpperSpecial(unicode.SpecialCase, []byte) []byte
func ToValidUTF8([]byte, []byte) []byte
func Trim([]byte, string) []byte
func TrimFunc([]byte, func(int32) bool) []byte
func TrimLeft([]byte, string) []byte
func TrimLeftFunc([]byte, func(int32) bool) []byte
func TrimPrefix([]byte, []byte) []byte
func TrimRight([]byte, string) []byte
func TrimRightFunc([]byte, func(int32) bool) []byte
func TrimSpace([]byte) []byte
func TrimSuffix([]byte, []byte) []byte
func Clone(b []byte) []byte
func ContainsFunc(b []byte, f func(rune) bool) bool
func CutPrefix(s, prefix []byte) ([]byte, bool)
func CutSuffix(s, suffix []byte) ([]byte, bool)
func FieldsSeq(s []byte) iter.Seq[[]byte]
func Lines(s []byte) iter.Seq[[]byte]
func SplitSeq(s, sep []byte) iter.Seq[[]byte]
func (*Buffer) Available() int
func (*Buffer) AvailableBuffer() []byte
