package quiz

import (
	"context"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/uptrace/bun"
	"golang.org/x/text/unicode/norm"

	"lectern/internal/platform/text"
)

// credit is which part of its points an answer earns, from 0 to 1. Fractions stay exact: three thirds are one.
func (q NewQuestion) credit(a QuizAnswer) *big.Rat {
	switch q.Kind {
	case single:
		return whole(len(a.Options) == 1 && slices.Equal(a.Options, q.correct()))
	case multiple:
		return q.creditOfChoice(a.Options)
	case trueFalse:
		return whole(a.Truth != nil && *a.Truth == q.Truth)
	case short:
		return whole(slices.ContainsFunc(q.Accepted, func(one string) bool { return q.comparable(one) == q.comparable(a.Text) }))
	case ordering:
		return q.creditOfOrder(a.Options)
	case numeric:
		return whole(q.near(a.Text))
	}
	return new(big.Rat)
}

func whole(is bool) *big.Rat {
	if is {
		return big.NewRat(1, 1)
	}
	return new(big.Rat)
}

// correct are the refs of the right options, in the order of the question.
func (q NewQuestion) correct() (refs []string) {
	for _, o := range q.Options {
		if o.Correct || q.Kind == ordering {
			refs = append(refs, o.Ref)
		}
	}
	return refs
}

// creditOfChoice gives a share for each right option and takes one for each wrong one, so that choosing all earns nothing
// by itself; without partial credit all or nothing.
func (q NewQuestion) creditOfChoice(chosen []string) *big.Rat {
	key, hits, misses := q.correct(), 0, 0
	chosen = slices.Compact(slices.Sorted(slices.Values(chosen)))
	for _, ref := range chosen {
		if slices.Contains(key, ref) {
			hits++
		} else {
			misses++
		}
	}
	if !q.Partial || len(key) == 0 {
		return whole(hits == len(key) && misses == 0 && len(key) > 0)
	}
	return big.NewRat(int64(max(0, hits-misses)), int64(len(key)))
}

// creditOfOrder counts what stands in its place; what is there twice stands nowhere.
func (q NewQuestion) creditOfOrder(order []string) *big.Rat {
	key, placed, seen := q.correct(), 0, map[string]bool{}
	for i, ref := range order {
		if i < len(key) && key[i] == ref && !seen[ref] {
			placed++
		}
		seen[ref] = true
	}
	all := placed == len(key) && len(order) == len(key) && len(key) > 0
	if !q.Partial || len(key) == 0 {
		return whole(all)
	}
	return big.NewRat(int64(placed), int64(len(key)))
}

// comparable is a short answer as it is compared.
func (q NewQuestion) comparable(answer string) string {
	if q.CaseSensitive {
		return strings.Join(strings.Fields(norm.NFC.String(answer)), " ")
	}
	return text.Fold(answer)
}

var decimal = regexp.MustCompile(`^[+-]?\d{1,15}([.,]\d{1,12})?$`)

// number reads a decimal number as people write it, with a point or a comma, exactly.
func number(written string) (*big.Rat, bool) {
	written = strings.ReplaceAll(strings.TrimSpace(written), "−", "-") // the minus sign that some keyboards give
	if !decimal.MatchString(written) {
		return nil, false
	}
	return new(big.Rat).SetString(strings.Replace(written, ",", ".", 1))
}

func (q NewQuestion) near(answer string) bool {
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

// outcome is how an answer did, in a word.
func outcome(answered bool, credit *big.Rat) string {
	switch {
	case !answered:
		return blank
	case credit.Cmp(big.NewRat(1, 1)) == 0:
		return right
	case credit.Sign() > 0:
		return partial
	}
	return wrong
}

// isBlank says that an answer says nothing.
func (a QuizAnswer) isBlank() bool {
	return len(a.Options) == 0 && a.Truth == nil && strings.TrimSpace(a.Text) == ""
}

// score is what the answers of an attempt come to.
type score struct {
	Earned   *big.Rat
	Possible int64
	Outcomes map[string]string // by question
}

func scoreOf(paper []asked, answers map[string]QuizAnswer) score {
	s := score{new(big.Rat), 0, make(map[string]string, len(paper))}
	for _, q := range paper {
		a := answers[q.ID]
		credit := new(big.Rat)
		if !a.isBlank() {
			credit = q.Question.credit(a)
		}
		s.Earned.Add(s.Earned, new(big.Rat).Mul(credit, big.NewRat(q.Points, 1)))
		s.Possible += q.Points
		s.Outcomes[q.ID] = outcome(!a.isBlank(), credit)
	}
	return s
}

// percent is rounded down: 100 is said of what is whole alone, and nobody passes by rounding.
func (s score) percent() int64 {
	if s.Possible == 0 {
		return 0
	}
	share := new(big.Rat).Mul(s.Earned, big.NewRat(100, s.Possible))
	return new(big.Int).Quo(share.Num(), share.Denom()).Int64()
}

// points shows a fraction with two decimals.
func points(earned string) float64 {
	exact, ok := new(big.Rat).SetString(earned)
	if !ok {
		return 0
	}
	hundredths := new(big.Rat).Mul(exact, big.NewRat(100, 1))
	rounded := new(big.Int).Quo(hundredths.Num(), hundredths.Denom())
	return float64(rounded.Int64()) / 100
}

// score is what the answers of an attempt come to by the keys of its paper.
func (a attempt) score(ctx context.Context, q bun.IDB) (score, error) {
	saved, err := answersOf(ctx, q, a.ID)
	if err != nil {
		return score{}, err
	}
	answers := make(map[string]QuizAnswer, len(saved))
	for id, r := range saved {
		if answers[id], err = r.read(); err != nil {
			return score{}, err
		}
	}
	return scoreOf(a.Paper.V, answers), nil
}

// with is an attempt that has come to a score.
func (a attempt) with(result score) attempt {
	percent := result.percent()
	a.Earned, a.Possible, a.Percent, a.Passed = result.Earned.RatString(), result.Possible, &percent, percent >= a.Settings.V.PassMark
	return a
}
