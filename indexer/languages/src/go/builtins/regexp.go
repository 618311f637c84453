package regexp

import (
	"io"
)

type Regexp struct{}
func (*Regexp) Copy() *Regexp
func (*Regexp) Expand([]byte, []byte, []byte, []int) []byte
func (*Regexp) ExpandString([]byte, string, string, []int) []byte
func (*Regexp) Find([]byte) []byte
func (*Regexp) FindAll([]byte, int) [][]byte
func (*Regexp) FindAllIndex([]byte, int) [][]int
func (*Regexp) FindAllString(string, int) []string
func (*Regexp) FindAllStringIndex(string, int) [][]int
func (*Regexp) FindAllStringSubmatch(string, int) [][]string
func (*Regexp) FindAllStringSubmatchIndex(string, int) [][]int
func (*Regexp) FindAllSubmatch([]byte, int) [][][]byte
func (*Regexp) FindAllSubmatchIndex([]byte, int) [][]int
func (*Regexp) FindIndex([]byte) []int
func (*Regexp) FindReaderIndex(io.RuneReader) []int
func (*Regexp) FindReaderSubmatchIndex(io.RuneReader) []int
func (*Regexp) FindString(string) string
func (*Regexp) FindStringIndex(string) []int
func (*Regexp) FindStringSubmatch(string) []string
func (*Regexp) FindStringSubmatchIndex(string) []int
func (*Regexp) FindSubmatch([]byte) [][]byte
func (*Regexp) FindSubmatchIndex([]byte) []int
func (*Regexp) LiteralPrefix() (string, bool)
func (*Regexp) Longest()
func (*Regexp) Match([]byte) bool
func (*Regexp) MatchReader(io.RuneReader) bool
func (*Regexp) MatchString(string) bool
func (*Regexp) NumSubexp() int
func (*Regexp) ReplaceAll([]byte, []byte) []byte
func (*Regexp) ReplaceAllFunc([]byte, func([]byte) []byte) []byte
func (*Regexp) ReplaceAllLiteral([]byte, []byte) []byte
func (*Regexp) ReplaceAllLiteralString(string, string) string
func (*Regexp) ReplaceAllString(string, string) string
func (*Regexp) ReplaceAllStringFunc(string, func(string) string) string
func (*Regexp) Split(string, int) []string
func (*Regexp) String() string
func (*Regexp) SubexpIndex(string) int
func (*Regexp) SubexpNames() []string
func Compile(string) (*Regexp, error)
func CompilePOSIX(string) (*Regexp, error)
func Match(string, []byte) (bool, error)
func MatchReader(string, io.RuneReader) (bool, error)
func MatchString(string, string) (bool, error)
func MustCompile(string) *Regexp
func MustCompilePOSIX(string) *Regexp
func QuoteMeta(string) string
