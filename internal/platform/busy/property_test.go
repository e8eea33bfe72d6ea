package busy_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lectern/internal/platform/busy"
)

// calendar is what the rows must be: the times by what takes them.
type calendar map[string][]busy.Time

// fits reports whether wanted times are free, besides those of refs and holds that have expired.
func (c calendar) fits(refs []string, wanted []busy.Time, now time.Time) bool {
	for i, w := range wanted {
		others := slices.Clone(wanted[:i])
		for ref, times := range c {
			if !slices.Contains(refs, ref) {
				others = append(others, times...)
			}
		}
		for _, o := range others {
			expired := o.ExpiresAt != nil && !o.ExpiresAt.After(now)
			if !expired && o.OwnerID == w.OwnerID && o.FromAt.Before(w.UntilAt) && w.FromAt.Before(o.UntilAt) {
				return false
			}
		}
	}
	return true
}

// Random bookings, moves of one and of many, cancellations, holds, sweeps and the passing of time: at no commit do two rows overlap, and the
// rows are those of all that was acknowledged. A sample in make test, 400 runs of 25 steps in make soak.
func TestRowsNeverOverlap(t *testing.T) {
	t.Parallel()
	f := fixtures(t)["instructor_busy"]
	rapid.Check(t, func(r *rapid.T) {
		f.exec("DELETE FROM instructor_busy")
		model, next := calendar{}, 0
		span := func(ref string, kind busy.Kind) busy.Time {
			b := at(rapid.SampledFrom(f.owners).Draw(r, "owner"), ref, 15*rapid.IntRange(0, 60).Draw(r, "start"))
			before, after := rapid.IntRange(0, 2).Draw(r, "before"), rapid.IntRange(0, 2).Draw(r, "after")
			b.Kind, b.FromAt, b.UntilAt = kind, b.FromAt.Add(-5*time.Minute*time.Duration(before)), b.UntilAt.Add(5*time.Minute*time.Duration(after))
			if kind == busy.Hold {
				b.ExpiresAt = new(f.clock.Now().Add(5 * time.Minute))
			}
			return b
		}
		apply := func(kind busy.Kind, refs []string, wanted []busy.Time) {
			free := model.fits(refs, wanted, f.clock.Now())
			found, err := f.replace(kind, refs, slices.Clone(wanted)...)
			if err != nil || (len(found) == 0) != free {
				r.Fatalf("the model says %v, the calendars %v, %v", free, found, err)
			}
			if !free {
				return
			}
			for _, ref := range refs {
				delete(model, ref)
			}
			for _, w := range wanted {
				model[w.RefID] = append(model[w.RefID], w)
			}
		}
		sessions := func() []string {
			return slices.DeleteFunc(slices.Sorted(maps.Keys(model)), func(ref string) bool { return model[ref][0].Kind != busy.Session })
		}
		for range rapid.IntRange(5, 25).Draw(r, "steps") {
			next++
			ref := fmt.Sprint(next)
			switch rapid.IntRange(0, 6).Draw(r, "step") {
			case 0, 1:
				apply(busy.Session, nil, []busy.Time{span(ref, busy.Session), span(ref, busy.Session)})
			case 2:
				apply(busy.Hold, nil, []busy.Time{span(ref, busy.Hold)})
			case 3: // move some at once, onto each other's old times perhaps
				refs := sessions()
				refs = refs[:min(len(refs), rapid.IntRange(1, 4).Draw(r, "moved"))]
				var wanted []busy.Time
				for _, moved := range refs {
					wanted = append(wanted, span(moved, busy.Session))
				}
				apply(busy.Session, refs, wanted)
			case 4:
				if refs := sessions(); len(refs) > 0 {
					apply(busy.Session, refs[:1], nil)
				}
			case 5:
				f.clock.Advance(3 * time.Minute)
			case 6:
				f.sweep()
			}
			f.mustBeConsistent()
			maps.DeleteFunc(model, func(_ string, times []busy.Time) bool {
				return times[0].ExpiresAt != nil && !times[0].ExpiresAt.After(f.clock.Now())
			})
			count := 0
			for _, times := range model {
				count += len(times)
			}
			if rows := f.all(); len(rows) != count {
				r.Fatalf("%d rows, of %d that were acknowledged", len(rows), count)
			}
		}
	})
}
