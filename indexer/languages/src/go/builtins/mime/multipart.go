package multipart

import (
	"io"
	"net/textproto"
)

type File interface {
	Close() error
	Read([]byte) (int, error)
	ReadAt([]byte, int64) (int, error)
	Seek(int64, int) (int64, error)
}
type FileHeader struct {
	Size int64
	Filename string
	Header textproto.MIMEHeader
}
func (*FileHeader) Open() (File, error)
type Form struct {
	File map[string][]*FileHeader
	Value map[string][]string
}
func (*Form) RemoveAll() error
type Part struct {
	Header textproto.MIMEHeader
}
func (*Part) Close() error
func (*Part) FileName() string
func (*Part) FormName() string
func (*Part) Read([]byte) (int, error)
type Reader struct{}
func (*Reader) NextPart() (*Part, error)
func (*Reader) NextRawPart() (*Part, error)
func (*Reader) ReadForm(int64) (*Form, error)
type Writer struct{}
func (*Writer) Boundary() string
func (*Writer) Close() error
func (*Writer) CreateFormField(string) (io.Writer, error)
func (*Writer) CreateFormFile(string, string) (io.Writer, error)
func (*Writer) CreatePart(textproto.MIMEHeader) (io.Writer, error)
func (*Writer) FormDataContentType() string
func (*Writer) SetBoundary(string) error
func (*Writer) WriteField(string, string) error
var ErrMessageTooLarge error
func NewReader(io.Reader, string) *Reader
func NewWriter(io.Writer) *Writer
