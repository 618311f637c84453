package fmt

import (
	"io"
)

type Formatter interface {
	Format(State, int32)
}
type GoStringer interface {
	GoString() string
}
type ScanState interface {
	Read([]byte) (int, error)
	ReadRune() (int32, int, error)
	SkipSpace()
	Token(bool, func(int32) bool) ([]byte, error)
	UnreadRune() error
	Width() (int, bool)
}
type Scanner interface {
	Scan(ScanState, int32) error
}
type State interface {
	Flag(int) bool
	Precision() (int, bool)
	Width() (int, bool)
	Write([]byte) (int, error)
}
type Stringer interface {
	String() string
}
func Append([]byte, ...any) []byte
func Appendf([]byte, string, ...any) []byte
func Appendln([]byte, ...any) []byte
func Errorf(string, ...any) error
func Fprint(io.Writer, ...any) (int, error)
func Fprintf(io.Writer, string, ...any) (int, error)
func Fprintln(io.Writer, ...any) (int, error)
func Fscan(io.Reader, ...any) (int, error)
func Fscanf(io.Reader, string, ...any) (int, error)
func Fscanln(io.Reader, ...any) (int, error)
func Print(...any) (int, error)
func Printf(string, ...any) (int, error)
func Println(...any) (int, error)
func Scan(...any) (int, error)
func Scanf(string, ...any) (int, error)
func Scanln(...any) (int, error)
func Sprint(...any) string
func Sprintf(string, ...any) string
func Sprintln(...any) string
func Sscan(string, ...any) (int, error)
func Sscanf(string, string, ...any) (int, error)
func Sscanln(string, ...any) (int, error)
