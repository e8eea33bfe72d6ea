package demo

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/formguard"
	"lectern/internal/teaching/demoturn"
	"lectern/internal/teaching/workinghours"
)

// NewHold asks to keep a slot while its form is filled in.
type NewHold struct {
	TimeSlot      string `json:"timeSlot" maxLength:"40" msg:"Invalid time slot format. Please select a valid time." doc:"RFC 3339."`
	Duration      int64  `json:"duration,omitempty" minimum:"15" maximum:"180" default:"60" msg:"The duration must be from 15 to 180 minutes"`
	DemoType      string `json:"demoType,omitempty" maxLength:"60" default:"course_demo" msg:"demoType must be at most 60 characters"`
	WantedTeacher string `json:"instructorId,omitempty" maxLength:"36" msg:"This instructor doesn't exist" doc:"Absent: the server chooses."`
	HoldID        string `json:"holdId" maxLength:"400" msg:"This form has expired. Choose the time again" doc:"Of the form, from the list of slots. What it held before is free again."`
}

// DemoHold is a slot that is kept for a form.
type DemoHold struct {
	HoldID    string    `json:"holdId"`
	TimeSlot  time.Time `json:"timeSlot"`
	Adjusted  bool      `json:"adjusted" doc:"It begins later than was asked for, because that was less than 2 hours ahead."`
	ExpiresAt time.Time `json:"expiresAt"`
	Now       time.Time `json:"now" doc:"The server's time."`
}

// holdRow is what is stored of a hold.
type holdRow struct {
	bun.BaseModel `bun:"table:demo_holds,alias:o"`

	ID           string `bun:",pk"`
	Network      string
	InstructorID string
	StartsAt     time.Time
	EndsAt       time.Time
	HeldAt       time.Time
	ExpiresAt    time.Time
}

const (
	holdFor     = 5 * time.Minute
	holdAtMost  = 10 * time.Minute // of one slot, extended once
	holdForCode = 20 * time.Minute // of one slot, for who is asked for a code
	heldPortion = 2                // visitors may hold one in 2 of an instructor's free slots of a day
)

// Hold keeps a slot for a form for 5 minutes; the same slot again, for up to 10 in all. For everybody. fault.Invalid, fault.Gone,
// fault.TooMany, fault.Conflict with NearestSlots.
func (s *Service) Hold(ctx context.Context, who access.Caller, n NewHold) (hold DemoHold, err error) {
	at, err := readSlot(n.TimeSlot)
	if err != nil {
		return hold, fault.InvalidField("timeSlot", "invalid_format", "Invalid time slot format. Please select a valid time.")
	}
	zone, err := s.schoolZone(ctx, s.deps.DB.Reader())
	if err != nil {
		return hold, err
	}
	r := request{NewDemoBooking: NewDemoBooking{DemoType: n.DemoType, WantedTeacher: n.WantedTeacher, Timezone: zone, HoldID: n.HoldID},
		wanted: at, length: time.Duration(n.Duration) * time.Minute}
	if r.form, err = s.deps.Forms.Read(formPurpose, n.HoldID); err != nil {
		return hold, err
	}
	if err := s.limited(ctx, who, holdRule); err != nil {
		return hold, err
	}
	candidates, isMoved, err := s.choose(ctx, r)
	if err != nil {
		return hold, err
	}
	network := s.network(ctx, who)
	for _, c := range candidates {
		row, err := s.holdWith(ctx, r, c, network)
		if err != nil || row.ID != "" {
			return DemoHold{n.HoldID, row.StartsAt, isMoved, row.ExpiresAt, s.deps.Clock.Now()}, err
		}
	}
	return hold, s.taken(ctx, r)
}

// holdWith keeps a slot of one instructor. It returns no row if it is not free any more.
func (s *Service) holdWith(ctx context.Context, r request, c demoturn.Candidate, network string) (row holdRow, err error) {
	err = s.deps.Calendars.InTx(ctx, func(tx bun.IDB) error {
		row = holdRow{}
		hours, before, err := s.lockForHold(ctx, tx, r, c)
		if err != nil {
			return err
		}
		now := s.deps.Clock.Now()
		wanted := holdRow{ID: r.form.ID, Network: network, InstructorID: c.ID, StartsAt: c.Slot, EndsAt: c.Slot.Add(r.length), HeldAt: now, ExpiresAt: now.Add(holdFor)}
		if before != nil && before.InstructorID == c.ID && before.StartsAt.Equal(c.Slot) && before.ExpiresAt.After(now) {
			wanted.HeldAt = before.HeldAt
			if latest := before.HeldAt.Add(holdAtMost); wanted.ExpiresAt.After(latest) {
				wanted.ExpiresAt = latest
			}
		}
		if network != "" {
			if free, err := s.mayHold(ctx, tx, r, hours, wanted); err != nil || !free {
				return err
			}
		}
		found, err := s.holdTime(ctx, tx, hours, wanted)
		if err != nil || len(found) > 0 {
			return err
		}
		row = wanted
		return putHold(ctx, tx, wanted)
	})
	if fault.Is(err, fault.Conflict) {
		return holdRow{}, nil
	}
	return row, err
}

