package hash

type Hash interface {
	BlockSize() int
	Reset()
	Size() int
	Sum([]byte) []byte
	Write([]byte) (int, error)
}
type Hash32 interface {
	BlockSize() int
	Reset()
	Size() int
	Sum([]byte) []byte
	Sum32() uint32
	Write([]byte) (int, error)
}
type Hash64 interface {
	BlockSize() int
	Reset()
	Size() int
	Sum([]byte) []byte
	Sum64() uint64
	Write([]byte) (int, error)
}
