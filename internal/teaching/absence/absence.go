// Package absence has what becomes of demo classes and meetings while their instructor is away.
package absence

import "lectern/internal/platform/fault"

// What is booked with an instructor besides sessions.
const (
	Demo    = "demo"
	Meeting = "meeting"
	Doubt   = "doubt" // a Q&A session, which is a meeting of its course
)

// What can become of it.
const (
	Cancel     = "cancel"
	Substitute = "substitute"
	Keep       = "keep" // the instructor gives it though they are away: the time off leaves it out
)

// BookingDecision is what becomes of a demo class or a meeting while its instructor is away.
type BookingDecision struct {
	Kind         string `json:"kind" enum:"demo,meeting,doubt" msg:"kind must be demo, meeting or doubt"`
	ID           string `json:"id" minLength:"1" maxLength:"36" msg:"This booking doesn't exist"`
	Action       string `json:"action" enum:"cancel,substitute,keep" msg:"Choose what becomes of it: cancel, substitute or keep"`
	InstructorID string `json:"instructor_id,omitempty" maxLength:"36" msg:"This instructor doesn't exist" doc:"To substitute its instructor: one of those who are listed. Absent: whose turn it is."`
}

// Done is what a decision has changed, by which it can be undone.
type Done struct {
	ID       string
	Action   string
	From     string // the instructor before
	Sequence int64  // afterwards: another one means that it was changed since
}

var (
	// ErrNobodyFree refuses a substitute who is not free, or that there is none.
	ErrNobodyFree = fault.New(fault.Conflict, "no_substitute", "The other instructor isn't free for a demo class or meeting any more. Choose again.")
	// ErrChanged refuses to undo what was changed since.
	ErrChanged = fault.New(fault.Conflict, "changed_since", "Something was changed after this time off was added, so it can't be undone any more. You can still delete the time off.")
)
