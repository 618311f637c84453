package iter


type Seq[V any] func(yield func(V) bool)
type Seq2[K, V any] func(yield func(K, V) bool)

func Pull[V any](seq Seq[V]) (func() (V, bool), func())
func Pull2[K, V any](seq Seq2[K, V]) (func() (K, V, bool), func())
