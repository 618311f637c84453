// Written by hand: only functions that differ from those of the standard library, of a module without releases. Names
// and signatures are facts of Go, licensed under BSD-3-Clause.

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