// prolong keeps a held slot until its visitor has had time to enter the code that they are asked for.
func (s *Service) prolong(ctx context.Context, held holdRow, until time.Time) error {
	if latest := held.HeldAt.Add(holdForCode); until.After(latest) {
		until = latest
	}
	return s.deps.Calendars.InTx(ctx, func(tx bun.IDB) error {
		hours, now, err := s.lockForHold(ctx, tx, request{form: formguard.Form{ID: held.ID}}, demoturn.Candidate{ID: held.InstructorID})
		if err != nil || now == nil || !now.StartsAt.Equal(held.StartsAt) || !until.After(now.ExpiresAt) {
			return err
		}
		held.ExpiresAt = until
		if found, err := s.holdTime(ctx, tx, hours, held); err != nil || len(found) > 0 {
			return err
		}
		return putHold(ctx, tx, held)
	})
}

// holdTime writes a hold into the locked calendar of its instructor, and returns what is in the way.
func (s *Service) holdTime(ctx context.Context, tx bun.IDB, hours workinghours.Row, h holdRow) ([]busy.Overlap, error) {
	padded := hours.Padded(h.StartsAt, h.EndsAt.Sub(h.StartsAt))
	return s.deps.Calendars.Replace(ctx, tx, busy.Hold, []string{h.ID}, []busy.Time{{OwnerID: h.InstructorID, Kind: busy.Hold, RefID: h.ID,
		FromAt: padded.FromAt, UntilAt: padded.UntilAt, StartsAt: h.StartsAt, EndsAt: h.EndsAt, ExpiresAt: &h.ExpiresAt}})
}

// lockForHold locks the calendar of a candidate, and that in which the form held a slot before, and reads both.
func (s *Service) lockForHold(ctx context.Context, tx bun.IDB, r request, c demoturn.Candidate) (hours workinghours.Row, before *holdRow, err error) {
	if before, err = holdByID(ctx, tx, r.form.ID); err != nil {
		return hours, nil, err
	}
	owners := []string{c.ID}
	if before != nil {
		owners = append(owners, before.InstructorID)
	}
	if err := s.deps.Calendars.Lock(ctx, tx, owners); err != nil {
		return hours, nil, err
	}
	rows, err := workinghours.Of(ctx, tx, []string{c.ID})
	if err != nil || len(rows) == 0 {
		return hours, nil, errNoBooking
	}
	return rows[0], before, nil
}

// mayHold reports whether a visitor may hold a slot: visitors leave half of the free slots of a day to those who are signed in. It returns
// fault.TooMany for a network that holds as many as it may.
func (s *Service) mayHold(ctx context.Context, tx bun.IDB, r request, hours workinghours.Row, wanted holdRow) (bool, error) {
	now := s.deps.Clock.Now()
	own, err := countHolds(ctx, tx, wanted.Network, r.form.ID, now)
	if err != nil {
		return false, err
	}
	if own >= mostHolds {
		return false, fault.New(fault.TooMany, "too_many_holds", "You are holding several times already. Book one of them, or wait a few minutes.").WithRetryAfter(holdFor)
	}
	local := wanted.StartsAt.In(hours.Zone())
	from := time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, local.Location())
	until := time.Date(local.Year(), local.Month(), local.Day()+1, 0, 0, 0, 0, local.Location())
	free, err := s.free(ctx, tx, freeQuery{from, until, r.length, r.DemoType, wanted.InstructorID, ownTime{holdID: r.form.ID}, false})
	if err != nil {
		return false, err
	}
	held, err := countHeld(ctx, tx, wanted.InstructorID, r.form.ID, from, until, now)
	return held == 0 || (held+1)*heldPortion <= held+int64(len(free.starts[wanted.InstructorID])), err
}
