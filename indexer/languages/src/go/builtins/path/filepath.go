package filepath

import (
	"io/fs"
	"os"
)

type WalkFunc func(string, os.FileInfo, error) error
var ErrBadPattern, SkipDir error
func Abs(string) (string, error)
func Base(string) string
func Clean(string) string
func Dir(string) string
func EvalSymlinks(string) (string, error)
func Ext(string) string
func FromSlash(string) string
func Glob(string) ([]string, error)
func HasPrefix(string, string) bool
func IsAbs(string) bool
func Join(...string) string
func Match(string, string) (bool, error)
func Rel(string, string) (string, error)
func Split(string) (string, string)
func SplitList(string) []string
func ToSlash(string) string
func VolumeName(string) string
func Walk(string, WalkFunc) error
func WalkDir(string, fs.WalkDirFunc) error
