package path

var ErrBadPattern error
func Base(string) string
func Clean(string) string
func Dir(string) string
func Ext(string) string
func IsAbs(string) bool
func Join(...string) string
func Match(string, string) (bool, error)
func Split(string) (string, string)
