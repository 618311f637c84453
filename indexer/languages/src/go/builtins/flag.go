package flag

import (
	"encoding"
	"io"
	"time"
)

type ErrorHandling int
type Flag struct {
	DefValue string
	Name string
	Usage string
	Value Value
}
type FlagSet struct {
	Usage func()
}
func (*FlagSet) Arg(int) string
func (*FlagSet) Args() []string
func (*FlagSet) Bool(string, bool, string) *bool
func (*FlagSet) BoolVar(*bool, string, bool, string)
func (*FlagSet) Duration(string, time.Duration, string) *time.Duration
func (*FlagSet) DurationVar(*time.Duration, string, time.Duration, string)
func (*FlagSet) ErrorHandling() ErrorHandling
func (*FlagSet) Float64(string, float64, string) *float64
func (*FlagSet) Float64Var(*float64, string, float64, string)
func (*FlagSet) Func(string, string, func(string) error)
func (*FlagSet) Init(string, ErrorHandling)
func (*FlagSet) Int(string, int, string) *int
func (*FlagSet) Int64(string, int64, string) *int64
func (*FlagSet) Int64Var(*int64, string, int64, string)
func (*FlagSet) IntVar(*int, string, int, string)
func (*FlagSet) Lookup(string) *Flag
func (*FlagSet) NArg() int
func (*FlagSet) NFlag() int
func (*FlagSet) Name() string
func (*FlagSet) Output() io.Writer
func (*FlagSet) Parse([]string) error
func (*FlagSet) Parsed() bool
func (*FlagSet) PrintDefaults()
func (*FlagSet) Set(string, string) error
func (*FlagSet) SetOutput(io.Writer)
func (*FlagSet) String(string, string, string) *string
func (*FlagSet) StringVar(*string, string, string, string)
func (*FlagSet) TextVar(encoding.TextUnmarshaler, string, encoding.TextMarshaler, string)
func (*FlagSet) Uint(string, uint, string) *uint
func (*FlagSet) Uint64(string, uint64, string) *uint64
func (*FlagSet) Uint64Var(*uint64, string, uint64, string)
func (*FlagSet) UintVar(*uint, string, uint, string)
func (*FlagSet) Var(Value, string, string)
func (*FlagSet) Visit(func(*Flag))
func (*FlagSet) VisitAll(func(*Flag))
type Getter interface {
	Get() any
	Set(string) error
	String() string
}
type Value interface {
	Set(string) error
	String() string
}
var CommandLine *FlagSet
var ContinueOnError, ExitOnError, PanicOnError ErrorHandling
var ErrHelp error
var Usage func()
func Arg(int) string
func Args() []string
func Bool(string, bool, string) *bool
func BoolVar(*bool, string, bool, string)
func Duration(string, time.Duration, string) *time.Duration
func DurationVar(*time.Duration, string, time.Duration, string)
func Float64(string, float64, string) *float64
func Float64Var(*float64, string, float64, string)
func Func(string, string, func(string) error)
func Int(string, int, string) *int
func Int64(string, int64, string) *int64
func Int64Var(*int64, string, int64, string)
func IntVar(*int, string, int, string)
func Lookup(string) *Flag
func NArg() int
func NFlag() int
func NewFlagSet(string, ErrorHandling) *FlagSet
func Parse()
func Parsed() bool
func PrintDefaults()
func Set(string, string) error
func String(string, string, string) *string
func StringVar(*string, string, string, string)
func TextVar(encoding.TextUnmarshaler, string, encoding.TextMarshaler, string)
func Uint(string, uint, string) *uint
func Uint64(string, uint64, string) *uint64
func Uint64Var(*uint64, string, uint64, string)
func UintVar(*uint, string, uint, string)
func UnquoteUsage(*Flag) (string, string)
func Var(Value, string, string)
func Visit(func(*Flag))
func VisitAll(func(*Flag))
