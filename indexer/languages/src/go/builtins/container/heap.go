package heap

type Interface interface {
	Len() int
	Less(int, int) bool
	Pop() any
	Push(any)
	Swap(int, int)
}
func Fix(Interface, int)
func Init(Interface)
func Pop(Interface) any
func Push(Interface, any)
func Remove(Interface, int) any
