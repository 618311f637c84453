// Written by hand: Go has no declarations of its predeclared names that resolution could use, and protocols such as
// `__elem__` are known to it alone.

// Names that every file knows. A trailing underscore stands for a name that is a keyword.
package builtin

type any interface{}

type comparable interface{}

type error interface {
	Error() string
}

type string struct{}

func (s string) __key__() int
func (s string) __elem__() rune
func (s string) __index__() byte

type bool struct{}
type byte = uint8
type rune = int32
type complex64 struct{}
type complex128 struct{}
type float32 struct{}
type float64 struct{}
type uintptr struct{}

type int struct{}

func (i int) __key__() int

type int8 struct{}

func (i int8) __key__() int8

type int16 struct{}

func (i int16) __key__() int16

type int32 struct{}

func (i int32) __key__() int32

type int64 struct{}

func (i int64) __key__() int64

type uint struct{}

func (i uint) __key__() uint

type uint8 struct{}

func (i uint8) __key__() uint8

type uint16 struct{}

func (i uint16) __key__() uint16

type uint32 struct{}

func (i uint32) __key__() uint32

type uint64 struct{}

func (i uint64) __key__() uint64

type struct_ struct{}

type slice[T any] struct{}

func (s slice[T]) __key__() int
func (s slice[T]) __elem__() T
func (s slice[T]) __index__() T

type array[T any] struct{}

func (a array[T]) __key__() int
func (a array[T]) __elem__() T
func (a array[T]) __index__() T

type map_[K comparable, V any] struct{}

func (m map_[K, V]) __key__() K
func (m map_[K, V]) __elem__() V
func (m map_[K, V]) __index__() V

type chan_[T any] struct{}

func (c chan_[T]) __key__() T
func (c chan_[T]) __elem__() T
func (c chan_[T]) __receive__() T

func append[S any](s S, elems ...any) S
func cap(v any) int
func clear(v any)
func close(c any)
func complex(r, i float64) complex128
func copy(dst, src any) int
func delete(m, key any)
func imag(c complex128) float64
func len(v any) int
func make[T any](size ...int) T
func max[T any](x T, y ...T) T
func min[T any](x T, y ...T) T
func new[T any](value ...T) T
func panic(v any)
func print(args ...any)
func println(args ...any)
func real(c complex128) float64
func recover() any
