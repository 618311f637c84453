package rand

type Rand struct{}
func (*Rand) ExpFloat64() float64
func (*Rand) Float32() float32
func (*Rand) Float64() float64
func (*Rand) Int() int
func (*Rand) Int31() int32
func (*Rand) Int31n(int32) int32
func (*Rand) Int63() int64
func (*Rand) Int63n(int64) int64
func (*Rand) Intn(int) int
func (*Rand) NormFloat64() float64
func (*Rand) Perm(int) []int
func (*Rand) Read([]byte) (int, error)
func (*Rand) Seed(int64)
func (*Rand) Shuffle(int, func(int, int))
func (*Rand) Uint32() uint32
func (*Rand) Uint64() uint64
type Source interface {
	Int63() int64
	Seed(int64)
}
type Source64 interface {
	Int63() int64
	Seed(int64)
	Uint64() uint64
}
type Zipf struct{}
func (*Zipf) Uint64() uint64
func ExpFloat64() float64
func Float32() float32
func Float64() float64
func Int() int
func Int31() int32
func Int31n(int32) int32
func Int63() int64
func Int63n(int64) int64
func Intn(int) int
func New(Source) *Rand
func NewSource(int64) Source
func NewZipf(*Rand, float64, float64, uint64) *Zipf
func NormFloat64() float64
func Perm(int) []int
func Read([]byte) (int, error)
func Seed(int64)
func Shuffle(int, func(int, int))
func Uint32() uint32
func Uint64() uint64
