package demo

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/demoturn"
	"lectern/internal/teaching/demowords"
	"lectern/internal/teaching/workinghours"
)

// BookingUpdate is what the specification's PUT changes: the members that go with the action.
type BookingUpdate struct {
	BookingID          string `json:"bookingId" minLength:"1" maxLength:"36" msg:"bookingId is required"`
	CancellationReason string `json:"cancellationReason,omitempty" maxLength:"500" msg:"The reason must be at most 500 characters"`
	NewTimeSlot        string `json:"newTimeSlot,omitempty" maxLength:"40" msg:"Invalid time slot format. Please select a valid time." doc:"RFC 3339."`
	RescheduleReason   string `json:"rescheduleReason,omitempty" maxLength:"500" msg:"The reason must be at most 500 characters"`
	Rating             int64  `json:"rating,omitempty" minimum:"0" maximum:"5" msg:"The rating must be from 1 to 5"`
	Feedback           string `json:"feedback,omitempty" maxLength:"2000" msg:"The feedback must be at most 2000 characters"`
	CompletionNotes    string `json:"completionNotes,omitempty" maxLength:"2000" msg:"Notes must be at most 2000 characters"`
	Side               string `json:"side,omitempty" enum:"learner,instructor" msg:"side must be learner or instructor" doc:"Who did not come. Absent: the learner."`
}

// Actions of an update.
const (
	actCancel     = "cancel"
	actReschedule = "reschedule"
	actComplete   = "complete"
	actNoShow     = "no-show"
	actConfirm    = "confirm"
)

// reader is who changes a booking, and as whom.
type reader struct {
	userID  string
	isStaff bool // its instructor, or an administrator
	isAdmin bool
	byLink  bool
}

// readerOf returns as whom a caller sees a booking; errNoBooking for who may not.
func readerOf(who access.Caller, b DemoBooking) (reader, error) {
	r := reader{userID: who.ID, isAdmin: who.HasRole(access.Admin)}
	r.isStaff = r.isAdmin || b.InstructorID == who.ID && who.HasRole(access.Instructor)
	if !r.isStaff && (b.UserID == nil || *b.UserID != who.ID) {
		return r, errNoBooking
	}
	return r, nil
}

// Update changes a booking: cancel and reschedule for its learner, too; complete and no-show for its instructor and administrators. Others get
// errNoBooking. fault.Invalid, fault.Forbidden, fault.Conflict.
func (s *Service) Update(ctx context.Context, who access.Caller, action string, n BookingUpdate) (DemoBooking, error) {
	b, err := bookingByID(ctx, s.deps.DB.Reader(), n.BookingID)
	if err != nil {
		return b, err
	}
	as, err := readerOf(who, b)
	if err != nil {
		return b, err
	}
	return s.update(ctx, as, b, action, n)
}

// UpdateByLink is Update for who has the link of a booking: cancel and reschedule.
func (s *Service) UpdateByLink(ctx context.Context, token, action string, n BookingUpdate) (DemoBooking, error) {
	b, err := s.byLink(ctx, token)
	if err != nil {
		return b, err
	}
	return s.update(ctx, reader{byLink: true}, b, action, n)
}

func (s *Service) update(ctx context.Context, as reader, b DemoBooking, action string, n BookingUpdate) (DemoBooking, error) {
	var err error
	switch {
	case action == actConfirm:
	case action == actReschedule:
		b, err = s.reschedule(ctx, as, b, n)
	case action == actCancel:
		b, err = s.decide(ctx, as, b, func(b *DemoBooking, now time.Time) error { return b.cancel(n, now) })
	case !as.isStaff:
		return b, fault.New(fault.Forbidden, "not_staff", "Only the instructor can say what became of a demo class.")
	case action == actComplete:
		b, err = s.decide(ctx, as, b, func(b *DemoBooking, now time.Time) error { return b.complete(n, now) })
	default:
		b, err = s.decide(ctx, as, b, func(b *DemoBooking, now time.Time) error { return b.miss(n, now) })
	}
	if err != nil {
		return b, err
	}
	return s.detailed(ctx, s.deps.DB.Reader(), as, b.ID)
}

func (b *DemoBooking) cancel(n BookingUpdate, now time.Time) error {
	if b.Status != Confirmed {
		return errNotDecided
	}
	if !now.Before(b.StartsAt) {
		return fault.New(fault.Conflict, "started", "This demo class has begun, so it can't be cancelled.")
	}
	b.Status, b.IsLate, b.CancellationReason = Cancelled, now.Add(leastLead).After(b.StartsAt), strings.TrimSpace(n.CancellationReason)
	return nil
}

