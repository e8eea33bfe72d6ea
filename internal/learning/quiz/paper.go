package quiz

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"lectern/internal/learning/question"
)

// bankQuestion is a question in the bank.
type bankQuestion struct {
	ID       string
	Question question.NewQuestion
	Removed  bool
}

// drawPaper draws the paper of an attempt: the questions that are always asked, then for each draw as many as are
// available. The result depends only on settings, bank and seed.
func drawPaper(s QuizSettings, bank []bankQuestion, seed int64) []paperQuestion {
	rng := rand.New(rand.NewPCG(uint64(seed), 0))
	byID := make(map[string]bankQuestion, len(bank))
	for _, q := range bank {
		byID[q.ID] = q
	}
	var paper []paperQuestion
	taken := map[string]bool{}
	take := func(q bankQuestion, worth int64) {
		taken[q.ID] = true
		paper = append(paper, paperQuestion{q.ID, cmp.Or(worth, q.Question.Points), q.Question, q.Question.OptionOrder(s.ShuffleOptions, rng)})
	}
	for _, pick := range s.Questions {
		if q, ok := byID[pick.QuestionID]; ok && !taken[q.ID] {
			take(q, pick.Points)
		}
	}
	for _, draw := range s.Draws {
		pool := draw.pool(bank, taken)
		rng.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
		for _, q := range pool[:min(int(draw.Count), len(pool))] {
			take(q, draw.Points)
		}
	}
	if s.ShuffleQuestions {
		rng.Shuffle(len(paper), func(i, j int) { paper[i], paper[j] = paper[j], paper[i] })
	}
	return paper
}

// pool lists the questions that a draw may pick, sorted by id so that chance comes from the seed alone.
func (d QuizDraw) pool(bank []bankQuestion, taken map[string]bool) (pool []bankQuestion) {
	for _, q := range bank {
		tagged := slices.ContainsFunc(q.Question.Tags, func(tag string) bool { return slices.Contains(d.Tags, tag) })
		if tagged && !q.Removed && !taken[q.ID] {
			pool = append(pool, q)
		}
	}
	slices.SortFunc(pool, func(a, b bankQuestion) int { return cmp.Compare(a.ID, b.ID) })
	return pool
}
