package slog

import (
	"context"
	"io"
	"log"
	"time"
)


type Attr struct {
	Key string
	Value Value
}

func (Attr) Equal(Attr) bool
func (Attr) String() string

type Handler interface {
	Enabled(context.Context, Level) bool
	Handle(context.Context, Record) error
	WithAttrs([]Attr) Handler
	WithGroup(string) Handler
}

type HandlerOptions struct {
	AddSource bool
	Level Leveler
	ReplaceAttr func([]string, Attr) Attr
}

type JSONHandler struct{}

func (*JSONHandler) Enabled(context.Context, Level) bool
func (*JSONHandler) Handle(context.Context, Record) error
func (*JSONHandler) WithAttrs([]Attr) Handler
func (*JSONHandler) WithGroup(string) Handler

type TextHandler struct{}

func (*TextHandler) Enabled(context.Context, Level) bool
func (*TextHandler) Handle(context.Context, Record) error
func (*TextHandler) WithAttrs([]Attr) Handler
func (*TextHandler) WithGroup(string) Handler

type Kind int

func (Kind) String() string

type Level int

func (Level) Level() Level
func (Level) MarshalText() ([]byte, error)
func (*Level) UnmarshalText([]byte) error
func (Level) String() string

type LevelVar struct{}

func (*LevelVar) Level() Level
func (*LevelVar) Set(Level)
func (*LevelVar) String() string

type Leveler interface {
	Level() Level
}

type LogValuer interface {
	LogValue() Value
}

type Logger struct{}

func (*Logger) Debug(string, ...any)
func (*Logger) DebugContext(context.Context, string, ...any)
func (*Logger) Enabled(context.Context, Level) bool
func (*Logger) Error(string, ...any)
func (*Logger) ErrorContext(context.Context, string, ...any)
func (*Logger) Handler() Handler
func (*Logger) Info(string, ...any)
func (*Logger) InfoContext(context.Context, string, ...any)
func (*Logger) Log(context.Context, Level, string, ...any)
func (*Logger) LogAttrs(context.Context, Level, string, ...Attr)
func (*Logger) Warn(string, ...any)
func (*Logger) WarnContext(context.Context, string, ...any)
func (*Logger) With(...any) *Logger
func (*Logger) WithGroup(string) *Logger

type Record struct {
	Time time.Time
	Message string
	Level Level
	PC uintptr
}

func (*Record) Add(...any)
func (*Record) AddAttrs(...Attr)
func (Record) Attrs(func(Attr) bool)
func (Record) Clone() Record
func (Record) NumAttrs() int

type Source struct {
	Function string
	File string
	Line int
}

type Value struct{}

func (Value) Any() any
func (Value) Bool() bool
func (Value) Duration() time.Duration
func (Value) Equal(Value) bool
func (Value) Float64() float64
func (Value) Group() []Attr
func (Value) Int64() int64
func (Value) Kind() Kind
func (Value) LogValuer() LogValuer
func (Value) Resolve() Value
func (Value) String() string
func (Value) Time() time.Time
func (Value) Uint64() uint64

var LevelDebug, LevelError, LevelInfo, LevelWarn Level
var DiscardHandler Handler
func Any(string, any) Attr
func AnyValue(any) Value
func Bool(string, bool) Attr
func BoolValue(bool) Value
func Debug(string, ...any)
func DebugContext(context.Context, string, ...any)
func Default() *Logger
func Duration(string, time.Duration) Attr
func DurationValue(time.Duration) Value
func Error(string, ...any)
func ErrorContext(context.Context, string, ...any)
func Float64(string, float64) Attr
func Float64Value(float64) Value
func Group(string, ...any) Attr
func GroupValue(...Attr) Value
func Info(string, ...any)
func InfoContext(context.Context, string, ...any)
func Int(string, int) Attr
func Int64(string, int64) Attr
func Int64Value(int64) Value
func IntValue(int) Value
func Log(context.Context, Level, string, ...any)
func LogAttrs(context.Context, Level, string, ...Attr)
func New(Handler) *Logger
func NewJSONHandler(io.Writer, *HandlerOptions) *JSONHandler
func NewLogLogger(Handler, Level) *log.Logger
func NewRecord(time.Time, Level, string, uintptr) Record
func NewTextHandler(io.Writer, *HandlerOptions) *TextHandler
func SetDefault(*Logger)
func String(string, string) Attr
func StringValue(string) Value
func Time(string, time.Time) Attr
func TimeValue(time.Time) Value
func Uint64(string, uint64) Attr
func Uint64Value(uint64) Value
func Warn(string, ...any)
func WarnContext(context.Context, string, ...any)
func With(...any) *Logger