func (b *DemoBooking) complete(n BookingUpdate, now time.Time) error {
	isMistake := b.Status == NoShow && b.DecidedAt != nil && now.Before(b.DecidedAt.Add(mistakeUntil))
	if b.Status != Confirmed && !isMistake {
		return errNotDecided
	}
	if now.Before(b.StartsAt) {
		return fault.New(fault.Conflict, "not_begun", "This demo class hasn't begun yet.")
	}
	b.Status, b.NoShowSide, b.Rating, b.Feedback, b.CompletionNotes = Completed, "", n.Rating, strings.TrimSpace(n.Feedback), strings.TrimSpace(n.CompletionNotes)
	return nil
}

func (b *DemoBooking) miss(n BookingUpdate, now time.Time) error {
	if b.Status != Confirmed {
		return errNotDecided
	}
	if now.Before(b.StartsAt.Add(noShowAfter)) {
		return fault.New(fault.Conflict, "not_begun", "Wait until 10 minutes after the start.")
	}
	b.Status, b.NoShowSide = NoShow, "learner"
	if n.Side != "" {
		b.NoShowSide = n.Side
	}
	return nil
}

// decide changes what becomes of a booking. A cancelled one gives its time back.
func (s *Service) decide(ctx context.Context, as reader, b DemoBooking, change func(*DemoBooking, time.Time) error) (DemoBooking, error) {
	err := s.deps.Calendars.InTx(ctx, func(tx bun.IDB) (err error) {
		if err := s.deps.Calendars.Lock(ctx, tx, []string{b.InstructorID}); err != nil {
			return err
		}
		b, err = s.decideIn(ctx, tx, as, b, change)
		return err
	})
	return b, err
}

// decideIn is decide in a transaction that has locked the calendar.
func (s *Service) decideIn(ctx context.Context, tx bun.IDB, as reader, b DemoBooking, change func(*DemoBooking, time.Time) error) (DemoBooking, error) {
	b, err := lockBooking(ctx, tx, b)
	if err != nil {
		return b, err
	}
	now := s.deps.Clock.Now()
	if err := change(&b, now); err != nil {
		return b, err
	}
	b.DecidedAt, b.Sequence = &now, b.Sequence+1
	if err := updateBooking(ctx, tx, &b, now); err != nil {
		return b, err
	}
	if err := s.note(ctx, tx, b, b.Status, as.isStaff, as.userID, b.CancellationReason); err != nil || b.Status == NoShow {
		return b, err
	}
	if b.Status == Completed {
		return b, s.follow(ctx, tx, b)
	}
	if _, err := s.deps.Calendars.Replace(ctx, tx, busy.Demo, []string{b.ID}, nil); err != nil {
		return b, err
	}
	return b, s.announce(ctx, tx, b, demowords.Cancelled)
}

// follow asks who had a demo class how it was, and counts their enrolment if they have enrolled since.
func (s *Service) follow(ctx context.Context, tx bun.IDB, b DemoBooking) error {
	if err := s.askForFeedback(ctx, tx, b); err != nil || b.UserID == nil {
		return err
	}
	return s.convertFor(ctx, tx, *b.UserID, b.StartsAt)
}

// reschedule moves a booking to a free slot, with the same instructor if they are free. Visitors may until 2 hours before its start, 3 times.
func (s *Service) reschedule(ctx context.Context, as reader, b DemoBooking, n BookingUpdate) (DemoBooking, error) {
	at, err := readSlot(n.NewTimeSlot)
	if err != nil {
		return b, fault.InvalidField("newTimeSlot", "invalid_format", "Invalid time slot format. Please select a valid time.")
	}
	if err := b.checkMove(as, s.deps.Clock.Now()); err != nil {
		return b, err
	}
	r := request{NewDemoBooking: NewDemoBooking{DemoType: b.DemoType, Timezone: b.Timezone, Strict: true}, wanted: at, length: b.EndsAt.Sub(b.StartsAt), bookingID: b.ID}
	candidates, _, err := s.choose(ctx, r)
	if err != nil {
		return b, err
	}
	same := slices.IndexFunc(candidates, func(c demoturn.Candidate) bool { return c.ID == b.InstructorID })
	if same >= 0 {
		candidates = slices.Concat(candidates[same:same+1], candidates[:same], candidates[same+1:])
	}
	for _, c := range candidates {
		moved, err := s.moveTo(ctx, as, r, b, c, "rescheduled", strings.TrimSpace(n.RescheduleReason))
		if !errors.Is(err, errNotFree) {
			return moved, err
		}
	}
	return b, s.taken(ctx, r)
}

