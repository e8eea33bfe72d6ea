package demo

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/formguard"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/teaching/demoturn"
	"lectern/internal/teaching/demowords"
	"lectern/internal/teaching/workinghours"
)

// Booked is a demo that has just been booked or moved.
type Booked struct {
	DemoBooking
	Adjusted          bool      `json:"adjusted" doc:"It begins later than was asked for, because that was less than 2 hours ahead."`
	RequestedTimeSlot time.Time `json:"requestedTimeSlot"`
	ManageURL         string    `json:"manageUrl" doc:"With which anyone can see, move and cancel it; also in the emails."`
}

// DemoBooked is published when a demo is booked.
type DemoBooked struct{ BookingID string }

// EventName is the name under which the event is published.
func (DemoBooked) EventName() string { return "demo.booked" }

var (
	errNotFree   = errors.New("the instructor is not free any more")
	errFormTwice = errors.New("the form has booked already")
)

// Book books a demo with an instructor who is free. A form books once: sent again it gets the same booking. For everybody; anyHours, which books
// outside of hours too, for administrators. fault.Invalid, fault.Gone, fault.TooMany, fault.Conflict with NearestSlots.
func (s *Service) Book(ctx context.Context, who access.Caller, n NewDemoBooking, anyHours bool) (booked Booked, err error) {
	r, err := s.request(ctx, who, n)
	if err != nil {
		return booked, err
	}
	r.anyHours = anyHours && who.HasRole(access.Admin)
	if known, err := s.bookedBy(ctx, r); err != nil || known != nil {
		return s.answer(r, known, false), err
	}
	held, err := s.heldBy(ctx, r)
	if err != nil {
		return booked, err
	}
	if err := s.checkSender(ctx, who, r, held); err != nil {
		return booked, err
	}
	b, isMoved, err := s.bookFirst(ctx, who, r, held)
	if err != nil { // the same form, sent twice, may have booked by now
		if known, unread := s.bookedBy(ctx, r); unread == nil && known != nil {
			return s.answer(r, known, false), nil
		}
		return booked, err
	}
	if who.ID == "" {
		err = s.deps.Forms.Sent(ctx, formPurpose)
	}
	return s.answer(r, &b, isMoved), err
}

// checkSender refuses who is no person, or has to prove their address first: their slot stays held until the code that they are asked for expires.
func (s *Service) checkSender(ctx context.Context, who access.Caller, r request, held *holdRow) error {
	if who.ID != "" {
		return s.deps.Forms.CheckAddress(ctx, r.Email)
	}
	asked, err := s.deps.Forms.Check(ctx, formguard.Submission{Purpose: formPurpose, Form: r.form, Website: r.Website, Email: r.Email, Code: r.EmailCode})
	if asked != nil && held != nil {
		if err := s.prolong(ctx, *held, asked.Until); err != nil {
			return err
		}
	}
	return err
}

// bookFirst books a demo with the first candidate who is free: with the instructor whose slot the form holds, or else in turn. A network has
// few holds at a time, so that bookings by hold may be counted afterwards, and a form that is sent twice counts once.
func (s *Service) bookFirst(ctx context.Context, who access.Caller, r request, held *holdRow) (b DemoBooking, isMoved bool, err error) {
	candidates, hit := []demoturn.Candidate{}, ratelimit.Hit{Rule: bookingRule, Subject: subject(ctx, who)}
	if held != nil {
		candidates = append(candidates, demoturn.Candidate{ID: held.InstructorID, Slot: held.StartsAt})
		err = s.deps.Limits.Check(ctx, hit)
	} else if err = s.deps.Limits.Allow(ctx, hit); err == nil {
		candidates, isMoved, err = s.choose(ctx, r)
	}
	if err != nil {
		return b, false, err
	}
	for _, c := range candidates {
		if b, err = s.bookWith(ctx, r, c); errors.Is(err, errNotFree) {
			continue
		}
		if err == nil && held != nil {
			err = s.deps.Limits.Count(ctx, hit)
		}
		return b, isMoved, err
	}
	return b, false, s.taken(ctx, r)
}

// request reads a booking and its form.
func (s *Service) request(ctx context.Context, who access.Caller, n NewDemoBooking) (r request, err error) {
	q := s.deps.DB.Reader()
	zone, err := s.schoolZone(ctx, q)
	if err != nil {
		return r, err
	}
	own, err := addressOf(ctx, q, who.ID)
	if err != nil {
		return r, err
	}
	if r, err = n.read(zone, own); err != nil {
		return r, err
	}
	r.userID = who.ID
	if n.HoldID == "" {
		return r, nil
	}
	r.form, err = s.deps.Forms.Read(formPurpose, n.HoldID)
	return r, err
}

// bookedBy returns what the form of a request has booked; nil for nothing.
func (s *Service) bookedBy(ctx context.Context, r request) (*DemoBooking, error) {
	if r.form.ID == "" {
		return nil, nil
	}
	return bookingByHold(ctx, s.deps.DB.Reader(), r.form.ID)
}

// answer is what the sender of a form gets.
func (s *Service) answer(r request, b *DemoBooking, isMoved bool) Booked {
	if b == nil {
		return Booked{}
	}
	return Booked{b.withInstructor().shown(s.deps.Clock.Now(), false, false), isMoved, r.wanted, s.manageURL(b.ID)}
}

