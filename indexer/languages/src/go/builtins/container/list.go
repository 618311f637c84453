package list

type Element struct {
	Value any
}
func (*Element) Next() *Element
func (*Element) Prev() *Element
type List struct{}
func (*List) Back() *Element
func (*List) Front() *Element
func (*List) Init() *List
func (*List) InsertAfter(any, *Element) *Element
func (*List) InsertBefore(any, *Element) *Element
func (*List) Len() int
func (*List) MoveAfter(*Element, *Element)
func (*List) MoveBefore(*Element, *Element)
func (*List) MoveToBack(*Element)
func (*List) MoveToFront(*Element)
func (*List) PushBack(any) *Element
func (*List) PushBackList(*List)
func (*List) PushFront(any) *Element
func (*List) PushFrontList(*List)
func (*List) Remove(*Element) any
func New() *List
