package slots_test

import (
	"context"
	"testing"
	"testing/synctest"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/slots"
)

func TestSlots(t *testing.T) {
	t.Parallel()
	synctest.Test(t, takeSlots)
}

func takeSlots(t *testing.T) {
	s := slots.New(slots.Limits{Running: 1, Each: 1, Waiting: 1})
	release, err := s.Take(t.Context(), "ann")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Take(t.Context(), "ann"); !fault.Is(err, fault.TooMany) {
		t.Errorf("a second one of the same user: %v", err)
	}
	left, leave := context.WithCancel(t.Context())
	leave()
	for range 3 { // who leaves the queue holds no place in it
		if _, err := s.Take(left, "bob"); err != context.Canceled {
			t.Errorf("after leaving: %v", err)
		}
	}
	waits := make(chan error, 1)
	go func() {
		release, err := s.Take(t.Context(), "bob")
		if err == nil {
			release()
		}
		waits <- err
	}()
	synctest.Wait()
	if _, err := s.Take(t.Context(), "cat"); !fault.Is(err, fault.Unavailable) {
		t.Errorf("one more than may wait: %v", err)
	}
	release()
	if err := <-waits; err != nil {
		t.Errorf("the request that waited: %v", err)
	}
	if release, err = s.Take(t.Context(), "ann"); err != nil {
		t.Errorf("afterwards: %v", err)
	} else {
		release()
	}
}
