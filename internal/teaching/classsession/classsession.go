// Package classsession has the sessions of batches: when they take place, and the times that they take in the calendars of their
// instructors and classrooms.
package classsession

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/batch"
)

// Statuses of a session.
const (
	Scheduled = "scheduled"
	Cancelled = "cancelled"
)

// Session is a session of a batch, in wall-clock time and as instants.
type Session struct {
	bun.BaseModel `bun:"table:batch_sessions,alias:s" json:"-"`

	ID       string  `bun:",pk" json:"id"`
	BatchID  string  `json:"-"`
	SeriesID *string `json:"series_id,omitempty" doc:"Of sessions that repeat by one rule. Absent: it was planned alone."`
	Timezone string  `json:"timezone" doc:"IANA name."`
	timetable.ScheduleEntry
	OriginalDate      string     `json:"original_date" doc:"As it was planned first."`
	OriginalStartTime string     `json:"original_start_time"`
	OriginalEndTime   string     `json:"original_end_time"`
	Detached          bool       `json:"detached" doc:"It was moved alone: moves of its series leave it unless they are asked not to."`
	Status            string     `json:"status" enum:"scheduled,cancelled"`
	Sequence          int64      `json:"sequence" doc:"Grows with every change that calendars must show."`
	Reason            string     `json:"reason,omitempty" doc:"Why it was last moved or cancelled."`
	InstructorID      *string    `json:"instructor_id,omitempty" doc:"Who teaches it in place of the instructor of the batch. Absent: nobody does."`
	RoomID            *string    `json:"room_id,omitempty" doc:"The classroom in which it takes place. Absent: in none."`
	StartedAt         *time.Time `json:"started_at,omitempty" doc:"When an instructor has started it. Absent until then."`
	CreatedAt         time.Time  `json:"-"`
	UpdatedAt         time.Time  `json:"-"`
}

// EditVersion implements rest.Versioned.
func (s Session) EditVersion() int64 { return s.Sequence + 1 }

// HasBegun reports whether the time of a session has come, or an instructor has started it before: then it can't move any more.
func (s Session) HasBegun(now time.Time) bool { return s.StartedAt != nil || !s.StartsAt.After(now) }

// Instructors lists who teaches a session of a batch.
func (s Session) Instructors(b batch.Row) []string {
	if s.InstructorID != nil {
		return []string{*s.InstructorID}
	}
	return b.InstructorIDs()
}

// IsInRoomOf reports whether a session takes place in the classroom of another, or neither in one.
func (s Session) IsInRoomOf(other Session) bool {
	return slices.Equal(roomsOf([]Session{s}), roomsOf([]Session{other}))
}

// Began is when a session began: as planned, or later if its instructor has started it later.
func (s Session) Began() time.Time {
	if s.StartedAt != nil && s.StartedAt.After(s.StartsAt) && s.StartedAt.Before(s.EndsAt) {
		return *s.StartedAt
	}
	return s.StartsAt
}

// ScheduleConflicts says what is in the way of sessions.
type ScheduleConflicts struct {
	Conflicts []ScheduleConflict `json:"conflicts"`
}

// ScheduleConflict is a wanted session with what takes the time of its instructor or of its classroom.
type ScheduleConflict struct {
	Severity     string    `json:"severity" enum:"blocking"`
	Date         string    `json:"date" doc:"Of the wanted session."`
	StartTime    string    `json:"start_time"`
	EndTime      string    `json:"end_time"`
	InstructorID string    `json:"instructor_id" doc:"Who isn't free; empty for a classroom that isn't."`
	RoomID       string    `json:"room_id" doc:"The classroom that isn't free; empty for an instructor who isn't."`
	RoomName     string    `json:"room_name"`
	Kind         string    `json:"kind" enum:"session,doubt,demo,hold,meeting,time_off,room" doc:"What takes the instructor's time. room: another session is in the classroom."`
	Label        string    `json:"label" doc:"Its name; empty where the caller may not know it."`
	StartsAt     time.Time `json:"starts_at"`
	EndsAt       time.Time `json:"ends_at"`

	Rooms        []SessionClassroom `json:"rooms" doc:"Of kind room: up to 3 other classrooms that are free at this time and large enough for the batch, the smallest first."`
	Alternatives []FreeTime         `json:"alternatives" doc:"Up to 3 other times at which the instructor and the classroom are free, the nearest first; for the first 20 sessions."`

	sessionID string // the wanted one
}

// ofRoom is the kind of a conflict about a classroom.
const ofRoom = "room"

// Book writes sessions of a batch into the calendars of its instructors and classrooms, in place of what is there of them; cancelled ones take no time, and
// those that are over keep the time that they had. It returns fault.Conflict with ScheduleConflicts if something is in the way.
func Book(ctx context.Context, tx bun.IDB, calendars *Calendars, who access.Caller, b batch.Row, sessions []Session, now time.Time) error {
	conflicts, err := occupy(ctx, tx, calendars, who, b, sessions, now)
	if err != nil || len(conflicts) == 0 {
		return err
	}
	if err := addAlternatives(ctx, tx, calendars, b, ahead(sessions, now), sessions, conflicts, now); err != nil {
		return err
	}
	return refusal(conflicts)
}

// refusal is the fault.Conflict about what is in the way.
func refusal(conflicts []ScheduleConflict) error {
	what := "The instructor isn't free at these times. Choose other times, or another instructor."
	if !slices.ContainsFunc(conflicts, func(c ScheduleConflict) bool { return c.Kind != ofRoom }) {
		what = "The classroom isn't free at these times. Choose another classroom, or other times."
	}
	return fault.New(fault.Conflict, "schedule_conflict", what).WithDetails(ScheduleConflicts{conflicts})
}

