package testapp_test

import (
	"syscall"
	"testing"
	"time"

	"lectern/internal/testapp"
)

// One application per test is worthwhile only while it costs almost nothing. CPU time is measured, so that other load does
// not matter; the race detector multiplies it by three to five.
func TestNewIsCheap(t *testing.T) {
	testapp.New(t) // describes the operations and migrates the database that the others copy
	const rounds = 20
	begun := processorTime(t)
	for range rounds {
		testapp.New(t)
	}
	each := (processorTime(t) - begun) / rounds
	t.Logf("%v of processor time each", each)
	if each > 150*time.Millisecond {
		t.Errorf("testapp.New takes %v, want 150 ms at most", each)
	}
}

func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
