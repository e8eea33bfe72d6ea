package availability

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/absence"
	"lectern/internal/teaching/classsession"
)

// plan is what is to become of what is in the way of time off.
type plan struct {
	sessions        []classsession.Resolution
	demos, meetings []absence.BookingDecision
	substitutes     []string     // who are named
	kept            []clock.Span // what the instructor gives though they are away
	isOutOfDate     bool         // something is no longer in the way
}

// planOf reads decisions about what was found in the way of time off. fault.Invalid for two about one thing.
func planOf(found []busy.Overlap, r Resolutions) (p plan, err error) {
	seen := map[string]bool{}
	decide := func(kind busy.Kind, id, field, substitute string, isKept bool) error {
		key := string(kind) + " " + id
		if seen[key] {
			return fault.InvalidField(field, "duplicate", "Say only once what becomes of each session, demo class or meeting")
		}
		seen[key] = true
		at := slices.IndexFunc(found, func(f busy.Overlap) bool { return f.With.Kind == kind && f.With.RefID == id })
		if at < 0 {
			p.isOutOfDate = true
			return nil
		}
		if isKept {
			p.kept = append(p.kept, clock.Span{FromAt: found[at].With.FromAt, UntilAt: found[at].With.UntilAt})
		} else if substitute != "" {
			p.substitutes = append(p.substitutes, substitute)
		}
		return nil
	}
	for _, d := range r.Resolve {
		if err := decide(busy.Session, d.SessionID, "resolve", d.InstructorID, d.Action == classsession.KeepIt); err != nil {
			return p, err
		}
		if d.Action != classsession.KeepIt {
			p.sessions = append(p.sessions, d)
		}
	}
	for _, d := range r.ResolveBookings {
		if err := decide(busy.Kind(d.Kind), d.ID, "resolve_bookings", d.InstructorID, d.Action == absence.Keep); err != nil {
			return p, err
		}
		switch {
		case d.Action == absence.Keep:
		case d.Kind == absence.Demo:
			p.demos = append(p.demos, d)
		default:
			p.meetings = append(p.meetings, d)
		}
	}
	p.kept = clock.Union(p.kept)
	return p, nil
}

// resolve does what was decided of what is in the way of time off. It returns fault.Conflict with what is booked if one of these things is no longer in the way.
func (s *Service) resolve(ctx context.Context, tx bun.IDB, who access.Caller, o *TimeOff, r Resolutions) error {
	found, err := s.deps.Calendars.Overlaps(ctx, tx, busy.TimeOff, nil, o.times())
	if err != nil {
		return err
	}
	p, err := planOf(found, r)
	if err != nil {
		return err
	}
	if p.isOutOfDate {
		return s.booked(ctx, tx, *o, found)
	}
	o.kept = p.kept
	sessions := idsOf(p.sessions, func(r classsession.Resolution) string { return r.SessionID })
	ofDecision := func(d absence.BookingDecision) string { return d.ID }
	if err := s.lock(ctx, tx, append(p.substitutes, o.InstructorID), sessions, idsOf(p.meetings, ofDecision), idsOf(p.demos, ofDecision)); err != nil {
		return err
	}
	done := &o.Changes.V
	if done.Sessions, err = s.deps.Sessions.Resolve(ctx, tx, who, p.sessions, r.ResolveReason); err != nil {
		return err
	}
	if done.Meetings, err = s.deps.Meetings.Resolve(ctx, tx, who, p.meetings, r.ResolveReason); err != nil {
		return err
	}
	done.Demos, err = s.deps.Demos.Resolve(ctx, tx, who, p.demos, r.ResolveReason)
	return err
}

func idsOf[T any](all []T, id func(T) string) []string {
	ids := make([]string, len(all))
	for i, one := range all {
		ids[i] = id(one)
	}
	return ids
}

// lock locks what changes: the batches of sessions, then meetings, then at once the calendars of all whose time changes, and of classrooms; named are some of them, if they are instructors.
func (s *Service) lock(ctx context.Context, tx bun.IDB, named, sessions, meetings, demos []string) error {
	owners, err := instructorsOf(ctx, tx, named)
	if err != nil {
		return err
	}
	ofSessions, err := s.deps.Sessions.Lock(ctx, tx, sessions)
	if err != nil {
		return err
	}
	ofMeetings, err := s.deps.Meetings.Lock(ctx, tx, meetings)
	if err != nil {
		return err
	}
	ofDemos, err := s.deps.Demos.Lock(ctx, tx, demos)
	if err != nil {
		return err
	}
	if err := s.deps.Calendars.Lock(ctx, tx, slices.Concat(owners, ofSessions, ofMeetings, ofDemos)); err != nil {
		return err
	}
	return s.deps.Sessions.LockRooms(ctx, tx, sessions)
}

