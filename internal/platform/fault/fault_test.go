package fault_test

import (
	"errors"
	"testing"
	"time"

	"lectern/internal/platform/fault"
)

// Packages declare their faults once: what is added for one request must not be seen by another.
func TestSharedFaultsStayAsTheyAre(t *testing.T) {
	shared := fault.New(fault.Conflict, "taken", "This is taken.")
	_ = shared.WithDetails("of one request").WithCause(errors.New("of one request")).WithRetryAfter(time.Second)
	if shared.Details != nil || shared.Cause != nil || shared.RetryAfter != 0 {
		t.Errorf("%+v", shared)
	}
}
