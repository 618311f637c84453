package fs

import (
	"time"
)

type DirEntry interface {
	Info() (FileInfo, error)
	IsDir() bool
	Name() string
	Type() FileMode
}
type FS interface {
	Open(string) (File, error)
}
type File interface {
	Close() error
	Read([]byte) (int, error)
	Stat() (FileInfo, error)
}
type FileInfo interface {
	IsDir() bool
	ModTime() time.Time
	Mode() FileMode
	Name() string
	Size() int64
	Sys() any
}
type FileMode uint32
func (FileMode) IsDir() bool
func (FileMode) IsRegular() bool
func (FileMode) Perm() FileMode
func (FileMode) String() string
func (FileMode) Type() FileMode
type GlobFS interface {
	Glob(string) ([]string, error)
	Open(string) (File, error)
}
type PathError struct {
	Err error
	Op string
	Path string
}
func (*PathError) Error() string
func (*PathError) Timeout() bool
func (*PathError) Unwrap() error
type ReadDirFS interface {
	Open(string) (File, error)
	ReadDir(string) ([]DirEntry, error)
}
type ReadDirFile interface {
	Close() error
	Read([]byte) (int, error)
	ReadDir(int) ([]DirEntry, error)
	Stat() (FileInfo, error)
}
type ReadFileFS interface {
	Open(string) (File, error)
	ReadFile(string) ([]byte, error)
}
type StatFS interface {
	Open(string) (File, error)
	Stat(string) (FileInfo, error)
}
type SubFS interface {
	Open(string) (File, error)
	Sub(string) (FS, error)
}
type WalkDirFunc func(string, DirEntry, error) error
var ModeAppend, ModeCharDevice, ModeDevice, ModeDir, ModeExclusive, ModeIrregular, ModeNamedPipe, ModePerm, ModeSetgid, ModeSetuid, ModeSocket, ModeSticky, ModeSymlink, ModeTemporary, ModeType FileMode
var ErrClosed, ErrExist, ErrInvalid, ErrNotExist, ErrPermission, SkipDir error
func FileInfoToDirEntry(FileInfo) DirEntry
func Glob(FS, string) ([]string, error)
func ReadDir(FS, string) ([]DirEntry, error)
func ReadFile(FS, string) ([]byte, error)
func Stat(FS, string) (FileInfo, error)
func Sub(FS, string) (FS, error)
func ValidPath(string) bool
func WalkDir(FS, string, WalkDirFunc) error
