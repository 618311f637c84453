package context

import (
	"time"
)

type CancelFunc func()
type Context interface {
	Deadline() (time.Time, bool)
	Done() <-chan struct{}
	Err() error
	Value(any) any
}
var Canceled, DeadlineExceeded error
func Background() Context
func TODO() Context
func WithCancel(Context) (Context, CancelFunc)
func WithDeadline(Context, time.Time) (Context, CancelFunc)
func WithTimeout(Context, time.Duration) (Context, CancelFunc)
func WithValue(Context, any, any) Context
type CancelCauseFunc func(error)

func AfterFunc(ctx Context, f func()) func() bool
func Cause(ctx Context) error
func WithCancelCause(parent Context) (Context, CancelCauseFunc)
func WithDeadlineCause(parent Context, d time.Time, cause error) (Context, CancelFunc)
func WithTimeoutCause(parent Context, timeout time.Duration, cause error) (Context, CancelFunc)
func WithoutCancel(parent Context) Context
