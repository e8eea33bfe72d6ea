package upload_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/blob"
	"lectern/internal/video/upload"
)

// interposed is a storage that runs a hook once, in the middle of a request.
type interposed struct {
	blob.Store
	atParts, atVerify, atBegin func()
}

// once runs the hook, and not again in what the hook itself does.
func once(happens *func()) {
	if now := *happens; now != nil {
		*happens = nil
		now()
	}
}

func (i *interposed) Parts(ctx context.Context, key, ref string) ([]blob.StoredPart, error) {
	once(&i.atParts)
	return i.Store.Parts(ctx, key, ref)
}

func (i *interposed) Verify(ctx context.Context, key, ref string, parts []blob.StoredPart) error {
	once(&i.atVerify)
	return i.Store.Verify(ctx, key, ref, parts)
}

func (i *interposed) Begin(ctx context.Context, key string, size, partSize int64) (string, error) {
	once(&i.atBegin)
	return i.Store.Begin(ctx, key, size, partSize)
}

// A session that gets a successor while it is completed is complete in the successor: no abort of that removes the video.
func TestCompleteDuringSuccession(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		atOnce int64 // bytes up to which the client waits
		happen func(*interposed, func())
	}{
		{"at once", 1000, func(i *interposed, f func()) { i.atVerify = f }},
		{"by a job", 1, func(i *interposed, f func()) { i.atParts = f }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var store *interposed
			w := newWorld(t, func(p *app.Deps) { store = &interposed{Store: p.Blob}; p.Blob = store })
			w.Uploads.FinishInline(c.atOnce)
			content := noise(300, 1)
			s := w.open(content, 100)
			parts := w.sendAll(s, content)
			w.Clock.Advance(25 * time.Hour)
			var next upload.UploadSession
			c.happen(store, func() { next = w.recover(s, 200) })
			done := w.complete(s, parts)
			if next.UploadID == "" || next.UploadID == s.UploadID {
				t.Fatalf("nobody took over: %+v", next)
			}
			w.teacher.Do("POST", "/video-streaming/abort-upload", reference(next), 409)
			w.Work()
			if again := w.complete(next, parts); again.ProcessingJobID != done.ProcessingJobID {
				t.Errorf("the successor answers %+v, the session itself %+v", again, done)
			}
			if status := w.validate(next).SessionInfo.Status; status != "completed" || !bytes.Equal(w.storedFile(s), content) {
				t.Errorf("the successor is %s", status)
			}
		})
	}
}

// Damage found while the session gets a successor reopens the successor, which takes the part.
func TestDamageDuringSuccession(t *testing.T) {
	t.Parallel()
	var store *interposed
	w := newWorld(t, onDisk(t), func(p *app.Deps) { store = &interposed{Store: p.Blob}; p.Blob = store })
	content := noise(300, 1)
	s := w.open(content, 100)
	parts := w.sendAll(s, content)
	flipBit(t, w.Dir, 150)
	w.Clock.Advance(25 * time.Hour)
	var next upload.UploadSession
	store.atVerify = func() { next = w.recover(s, 200) }
	w.teacher.Do("POST", "/video-streaming/complete-upload", completeBody(s, parts), 409)
	if old, now := w.validate(s), w.validate(next); old.IsValid || old.SessionInfo.Status != "expired" || !now.IsValid || len(now.UploadedParts) != 2 {
		t.Errorf("the old session is %+v, its successor %+v", old, now)
	}
}
