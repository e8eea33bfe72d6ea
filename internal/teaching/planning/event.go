package planning

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/events"
	"lectern/internal/teaching/batch"
)

// BatchCancelled is published when a batch is cancelled by a user.
type BatchCancelled struct {
	BatchID, ActorID string
	NoEmails         bool // who has cancelled it wants none to be sent
}

func (BatchCancelled) EventName() string { return "batch.cancelled" }

// InstructorChanged is published when a batch has another instructor. From and To are empty for none.
type InstructorChanged struct {
	BatchID, From, To, ActorID string
	NoEmails                   bool // who has changed it wants none to be sent
}

func (InstructorChanged) EventName() string { return "batch.instructor_changed" }

// publishInstructor publishes that a batch has another instructor than before, if it has.
func publishInstructor(ctx context.Context, tx bun.IDB, who access.Caller, before, after batch.Row, noEmails bool, now time.Time) error {
	from, to := strings.Join(before.InstructorIDs(), ""), strings.Join(after.InstructorIDs(), "")
	if from == to {
		return nil
	}
	return events.Publish(ctx, tx, now, InstructorChanged{after.ID, from, to, who.ID, noEmails})
}
