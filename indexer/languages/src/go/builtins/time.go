package time

type Duration int64
func (Duration) Abs() Duration
func (Duration) Hours() float64
func (Duration) Microseconds() int64
func (Duration) Milliseconds() int64
func (Duration) Minutes() float64
func (Duration) Nanoseconds() int64
func (Duration) Round(Duration) Duration
func (Duration) Seconds() float64
func (Duration) String() string
func (Duration) Truncate(Duration) Duration
type Location struct{}
func (*Location) String() string
type Month int
func (Month) String() string
type ParseError struct {
	Layout string
	LayoutElem string
	Message string
	Value string
	ValueElem string
}
func (*ParseError) Error() string
type Ticker struct {
	C <-chan Time
}
func (*Ticker) Reset(Duration)
func (*Ticker) Stop()
type Time struct{}
func (*Time) GobDecode([]byte) error
func (*Time) UnmarshalBinary([]byte) error
func (*Time) UnmarshalJSON([]byte) error
func (*Time) UnmarshalText([]byte) error
func (Time) Add(Duration) Time
func (Time) AddDate(int, int, int) Time
func (Time) After(Time) bool
func (Time) AppendFormat([]byte, string) []byte
func (Time) Before(Time) bool
func (Time) Clock() (int, int, int)
func (Time) Date() (int, Month, int)
func (Time) Day() int
func (Time) Equal(Time) bool
func (Time) Format(string) string
func (Time) GoString() string
func (Time) GobEncode() ([]byte, error)
func (Time) Hour() int
func (Time) ISOWeek() (int, int)
func (Time) In(*Location) Time
func (Time) IsDST() bool
func (Time) IsZero() bool
func (Time) Local() Time
func (Time) Location() *Location
func (Time) MarshalBinary() ([]byte, error)
func (Time) MarshalJSON() ([]byte, error)
func (Time) MarshalText() ([]byte, error)
func (Time) Minute() int
func (Time) Month() Month
func (Time) Nanosecond() int
func (Time) Round(Duration) Time
func (Time) Second() int
func (Time) String() string
func (Time) Sub(Time) Duration
func (Time) Truncate(Duration) Time
func (Time) UTC() Time
func (Time) Unix() int64
func (Time) UnixMicro() int64
func (Time) UnixMilli() int64
func (Time) UnixNano() int64
func (Time) Weekday() Weekday
func (Time) Year() int
func (Time) YearDay() int
func (Time) Zone() (string, int)
func (Time) ZoneBounds() (Time, Time)
type Timer struct {
	C <-chan Time
}
func (*Timer) Reset(Duration) bool
func (*Timer) Stop() bool
type Weekday int
func (Weekday) String() string
var Local, UTC *Location
var Hour, Microsecond, Millisecond, Minute, Nanosecond, Second Duration
var April, August, December, February, January, July, June, March, May, November, October, September Month
var Friday, Monday, Saturday, Sunday, Thursday, Tuesday, Wednesday Weekday
func After(Duration) <-chan Time
func AfterFunc(Duration, func()) *Timer
func Date(int, Month, int, int, int, int, int, *Location) Time
func FixedZone(string, int) *Location
func LoadLocation(string) (*Location, error)
func LoadLocationFromTZData(string, []byte) (*Location, error)
func NewTicker(Duration) *Ticker
func NewTimer(Duration) *Timer
func Now() Time
func Parse(string, string) (Time, error)
func ParseDuration(string) (Duration, error)
func ParseInLocation(string, string, *Location) (Time, error)
func Since(Time) Duration
func Sleep(Duration)
func Tick(Duration) <-chan Time
func Unix(int64, int64) Time
func UnixMicro(int64) Time
func UnixMilli(int64) Time
func Until(Time) Duration
func (Time) Compare(Time) int
