package bufio

import (
	"io"
)

type ReadWriter struct {
	*Reader
	*Writer
}
func (ReadWriter) Available() int
func (ReadWriter) AvailableBuffer() []byte
func (ReadWriter) Discard(int) (int, error)
func (ReadWriter) Flush() error
func (ReadWriter) Peek(int) ([]byte, error)
func (ReadWriter) Read([]byte) (int, error)
func (ReadWriter) ReadByte() (byte, error)
func (ReadWriter) ReadBytes(byte) ([]byte, error)
func (ReadWriter) ReadFrom(io.Reader) (int64, error)
func (ReadWriter) ReadLine() ([]byte, bool, error)
func (ReadWriter) ReadRune() (int32, int, error)
func (ReadWriter) ReadSlice(byte) ([]byte, error)
func (ReadWriter) ReadString(byte) (string, error)
func (ReadWriter) UnreadByte() error
func (ReadWriter) UnreadRune() error
func (ReadWriter) Write([]byte) (int, error)
func (ReadWriter) WriteByte(byte) error
func (ReadWriter) WriteRune(int32) (int, error)
func (ReadWriter) WriteString(string) (int, error)
func (ReadWriter) WriteTo(io.Writer) (int64, error)
type Reader struct{}
func (*Reader) Buffered() int
func (*Reader) Discard(int) (int, error)
func (*Reader) Peek(int) ([]byte, error)
func (*Reader) Read([]byte) (int, error)
func (*Reader) ReadByte() (byte, error)
func (*Reader) ReadBytes(byte) ([]byte, error)
func (*Reader) ReadLine() ([]byte, bool, error)
func (*Reader) ReadRune() (int32, int, error)
func (*Reader) ReadSlice(byte) ([]byte, error)
func (*Reader) ReadString(byte) (string, error)
func (*Reader) Reset(io.Reader)
func (*Reader) Size() int
func (*Reader) UnreadByte() error
func (*Reader) UnreadRune() error
func (*Reader) WriteTo(io.Writer) (int64, error)
type Scanner struct{}
func (*Scanner) Buffer([]byte, int)
func (*Scanner) Bytes() []byte
func (*Scanner) Err() error
func (*Scanner) Scan() bool
func (*Scanner) Split(SplitFunc)
func (*Scanner) Text() string
type SplitFunc func([]byte, bool) (int, []byte, error)
type Writer struct{}
func (*Writer) Available() int
func (*Writer) AvailableBuffer() []byte
func (*Writer) Buffered() int
func (*Writer) Flush() error
func (*Writer) ReadFrom(io.Reader) (int64, error)
func (*Writer) Reset(io.Writer)
func (*Writer) Size() int
func (*Writer) Write([]byte) (int, error)
func (*Writer) WriteByte(byte) error
func (*Writer) WriteRune(int32) (int, error)
func (*Writer) WriteString(string) (int, error)
var ErrAdvanceTooFar, ErrBadReadCount, ErrBufferFull, ErrFinalToken, ErrInvalidUnreadByte, ErrInvalidUnreadRune, ErrNegativeAdvance, ErrNegativeCount, ErrTooLong error
func NewReadWriter(*Reader, *Writer) *ReadWriter
func NewReader(io.Reader) *Reader
func NewReaderSize(io.Reader, int) *Reader
func NewScanner(io.Reader) *Scanner
func NewWriter(io.Writer) *Writer
func NewWriterSize(io.Writer, int) *Writer
func ScanBytes([]byte, bool) (int, []byte, error)
func ScanLines([]byte, bool) (int, []byte, error)
func ScanRunes([]byte, bool) (int, []byte, error)
func ScanWords([]byte, bool) (int, []byte, error)
