package log

import (
	"io"
)

type Logger struct{}
func (*Logger) Fatal(...any)
func (*Logger) Fatalf(string, ...any)
func (*Logger) Fatalln(...any)
func (*Logger) Flags() int
func (*Logger) Output(int, string) error
func (*Logger) Panic(...any)
func (*Logger) Panicf(string, ...any)
func (*Logger) Panicln(...any)
func (*Logger) Prefix() string
func (*Logger) Print(...any)
func (*Logger) Printf(string, ...any)
func (*Logger) Println(...any)
func (*Logger) SetFlags(int)
func (*Logger) SetOutput(io.Writer)
func (*Logger) SetPrefix(string)
func (*Logger) Writer() io.Writer
func Default() *Logger
func Fatal(...any)
func Fatalf(string, ...any)
func Fatalln(...any)
func Flags() int
func New(io.Writer, string, int) *Logger
func Output(int, string) error
func Panic(...any)
func Panicf(string, ...any)
func Panicln(...any)
func Prefix() string
func Print(...any)
func Printf(string, ...any)
func Println(...any)
func SetFlags(int)
func SetOutput(io.Writer)
func SetPrefix(string)
func Writer() io.Writer
