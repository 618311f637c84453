// Written by hand: only functions that differ from those of the standard library, of a module without releases. Names
// and signatures are facts of Go, licensed under BSD-3-Clause.

package maps

func Clear[K comparable, V any](m map[K]V)
func Clone[M any](m M) M
func Copy[K comparable, V any](dst, src map[K]V)
func Keys[K comparable, V any](m map[K]V) []K
func Values[K comparable, V any](m map[K]V) []V
