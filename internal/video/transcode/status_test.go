package transcode_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/jobs"
	"lectern/internal/testapp"
)

// between calls do once, after the first query that reads the table.
type between struct {
	table string
	begun atomic.Bool // do reads the table too
	do    func()
}

// BeforeQuery implements bun.QueryHook.
func (b *between) BeforeQuery(ctx context.Context, _ *bun.QueryEvent) context.Context { return ctx }

// AfterQuery implements bun.QueryHook.
func (b *between) AfterQuery(_ context.Context, e *bun.QueryEvent) {
	if strings.HasPrefix(e.Query, "SELECT") && strings.Contains(e.Query, b.table) && !b.begun.Swap(true) {
		b.do()
	}
}

// A status is read in several statements. The probe may store its plan between any two of them.
func TestStatusIsReadWhileTheProbeEnds(t *testing.T) {
	t.Parallel()
	film := shortFilm(t, "film.mp4")
	for _, table := range []string{"video_generations", "video_renditions"} {
		t.Run(table, func(t *testing.T) {
			t.Parallel()
			app := testapp.New(t, testapp.WithMedia(t))
			teacher := app.User(access.Instructor)
			id, probed := uploaded(t, app, teacher, app.Course(teacher), film), false
			app.DB.Reader().(*bun.DB).AddQueryHook(&between{table: table, do: func() {
				work(t, app, map[string]jobs.Handler{"transcode.probe": app.Runner.Handlers["transcode.probe"]})
				probed = true
			}})
			if st := statusOf(t, teacher, id); !probed || st.Progress != 0 {
				t.Errorf("probed: %v, %+v", probed, st)
			}
		})
	}
}
