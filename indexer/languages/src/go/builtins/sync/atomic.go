package atomic

type Bool struct{}
func (*Bool) CompareAndSwap(bool, bool) bool
func (*Bool) Load() bool
func (*Bool) Store(bool)
func (*Bool) Swap(bool) bool
type Int32 struct{}
func (*Int32) Add(int32) int32
func (*Int32) CompareAndSwap(int32, int32) bool
func (*Int32) Load() int32
func (*Int32) Store(int32)
func (*Int32) Swap(int32) int32
type Int64 struct{}
func (*Int64) Add(int64) int64
func (*Int64) CompareAndSwap(int64, int64) bool
func (*Int64) Load() int64
func (*Int64) Store(int64)
func (*Int64) Swap(int64) int64
type Pointer[T0 any] struct{}
func (*Pointer[T0]) CompareAndSwap(*T0, *T0) bool
func (*Pointer[T0]) Load() *T0
func (*Pointer[T0]) Store(*T0)
func (*Pointer[T0]) Swap(*T0) *T0
type Uint32 struct{}
func (*Uint32) Add(uint32) uint32
func (*Uint32) CompareAndSwap(uint32, uint32) bool
func (*Uint32) Load() uint32
func (*Uint32) Store(uint32)
func (*Uint32) Swap(uint32) uint32
type Uint64 struct{}
func (*Uint64) Add(uint64) uint64
func (*Uint64) CompareAndSwap(uint64, uint64) bool
func (*Uint64) Load() uint64
func (*Uint64) Store(uint64)
func (*Uint64) Swap(uint64) uint64
type Uintptr struct{}
func (*Uintptr) Add(uintptr) uintptr
func (*Uintptr) CompareAndSwap(uintptr, uintptr) bool
func (*Uintptr) Load() uintptr
func (*Uintptr) Store(uintptr)
func (*Uintptr) Swap(uintptr) uintptr
type Value struct{}
func (*Value) CompareAndSwap(any, any) bool
func (*Value) Load() any
func (*Value) Store(any)
func (*Value) Swap(any) any
func AddInt32(*int32, int32) int32
func AddInt64(*int64, int64) int64
func AddUint32(*uint32, uint32) uint32
func AddUint64(*uint64, uint64) uint64
func AddUintptr(*uintptr, uintptr) uintptr
func CompareAndSwapInt32(*int32, int32, int32) bool
func CompareAndSwapInt64(*int64, int64, int64) bool
func CompareAndSwapPointer(*unsafe.Pointer, unsafe.Pointer, unsafe.Pointer) bool
func CompareAndSwapUint32(*uint32, uint32, uint32) bool
func CompareAndSwapUint64(*uint64, uint64, uint64) bool
func CompareAndSwapUintptr(*uintptr, uintptr, uintptr) bool
func LoadInt32(*int32) int32
func LoadInt64(*int64) int64
func LoadPointer(*unsafe.Pointer) unsafe.Pointer
func LoadUint32(*uint32) uint32
func LoadUint64(*uint64) uint64
func LoadUintptr(*uintptr) uintptr
func StoreInt32(*int32, int32)
func StoreInt64(*int64, int64)
func StorePointer(*unsafe.Pointer, unsafe.Pointer)
func StoreUint32(*uint32, uint32)
func StoreUint64(*uint64, uint64)
func StoreUintptr(*uintptr, uintptr)
func SwapInt32(*int32, int32) int32
func SwapInt64(*int64, int64) int64
func SwapPointer(*unsafe.Pointer, unsafe.Pointer) unsafe.Pointer
func SwapUint32(*uint32, uint32) uint32
func SwapUint64(*uint64, uint64) uint64
func SwapUintptr(*uintptr, uintptr) uintptr
