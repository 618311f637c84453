package weak


type Pointer[T any] struct{}

func (Pointer[T]) Value() *T
func Make[T any](ptr *T) Pointer[T]