// undoWithin is how long time off can be undone with what became of the things in its way.
const undoWithin = 10 * time.Minute

// show says until when time off can be undone.
func (o *TimeOff) show(now time.Time) {
	if until := o.CreatedAt.Add(undoWithin); now.Before(until) {
		o.UndoUntil = &until
	}
}

// Undo takes time off back within 10 minutes, with all that became of the things in its way: sessions, demo classes and meetings are as they were before. For the
// instructor and administrators. fault.NotFound, fault.Conflict if it is too late or something was changed since; then nothing changes.
func (s *Service) Undo(ctx context.Context, who access.Caller, id, timeOffID string) error {
	return s.deps.Calendars.InTx(ctx, func(tx bun.IDB) error {
		instructor, err := instructorOf(ctx, tx, who, id)
		if err != nil {
			return err
		}
		o, err := timeOffByID(ctx, tx, instructor.ID, timeOffID)
		if err != nil {
			return err
		}
		if o.show(s.deps.Clock.Now()); o.UndoUntil == nil {
			return fault.New(fault.Conflict, "too_late", "Time off can be undone within 10 minutes. You can still delete it.")
		}
		done, ofDone := o.Changes.V, func(d absence.Done) string { return d.ID }
		sessions := idsOf(done.Sessions, func(u classsession.Unresolved) string { return u.ID })
		if err := s.lock(ctx, tx, []string{instructor.ID}, sessions, idsOf(done.Meetings, ofDone), idsOf(done.Demos, ofDone)); err != nil {
			return err
		}
		if err := deleteTimeOff(ctx, tx, instructor.ID, o.ID); err != nil {
			return err
		}
		if _, err := s.deps.Calendars.Replace(ctx, tx, busy.TimeOff, []string{o.ID}, nil); err != nil {
			return err
		}
		if err := s.deps.Sessions.Undo(ctx, tx, who, done.Sessions); err != nil {
			return err
		}
		if err := s.deps.Meetings.Undo(ctx, tx, who, done.Meetings); err != nil {
			return err
		}
		return s.deps.Demos.Undo(ctx, tx, who, done.Demos)
	})
}

// booked returns fault.Conflict with each thing that is in the way of time off once, and what can become of it.
func (s *Service) booked(ctx context.Context, q bun.IDB, o TimeOff, found []busy.Overlap) error {
	refs := map[busy.Kind][]string{}
	times := BookedTimes{[]BookedTime{}}
	var seen []string
	for _, f := range found {
		if slices.Contains(seen, f.With.ID) {
			continue
		}
		seen = append(seen, f.With.ID)
		refs[f.With.Kind] = append(refs[f.With.Kind], f.With.RefID)
		times.Conflicts = append(times.Conflicts, BookedTime{Kind: string(f.With.Kind), Label: f.With.Label, StartsAt: f.With.StartsAt.UTC(), EndsAt: f.With.EndsAt.UTC(), refID: f.With.RefID})
	}
	affected, err := s.deps.Sessions.Affected(ctx, q, refs[busy.Session], clock.Span{FromAt: o.StartsAt, UntilAt: o.EndsAt})
	if err != nil {
		return err
	}
	for _, a := range affected {
		times.find(busy.Session, a.ID).Session = &a
	}
	for kind, bookings := range map[busy.Kind]Bookings{busy.Demo: s.deps.Demos, busy.Meeting: s.deps.Meetings, busy.Doubt: s.deps.Meetings} {
		if err := describe(ctx, q, &times, kind, refs[kind], bookings, o.Timezone); err != nil {
			return err
		}
	}
	slices.SortStableFunc(times.Conflicts, func(a, b BookedTime) int { return cmp.Or(a.StartsAt.Compare(b.StartsAt), cmp.Compare(a.Kind, b.Kind)) })
	return fault.New(fault.Conflict, "schedule_conflict", "Something is booked at that time. Decide what becomes of it first.").WithDetails(times)
}

// mostProposed is for how many demo classes, and for how many meetings, substitutes are looked for.
const mostProposed = 20

// describe says what can become of demo classes or of meetings.
func describe(ctx context.Context, q bun.IDB, times *BookedTimes, kind busy.Kind, ids []string, bookings Bookings, zone string) error {
	substitutes, err := bookings.Substitutes(ctx, q, ids[:min(len(ids), mostProposed)])
	if err != nil {
		return err
	}
	for _, id := range ids {
		times.find(kind, id).Booking = &AffectedBooking{ID: id, Timezone: zone, Substitutes: append([]classsession.Substitute{}, substitutes[id]...)}
	}
	return nil
}

// find returns the entry of something that is booked.
func (b BookedTimes) find(kind busy.Kind, id string) *BookedTime {
	return &b.Conflicts[slices.IndexFunc(b.Conflicts, func(t BookedTime) bool { return t.Kind == string(kind) && t.refID == id })]
}
