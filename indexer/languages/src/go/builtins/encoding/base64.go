package base64

import (
	"io"
)

type CorruptInputError int64
func (CorruptInputError) Error() string
type Encoding struct{}
func (*Encoding) Decode([]byte, []byte) (int, error)
func (*Encoding) DecodeString(string) ([]byte, error)
func (*Encoding) DecodedLen(int) int
func (*Encoding) Encode([]byte, []byte)
func (*Encoding) EncodeToString([]byte) string
func (*Encoding) EncodedLen(int) int
func (Encoding) Strict() *Encoding
func (Encoding) WithPadding(int32) *Encoding
var RawStdEncoding, RawURLEncoding, StdEncoding, URLEncoding *Encoding
func NewDecoder(*Encoding, io.Reader) io.Reader
func NewEncoder(*Encoding, io.Writer) io.WriteCloser
func NewEncoding(string) *Encoding
