package question

import "testing"

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
	sums := NewQuestion{Kind: Numeric, Value: "0.3", Tolerance: "0.1"}
	for name, c := range map[string]struct {
		q    NewQuestion
		a    QuizAnswer
		want string
	}{
		"the right one":        {options(Single, false, "A", "b"), QuizAnswer{Options: []string{"A"}}, "1"},
		"the wrong one":        {options(Single, false, "A", "b"), QuizAnswer{Options: []string{"b"}}, "0"},
		"both of single":       {options(Single, false, "A", "b"), QuizAnswer{Options: []string{"A", "b"}}, "0"},
		"all of several":       {options(Multiple, false, "A", "B", "c"), QuizAnswer{Options: []string{"B", "A"}}, "1"},
		"some, all or nothing": {options(Multiple, false, "A", "B", "c"), QuizAnswer{Options: []string{"A"}}, "0"},
		"some":                 {options(Multiple, true, "A", "B", "C", "d"), QuizAnswer{Options: []string{"A", "B"}}, "2/3"},
		"one named twice":      {options(Multiple, true, "A", "B", "C", "d"), QuizAnswer{Options: []string{"A", "A"}}, "1/3"},
		"everything":           {options(Multiple, true, "A", "b", "c"), QuizAnswer{Options: []string{"A", "b", "c"}}, "0"},
		"in order":             {options(Ordering, false, "a", "b", "c"), QuizAnswer{Options: []string{"a", "b", "c"}}, "1"},
		"out of order":         {options(Ordering, false, "a", "b", "c"), QuizAnswer{Options: []string{"a", "c", "b"}}, "0"},
		"partly in order":      {options(Ordering, true, "a", "b", "c"), QuizAnswer{Options: []string{"a", "c", "b"}}, "1/3"},
		"one in every place":   {options(Ordering, true, "a", "b"), QuizAnswer{Options: []string{"a", "a"}}, "1/2"},
		"true":                 {NewQuestion{Kind: TrueFalse, Truth: true}, QuizAnswer{Truth: yes(true)}, "1"},
		"false":                {NewQuestion{Kind: TrueFalse, Truth: true}, QuizAnswer{Truth: yes(false)}, "0"},
		"blank is not false":   {NewQuestion{Kind: TrueFalse}, QuizAnswer{}, "0"},
		"another spelling":     {NewQuestion{Kind: Short, Accepted: []string{"Émile Zola"}}, QuizAnswer{Text: " emile  zola"}, "1"},
		"to the letter":        {NewQuestion{Kind: Short, Accepted: []string{"Émile"}, CaseSensitive: true}, QuizAnswer{Text: "émile"}, "0"},
		"decomposed letter":    {NewQuestion{Kind: Short, Accepted: []string{"Émile"}, CaseSensitive: true}, QuizAnswer{Text: "E\u0301mile"}, "1"},
		"at the bound":         {sums, QuizAnswer{Text: "0.2"}, "1"}, // as float64, 0.3-0.2 is less than 0.1
		"at the other":         {sums, QuizAnswer{Text: "0,4"}, "1"}, // and 0.4-0.3 is more
		"beyond":               {sums, QuizAnswer{Text: "0.400000000001"}, "0"},
		"no number":            {sums, QuizAnswer{Text: "NaN"}, "0"},
		"a typographic minus":  {NewQuestion{Kind: Numeric, Value: "-2"}, QuizAnswer{Text: "−2.0"}, "1"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.q.Credit(c.a).RatString(); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
