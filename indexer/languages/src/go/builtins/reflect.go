package reflect

type ChanDir int
func (ChanDir) String() string
type Kind uint
func (Kind) String() string
type MapIter struct{}
func (*MapIter) Key() Value
func (*MapIter) Next() bool
func (*MapIter) Reset(Value)
func (*MapIter) Value() Value
type Method struct {
	Func Value
	Index int
	Name string
	PkgPath string
	Type Type
}
func (Method) IsExported() bool
type SelectCase struct {
	Chan Value
	Dir SelectDir
	Send Value
}
type SelectDir int
type SliceHeader struct {
	Cap int
	Data uintptr
	Len int
}
type StringHeader struct {
	Data uintptr
	Len int
}
type StructField struct {
	Anonymous bool
	Index []int
	Name string
	Offset uintptr
	PkgPath string
	Tag StructTag
	Type Type
}
func (StructField) IsExported() bool
type StructTag string
func (StructTag) Get(string) string
func (StructTag) Lookup(string) (string, bool)
type Type interface {
	ConvertibleTo(Type) bool
	Comparable() bool
	Align() int
	AssignableTo(Type) bool
	Bits() int
	ChanDir() ChanDir
	Elem() Type
	Field(int) StructField
	FieldAlign() int
	FieldByIndex([]int) StructField
	FieldByName(string) (StructField, bool)
	FieldByNameFunc(func(string) bool) (StructField, bool)
	Implements(Type) bool
	In(int) Type
	IsVariadic() bool
	Key() Type
	Kind() Kind
	Len() int
	Method(int) Method
	MethodByName(string) (Method, bool)
	Name() string
	NumField() int
	NumIn() int
	NumMethod() int
	NumOut() int
	Out(int) Type
	PkgPath() string
	Size() uintptr
	String() string
	unexported()
}
type Value struct{}
func (Value) Addr() Value
func (Value) Bool() bool
func (Value) Bytes() []byte
func (Value) Call([]Value) []Value
func (Value) CallSlice([]Value) []Value
func (Value) CanAddr() bool
func (Value) CanComplex() bool
func (Value) CanConvert(Type) bool
func (Value) CanFloat() bool
func (Value) CanInt() bool
func (Value) CanInterface() bool
func (Value) CanSet() bool
func (Value) CanUint() bool
func (Value) Cap() int
func (Value) Close()
func (Value) Complex() complex128
func (Value) Convert(Type) Value
func (Value) Elem() Value
func (Value) Field(int) Value
func (Value) FieldByIndex([]int) Value
func (Value) FieldByIndexErr([]int) (Value, error)
func (Value) FieldByName(string) Value
func (Value) FieldByNameFunc(func(string) bool) Value
func (Value) Float() float64
func (Value) Index(int) Value
func (Value) Int() int64
func (Value) Interface() any
func (Value) InterfaceData() [2]uintptr
func (Value) IsNil() bool
func (Value) IsValid() bool
func (Value) IsZero() bool
func (Value) Kind() Kind
func (Value) Len() int
func (Value) MapIndex(Value) Value
func (Value) MapKeys() []Value
func (Value) MapRange() *MapIter
func (Value) Method(int) Value
func (Value) MethodByName(string) Value
func (Value) NumField() int
func (Value) NumMethod() int
func (Value) OverflowComplex(complex128) bool
func (Value) OverflowFloat(float64) bool
func (Value) OverflowInt(int64) bool
func (Value) OverflowUint(uint64) bool
func (Value) Pointer() uintptr
func (Value) Recv() (Value, bool)
func (Value) Send(Value)
func (Value) Set(Value)
func (Value) SetBool(bool)
func (Value) SetBytes([]byte)
func (Value) SetCap(int)
func (Value) SetComplex(complex128)
func (Value) SetFloat(float64)
func (Value) SetInt(int64)
func (Value) SetIterKey(*MapIter)
func (Value) SetIterValue(*MapIter)
func (Value) SetLen(int)
func (Value) SetMapIndex(Value, Value)
func (Value) SetPointer(unsafe.Pointer)
func (Value) SetString(string)
func (Value) SetUint(uint64)
func (Value) Slice(int, int) Value
func (Value) Slice3(int, int, int) Value
func (Value) String() string
func (Value) TryRecv() (Value, bool)
func (Value) TrySend(Value) bool
func (Value) Type() Type
func (Value) Uint() uint64
func (Value) UnsafeAddr() uintptr
func (Value) UnsafePointer() unsafe.Pointer
type ValueError struct {
	Kind Kind
	Method string
}
func (*ValueError) Error() string
var BothDir, RecvDir, SendDir ChanDir
var Array, Bool, Chan, Complex128, Complex64, Float32, Float64, Func, Int, Int16, Int32, Int64, Int8, Interface, Invalid, Map, Pointer, Ptr, Slice, String, Struct, Uint, Uint16, Uint32, Uint64, Uint8, Uintptr, UnsafePointer Kind
var SelectDefault, SelectRecv, SelectSend SelectDir
func Append(Value, ...Value) Value
func AppendSlice(Value, Value) Value
func ArrayOf(int, Type) Type
func ChanOf(ChanDir, Type) Type
func Copy(Value, Value) int
func DeepEqual(any, any) bool
func FuncOf([]Type, []Type, bool) Type
func Indirect(Value) Value
func MakeChan(Type, int) Value
func MakeFunc(Type, func([]Value) []Value) Value
func MakeMap(Type) Value
func MakeMapWithSize(Type, int) Value
func MakeSlice(Type, int, int) Value
func MapOf(Type, Type) Type
func New(Type) Value
func NewAt(Type, unsafe.Pointer) Value
func PointerTo(Type) Type
func PtrTo(Type) Type
func Select([]SelectCase) (int, Value, bool)
func SliceOf(Type) Type
func StructOf([]StructField) Type
func Swapper(any) func(int, int)
func TypeOf(any) Type
func ValueOf(any) Value
func VisibleFields(Type) []StructField
func Zero(Type) Value
func TypeFor[T any]() Type
func (Value) Comparable() bool
func (Value) Equal(Value) bool
func (Value) Grow(int)
func (Value) SetZero()
