// Package classwarning finds what speaks against planned sessions of a batch without preventing them: hours, holidays, other calendars, breaks, and other sessions of their
// learners. It is asked before anything is saved, and takes as many statements for 500 sessions as for one.
package classwarning

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/workinghours"
)

// Kinds of warnings, in the order in which they are listed.
const (
	Holiday      = "holiday"
	OutsideHours = "outside_hours"
	External     = "external"
	BackToBack   = "back_to_back"
	Learners     = "learners"
)

var order = []string{Holiday, OutsideHours, External, BackToBack, Learners}

// breather is the break that instructors have between two times at least, without a warning.
const breather = 10 * time.Minute

// ScheduleWarning is what speaks against one planned session. It never prevents it.
type ScheduleWarning struct {
	Severity       string        `json:"severity" enum:"warning"`
	Kind           string        `json:"kind" enum:"holiday,outside_hours,external,back_to_back,learners" doc:"holiday: it is on one. outside_hours: of the instructor. external: a calendar that the instructor keeps elsewhere says that they are busy. back_to_back: less than 10 minutes before or after something else of the instructor. learners: some have another session at this time."`
	Date           string        `json:"date" doc:"Of the planned session."`
	StartTime      string        `json:"start_time"`
	EndTime        string        `json:"end_time"`
	InstructorID   string        `json:"instructor_id" doc:"Whom it concerns; empty for holiday and learners."`
	InstructorName string        `json:"instructor_name"`
	Label          string        `json:"label" doc:"The name of the holiday, or of what is less than 10 minutes away; empty where the caller may not know it."`
	Position       string        `json:"position" enum:"after,before," doc:"Of back_to_back: whether the session is after or before the other."`
	LearnerCount   int64         `json:"learner_count" doc:"Of learners: how many have another session."`
	Learners       []BusyLearner `json:"learners" doc:"Of learners: the first 10 of them, by name."`

	ref string // of back_to_back: what is near
}

// BusyLearner is a learner who has another session.
type BusyLearner struct {
	ID       string `json:"id"`
	FullName string `json:"full_name"`
}

// Plan is what is planned: sessions of a batch.
type Plan struct {
	Batch           batch.Row              // by which they are taught, and whose members attend them; a batch that is not stored yet has no id
	Sessions        []classsession.Session // only those that are ahead count
	GivenUp         []string               // ids of sessions whose time is not in the way
	LearnerIDs      []string               // who attend besides the members; they count where the caller teaches them
	HolidayCalendar string                 // of the rule; "" for those of the series of the batch, or the school's if it has none
}

// Of returns what speaks against a plan, by session. The caller teaches the batch and shares courses with its instructors: they see who the learners are; of what the
// instructors do else they see the names of sessions that they teach, and of all that is their own. Nothing is locked.
func Of(ctx context.Context, q bun.IDB, calendars *classsession.Calendars, who access.Caller, p Plan, now time.Time) ([]ScheduleWarning, error) {
	warnings := []ScheduleWarning{}
	p.Sessions = slices.DeleteFunc(slices.Clone(p.Sessions), func(s classsession.Session) bool { return s.Status == classsession.Cancelled || s.HasBegun(now) })
	if len(p.Sessions) == 0 {
		return warnings, nil
	}
	near, err := Tight(ctx, q, calendars, p)
	if err == nil {
		err = hideLabels(ctx, q, who, near)
	}
	if err != nil {
		return nil, err
	}
	warnings = append(warnings, near...)
	for _, find := range []func(context.Context, bun.IDB, access.Caller, Plan) ([]ScheduleWarning, error){onHolidays, outsideHours, elsewhere, ofLearners} {
		found, err := find(ctx, q, who, p)
		if err != nil {
			return nil, err
		}
		warnings = append(warnings, found...)
	}
	slices.SortStableFunc(warnings, func(a, b ScheduleWarning) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.StartTime, b.StartTime), cmp.Compare(slices.Index(order, a.Kind), slices.Index(order, b.Kind)))
	})
	return warnings, addNames(ctx, q, warnings)
}

// about returns a warning about a session.
func about(s classsession.Session, kind string) ScheduleWarning {
	return ScheduleWarning{Severity: "warning", Kind: kind, Date: s.Date, StartTime: s.StartTime, EndTime: s.EndTime, Learners: []BusyLearner{}}
}

// aboutInstructor is about for one who teaches it.
func aboutInstructor(s classsession.Session, kind, instructor string) ScheduleWarning {
	w := about(s, kind)
	w.InstructorID = instructor
	return w
}

// span returns from when until when the sessions of a plan are.
func (p Plan) span() (from, until time.Time) {
	from, until = p.Sessions[0].StartsAt, p.Sessions[0].EndsAt
	for _, s := range p.Sessions {
		if s.StartsAt.Before(from) {
			from = s.StartsAt
		}
		if s.EndsAt.After(until) {
			until = s.EndsAt
		}
	}
	return from, until
}

// instructors lists who teaches sessions of a plan.
func (p Plan) instructors() (ids []string) {
	for _, s := range p.Sessions {
		ids = append(ids, s.Instructors(p.Batch)...)
	}
	return slices.Compact(slices.Sorted(slices.Values(ids)))
}

