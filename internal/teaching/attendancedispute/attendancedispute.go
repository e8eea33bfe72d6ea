// Package attendancedispute has the rules by which an attendance is disputed, of a session of a batch or of a meeting outside of batches: once, from its end on, for 30 days,
// by who was expected and isn't counted as present; an instructor answers once.
package attendancedispute

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
	"lectern/internal/teaching/attendance"
)

// States of a dispute.
const (
	Open     = "open"
	Accepted = "accepted"
	Declined = "declined"
)

// AttendanceDispute is what a learner says against their attendance, and what an instructor answers. Another dispute than that of a payment.
type AttendanceDispute struct {
	Reason     string     `json:"reason"`
	Contested  string     `json:"contested" enum:"joined,present,late,left_early,partial,absent,excused,made_up" doc:"Their attendance when they disputed it."`
	State      string     `json:"state" enum:"open,accepted,declined"`
	Answer     string     `json:"answer" doc:"Of the instructor; empty while it is open, and perhaps when it was accepted."`
	CreatedAt  time.Time  `json:"created_at"`
	AnsweredAt *time.Time `json:"answered_at" doc:"null while it is open."`
}

// NewDispute says what is wrong about an attendance.
type NewDispute struct {
	Reason string `json:"reason" pattern:"\\S" maxLength:"500" msg:"Please describe what was different;maxLength=A reason must be at most 500 characters"`
}

// DisputeAnswer is what an instructor answers.
type DisputeAnswer struct {
	Accept bool   `json:"accept" doc:"true: the attendance becomes status. false: it stays."`
	Status string `json:"status,omitempty" enum:"present,late,left_early,partial,excused" msg:"status must be present, late, left_early, partial or excused" doc:"Required to accept."`
	Answer string `json:"answer,omitempty" maxLength:"500" msg:"An answer must be at most 500 characters" doc:"Required to decline."`
}

// Checked returns the answer in one line, or fault.Invalid.
func (a DisputeAnswer) Checked() (DisputeAnswer, error) {
	var broken fault.Fields
	a.Answer = text.OneLine(a.Answer)
	broken.Require(!a.Accept || a.Status != "", "status", "required", "Choose the attendance from now on")
	broken.Require(a.Accept || a.Status == "", "status", "not_allowed", "Leave the attendance out: it stays as it is")
	broken.Require(a.Accept || a.Answer != "", "answer", "required", "Say why the attendance stays")
	return a, broken.Err()
}

// AttendanceDisputed is published when a learner disputes their attendance.
type AttendanceDisputed struct {
	Kind            string // an attendance.Kind
	OwnerID, UserID string // of the session or the meeting, and of the learner
}

// EventName implements events.Event.
func (AttendanceDisputed) EventName() string { return "attendance.disputed" }

// DisputeAnswered is published when an instructor has answered.
type DisputeAnswered struct {
	Kind                     string // an attendance.Kind
	OwnerID, UserID, ActorID string
}

// EventName implements events.Event.
func (DisputeAnswered) EventName() string { return "attendance.dispute_answered" }

var (
	errNotExpected = fault.New(fault.Forbidden, "not_expected", "Only learners who were expected can dispute their attendance.")
	errNotOver     = fault.New(fault.Conflict, "attendance_pending", "You can dispute your attendance once the end has passed.")
	errPresent     = fault.New(fault.Conflict, "attendance_full", "You are counted as present already.")
	errDisputed    = fault.New(fault.Conflict, "attendance_disputed", "You have disputed this attendance already. Ask your instructor if something is unclear.")
	errTooLate     = fault.New(fault.Gone, "dispute_too_late", "An attendance can be disputed for 30 days. Ask your instructor if something is wrong.")
	errNoDispute   = fault.New(fault.NotFound, "dispute_not_found", "This learner hasn't disputed their attendance.")
	errAnswered    = fault.New(fault.Conflict, "dispute_answered", "This dispute has been answered already.")
)

// Contestable is an attendance, as far as it decides whether it can be disputed.
type Contestable struct {
	IsExpected bool
	EndsAt     time.Time          // of the session or the meeting
	Status     string             // one of package attendance; "" as long as it isn't known
	Dispute    *AttendanceDispute // nil: not disputed
}

// Check returns a fault unless the attendance can be disputed now. fault.Forbidden for who wasn't expected, fault.Conflict, fault.Gone.
func (c Contestable) Check(now time.Time) error {
	switch {
	case !c.IsExpected:
		return errNotExpected
	case c.Status == "" || now.Before(c.EndsAt):
		return errNotOver
	case c.Dispute != nil:
		return errDisputed
	case c.Status == attendance.Present || c.Status == attendance.MadeUp:
		return errPresent
	case !now.Before(c.EndsAt.Add(attendance.MarksOpen)):
		return errTooLate
	}
	return nil
}

// File stores that a user disputes an attendance, and publishes it. The caller holds a lock on the marks of the session or the meeting, of.SessionID, in which the rule was checked.
func File(ctx context.Context, tx bun.IDB, kind attendance.Kind, of attendance.Cell, n NewDispute, c Contestable, now time.Time) (*AttendanceDispute, error) {
	d := AttendanceDispute{Reason: text.OneLine(n.Reason), Contested: c.Status, State: Open, CreatedAt: now}
	if err := c.Check(now); err != nil {
		return nil, err
	}
	if err := insert(ctx, tx, kind, of, d); err != nil {
		return nil, err
	}
	return &d, events.Publish(ctx, tx, now, AttendanceDisputed{string(kind), of.SessionID, of.UserID})
}

// answered is what the audit log keeps of an answer: no words, which go with the account of the learner.
type answered struct {
	SessionID  string `json:"session_id,omitempty"`
	MeetingID  string `json:"meeting_id,omitempty"`
	Attendance string `json:"attendance"`
	State      string `json:"state"`
}

// Settle stores a checked answer to the dispute of a user, once, however long after the end: who disputes in time gets an answer. If it is accepted, mark sets the attendance. The
// learner is notified, and the audit log keeps the answer. The caller holds the lock. fault.NotFound, fault.Conflict for one that is answered.
func Settle(ctx context.Context, tx bun.IDB, log *audit.Log, who access.Caller, kind attendance.Kind, of attendance.Cell, a DisputeAnswer, now time.Time, mark func() error) error {
	d, err := find(ctx, tx, kind, of)
	if err != nil {
		return err
	}
	if d.State != Open {
		return errAnswered
	}
	before, after := answered{Attendance: d.Contested, State: d.State}, answered{Attendance: d.Contested, State: Declined}
	if kind == attendance.OfMeeting {
		after.MeetingID = of.SessionID
	} else {
		after.SessionID = of.SessionID
	}
	if a.Accept {
		after.Attendance, after.State = a.Status, Accepted
		if err := mark(); err != nil {
			return err
		}
	}
	if err := update(ctx, tx, kind, of, after.State, a.Answer, who.ID, now); err != nil {
		return err
	}
	if err := log.Write(ctx, tx, who, audit.Entry{Action: "attendance.dispute_answered", TargetKind: "user", TargetID: of.UserID, Before: before, After: after}); err != nil {
		return err
	}
	return events.Publish(ctx, tx, now, DisputeAnswered{string(kind), of.SessionID, of.UserID, who.ID})
}
