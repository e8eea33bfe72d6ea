package question

import (
	"math/big"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"lectern/internal/platform/text"
)

// Credit is the share of the points that an answer earns, from 0 to 1. Fractions are exact: three thirds make one.
func (q NewQuestion) Credit(a QuizAnswer) *big.Rat {
	switch q.Kind {
	case Single:
		return allOrNothing(len(a.Options) == 1 && slices.Equal(a.Options, q.CorrectRefs()))
	case Multiple:
		return q.creditOfChoice(a.Options)
	case TrueFalse:
		return allOrNothing(a.Truth != nil && *a.Truth == q.Truth)
	case Short:
		return allOrNothing(slices.ContainsFunc(q.Accepted, func(one string) bool { return q.comparable(one) == q.comparable(a.Text) }))
	case Ordering:
		return q.creditOfOrder(a.Options)
	case Numeric:
		return allOrNothing(q.withinTolerance(a.Text))
	}
	return new(big.Rat)
}

func allOrNothing(is bool) *big.Rat {
	if is {
		return big.NewRat(1, 1)
	}
	return new(big.Rat)
}

// CorrectRefs returns the refs of the right options, in the question's order.
func (q NewQuestion) CorrectRefs() (refs []string) {
	for _, o := range q.Options {
		if o.Correct || q.Kind == Ordering {
			refs = append(refs, o.Ref)
		}
	}
	return refs
}

// creditOfChoice gives a share for each right option and takes one for each wrong one, so that choosing everything
// does not pay; without partial credit it is all or nothing.
func (q NewQuestion) creditOfChoice(chosen []string) *big.Rat {
	key, hits, misses := q.CorrectRefs(), 0, 0
	chosen = slices.Compact(slices.Sorted(slices.Values(chosen)))
	for _, ref := range chosen {
		if slices.Contains(key, ref) {
			hits++
		} else {
			misses++
		}
	}
	if !q.Partial || len(key) == 0 {
		return allOrNothing(hits == len(key) && misses == 0 && len(key) > 0)
	}
	return big.NewRat(int64(max(0, hits-misses)), int64(len(key)))
}

// creditOfOrder counts the options in their right position; repeated ones do not count.
func (q NewQuestion) creditOfOrder(order []string) *big.Rat {
	key, placed, seen := q.CorrectRefs(), 0, map[string]bool{}
	for i, ref := range order {
		if i < len(key) && key[i] == ref && !seen[ref] {
			placed++
		}
		seen[ref] = true
	}
	all := placed == len(key) && len(order) == len(key) && len(key) > 0
	if !q.Partial || len(key) == 0 {
		return allOrNothing(all)
	}
	return big.NewRat(int64(placed), int64(len(key)))
}

// comparable normalizes a short answer for comparison.
func (q NewQuestion) comparable(answer string) string {
	if q.CaseSensitive {
		return strings.Join(strings.Fields(norm.NFC.String(answer)), " ")
	}
	return text.Fold(answer)
}

var decimal = regexp.MustCompile(`^[+-]?\d{1,15}([.,]\d{1,12})?$`)

// number parses a decimal number exactly, with a point or a comma.
func number(written string) (*big.Rat, bool) {
	written = strings.ReplaceAll(strings.TrimSpace(written), "−", "-") // the typographic minus sign
	if !decimal.MatchString(written) {
		return nil, false
	}
	return new(big.Rat).SetString(strings.Replace(written, ",", ".", 1))
}

func (q NewQuestion) withinTolerance(answer string) bool {
	value, known := number(q.Value)
	given, ok := number(answer)
	if !known || !ok {
		return false
	}
	tolerance, has := number(q.Tolerance)
	if !has {
		tolerance = new(big.Rat)
	}
	distance := new(big.Rat).Sub(value, given)
	return distance.Abs(distance).Cmp(tolerance) <= 0
}
