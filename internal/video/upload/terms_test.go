package upload_test

import (
	"bytes"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
)

// Terms that are published while a file is on its way stop neither its parts, by whichever route, nor its recovery and completion: its
// user may be asleep. A new upload waits until they have accepted.
func TestUploadGoesOnAfterTermsWerePublished(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(400, 1)
	s := w.open(content, 100)
	first := w.send(s, 1, content[:100])

	admin := w.User(access.Admin)
	admin.Do("PUT", "/legal-documents/terms/draft", `{"texts":[{"language":"en","title":"Terms of use","body":"<p>Be kind.</p>"}]}`, 200)
	admin.Do("POST", "/legal-documents/terms/publish", `{"requires_acceptance":true}`, 201)
	for _, path := range []string{"GET /video-streaming/" + s.VideoID + "/metadata", "GET /video-streaming/videos", "POST /video-streaming/initialize-upload"} {
		method, path, _ := strings.Cut(path, " ")
		body := `{"fileName":"next.mp4","fileSize":100,"contentType":"video/mp4","metadata":{"courseId":"` + w.course + `"}}`
		if got := w.teacher.Send(method, "/api/v1"+path, body); got.Code < 400 {
			t.Errorf("%s before accepting: %d", path, got.Code)
		}
	}
	if n := w.Count("SELECT count(*) FROM upload_sessions"); n != 1 {
		t.Errorf("%d sessions: a refused upload was begun", n)
	}

	second := w.send(s, 2, bytesOf(content, s, 2))
	if got := w.Nobody().SendRaw(httptest.NewRequest("PUT", s.UploadURLs[2].URL, bytes.NewReader(bytesOf(content, s, 3)))); got.Code != 200 {
		t.Errorf("a part to its signed URL: %d %s", got.Code, got.Body)
	}
	w.Clock.Advance(25 * time.Hour)
	next := w.recover(s, 200)
	if len(next.UploadedParts) != 3 || next.UploadedParts[0].Etag != first.Etag || next.UploadedParts[1].Etag != second.Etag {
		t.Errorf("after the session has expired: %+v", next)
	}
	w.send(next, 4, bytesOf(content, s, 4))
	w.complete(next, w.validate(next).UploadedParts)
	if !bytes.Equal(w.storedFile(next), content) {
		t.Error("the file is not what was sent")
	}

	w.teacher.Do("POST", "/legal-acceptances", `{"documents":[{"kind":"terms","version":1}]}`, 200)
	w.teacher.Do("GET", "/video-streaming/"+s.VideoID+"/metadata", "", 200)
	w.open(content, 100)
}
