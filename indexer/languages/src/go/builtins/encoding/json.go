package json

import (
	"bytes"
	"io"
	"reflect"
)

type Decoder struct{}
func (*Decoder) Buffered() io.Reader
func (*Decoder) Decode(any) error
func (*Decoder) DisallowUnknownFields()
func (*Decoder) InputOffset() int64
func (*Decoder) More() bool
func (*Decoder) Token() (Token, error)
func (*Decoder) UseNumber()
type Delim int32
func (Delim) String() string
type Encoder struct{}
func (*Encoder) Encode(any) error
func (*Encoder) SetEscapeHTML(bool)
func (*Encoder) SetIndent(string, string)
type InvalidUTF8Error struct {
	S string
}
func (*InvalidUTF8Error) Error() string
type InvalidUnmarshalError struct {
	Type reflect.Type
}
func (*InvalidUnmarshalError) Error() string
type Marshaler interface {
	MarshalJSON() ([]byte, error)
}
type MarshalerError struct {
	Err error
	Type reflect.Type
}
func (*MarshalerError) Error() string
func (*MarshalerError) Unwrap() error
type Number string
func (Number) Float64() (float64, error)
func (Number) Int64() (int64, error)
func (Number) String() string
type RawMessage []byte
func (*RawMessage) MarshalJSON() ([]byte, error)
func (*RawMessage) UnmarshalJSON([]byte) error
func (RawMessage) MarshalJSON() ([]byte, error)
type SyntaxError struct {
	Offset int64
}
func (*SyntaxError) Error() string
type Token interface{}
type UnmarshalFieldError struct {
	Field reflect.StructField
	Key string
	Type reflect.Type
}
func (*UnmarshalFieldError) Error() string
type UnmarshalTypeError struct {
	Offset int64
	Field string
	Struct string
	Type reflect.Type
	Value string
}
func (*UnmarshalTypeError) Error() string
type Unmarshaler interface {
	UnmarshalJSON([]byte) error
}
type UnsupportedTypeError struct {
	Type reflect.Type
}
func (*UnsupportedTypeError) Error() string
type UnsupportedValueError struct {
	Str string
	Value reflect.Value
}
func (*UnsupportedValueError) Error() string
func Compact(*bytes.Buffer, []byte) error
func HTMLEscape(*bytes.Buffer, []byte)
func Indent(*bytes.Buffer, []byte, string, string) error
func Marshal(any) ([]byte, error)
func MarshalIndent(any, string, string) ([]byte, error)
func NewDecoder(io.Reader) *Decoder
func NewEncoder(io.Writer) *Encoder
func Unmarshal([]byte, any) error
func Valid([]byte) bool
