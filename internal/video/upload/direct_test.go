package upload_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"testing"

	"lectern/internal/app"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/db"
)

// Parts that are sent straight to S3 are recorded when a request asks for the parts.
func TestDirectPartsAreRecorded(t *testing.T) {
	t.Parallel()
	address := os.Getenv("TEST_S3")
	if address == "" {
		t.Skip("needs TEST_S3; scripts/with-s3 starts a server and sets it")
	}
	w := newWorld(t, func(p *app.Deps) {
		s, err := blob.NewS3(t.Context(), address+"&direct=true&prefix=direct/"+db.NewID(), t.TempDir())
		must(t, err)
		p.Blob = s
	})
	content := noise(6<<20, 1)
	s := w.open(content, 5<<20)
	put := func(url string, body []byte, want int) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPut, url, bytes.NewReader(body))
		must(t, err)
		a, err := http.DefaultClient.Do(r)
		must(t, err)
		must(t, a.Body.Close())
		if a.StatusCode != want {
			t.Errorf("%s: %s, want %d", url, a.Status, want)
		}
	}
	put(s.UploadURLs[0].URL, noise(1000, 2), 403) // the size is signed too
	if v := w.validate(s); len(v.UploadedParts) != 0 {
		t.Fatalf("a part of the wrong size counts: %+v", v)
	}
	w.send(s, 1, noise(5<<20, 2))
	put(s.UploadURLs[0].URL, content[:5<<20], 200) // the last one counts, whichever way it came
	if v := w.validate(s); len(v.UploadedParts) != 1 || v.UploadedParts[0].Etag == "" || len(v.SessionInfo.UploadURLs) != 1 || v.SessionInfo.UploadURLs[0].PartNumber != 2 {
		t.Fatalf("after one part: %+v", v)
	}
	w.send(s, 2, content[5<<20:]) // the other through the server
	w.complete(s, w.validate(s).UploadedParts)
	if !bytes.Equal(w.storedFile(s), content) {
		t.Error("the file is not what was sent")
	}
}

// direct is a storage that lists the parts that it has.
type direct struct {
	blob.Store
	parts  []blob.StoredPart
	stored func() // runs after a part was stored and before it is acknowledged
}

func (d *direct) PutPart(ctx context.Context, part blob.Part, body io.Reader) (blob.StoredPart, error) {
	stored, err := d.Store.PutPart(ctx, part, body)
	stored.Tag = "the-tag"
	d.parts = []blob.StoredPart{{Number: stored.Number, Size: stored.Size, Tag: stored.Tag}}
	d.stored()
	return stored, err
}

func (d *direct) Parts(context.Context, string, string) ([]blob.StoredPart, error) {
	return d.parts, nil
}

// A part sent through the server is acknowledged to its sender even if another request has recorded it before.
func TestPartRecordedBeforeItIsAcknowledged(t *testing.T) {
	t.Parallel()
	var store *direct
	w := newWorld(t, func(p *app.Deps) { store = &direct{Store: p.Blob}; p.Blob = store })
	content := noise(100, 1)
	s := w.open(content, 100)
	store.stored = func() {
		if v := w.validate(s); len(v.UploadedParts) != 1 {
			t.Errorf("the storage is not asked: %+v", v)
		}
	}
	part := w.send(s, 1, content)
	if v := w.validate(s); part.Etag != etagOf(content) || len(v.UploadedParts) != 1 || v.UploadedParts[0].Etag != part.Etag {
		t.Errorf("the part is %+v, the parts are %+v", part, v.UploadedParts)
	}
}
