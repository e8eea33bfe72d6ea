package quiz

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"lectern/internal/learning/question"
)

// Whatever is answered earns between 0 and 100 percent, only the key earns everything, and the parts add up to the
// total exactly.
func TestGradesStayWithinBounds(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 2000 {
		paper, answers, perfect := []paperQuestion{}, map[string]question.QuizAnswer{}, map[string]question.QuizAnswer{}
		for i := range 1 + rng.IntN(12) {
			q := question.NewQuestion{Kind: []string{question.Single, question.Multiple, question.Ordering}[rng.IntN(3)], Partial: rng.IntN(2) == 0}
			for o := range 2 + rng.IntN(6) {
				q.Options = append(q.Options, question.QuestionOption{Ref: fmt.Sprint(o), Correct: o == 0 || q.Kind == question.Multiple && rng.IntN(2) == 0})
			}
			one := paperQuestion{ID: fmt.Sprint(i), Points: 1 + rng.Int64N(7), Question: q}
			paper = append(paper, one)
			var chosen []string
			for range rng.IntN(8) {
				chosen = append(chosen, fmt.Sprint(rng.IntN(8)))
			}
			answers[one.ID], perfect[one.ID] = question.QuizAnswer{Options: chosen}, question.QuizAnswer{Options: q.CorrectRefs()}
		}
		s, best := scoreOf(paper, answers), scoreOf(paper, perfect)
		if s.Earned.Sign() < 0 || s.Earned.Cmp(big.NewRat(s.Possible, 1)) > 0 || s.percent() < 0 || s.percent() > 100 {
			t.Fatalf("%s of %d is %d percent", s.Earned, s.Possible, s.percent())
		}
		if best.percent() != 100 || best.Earned.Cmp(big.NewRat(best.Possible, 1)) != 0 {
			t.Fatalf("the key earns %s of %d", best.Earned, best.Possible)
		}
		sum := new(big.Rat)
		for _, one := range paper {
			sum.Add(sum, scoreOf([]paperQuestion{one}, answers).Earned)
		}
		if sum.Cmp(s.Earned) != 0 {
			t.Fatalf("the parts are %s, the whole is %s", sum, s.Earned)
		}
		if full := s.Earned.Cmp(big.NewRat(s.Possible, 1)) == 0; full != (s.percent() == 100) {
			t.Fatalf("%s of %d is %d percent", s.Earned, s.Possible, s.percent())
		}
	}
}

// The same seed draws the same paper from the same bank, whatever order the bank is read in.
func TestPaperDependsOnlyOnSeed(t *testing.T) {
	t.Parallel()
	var bank []bankQuestion
	for i := range 30 {
		q := question.NewQuestion{Kind: question.Single, Points: 1, Tags: []string{"a"}, Options: []question.QuestionOption{{Ref: "x"}, {Ref: "y"}, {Ref: "z"}}}
		bank = append(bank, bankQuestion{ID: fmt.Sprint(i), Question: q, Removed: i == 7})
	}
	s := QuizSettings{Draws: []QuizDraw{{Tags: []string{"a"}, Count: 29}}, ShuffleQuestions: true, ShuffleOptions: true}
	first := drawPaper(s, bank, 42)
	slices.Reverse(bank)
	again, other := drawPaper(s, bank, 42), drawPaper(s, bank, 43)
	if fmt.Sprint(first) != fmt.Sprint(again) || fmt.Sprint(first) == fmt.Sprint(other) || len(first) != 29 {
		t.Error("the paper depends on more than its seed")
	}
	if slices.ContainsFunc(first, func(q paperQuestion) bool { return q.ID == "7" }) {
		t.Error("a removed question was drawn")
	}
}
