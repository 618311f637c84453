package io

type ByteReader interface {
	ReadByte() (byte, error)
}
type ByteScanner interface {
	ReadByte() (byte, error)
	UnreadByte() error
}
type ByteWriter interface {
	WriteByte(byte) error
}
type Closer interface {
	Close() error
}
type LimitedReader struct {
	N int64
	R Reader
}
func (*LimitedReader) Read([]byte) (int, error)
type PipeReader struct{}
func (*PipeReader) Close() error
func (*PipeReader) CloseWithError(error) error
func (*PipeReader) Read([]byte) (int, error)
type PipeWriter struct{}
func (*PipeWriter) Close() error
func (*PipeWriter) CloseWithError(error) error
func (*PipeWriter) Write([]byte) (int, error)
type ReadCloser interface {
	Close() error
	Read([]byte) (int, error)
}
type ReadSeekCloser interface {
	Close() error
	Read([]byte) (int, error)
	Seek(int64, int) (int64, error)
}
type ReadSeeker interface {
	Read([]byte) (int, error)
	Seek(int64, int) (int64, error)
}
type ReadWriteCloser interface {
	Close() error
	Read([]byte) (int, error)
	Write([]byte) (int, error)
}
type ReadWriteSeeker interface {
	Read([]byte) (int, error)
	Seek(int64, int) (int64, error)
	Write([]byte) (int, error)
}
type ReadWriter interface {
	Read([]byte) (int, error)
	Write([]byte) (int, error)
}
type Reader interface {
	Read([]byte) (int, error)
}
type ReaderAt interface {
	ReadAt([]byte, int64) (int, error)
}
type ReaderFrom interface {
	ReadFrom(Reader) (int64, error)
}
type RuneReader interface {
	ReadRune() (int32, int, error)
}
type RuneScanner interface {
	ReadRune() (int32, int, error)
	UnreadRune() error
}
type SectionReader struct{}
func (*SectionReader) Read([]byte) (int, error)
func (*SectionReader) ReadAt([]byte, int64) (int, error)
func (*SectionReader) Seek(int64, int) (int64, error)
func (*SectionReader) Size() int64
type Seeker interface {
	Seek(int64, int) (int64, error)
}
type StringWriter interface {
	WriteString(string) (int, error)
}
type WriteCloser interface {
	Close() error
	Write([]byte) (int, error)
}
type WriteSeeker interface {
	Seek(int64, int) (int64, error)
	Write([]byte) (int, error)
}
type Writer interface {
	Write([]byte) (int, error)
}
type WriterAt interface {
	WriteAt([]byte, int64) (int, error)
}
type WriterTo interface {
	WriteTo(Writer) (int64, error)
}
var Discard Writer
var EOF, ErrClosedPipe, ErrNoProgress, ErrShortBuffer, ErrShortWrite, ErrUnexpectedEOF error
func Copy(Writer, Reader) (int64, error)
func CopyBuffer(Writer, Reader, []byte) (int64, error)
func CopyN(Writer, Reader, int64) (int64, error)
func LimitReader(Reader, int64) Reader
func MultiReader(...Reader) Reader
func MultiWriter(...Writer) Writer
func NewSectionReader(ReaderAt, int64, int64) *SectionReader
func NopCloser(Reader) ReadCloser
func Pipe() (*PipeReader, *PipeWriter)
func ReadAll(Reader) ([]byte, error)
func ReadAtLeast(Reader, []byte, int) (int, error)
func ReadFull(Reader, []byte) (int, error)
func TeeReader(Reader, Writer) Reader
func WriteString(Writer, string) (int, error)