// heldBy returns the hold of a form, if it is of the wanted slot and has not ended; otherwise nil.
func (s *Service) heldBy(ctx context.Context, r request) (*holdRow, error) {
	held, err := holdByID(ctx, s.deps.DB.Reader(), r.form.ID)
	if err != nil || held == nil || !held.StartsAt.Equal(r.wanted) || !held.EndsAt.Equal(r.wanted.Add(r.length)) || !held.ExpiresAt.After(s.deps.Clock.Now()) {
		return nil, err
	}
	return held, nil
}

// bookWith books a demo with one instructor; in place of the hold of its form, in one change. errNotFree, errFormTwice.
func (s *Service) bookWith(ctx context.Context, r request, c demoturn.Candidate) (b DemoBooking, err error) {
	err = s.deps.Calendars.InTx(ctx, func(tx bun.IDB) error {
		if err := lockAddress(ctx, tx, emailKey(r.Email), s.deps.Clock.Now()); err != nil {
			return err
		}
		hours, _, err := s.lockForHold(ctx, tx, r, c)
		if err != nil {
			return err
		}
		if known, err := bookingByHold(ctx, tx, r.form.ID); err != nil || known != nil {
			return errors.Join(err, errFormTwice)
		}
		if err := s.checkAddress(ctx, tx, r); err != nil {
			return err
		}
		b = s.newBooking(ctx, r, c)
		if err := s.take(ctx, tx, r, hours, b, busy.Hold, r.form.ID); err != nil {
			return err
		}
		if err := insertBooking(ctx, tx, b); err != nil {
			return err
		}
		if err := deleteHold(ctx, tx, r.form.ID); err != nil {
			return err
		}
		if err := s.note(ctx, tx, b, "booked", false, r.userID, ""); err != nil {
			return err
		}
		if err := events.Publish(ctx, tx, s.deps.Clock.Now(), DemoBooked{b.ID}); err != nil {
			return err
		}
		if err := s.announce(ctx, tx, b, demowords.Confirmed); err != nil {
			return err
		}
		b, err = bookingByID(ctx, tx, b.ID)
		return err
	})
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Code == "schedule_conflict" {
		err = errNotFree
	}
	return b, err
}

// checkAddress refuses an address that has booked as many demos ahead as it may.
func (s *Service) checkAddress(ctx context.Context, tx bun.IDB, r request) error {
	n, err := countAhead(ctx, tx, emailKey(r.Email), s.deps.Clock.Now())
	if err == nil && n >= mostBookings {
		err = fault.New(fault.Conflict, "already_booked", "You already have 2 demo classes ahead. Move or cancel one of them instead: the links are in our emails.")
	}
	return err
}

func emailKey(email string) string { return strings.ToLower(email) }

// newBooking returns the booking of a request.
func (s *Service) newBooking(ctx context.Context, r request, c demoturn.Candidate) DemoBooking {
	now := s.deps.Clock.Now()
	b := DemoBooking{ID: db.NewID(), HoldID: r.form.ID, Email: r.Email, EmailKey: emailKey(r.Email), FullName: r.FullName, PhoneNumber: r.PhoneNumber,
		StartsAt: c.Slot, EndsAt: c.Slot.Add(r.length), Timezone: r.Timezone, InstructorID: c.ID, DemoType: r.DemoType, Source: r.Source,
		CourseInterest: r.CourseInterest, ExperienceLevel: r.ExperienceLevel, Requirements: r.Requirements, Notes: r.Notes, UTM: db.JSON[formguard.VisitOrigin]{V: r.UTMParameters},
		Status: Confirmed, Languages: access.ClientOf(ctx).Languages, CreatedAt: now, UpdatedAt: now}
	if b.HoldID == "" {
		b.HoldID = b.ID
	}
	if r.userID != "" {
		b.UserID = &r.userID
	}
	b.ManageDigest = digestOf(s.manageToken(b.ID))
	return b
}

// take writes a demo into the locked calendar of its instructor, in place of what a ref of a kind had there. errNotFree if something is in
// the way, or the day has as many demos as it may.
func (s *Service) take(ctx context.Context, tx bun.IDB, r request, hours workinghours.Row, b DemoBooking, kind busy.Kind, ref string) error {
	if !r.anyHours {
		zone := hours.Zone()
		demos, err := demosOf(ctx, tx, []string{b.InstructorID}, b.StartsAt.AddDate(0, 0, -2), b.StartsAt.AddDate(0, 0, 2))
		if err != nil {
			return err
		}
		counts := perDay(demos, map[string]workinghours.Row{b.InstructorID: hours}, b.ID)
		if counts[b.InstructorID][b.StartsAt.In(zone).Format(time.DateOnly)] >= hours.DailyCap {
			return errNotFree
		}
	}
	padded := hours.Padded(b.StartsAt, b.EndsAt.Sub(b.StartsAt))
	found, err := s.deps.Calendars.Replace(ctx, tx, kind, []string{ref}, []busy.Time{{OwnerID: b.InstructorID, Kind: busy.Demo, RefID: b.ID, Label: b.FullName,
		FromAt: padded.FromAt, UntilAt: padded.UntilAt, StartsAt: b.StartsAt, EndsAt: b.EndsAt}})
	if err == nil && len(found) > 0 {
		err = errNotFree
	}
	return err
}

// note writes the history of a booking.
func (s *Service) note(ctx context.Context, tx bun.IDB, b DemoBooking, action string, byStaff bool, userID, reason string) error {
	h := DemoChange{ID: db.NewID(), BookingID: b.ID, Action: action, Side: "learner", StartsAt: b.StartsAt, Reason: reason, CreatedAt: s.deps.Clock.Now()}
	if byStaff {
		h.Side = "staff"
	}
	if userID != "" {
		h.UserID = &userID
	}
	return insertChange(ctx, tx, h)
}