// occupy is Book, which returns what is in the way; then nothing is written.
func occupy(ctx context.Context, tx bun.IDB, calendars *Calendars, who access.Caller, b batch.Row, sessions []Session, now time.Time) ([]ScheduleConflict, error) {
	wanted, refs := timesOf(b, sessions, now), ahead(sessions, now)
	found, err := calendars.claim(ctx, tx, refs, wanted)
	if err != nil {
		return nil, err
	}
	if found.isEmpty() {
		return nil, calendars.write(ctx, tx, refs, wanted, found)
	}
	return describe(ctx, tx, who, found, sessions)
}

// ahead lists the sessions that are not over.
func ahead(sessions []Session, now time.Time) (ids []string) {
	for _, s := range sessions {
		if s.EndsAt.After(now) {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

// BookFree books those of the sessions whose times are free, as Book does, and returns them, with what is in the way of the others. The others
// keep the times that they had.
func BookFree(ctx context.Context, tx bun.IDB, calendars *Calendars, who access.Caller, b batch.Row, sessions []Session, now time.Time) ([]Session, []ScheduleConflict, error) {
	conflicts := []ScheduleConflict{}
	for free := slices.Clone(sessions); ; { // a session that stays may be in the way of another
		found, err := occupy(ctx, tx, calendars, who, b, free, now)
		if err != nil || len(found) == 0 {
			return free, conflicts, err
		}
		conflicts = append(conflicts, found...)
		free = slices.DeleteFunc(free, func(s Session) bool {
			return slices.ContainsFunc(found, func(c ScheduleConflict) bool { return c.sessionID == s.ID })
		})
	}
}

// Obstacles are what is in the way of wanted sessions, with what could be done instead.
type Obstacles struct {
	Conflicts []ScheduleConflict
	Shift     *Shift // that suits all sessions; nil for none
}

// InTheWay says what is in the way of wanted sessions of a batch, besides sessions that would be given up for them. Nothing is locked: the
// answer may be out of date.
func InTheWay(ctx context.Context, q bun.IDB, calendars *Calendars, who access.Caller, b batch.Row, givenUp []string, sessions []Session, now time.Time) (o Obstacles, err error) {
	o.Conflicts = []ScheduleConflict{}
	found, err := calendars.overlaps(ctx, q, givenUp, timesOf(b, sessions, now))
	if err != nil || found.isEmpty() {
		return o, err
	}
	if o.Conflicts, err = describe(ctx, q, who, found, sessions); err != nil {
		return o, err
	}
	if err := addAlternatives(ctx, q, calendars, b, givenUp, sessions, o.Conflicts, now); err != nil {
		return o, err
	}
	f, err := newFinder(ctx, q, calendars, b.Zone(), owners{b.InstructorIDs(), roomsOf(sessions)}, givenUp, sessions, now)
	if err != nil {
		return o, err
	}
	o.Shift = f.shiftOf(sessions)
	return o, nil
}

// Release gives up what sessions take in the calendars.
func Release(ctx context.Context, tx bun.IDB, calendars *Calendars, sessions []Session) error {
	refs := make([]string, len(sessions))
	for i, s := range sessions {
		refs[i] = s.ID
	}
	found, err := calendars.claim(ctx, tx, refs, wantedTimes{})
	if err != nil {
		return err
	}
	return calendars.write(ctx, tx, refs, wantedTimes{}, found)
}

// describe describes overlaps to the caller, who learns the names of batches that they teach only.
func describe(ctx context.Context, q bun.IDB, who access.Caller, found overlaps, sessions []Session) ([]ScheduleConflict, error) {
	all := slices.Concat(found.instructors, found.rooms)
	refs := make([]string, len(all))
	for i, o := range all {
		refs[i] = o.With.RefID
	}
	known, err := TaughtSessions(ctx, q, who, refs)
	if err != nil {
		return nil, err
	}
	rooms, err := RoomsIn(ctx, q, sessions)
	if err != nil {
		return nil, err
	}
	conflicts := make([]ScheduleConflict, len(all))
	for i, o := range all {
		at := slices.IndexFunc(sessions, func(s Session) bool { return s.ID == o.Wanted.RefID })
		conflicts[i] = ScheduleConflict{Severity: "blocking", Date: sessions[at].Date, StartTime: sessions[at].StartTime, EndTime: sessions[at].EndTime, InstructorID: o.Wanted.OwnerID,
			Kind: string(o.With.Kind), StartsAt: o.With.StartsAt.UTC(), EndsAt: o.With.EndsAt.UTC(), Alternatives: []FreeTime{}, Rooms: []SessionClassroom{}, sessionID: o.Wanted.RefID}
		if i >= len(found.instructors) {
			conflicts[i].ofRoom(o.Wanted.OwnerID, rooms)
		}
		if slices.Contains(known, o.With.RefID) || who.HasRole(access.Admin) {
			conflicts[i].Label = o.With.Label
		}
	}
	slices.SortFunc(conflicts, func(a, b ScheduleConflict) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), a.StartsAt.Compare(b.StartsAt), cmp.Compare(a.RoomID, b.RoomID))
	})
	return conflicts, nil
}

// ofRoom makes a conflict one about a classroom.
func (c *ScheduleConflict) ofRoom(id string, rooms []SessionClassroom) {
	c.InstructorID, c.RoomID, c.Kind = "", id, ofRoom
	if at := slices.IndexFunc(rooms, func(r SessionClassroom) bool { return r.ID == id }); at >= 0 {
		c.RoomName = rooms[at].Name
	}
}
