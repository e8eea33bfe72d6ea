package quiz

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func yes(is bool) *bool { return &is }

func TestCredit(t *testing.T) {
	t.Parallel()
	options := func(kind string, partial bool, refs ...string) NewQuestion { // upper case: right
		q := NewQuestion{Kind: kind, Partial: partial}
		for _, r := range refs {
			q.Options = append(q.Options, QuestionOption{r, r, r < "a"})
		}
		return q
	}
	sums := NewQuestion{Kind: numeric, Value: "0.3", Tolerance: "0.1"}
	for name, c := range map[string]struct {
		q    NewQuestion
		a    QuizAnswer
		want string
	}{
		"the right one":           {options(single, false, "A", "b"), QuizAnswer{Options: []string{"A"}}, "1"},
		"the wrong one":           {options(single, false, "A", "b"), QuizAnswer{Options: []string{"b"}}, "0"},
		"both of single":          {options(single, false, "A", "b"), QuizAnswer{Options: []string{"A", "b"}}, "0"},
		"all of several":          {options(multiple, false, "A", "B", "c"), QuizAnswer{Options: []string{"B", "A"}}, "1"},
		"some, all or nothing":    {options(multiple, false, "A", "B", "c"), QuizAnswer{Options: []string{"A"}}, "0"},
		"some":                    {options(multiple, true, "A", "B", "C", "d"), QuizAnswer{Options: []string{"A", "B"}}, "2/3"},
		"one named twice":         {options(multiple, true, "A", "B", "C", "d"), QuizAnswer{Options: []string{"A", "A"}}, "1/3"},
		"everything":              {options(multiple, true, "A", "b", "c"), QuizAnswer{Options: []string{"A", "b", "c"}}, "0"},
		"in order":                {options(ordering, false, "a", "b", "c"), QuizAnswer{Options: []string{"a", "b", "c"}}, "1"},
		"out of order":            {options(ordering, false, "a", "b", "c"), QuizAnswer{Options: []string{"a", "c", "b"}}, "0"},
		"partly in order":         {options(ordering, true, "a", "b", "c"), QuizAnswer{Options: []string{"a", "c", "b"}}, "1/3"},
		"one in every place":      {options(ordering, true, "a", "b"), QuizAnswer{Options: []string{"a", "a"}}, "1/2"},
		"true":                    {NewQuestion{Kind: trueFalse, Truth: true}, QuizAnswer{Truth: yes(true)}, "1"},
		"false":                   {NewQuestion{Kind: trueFalse, Truth: true}, QuizAnswer{Truth: yes(false)}, "0"},
		"blank is not false":      {NewQuestion{Kind: trueFalse}, QuizAnswer{}, "0"},
		"another spelling":        {NewQuestion{Kind: short, Accepted: []string{"Émile Zola"}}, QuizAnswer{Text: " emile  zola"}, "1"},
		"to the letter":           {NewQuestion{Kind: short, Accepted: []string{"Émile"}, CaseSensitive: true}, QuizAnswer{Text: "émile"}, "0"},
		"one letter in two signs": {NewQuestion{Kind: short, Accepted: []string{"Émile"}, CaseSensitive: true}, QuizAnswer{Text: "E\u0301mile"}, "1"},
		"at the bound":            {sums, QuizAnswer{Text: "0.2"}, "1"}, // in floating point 0.3 - 0.2 is less than 0.1
		"at the other":            {sums, QuizAnswer{Text: "0,4"}, "1"}, // and 0.4 - 0.3 is more
		"beyond":                  {sums, QuizAnswer{Text: "0.400000000001"}, "0"},
		"no number":               {sums, QuizAnswer{Text: "NaN"}, "0"},
		"a typographic minus":     {NewQuestion{Kind: numeric, Value: "-2"}, QuizAnswer{Text: "−2.0"}, "1"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.q.credit(c.a).RatString(); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// Whatever is answered: between nothing and all, all for the key alone, and the sum of parts is the whole to the last digit.
func TestAnyAnswersGradeWithinBounds(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 2000 {
		paper, answers, perfect := []asked{}, map[string]QuizAnswer{}, map[string]QuizAnswer{}
		for i := range 1 + rng.IntN(12) {
			q := NewQuestion{Kind: []string{single, multiple, ordering}[rng.IntN(3)], Partial: rng.IntN(2) == 0}
			for o := range 2 + rng.IntN(6) {
				q.Options = append(q.Options, QuestionOption{Ref: fmt.Sprint(o), Correct: o == 0 || q.Kind == multiple && rng.IntN(2) == 0})
			}
			one := asked{ID: fmt.Sprint(i), Points: 1 + rng.Int64N(7), Question: q}
			paper = append(paper, one)
			var chosen []string
			for range rng.IntN(8) {
				chosen = append(chosen, fmt.Sprint(rng.IntN(8)))
			}
			answers[one.ID], perfect[one.ID] = QuizAnswer{Options: chosen}, QuizAnswer{Options: q.correct()}
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
			sum.Add(sum, scoreOf([]asked{one}, answers).Earned)
		}
		if sum.Cmp(s.Earned) != 0 {
			t.Fatalf("the parts are %s, the whole is %s", sum, s.Earned)
		}
		if full := s.Earned.Cmp(big.NewRat(s.Possible, 1)) == 0; full != (s.percent() == 100) {
			t.Fatalf("%s of %d is %d percent", s.Earned, s.Possible, s.percent())
		}
	}
}

// The same seed draws the same paper of the same bank, in whatever order that comes.
func TestAPaperFollowsFromItsSeed(t *testing.T) {
	t.Parallel()
	var bank []stored
	for i := range 30 {
		q := NewQuestion{Kind: single, Points: 1, Tags: []string{"a"}, Options: []QuestionOption{{Ref: "x"}, {Ref: "y"}, {Ref: "z"}}}
		bank = append(bank, stored{ID: fmt.Sprint(i), Question: q, Removed: i == 7})
	}
	s := QuizSettings{Draws: []QuizDraw{{Tags: []string{"a"}, Count: 29}}, ShuffleQuestions: true, ShuffleOptions: true}
	first := drawn(s, bank, 42)
	slices.Reverse(bank)
	again, other := drawn(s, bank, 42), drawn(s, bank, 43)
	if fmt.Sprint(first) != fmt.Sprint(again) || fmt.Sprint(first) == fmt.Sprint(other) || len(first) != 29 {
		t.Error("a paper is more or less than its seed")
	}
	if slices.ContainsFunc(first, func(q asked) bool { return q.ID == "7" }) {
		t.Error("what has been removed is drawn")
	}
}
