package rand


type Rand struct{}

func (*Rand) ExpFloat64() float64
func (*Rand) Float32() float32
func (*Rand) Float64() float64
func (*Rand) Int() int
func (*Rand) Int32() int32
func (*Rand) Int32N(int32) int32
func (*Rand) Int64() int64
func (*Rand) Int64N(int64) int64
func (*Rand) IntN(int) int
func (*Rand) NormFloat64() float64
func (*Rand) Perm(int) []int
func (*Rand) Shuffle(int, func(i, j int))
func (*Rand) Uint32() uint32
func (*Rand) Uint64() uint64

type Source interface {
	Uint64() uint64
}

type PCG struct{}

func (*PCG) Uint64() uint64

func Float64() float64
func Int() int
func Int64() int64
func Int64N(int64) int64
func IntN(int) int
func N[T any](n T) T
func New(Source) *Rand
func NewPCG(uint64, uint64) *PCG
func Perm(int) []int
func Shuffle(int, func(i, j int))
func Uint32() uint32
func Uint64() uint64
