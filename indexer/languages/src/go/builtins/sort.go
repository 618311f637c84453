package sort

type Float64Slice []float64
func (Float64Slice) Len() int
func (Float64Slice) Less(int, int) bool
func (Float64Slice) Search(float64) int
func (Float64Slice) Sort()
func (Float64Slice) Swap(int, int)
type IntSlice []int
func (IntSlice) Len() int
func (IntSlice) Less(int, int) bool
func (IntSlice) Search(int) int
func (IntSlice) Sort()
func (IntSlice) Swap(int, int)
type Interface interface {
	Len() int
	Less(int, int) bool
	Swap(int, int)
}
type StringSlice []string
func (StringSlice) Len() int
func (StringSlice) Less(int, int) bool
func (StringSlice) Search(string) int
func (StringSlice) Sort()
func (StringSlice) Swap(int, int)
func Find(int, func(int) int) (int, bool)
func Float64s([]float64)
func Float64sAreSorted([]float64) bool
func Ints([]int)
func IntsAreSorted([]int) bool
func IsSorted(Interface) bool
func Reverse(Interface) Interface
func Search(int, func(int) bool) int
func SearchFloat64s([]float64, float64) int
func SearchInts([]int, int) int
func SearchStrings([]string, string) int
func Slice(any, func(int, int) bool)
func SliceIsSorted(any, func(int, int) bool) bool
func SliceStable(any, func(int, int) bool)
func Sort(Interface)
func Stable(Interface)
func Strings([]string)
func StringsAreSorted([]string) bool
