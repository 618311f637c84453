package strconv

type NumError struct {
	Err error
	Func string
	Num string
}
func (*NumError) Error() string
func (*NumError) Unwrap() error
var ErrRange, ErrSyntax error
func AppendBool([]byte, bool) []byte
func AppendFloat([]byte, float64, byte, int, int) []byte
func AppendInt([]byte, int64, int) []byte
func AppendQuote([]byte, string) []byte
func AppendQuoteRune([]byte, int32) []byte
func AppendQuoteRuneToASCII([]byte, int32) []byte
func AppendQuoteRuneToGraphic([]byte, int32) []byte
func AppendQuoteToASCII([]byte, string) []byte
func AppendQuoteToGraphic([]byte, string) []byte
func AppendUint([]byte, uint64, int) []byte
func Atoi(string) (int, error)
func CanBackquote(string) bool
func FormatBool(bool) string
func FormatComplex(complex128, byte, int, int) string
func FormatFloat(float64, byte, int, int) string
func FormatInt(int64, int) string
func FormatUint(uint64, int) string
func IsGraphic(int32) bool
func IsPrint(int32) bool
func Itoa(int) string
func ParseBool(string) (bool, error)
func ParseComplex(string, int) (complex128, error)
func ParseFloat(string, int) (float64, error)
func ParseInt(string, int, int) (int64, error)
func ParseUint(string, int, int) (uint64, error)
func Quote(string) string
func QuoteRune(int32) string
func QuoteRuneToASCII(int32) string
func QuoteRuneToGraphic(int32) string
func QuoteToASCII(string) string
func QuoteToGraphic(string) string
func QuotedPrefix(string) (string, error)
func Unquote(string) (string, error)
func UnquoteChar(string, byte) (int32, bool, string, error)
