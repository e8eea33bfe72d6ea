package classwarning

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/teaching/classsession"
)

// mostNamed is how many learners a warning names.
const mostNamed = 10

// ofLearners finds sessions at whose time some of their learners have another one.
func ofLearners(ctx context.Context, q bun.IDB, who access.Caller, p Plan) (warnings []ScheduleWarning, err error) {
	if p.Batch.ID == "" && len(p.LearnerIDs) == 0 {
		return nil, nil
	}
	others, err := otherSessions(ctx, q, who, p)
	if err != nil {
		return nil, err
	}
	hit := map[int][]other{} // by the place of the planned session
	var met []other
	for i, s := range p.Sessions {
		for _, o := range others {
			if o.StartsAt.Before(s.EndsAt) && s.StartsAt.Before(o.EndsAt) && !slices.Contains(p.GivenUp, o.ID) {
				hit[i], met = append(hit[i], o), append(met, o)
			}
		}
	}
	if len(met) == 0 {
		return nil, nil
	}
	people, err := attending(ctx, q, who, p, met)
	for i, s := range p.Sessions {
		if w, ok := clashing(s, hit[i], people); ok {
			warnings = append(warnings, w)
		}
	}
	return warnings, err
}

// clashing returns the warning about the learners who attend one of other sessions at the time of a session; false for none.
func clashing(s classsession.Session, others []other, people []attendee) (ScheduleWarning, bool) {
	w := about(s, Learners)
	counted := map[string]bool{}
	for _, person := range people {
		attends := slices.ContainsFunc(others, func(o other) bool {
			if o.GuestID != "" {
				return o.GuestID == person.ID
			}
			return o.BatchID == person.BatchID
		})
		if !attends || counted[person.ID] {
			continue
		}
		counted[person.ID] = true
		if w.LearnerCount++; len(w.Learners) < mostNamed {
			w.Learners = append(w.Learners, person.BusyLearner)
		}
	}
	return w, w.LearnerCount > 0
}
