package batch

import (
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
)

// Statuses of a member. Every one but MemberDropped takes a seat.
const (
	MemberActive    = "active"
	MemberOnHold    = "on_hold"
	MemberCompleted = "completed"
	MemberDropped   = "dropped"
)

// memberTransitions lists the statuses that can follow each.
var memberTransitions = map[string][]string{
	MemberActive:  {MemberOnHold, MemberCompleted, MemberDropped},
	MemberOnHold:  {MemberActive, MemberCompleted, MemberDropped},
	MemberDropped: {MemberActive},
}

// Member is a learner in a batch.
type Member struct {
	bun.BaseModel `bun:"table:batch_members,alias:m"`

	BatchID string `bun:",pk"`
	UserID  string `bun:",pk"`
	MemberState
	Notes         string
	JoinedAt      time.Time
	LeftAt        *time.Time
	TransferredTo *string // the batch for which they have left this one
	UpdatedAt     time.Time
}

// MemberState is whether and how a member takes part.
type MemberState struct {
	Status       string
	ByEnrollment bool // because the enrollment in the course is suspended or has expired
}

// HasSeat reports whether the member takes a seat.
func (s MemberState) HasSeat() bool { return s.Status != MemberDropped }

// CheckTransition returns fault.Conflict unless the status of a member can be followed by another.
func (s MemberState) CheckTransition(to string) error {
	if slices.Contains(memberTransitions[s.Status], to) {
		return nil
	}
	return fault.New(fault.Conflict, "member_transition", "This member has the status "+s.Status+", which can't be followed by "+to+". Reload the page.")
}
