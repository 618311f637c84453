package binary

import (
	"io"
)

type AppendByteOrder interface {
	AppendUint16([]byte, uint16) []byte
	AppendUint32([]byte, uint32) []byte
	AppendUint64([]byte, uint64) []byte
	String() string
}
type ByteOrder interface {
	PutUint16([]byte, uint16)
	PutUint32([]byte, uint32)
	PutUint64([]byte, uint64)
	String() string
	Uint16([]byte) uint16
	Uint32([]byte) uint32
	Uint64([]byte) uint64
}
var BigEndian bigEndian
var LittleEndian littleEndian
func AppendUvarint([]byte, uint64) []byte
func AppendVarint([]byte, int64) []byte
func PutUvarint([]byte, uint64) int
func PutVarint([]byte, int64) int
func Read(io.Reader, ByteOrder, any) error
func ReadUvarint(io.ByteReader) (uint64, error)
func ReadVarint(io.ByteReader) (int64, error)
func Size(any) int
func Uvarint([]byte) (uint64, int)
func Varint([]byte) (int64, int)
func Write(io.Writer, ByteOrder, any) error
type bigEndian struct {
	ByteOrder
	AppendByteOrder
}
type littleEndian struct {
	ByteOrder
	AppendByteOrder
}
type nativeEndian struct {
	ByteOrder
	AppendByteOrder
}

var NativeEndian nativeEndian
