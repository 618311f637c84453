package synctest

import (
	"testing"
)


func Run(f func())
func Test(t *testing.T, f func(*testing.T))
func Wait()
