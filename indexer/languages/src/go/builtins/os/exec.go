package exec

import (
	"context"
	"io"
	"os"
	"syscall"
	"time"
)

type Cmd struct {
	Err error
	Args []string
	Dir string
	Env []string
	ExtraFiles []*os.File
	Path string
	Process *os.Process
	ProcessState *os.ProcessState
	Stderr io.Writer
	Stdin io.Reader
	Stdout io.Writer
	SysProcAttr *syscall.SysProcAttr
}
func (*Cmd) CombinedOutput() ([]byte, error)
func (*Cmd) Environ() []string
func (*Cmd) Output() ([]byte, error)
func (*Cmd) Run() error
func (*Cmd) Start() error
func (*Cmd) StderrPipe() (io.ReadCloser, error)
func (*Cmd) StdinPipe() (io.WriteCloser, error)
func (*Cmd) StdoutPipe() (io.ReadCloser, error)
func (*Cmd) String() string
func (*Cmd) Wait() error
type Error struct {
	Err error
	Name string
}
func (*Error) Error() string
func (*Error) Unwrap() error
type ExitError struct {
	Stderr []byte
	*os.ProcessState
}
func (*ExitError) Error() string
func (ExitError) ExitCode() int
func (ExitError) Exited() bool
func (ExitError) Pid() int
func (ExitError) String() string
func (ExitError) Success() bool
func (ExitError) Sys() any
func (ExitError) SysUsage() any
func (ExitError) SystemTime() time.Duration
func (ExitError) UserTime() time.Duration
var ErrDot, ErrNotFound error
func Command(string, ...string) *Cmd
func CommandContext(context.Context, string, ...string) *Cmd
func LookPath(string) (string, error)
