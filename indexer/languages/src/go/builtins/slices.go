package slices

import (
	"cmp"
	"iter"
)


func All[E any](s []E) iter.Seq2[int, E]
func AppendSeq[S ~[]E, E any](s S, seq iter.Seq[E]) S
func Backward[E any](s []E) iter.Seq2[int, E]
func BinarySearch[E cmp.Ordered](x []E, target E) (int, bool)
func BinarySearchFunc[E, T any](x []E, target T, cmp func(E, T) int) (int, bool)
func Chunk[S ~[]E, E any](s S, n int) iter.Seq[S]
func Clip[S any](s S) S
func Clone[S any](s S) S
func Collect[E any](seq iter.Seq[E]) []E
func Compact[S any](s S) S
func CompactFunc[S ~[]E, E any](s S, eq func(E, E) bool) S
func Compare[E cmp.Ordered](s1, s2 []E) int
func CompareFunc[E1, E2 any](s1 []E1, s2 []E2, cmp func(E1, E2) int) int
func Concat[S any](slices ...S) S
func Contains[E comparable](s []E, v E) bool
func ContainsFunc[E any](s []E, f func(E) bool) bool
func Delete[S any](s S, i, j int) S
func DeleteFunc[S ~[]E, E any](s S, del func(E) bool) S
func Equal[E comparable](s1, s2 []E) bool
func EqualFunc[E1, E2 any](s1 []E1, s2 []E2, eq func(E1, E2) bool) bool
func Grow[S any](s S, n int) S
func Index[E comparable](s []E, v E) int
func IndexFunc[E any](s []E, f func(E) bool) int
func Insert[S ~[]E, E any](s S, i int, v ...E) S
func IsSorted[E cmp.Ordered](x []E) bool
func IsSortedFunc[E any](x []E, cmp func(a, b E) int) bool
func Max[E cmp.Ordered](x []E) E
func MaxFunc[E any](x []E, cmp func(a, b E) int) E
func Min[E cmp.Ordered](x []E) E
func MinFunc[E any](x []E, cmp func(a, b E) int) E
func Repeat[S any](x S, count int) S
func Replace[S ~[]E, E any](s S, i, j int, v ...E) S
func Reverse[E any](s []E)
func Sort[E cmp.Ordered](x []E)
func SortFunc[E any](x []E, cmp func(a, b E) int)
func SortStableFunc[E any](x []E, cmp func(a, b E) int)
func Sorted[E cmp.Ordered](seq iter.Seq[E]) []E
func SortedFunc[E any](seq iter.Seq[E], cmp func(E, E) int) []E
func SortedStableFunc[E any](seq iter.Seq[E], cmp func(E, E) int) []E
func Values[E any](s []E) iter.Seq[E]