// checkMove refuses to move a booking that may not be moved.
func (b DemoBooking) checkMove(as reader, now time.Time) error {
	switch {
	case b.Status != Confirmed || !now.Before(b.StartsAt):
		return errNotDecided
	case as.isStaff:
		return nil
	case now.Add(leastLead).After(b.StartsAt):
		return fault.New(fault.Conflict, "too_late", "A demo class can be moved until 2 hours before it begins. You can still cancel it.")
	case b.Reschedules >= mostReschedules:
		return fault.New(fault.Conflict, "moved_too_often", "You have moved this demo class 3 times. Cancel it and book another one.")
	}
	return nil
}

// moveTo moves a booking to a slot of an instructor: errNotFree if it is taken, fault.Conflict if the booking was changed since it was read.
func (s *Service) moveTo(ctx context.Context, as reader, r request, read DemoBooking, c demoturn.Candidate, action, reason string) (b DemoBooking, err error) {
	err = s.deps.Calendars.InTx(ctx, func(tx bun.IDB) error {
		if err := s.deps.Calendars.Lock(ctx, tx, []string{read.InstructorID, c.ID}); err != nil {
			return err
		}
		b, err = s.moveIn(ctx, tx, as, r, read, c, action, reason)
		return err
	})
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Code == "schedule_conflict" {
		err = errNotFree
	}
	return b, err
}

// moveIn is moveTo in a transaction that has locked both calendars. A cancelled booking is confirmed again.
func (s *Service) moveIn(ctx context.Context, tx bun.IDB, as reader, r request, read DemoBooking, c demoturn.Candidate, action, reason string) (DemoBooking, error) {
	b, err := lockBooking(ctx, tx, read)
	if err != nil {
		return b, err
	}
	hours, err := workinghours.Of(ctx, tx, []string{c.ID})
	if err != nil || len(hours) == 0 {
		return b, errors.Join(err, errNotFree)
	}
	if !b.StartsAt.Equal(c.Slot) && !as.isStaff {
		b.Reschedules++
	}
	email := demowords.Moved
	if b.Status == Cancelled {
		b.Status, b.IsLate, b.CancellationReason, b.DecidedAt, email = Confirmed, false, "", nil, demowords.Confirmed
	}
	b.StartsAt, b.EndsAt, b.InstructorID, b.Sequence = c.Slot, c.Slot.Add(r.length), c.ID, b.Sequence+1
	b.LearnerJoinedAt, b.InstructorJoinedAt = nil, nil
	if err := s.take(ctx, tx, r, hours[0], b, busy.Demo, b.ID); err != nil {
		return b, err
	}
	if err := updateBooking(ctx, tx, &b, s.deps.Clock.Now()); err != nil {
		return b, err
	}
	if err := s.note(ctx, tx, b, action, as.isStaff, as.userID, reason); err != nil {
		return b, err
	}
	if err := s.announce(ctx, tx, b, email); err != nil || b.InstructorID == read.InstructorID {
		return b, err
	}
	return b, s.announceLoss(ctx, tx, b, read.InstructorID)
}

// Reassignment names the instructor who takes a demo over.
type Reassignment struct {
	Instructor string `json:"instructorId" minLength:"1" maxLength:"36" msg:"Instructor is required"`
}

// Reassign gives a demo to another instructor, who must be free. For administrators. errNoBooking, fault.Conflict with NearestSlots.
func (s *Service) Reassign(ctx context.Context, who access.Caller, id string, n Reassignment) (DemoBooking, error) {
	b, err := bookingByID(ctx, s.deps.DB.Reader(), id)
	if err != nil {
		return b, err
	}
	as := reader{userID: who.ID, isStaff: true, isAdmin: true}
	if err := b.checkMove(as, s.deps.Clock.Now()); err != nil {
		return b, err
	}
	if n.Instructor != b.InstructorID {
		if hours, err := workinghours.OfDemos(ctx, s.deps.DB.Reader(), n.Instructor); err != nil || len(hours) == 0 {
			return b, cmp.Or(err, fault.InvalidField("instructorId", "unknown_value", "This instructor doesn't give demo classes"))
		}
		r := request{NewDemoBooking: NewDemoBooking{DemoType: b.DemoType, Timezone: b.Timezone, WantedTeacher: n.Instructor}, wanted: b.StartsAt, length: b.EndsAt.Sub(b.StartsAt), bookingID: b.ID, anyHours: true}
		if _, err = s.moveTo(ctx, as, r, b, demoturn.Candidate{ID: n.Instructor, Slot: b.StartsAt}, "reassigned", ""); errors.Is(err, errNotFree) {
			err = s.taken(ctx, r)
		}
		if err != nil {
			return b, err
		}
	}
	return s.detailed(ctx, s.deps.DB.Reader(), as, id)
}
