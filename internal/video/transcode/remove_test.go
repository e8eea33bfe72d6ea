package transcode_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/blob"
	"lectern/internal/testapp"
)

// readOnly is a store that cannot delete while it is stuck, for example because of wrong permissions.
type readOnly struct {
	blob.Store
	stuck bool
	tries int
}

func (r *readOnly) DeletePrefix(ctx context.Context, prefix string) error {
	if r.tries++; r.stuck {
		return errors.New("access denied")
	}
	return r.Store.DeletePrefix(ctx, prefix)
}

// Objects of deleted videos are removed eventually, however long the storage refuses to remove them.
func TestRemovalIsRetriedUntilDone(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	store := &readOnly{stuck: true}
	app := testapp.New(t, func(p *app.Deps) {
		store.Store = p.Blob
		p.Blob, p.Log = store, slog.New(slog.NewTextHandler(&log, nil))
	})
	teacher := app.User(access.Instructor)
	id := uploaded(t, app, teacher, app.Course(teacher), testapp.Clip("bbb-360p-10s.webm"))
	teacher.Do("DELETE", "/video-streaming/"+id, "", 200)
	app.Clock.Advance(3 * time.Minute)
	app.Work()
	for range 20 {
		app.Clock.Advance(time.Second)
		app.Work()
	}
	if store.tries > 2*5 { // two jobs, after 2, 6 and 14 s
		t.Errorf("%d tries in 20 s: the delay does not grow", store.tries)
	}
	for range 20 {
		app.Clock.Advance(2 * time.Hour)
		app.Work()
	}
	if n := app.Count("SELECT count(*) FROM jobs WHERE kind = 'transcode.remove' AND state = 'waiting'"); n != 2 || store.tries < 2*20 {
		t.Errorf("%d removals wait after %d tries", n, store.tries)
	}
	if !strings.Contains(log.String(), "could not be removed") || !strings.Contains(log.String(), id) {
		t.Error("nothing was logged")
	}
	store.stuck = false
	app.Clock.Advance(2 * time.Hour)
	app.Work()
	if keys, err := app.Blob.List(t.Context(), "sources/"); err != nil || len(keys) != 0 {
		t.Errorf("%v are left (%v)", keys, err)
	}
}

// When a later generation is refused while an older one plays, the source is kept: posters are taken from it.
func TestSourceOfPlayableVideoIsKept(t *testing.T) {
	t.Parallel()
	app := testapp.New(t, testapp.WithMedia(t))
	teacher := app.User(access.Instructor)
	file := filepath.Join(t.TempDir(), "letter.mp4")
	if err := os.WriteFile(file, []byte(strings.Repeat("This is a text, not a film.\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	id := uploaded(t, app, teacher, app.Course(teacher), file)
	app.Exec("UPDATE videos SET live_generation = 1 WHERE id = ?", id)
	app.Work()
	if keys, err := app.Blob.List(t.Context(), "sources/"); err != nil || len(keys) != 1 || statusOf(t, teacher, id).Status != "failed" {
		t.Errorf("the source of a playable video was removed: %v (%v)", keys, err)
	}
	teacher.Do("POST", "/video-streaming/"+id+"/retry-processing", "", 200)
}
