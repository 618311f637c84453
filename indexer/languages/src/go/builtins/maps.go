package maps

import (
	"iter"
)


func All[K comparable, V any](m map[K]V) iter.Seq2[K, V]
func Clone[M any](m M) M
func Collect[K comparable, V any](seq iter.Seq2[K, V]) map[K]V
func Copy[K comparable, V any](dst, src map[K]V)
func DeleteFunc[K comparable, V any](m map[K]V, del func(K, V) bool)
func Equal[K, V comparable](m1, m2 map[K]V) bool
func EqualFunc[K comparable, V1, V2 any](m1 map[K]V1, m2 map[K]V2, eq func(V1, V2) bool) bool
func Insert[K comparable, V any](m map[K]V, seq iter.Seq2[K, V])
func Keys[K comparable, V any](m map[K]V) iter.Seq[K]
func Values[K comparable, V any](m map[K]V) iter.Seq[V]
