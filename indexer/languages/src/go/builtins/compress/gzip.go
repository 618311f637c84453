package gzip

import (
	"io"
	"time"
)

type Header struct {
	Comment string
	Extra []byte
	ModTime time.Time
	Name string
	OS byte
}
type Reader struct {
	Header
}
func (*Reader) Close() error
func (*Reader) Multistream(bool)
func (*Reader) Read([]byte) (int, error)
func (*Reader) Reset(io.Reader) error
type Writer struct {
	Header
}
func (*Writer) Close() error
func (*Writer) Flush() error
func (*Writer) Reset(io.Writer)
func (*Writer) Write([]byte) (int, error)
var ErrChecksum, ErrHeader error
func NewReader(io.Reader) (*Reader, error)
func NewWriter(io.Writer) *Writer
func NewWriterLevel(io.Writer, int) (*Writer, error)
