package math

func Abs(float64) float64
func Acos(float64) float64
func Acosh(float64) float64
func Asin(float64) float64
func Asinh(float64) float64
func Atan(float64) float64
func Atan2(float64, float64) float64
func Atanh(float64) float64
func Cbrt(float64) float64
func Ceil(float64) float64
func Copysign(float64, float64) float64
func Cos(float64) float64
func Cosh(float64) float64
func Dim(float64, float64) float64
func Erf(float64) float64
func Erfc(float64) float64
func Erfcinv(float64) float64
func Erfinv(float64) float64
func Exp(float64) float64
func Exp2(float64) float64
func Expm1(float64) float64
func FMA(float64, float64, float64) float64
func Float32bits(float32) uint32
func Float32frombits(uint32) float32
func Float64bits(float64) uint64
func Float64frombits(uint64) float64
func Floor(float64) float64
func Frexp(float64) (float64, int)
func Gamma(float64) float64
func Hypot(float64, float64) float64
func Ilogb(float64) int
func Inf(int) float64
func IsInf(float64, int) bool
func IsNaN(float64) bool
func J0(float64) float64
func J1(float64) float64
func Jn(int, float64) float64
func Ldexp(float64, int) float64
func Lgamma(float64) (float64, int)
func Log(float64) float64
func Log10(float64) float64
func Log1p(float64) float64
func Log2(float64) float64
func Logb(float64) float64
func Max(float64, float64) float64
func Min(float64, float64) float64
func Mod(float64, float64) float64
func Modf(float64) (float64, float64)
func NaN() float64
func Nextafter(float64, float64) float64
func Nextafter32(float32, float32) float32
func Pow(float64, float64) float64
func Pow10(int) float64
func Remainder(float64, float64) float64
func Round(float64) float64
func RoundToEven(float64) float64
func Signbit(float64) bool
func Sin(float64) float64
func Sincos(float64) (float64, float64)
func Sinh(float64) float64
func Sqrt(float64) float64
func Tan(float64) float64
func Tanh(float64) float64
func Trunc(float64) float64
func Y0(float64) float64
func Y1(float64) float64
func Yn(int, float64) float64
