package quiz

import (
	"context"
	"math/big"

	"github.com/uptrace/bun"

	"lectern/internal/learning/question"
)

// outcome classifies an answer by its credit.
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

// score is what the answers of an attempt earn.
type score struct {
	Earned   *big.Rat
	Possible int64
	Outcomes map[string]string // by question
}

func scoreOf(paper []paperQuestion, answers map[string]question.QuizAnswer) score {
	s := score{new(big.Rat), 0, make(map[string]string, len(paper))}
	for _, q := range paper {
		a := answers[q.ID]
		credit := new(big.Rat)
		if !a.IsBlank() {
			credit = q.Question.Credit(a)
		}
		s.Earned.Add(s.Earned, new(big.Rat).Mul(credit, big.NewRat(q.Points, 1)))
		s.Possible += q.Points
		s.Outcomes[q.ID] = outcome(!a.IsBlank(), credit)
	}
	return s
}

// percent rounds down, so that only a perfect score shows 100 and rounding never passes anyone.
func (s score) percent() int64 {
	if s.Possible == 0 {
		return 0
	}
	share := new(big.Rat).Mul(s.Earned, big.NewRat(100, s.Possible))
	return new(big.Int).Quo(share.Num(), share.Denom()).Int64()
}

// points rounds an exact fraction to two decimals.
func points(earned string) float64 {
	exact, ok := new(big.Rat).SetString(earned)
	if !ok {
		return 0
	}
	hundredths := new(big.Rat).Mul(exact, big.NewRat(100, 1))
	rounded := new(big.Int).Quo(hundredths.Num(), hundredths.Denom())
	return float64(rounded.Int64()) / 100
}

// score grades the saved answers of an attempt by the keys of its paper.
func (a attempt) score(ctx context.Context, q bun.IDB) (score, error) {
	saved, err := answersOf(ctx, q, a.ID)
	if err != nil {
		return score{}, err
	}
	answers := make(map[string]question.QuizAnswer, len(saved))
	for id, r := range saved {
		if answers[id], err = r.read(); err != nil {
			return score{}, err
		}
	}
	return scoreOf(a.Paper.V, answers), nil
}

// with returns the attempt with a score recorded in it.
func (a attempt) with(result score) attempt {
	percent, mark := result.percent(), a.Settings.V.PassMark
	a.Earned, a.Possible, a.Percent, a.Passed = result.Earned.RatString(), result.Possible, &percent, mark > 0 && percent >= mark
	return a
}

// failed says that a graded attempt is under its pass mark.
func (a attempt) failed() bool { return a.Settings.V.PassMark > 0 && !a.Passed }
