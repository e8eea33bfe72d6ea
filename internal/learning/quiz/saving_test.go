package quiz_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// Answers from two devices, delayed, repeated and in any order, lead to the same result: the highest sequence wins.
func TestSavesConvergeInAnyOrder(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	w := newWorld(t)
	ids := w.three()
	w.settings("", ids...)
	stood := map[int]string{} // between equal sequences the winner is arbitrary, but always the same
	for range 6 {
		var sent []string
		for i, id := range ids {
			for sequence := 1; sequence <= 4; sequence++ {
				sent = append(sent, answer(id, sequence, fmt.Sprintf(`"text":"%d-%d"`, i, sequence)))
			}
			sent = append(sent, answer(id, 4, fmt.Sprintf(`"text":"%d-4 of another device"`, i))) // the same sequence again
		}
		sent = append(sent, sent...)
		rng.Shuffle(len(sent), func(i, j int) { sent[i], sent[j] = sent[j], sent[i] })
		a := w.start(w.learner)
		for len(sent) > 0 {
			n := 1 + rng.IntN(len(sent))
			w.save(w.learner, a.ID, 200, sent[:n]...)
			sent = sent[n:]
		}
		for i, q := range w.start(w.learner).Questions {
			stood[i] = cmp.Or(stood[i], q.Answer.Text)
			if !strings.HasPrefix(q.Answer.Text, fmt.Sprintf("%d-4", i)) || q.Sequence != 4 || q.Answer.Text != stood[i] {
				t.Errorf("%q with %d, and %q before", q.Answer.Text, q.Sequence, stood[i])
			}
		}
		w.submit(w.learner, a.ID)
	}
	a := w.start(w.learner)
	w.save(w.learner, a.ID, 400, answer("01990000-0000-7000-8000-000000000001", 1, `"text":"x"`), answer(ids[0], 1, `"text":"x"`))
	w.save(w.learner, a.ID, 200, answer(ids[1], 5, `"text":"6"`))
	w.save(w.learner, a.ID, 200, answer(ids[1], 6, `"text":""`)) // cleared again
	if got := w.start(w.learner).Questions; got[0].Sequence != 0 || got[1].Answer.Text != "" {
		t.Errorf("%+v", got)
	}
}
