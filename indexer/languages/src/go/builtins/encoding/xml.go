package xml

import (
	"io"
	"reflect"
)

type Attr struct {
	Name Name
	Value string
}
type CharData []byte
func (CharData) Copy() CharData
type Comment []byte
func (Comment) Copy() Comment
type Decoder struct {
	DefaultSpace string
	AutoClose []string
	CharsetReader func(string, io.Reader) (io.Reader, error)
	Entity map[string]string
	Strict bool
}
func (*Decoder) Decode(any) error
func (*Decoder) DecodeElement(any, *StartElement) error
func (*Decoder) InputOffset() int64
func (*Decoder) InputPos() (int, int)
func (*Decoder) RawToken() (Token, error)
func (*Decoder) Skip() error
func (*Decoder) Token() (Token, error)
type Directive []byte
func (Directive) Copy() Directive
type Encoder struct{}
func (*Encoder) Encode(any) error
func (*Encoder) EncodeElement(any, StartElement) error
func (*Encoder) EncodeToken(Token) error
func (*Encoder) Flush() error
func (*Encoder) Indent(string, string)
type EndElement struct {
	Name Name
}
type Marshaler interface {
	MarshalXML(*Encoder, StartElement) error
}
type MarshalerAttr interface {
	MarshalXMLAttr(Name) (Attr, error)
}
type Name struct {
	Local string
	Space string
}
type ProcInst struct {
	Inst []byte
	Target string
}
func (ProcInst) Copy() ProcInst
type StartElement struct {
	Attr []Attr
	Name Name
}
func (StartElement) Copy() StartElement
func (StartElement) End() EndElement
type SyntaxError struct {
	Line int
	Msg string
}
func (*SyntaxError) Error() string
type TagPathError struct {
	Field1 string
	Field2 string
	Struct reflect.Type
	Tag1 string
	Tag2 string
}
func (*TagPathError) Error() string
type Token interface{}
type TokenReader interface {
	Token() (Token, error)
}
type UnmarshalError string
func (UnmarshalError) Error() string
type Unmarshaler interface {
	UnmarshalXML(*Decoder, StartElement) error
}
type UnmarshalerAttr interface {
	UnmarshalXMLAttr(Attr) error
}
type UnsupportedTypeError struct {
	Type reflect.Type
}
func (*UnsupportedTypeError) Error() string
var HTMLAutoClose []string
var HTMLEntity map[string]string
func CopyToken(Token) Token
func Escape(io.Writer, []byte)
func EscapeText(io.Writer, []byte) error
func Marshal(any) ([]byte, error)
func MarshalIndent(any, string, string) ([]byte, error)
func NewDecoder(io.Reader) *Decoder
func NewEncoder(io.Writer) *Encoder
func NewTokenDecoder(TokenReader) *Decoder
func Unmarshal([]byte, any) error
