package testing

import (
	"context"
	"time"
)

type B struct {
	N int
}
func (*B) Cleanup(func())
func (*B) Error(...any)
func (*B) Errorf(string, ...any)
func (*B) Fail()
func (*B) FailNow()
func (*B) Failed() bool
func (*B) Fatal(...any)
func (*B) Fatalf(string, ...any)
func (*B) Helper()
func (*B) Log(...any)
func (*B) Logf(string, ...any)
func (*B) Name() string
func (*B) ReportAllocs()
func (*B) ReportMetric(float64, string)
func (*B) ResetTimer()
func (*B) Run(string, func(*B)) bool
func (*B) RunParallel(func(*PB))
func (*B) SetBytes(int64)
func (*B) SetParallelism(int)
func (*B) Setenv(string, string)
func (*B) Skip(...any)
func (*B) SkipNow()
func (*B) Skipf(string, ...any)
func (*B) Skipped() bool
func (*B) StartTimer()
func (*B) StopTimer()
func (*B) TempDir() string
type BenchmarkResult struct {
	MemAllocs uint64
	MemBytes uint64
	Extra map[string]float64
	Bytes int64
	N int
	T time.Duration
}
func (BenchmarkResult) AllocedBytesPerOp() int64
func (BenchmarkResult) AllocsPerOp() int64
func (BenchmarkResult) MemString() string
func (BenchmarkResult) NsPerOp() int64
func (BenchmarkResult) String() string
type Cover struct {
	Blocks map[string][]CoverBlock
	Counters map[string][]uint32
	CoveredPackages string
	Mode string
}
type CoverBlock struct {
	Col0 uint16
	Col1 uint16
	Line0 uint32
	Line1 uint32
	Stmts uint16
}
type F struct{}
func (*F) Add(...any)
func (*F) Cleanup(func())
func (*F) Error(...any)
func (*F) Errorf(string, ...any)
func (*F) Fail()
func (*F) FailNow()
func (*F) Failed() bool
func (*F) Fatal(...any)
func (*F) Fatalf(string, ...any)
func (*F) Fuzz(any)
func (*F) Helper()
func (*F) Log(...any)
func (*F) Logf(string, ...any)
func (*F) Name() string
func (*F) Setenv(string, string)
func (*F) Skip(...any)
func (*F) SkipNow()
func (*F) Skipf(string, ...any)
func (*F) Skipped() bool
func (*F) TempDir() string
type InternalBenchmark struct {
	F func(*B)
	Name string
}
type InternalExample struct {
	Unordered bool
	F func()
	Name string
	Output string
}
type InternalFuzzTarget struct {
	Fn func(*F)
	Name string
}
type InternalTest struct {
	F func(*T)
	Name string
}
type M struct{}
func (*M) Run() int
type PB struct{}
func (*PB) Next() bool
type T struct{}
func (*T) Cleanup(func())
func (*T) Deadline() (time.Time, bool)
func (*T) Error(...any)
func (*T) Errorf(string, ...any)
func (*T) Fail()
func (*T) FailNow()
func (*T) Failed() bool
func (*T) Fatal(...any)
func (*T) Fatalf(string, ...any)
func (*T) Helper()
func (*T) Log(...any)
func (*T) Logf(string, ...any)
func (*T) Name() string
func (*T) Parallel()
func (*T) Run(string, func(*T)) bool
func (*T) Setenv(string, string)
func (*T) Skip(...any)
func (*T) SkipNow()
func (*T) Skipf(string, ...any)
func (*T) Skipped() bool
func (*T) TempDir() string
type TB interface {
	Cleanup(func())
	TempDir() string
	Setenv(string, string)
	Error(...any)
	Errorf(string, ...any)
	Fail()
	FailNow()
	Failed() bool
	Fatal(...any)
	Fatalf(string, ...any)
	Log(...any)
	Logf(string, ...any)
	Skip(...any)
	SkipNow()
	Skipf(string, ...any)
	Skipped() bool
	unexported()
	Name() string
	Helper()
}
func AllocsPerRun(int, func()) float64
func Benchmark(func(*B)) BenchmarkResult
func CoverMode() string
func Coverage() float64
func Init()
func Main(func(string, string) (bool, error), []InternalTest, []InternalBenchmark, []InternalExample)
func MainStart(func(string, string) (bool, error), []InternalTest, []InternalBenchmark, []InternalExample) *M
func MainStart(testDeps, []InternalTest, []InternalBenchmark, []InternalExample) *M
func MainStart(testDeps, []InternalTest, []InternalBenchmark, []InternalFuzzTarget, []InternalExample) *M
func RegisterCover(Cover)
func RunBenchmarks(func(string, string) (bool, error), []InternalBenchmark)
func RunExamples(func(string, string) (bool, error), []InternalExample) bool
func RunTests(func(string, string) (bool, error), []InternalTest) bool
func Short() bool
func Verbose() bool
func (*B) Chdir(string)
func (*B) Context() context.Context
func (*B) Elapsed() time.Duration
func (*B) Loop() bool
func (*F) Context() context.Context
func (*T) Chdir(string)
func (*T) Context() context.Context