// of returns a warning for each session that an instructor teaches and of which something is true.
func (p Plan) of(instructor, kind string, isTrue func(classsession.Session) bool) (warnings []ScheduleWarning) {
	for _, s := range p.Sessions {
		if isTrue(s) && slices.Contains(s.Instructors(p.Batch), instructor) {
			warnings = append(warnings, aboutInstructor(s, kind, instructor))
		}
	}
	return warnings
}

// onHolidays finds sessions on holidays.
func onHolidays(ctx context.Context, q bun.IDB, _ access.Caller, p Plan) (warnings []ScheduleWarning, err error) {
	holidays, err := holidaysOf(ctx, q, p)
	for _, s := range p.Sessions {
		if name, ok := holidays[s.Date]; ok {
			w := about(s, Holiday)
			w.Label = name
			warnings = append(warnings, w)
		}
	}
	return warnings, err
}

// outsideHours finds sessions outside the hours of instructors who have set some.
func outsideHours(ctx context.Context, q bun.IDB, _ access.Caller, p Plan) (warnings []ScheduleWarning, err error) {
	ids := p.instructors()
	if len(ids) == 0 {
		return nil, nil
	}
	from, until := p.span()
	rows, err := workinghours.Of(ctx, q, ids)
	for _, row := range rows {
		if len(row.Hours.V) == 0 && len(row.Overrides.V) == 0 {
			continue
		}
		open := row.Open(from, until)
		warnings = append(warnings, p.of(row.InstructorID, OutsideHours, func(s classsession.Session) bool { return !workinghours.Covers(open, s.StartsAt, s.EndsAt) })...)
	}
	return warnings, err
}

// elsewhere finds sessions at times when the calendars that instructors keep elsewhere say that they are busy.
func elsewhere(ctx context.Context, q bun.IDB, _ access.Caller, p Plan) (warnings []ScheduleWarning, err error) {
	ids := p.instructors()
	if len(ids) == 0 {
		return nil, nil
	}
	from, until := p.span()
	taken := map[string][]clock.Span{}
	err = workinghours.AddExternal(ctx, q, taken, ids, from, until)
	for _, id := range ids {
		warnings = append(warnings, p.of(id, External, func(s classsession.Session) bool {
			return slices.ContainsFunc(taken[id], func(t clock.Span) bool { return t.FromAt.Before(s.EndsAt) && s.StartsAt.Before(t.UntilAt) })
		})...)
	}
	return warnings, err
}

// Tight finds sessions that are less than 10 minutes before or after something else of their instructors, without meeting it, by one statement. Its warnings have no names.
func Tight(ctx context.Context, q bun.IDB, calendars *classsession.Calendars, p Plan) (warnings []ScheduleWarning, err error) {
	ids := p.instructors()
	if len(ids) == 0 {
		return nil, nil
	}
	from, until := p.span()
	taken, err := calendars.Instructors.Between(ctx, q, ids, from.Add(-breather), until.Add(breather))
	for _, t := range taken {
		isOwn := func(s classsession.Session) bool { return s.ID == t.RefID }
		if t.Kind == busy.TimeOff || slices.Contains(p.GivenUp, t.RefID) || slices.ContainsFunc(p.Sessions, isOwn) { // who comes back from time off has had a break
			continue
		}
		warnings = append(warnings, p.near(t, "after", isSoonAfter(t))...)
		warnings = append(warnings, p.near(t, "before", isSoonBefore(t))...)
	}
	return warnings, err
}

// near returns a warning for each session of an owner that is soon after or before one of their times.
func (p Plan) near(t busy.Time, position string, isNear func(classsession.Session) bool) []ScheduleWarning {
	warnings := p.of(t.OwnerID, BackToBack, isNear)
	for i := range warnings {
		warnings[i].Position, warnings[i].Label, warnings[i].ref = position, t.Label, t.RefID
	}
	return warnings
}

func isSoonAfter(t busy.Time) func(classsession.Session) bool {
	return func(s classsession.Session) bool {
		return !s.StartsAt.Before(t.EndsAt) && s.StartsAt.Before(t.EndsAt.Add(breather))
	}
}

func isSoonBefore(t busy.Time) func(classsession.Session) bool {
	return func(s classsession.Session) bool {
		return !t.StartsAt.Before(s.EndsAt) && t.StartsAt.Before(s.EndsAt.Add(breather))
	}
}

// hideLabels takes the names out of warnings that the caller may not know.
func hideLabels(ctx context.Context, q bun.IDB, who access.Caller, near []ScheduleWarning) error {
	if len(near) == 0 || who.HasRole(access.Admin) {
		return nil
	}
	refs := make([]string, len(near))
	for i, w := range near {
		refs[i] = w.ref
	}
	known, err := classsession.TaughtSessions(ctx, q, who, refs)
	for i, w := range near {
		if w.InstructorID != who.ID && !slices.Contains(known, w.ref) {
			near[i].Label = ""
		}
	}
	return err
}

// CalendarOf is the calendar of holidays of a rule; "" for none.
func CalendarOf(r *timetable.Recurrence) string {
	if r == nil {
		return ""
	}
	return r.HolidayCalendar
}
