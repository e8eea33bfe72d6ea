package growth

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// mostToMoveSeries is how many statements a move of a series may take, of 48 sessions as of two.
const mostToMoveSeries = 12

// isOfMove reports whether a statement is of the move: not of the transaction, nor of the session of its user.
func isOfMove(statement string) bool {
	return !strings.HasPrefix(statement, "BEGIN") && !strings.HasPrefix(statement, "COMMIT") && !strings.Contains(statement, "FROM sessions AS s")
}

// A series of 48 sessions moves in as few statements as one of two.
func TestStatementsOfMovedSeries(t *testing.T) {
	t.Parallel()
	made := map[int]int{}
	for _, n := range []int{2, 48} {
		c := testapp.NewClass(t)
		s := &school{App: c.App, t: t}
		type answer = rest.Answer[struct {
			ID       string
			Schedule []struct{ ID string }
		}]
		batch := testapp.Read[answer](t, c.Teacher.Do("POST", "/batches/courses/"+c.CourseID+"/batches", fmt.Sprintf(`{"batch_name":"Bees","assigned_instructor":%q,"end_date":"2028-07-31",
			"recurrence":{"freq":"weekly","count":%d,"start_date":"2026-09-07","start_time":"18:00","end_time":"19:00"}}`, c.Teacher.ID, n), 201)).Data
		heard := s.listen()
		c.Teacher.Do("PUT", "/batches/"+batch.ID+"/schedule/"+batch.Schedule[0].ID, `{"date":"2026-09-08","scope":"all"}`, 200)
		of := slices.DeleteFunc(slices.Clone(heard.made), func(statement string) bool { return !isOfMove(statement) })
		if made[n] = len(of); made[n] > mostToMoveSeries {
			t.Errorf("%d sessions: %d statements:\n%s", n, made[n], strings.Join(of, "\n"))
		}
		if moved := c.Count("SELECT count(*) FROM batch_sessions WHERE original_date <> date"); moved != int64(n) {
			t.Error(moved, "sessions have moved, not", n)
		}
	}
	if made[2] != made[48] {
		t.Error(made)
	}
}
