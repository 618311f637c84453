package sync

type Cond struct {
	L Locker
}
func (*Cond) Broadcast()
func (*Cond) Signal()
func (*Cond) Wait()
type Locker interface {
	Lock()
	Unlock()
}
type Map struct{}
func (*Map) Delete(any)
func (*Map) Load(any) (any, bool)
func (*Map) LoadAndDelete(any) (any, bool)
func (*Map) LoadOrStore(any, any) (any, bool)
func (*Map) Range(func(any, any) bool)
func (*Map) Store(any, any)
type Mutex struct{}
func (*Mutex) Lock()
func (*Mutex) TryLock() bool
func (*Mutex) Unlock()
type Once struct{}
func (*Once) Do(func())
type Pool struct {
	New func() any
}
func (*Pool) Get() any
func (*Pool) Put(any)
type RWMutex struct{}
func (*RWMutex) Lock()
func (*RWMutex) RLock()
func (*RWMutex) RLocker() Locker
func (*RWMutex) RUnlock()
func (*RWMutex) TryLock() bool
func (*RWMutex) TryRLock() bool
func (*RWMutex) Unlock()
type WaitGroup struct{}
func (*WaitGroup) Add(int)
func (*WaitGroup) Done()
func (*WaitGroup) Wait()
func NewCond(Locker) *Cond
func (*Map) Clear()
func (*Map) CompareAndDelete(key, old any) bool
func (*Map) CompareAndSwap(key, old, new any) bool
func (*Map) Swap(key, value any) (any, bool)
func (*WaitGroup) Go(f func())
func OnceFunc(f func()) func()
func OnceValue[T any](f func() T) func() T
func OnceValues[T1, T2 any](f func() (T1, T2)) func() (T1, T2)
