package encoding

type BinaryMarshaler interface {
	MarshalBinary() ([]byte, error)
}
type BinaryUnmarshaler interface {
	UnmarshalBinary([]byte) error
}
type TextMarshaler interface {
	MarshalText() ([]byte, error)
}
type TextUnmarshaler interface {
	UnmarshalText([]byte) error
}
