package os

import (
	"io"
	"io/fs"
	"syscall"
	"time"
)

type DirEntry = fs.DirEntry
type File struct{}
func (*File) Chdir() error
func (*File) Chmod(FileMode) error
func (*File) Chmod(fs.FileMode) error
func (*File) Chown(int, int) error
func (*File) Close() error
func (*File) Fd() uintptr
func (*File) Name() string
func (*File) Read([]byte) (int, error)
func (*File) ReadAt([]byte, int64) (int, error)
func (*File) ReadDir(int) ([]fs.DirEntry, error)
func (*File) ReadFrom(io.Reader) (int64, error)
func (*File) Readdir(int) ([]FileInfo, error)
func (*File) Readdir(int) ([]fs.FileInfo, error)
func (*File) Readdirnames(int) ([]string, error)
func (*File) Seek(int64, int) (int64, error)
func (*File) SetDeadline(time.Time) error
func (*File) SetReadDeadline(time.Time) error
func (*File) SetWriteDeadline(time.Time) error
func (*File) Stat() (FileInfo, error)
func (*File) Stat() (fs.FileInfo, error)
func (*File) Sync() error
func (*File) SyscallConn() (syscall.RawConn, error)
func (*File) Truncate(int64) error
func (*File) Write([]byte) (int, error)
func (*File) WriteAt([]byte, int64) (int, error)
func (*File) WriteString(string) (int, error)
type FileInfo = fs.FileInfo
type FileMode uint32
func (FileMode) IsDir() bool
func (FileMode) IsRegular() bool
func (FileMode) Perm() FileMode
func (FileMode) String() string
type LinkError struct {
	Err error
	New string
	Old string
	Op string
}
func (*LinkError) Error() string
func (*LinkError) Unwrap() error
type PathError = fs.PathError
func (*PathError) Error() string
func (*PathError) Timeout() bool
func (*PathError) Unwrap() error
type ProcAttr struct {
	Dir string
	Env []string
	Files []*File
	Sys *syscall.SysProcAttr
}
type Process struct {
	Pid int
}
func (*Process) Kill() error
func (*Process) Release() error
func (*Process) Signal(Signal) error
func (*Process) Wait() (*ProcessState, error)
type ProcessState struct{}
func (*ProcessState) ExitCode() int
func (*ProcessState) Exited() bool
func (*ProcessState) Pid() int
func (*ProcessState) String() string
func (*ProcessState) Success() bool
func (*ProcessState) Sys() any
func (*ProcessState) SysUsage() any
func (*ProcessState) SystemTime() time.Duration
func (*ProcessState) UserTime() time.Duration
type Signal interface {
	Signal()
	String() string
}
type SyscallError struct {
	Err error
	Syscall string
}
func (*SyscallError) Error() string
func (*SyscallError) Timeout() bool
func (*SyscallError) Unwrap() error
var Stderr, Stdin, Stdout *File
var ModeAppend, ModeCharDevice, ModeDevice, ModeDir, ModeExclusive, ModeIrregular, ModeNamedPipe, ModePerm, ModeSetgid, ModeSetuid, ModeSocket, ModeSticky, ModeSymlink, ModeTemporary, ModeType FileMode
var Interrupt, Kill Signal
var Args []string
var ErrClosed, ErrDeadlineExceeded, ErrExist, ErrInvalid, ErrNoDeadline, ErrNotExist, ErrPermission, ErrProcessDone error
func Chdir(string) error
func Chmod(string, FileMode) error
func Chmod(string, fs.FileMode) error
func Chown(string, int, int) error
func Chtimes(string, time.Time, time.Time) error
func Clearenv()
func Create(string) (*File, error)
func CreateTemp(string, string) (*File, error)
func DirFS(string) fs.FS
func Environ() []string
func Executable() (string, error)
func Exit(int)
func Expand(string, func(string) string) string
func ExpandEnv(string) string
func FindProcess(int) (*Process, error)
func Getegid() int
func Getenv(string) string
func Geteuid() int
func Getgid() int
func Getgroups() ([]int, error)
func Getpagesize() int
func Getpid() int
func Getppid() int
func Getuid() int
func Getwd() (string, error)
func Hostname() (string, error)
func IsExist(error) bool
func IsNotExist(error) bool
func IsPathSeparator(byte) bool
func IsPermission(error) bool
func IsTimeout(error) bool
func Lchown(string, int, int) error
func Link(string, string) error
func LookupEnv(string) (string, bool)
func Lstat(string) (FileInfo, error)
func Lstat(string) (fs.FileInfo, error)
func Mkdir(string, FileMode) error
func Mkdir(string, fs.FileMode) error
func MkdirAll(string, FileMode) error
func MkdirAll(string, fs.FileMode) error
func MkdirTemp(string, string) (string, error)
func NewFile(uintptr, string) *File
func NewSyscallError(string, error) error
func Open(string) (*File, error)
func OpenFile(string, int, FileMode) (*File, error)
func OpenFile(string, int, fs.FileMode) (*File, error)
func Pipe() (*File, *File, error)
func ReadDir(string) ([]fs.DirEntry, error)
func ReadFile(string) ([]byte, error)
func Readlink(string) (string, error)
func Remove(string) error
func RemoveAll(string) error
func Rename(string, string) error
func SameFile(FileInfo, FileInfo) bool
func SameFile(fs.FileInfo, fs.FileInfo) bool
func Setenv(string, string) error
func StartProcess(string, []string, *ProcAttr) (*Process, error)
func Stat(string) (FileInfo, error)
func Stat(string) (fs.FileInfo, error)
func Symlink(string, string) error
func TempDir() string
func Truncate(string, int64) error
func Unsetenv(string) error
func UserCacheDir() (string, error)
func UserConfigDir() (string, error)
func UserHomeDir() (string, error)
func WriteFile(string, []byte, fs.FileMode) error
