package errors

func As(error, any) bool
func Is(error, error) bool
func New(string) error
func Unwrap(error) error
func AsType[E error](err error) (E, bool)
func Join(errs ...error) error
