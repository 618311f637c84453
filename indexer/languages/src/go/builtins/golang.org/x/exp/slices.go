package slices

import (
	"cmp"
)


func Clone[S any](s S) S
func Compact[S any](s S) S
func Delete[S any](s S, i, j int) S
func Insert[S ~[]E, E any](s S, i int, v ...E) S
func Max[E cmp.Ordered](x []E) E
func Min[E cmp.Ordered](x []E) E
