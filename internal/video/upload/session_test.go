package upload_test

import (
	"bytes"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/video/upload"
)

// gone is the error info of an expired session.
type gone struct {
	Message string                `json:"message"`
	Error   upload.ExpiredSession `json:"error"`
}

func TestExpiredSessionIsRecoveredByAChunk(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(400, 1)
	s := w.open(content, 100)
	first := w.send(s, 1, content[:100])
	w.Clock.Advance(24*time.Hour - time.Second)
	w.send(s, 2, content[100:200]) // every part extends the expiry
	w.Clock.Advance(24*time.Hour - time.Second)
	if v := w.validate(s); !v.IsValid || !v.SessionInfo.IsNearExpiration || v.SessionInfo.ExpirationWarning == "" {
		t.Errorf("a second before its end: %+v", v)
	}
	w.Clock.Advance(time.Second)
	if v := w.validate(s); v.IsValid || v.Reason != "The session has expired." || len(v.UploadedParts) != 2 {
		t.Errorf("at its end: %+v", v)
	}
	third := w.send(s, 3, content[200:300])
	if !third.SessionRecovered || third.NewUploadSession == nil || third.NewUploadSession.UploadID == s.UploadID || third.NewUploadSession.VideoID != s.VideoID ||
		len(third.Recovery.CarriedParts) != 3 || third.Etag != etagOf(content[200:300]) || third.Recovery.Reason == "" {
		t.Fatalf("recovered: %+v", third)
	}
	next := *third.NewUploadSession
	if again := w.send(s, 3, content[200:300]); again.NewUploadSession.UploadID != next.UploadID || again.Etag != third.Etag {
		t.Errorf("the lost answer is given again with another successor: %+v", again)
	}
	w.Clock.Advance(-time.Hour)
	if v := w.validate(s); v.IsValid {
		t.Error("a clock that was set back brought an expired session back")
	}
	last := w.send(next, 4, content[300:])
	if last.SessionRecovered {
		t.Error("the successor does not stand by itself")
	}
	w.complete(next, []upload.UploadedPart{{PartNumber: 1, Etag: first.Etag}, {PartNumber: 2, Etag: etagOf(content[100:200])}, {PartNumber: 3, Etag: third.Etag}, {PartNumber: 4, Etag: last.Etag}})
	if !bytes.Equal(w.storedFile(next), content) {
		t.Error("the file is not what was sent")
	}
}

func TestExpiredSessionNeedsRecoveryDetails(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(200, 1)
	s := w.open(content, 100)
	w.send(s, 1, content[:100])
	w.Clock.Advance(24 * time.Hour)
	for _, c := range []struct {
		name, more string
		missing    []string
		attempted  bool
	}{
		{"nothing", ``, []string{"originalFileName", "courseId", "contentType"}, false},
		{"no course", `,"originalFileName":"lecture.mp4","contentType":"video/mp4"`, []string{"courseId"}, false},
		{"another file", fmt.Sprintf(`,"originalFileName":"other.mp4","contentType":"video/mp4","courseId":%q`, w.course), []string{}, true},
	} {
		for _, order := range []string{`{"uploadId":"%[1]s","partNumber":2%[3]s,"chunkData":"%[2]s"}`, `{"uploadId":"%[1]s","partNumber":2,"chunkData":"%[2]s"%[3]s}`} {
			body := fmt.Sprintf(order, s.UploadID, "QUJD", c.more)
			got := testapp.Read[gone](t, w.teacher.Do("POST", "/video-streaming/upload-chunk", body, 410))
			want := upload.ExpiredSession{IsSessionExpired: true, RecoveryAttempted: c.attempted, RecoveryDataAvailable: len(c.missing) == 0, MissingRecoveryFields: c.missing, ErrorType: "SESSION_EXPIRED"}
			if got.Message == "" || fmt.Sprint(got.Error) != fmt.Sprint(want) {
				t.Errorf("%s: %+v, want %+v", c.name, got, want)
			}
		}
	}
	if n := w.Count("SELECT count(*) FROM upload_sessions"); n != 1 {
		t.Errorf("%d sessions", n)
	}
	// The recovery details may follow the data.
	body := fmt.Sprintf(`{"uploadId":%q,"partNumber":2,"chunkData":"%s","originalFileName":"lecture.mp4","courseId":%q,"contentType":"video/mp4"}`,
		s.UploadID, strings.TrimSuffix(strings.SplitAfter(chunkBody(s, 2, content[100:]), `"chunkData":"`)[1][:136], `"`), w.course)
	if got := testapp.Read[stored](t, w.teacher.Do("POST", "/video-streaming/upload-chunk", body, 200)).Data; !got.SessionRecovered || got.Etag != etagOf(content[100:]) {
		t.Errorf("recovered late: %+v", got)
	}
}

func (w *world) recover(s upload.UploadSession, want int) upload.UploadSession {
	w.t.Helper()
	body := fmt.Sprintf(`{"expiredSession":{"uploadId":%q},"originalFileName":"lecture.mp4","courseId":%q,"contentType":"video/mp4"}`, s.UploadID, w.course)
	return testapp.Read[session](w.t, w.teacher.Do("POST", "/video-streaming/recover-session", body, want)).Data
}

func TestRecoveryOnRequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(200, 1)
	s := w.open(content, 100)
	first := w.send(s, 1, content[:100])
	if same := w.recover(s, 200); same.UploadID != s.UploadID {
		t.Error("a valid session was replaced")
	}
	w.Clock.Advance(24 * time.Hour)
	next := w.recover(s, 200)
	if next.UploadID == s.UploadID || !slices.Equal(next.UploadedParts, []upload.UploadedPart{{PartNumber: 1, Etag: first.Etag}}) ||
		len(next.UploadURLs) != 1 || next.UploadURLs[0].PartNumber != 2 || !next.ExpiresAt.Equal(testapp.Start.Add(48*time.Hour)) {
		t.Errorf("recovered: %+v", next)
	}
	if again := w.recover(s, 200); again.UploadID != next.UploadID {
		t.Error("asking twice opened two")
	}
	for _, body := range []string{
		`{"expiredSession":{"uploadId":"` + s.UploadID + `"},"courseId":"` + w.course + `"}`, `{"expiredSession":{"uploadId":"` + s.UploadID + `"},"originalFileName":"lecture.mp4"}`,
		`{"originalFileName":"lecture.mp4","courseId":"` + w.course + `"}`, `{"expiredSession":{"uploadId":"` + s.UploadID + `"},"originalFileName":"other.mp4","courseId":"` + w.course + `"}`,
	} {
		w.teacher.Do("POST", "/video-streaming/recover-session", body, 400)
	}
	if a := w.Nobody().SendRaw(httptest.NewRequest("PUT", s.UploadURLs[1].URL, bytes.NewReader(content[100:]))); a.Code != 200 { // an old address, the new session
		t.Errorf("an address of the expired session: %d %s", a.Code, a.Body)
	}
	w.complete(next, w.validate(next).UploadedParts)
	if !bytes.Equal(w.storedFile(next), content) {
		t.Error("the file is not what was sent")
	}
}

func TestRefreshLimit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(200, 1)
	s := w.open(content, 100)
	w.send(s, 1, content[:100])
	for range 2 {
		w.Clock.Advance(24 * time.Hour)
		s = w.recover(s, 200)
	}
	w.Clock.Advance(24 * time.Hour)
	for _, path := range []string{"upload-chunk", "recover-session"} {
		body := chunkBody(s, 2, content[100:])
		if path == "recover-session" {
			body = fmt.Sprintf(`{"expiredSession":{"uploadId":%q},"originalFileName":"lecture.mp4","courseId":%q}`, s.UploadID, w.course)
		}
		if got := testapp.Read[gone](t, w.teacher.Do("POST", "/video-streaming/"+path, body, 410)); got.Message != "Upload session refresh limit reached." || !got.Error.RecoveryAttempted {
			t.Errorf("%s: %+v", path, got)
		}
	}
	if n := w.Count("SELECT count(*) FROM upload_sessions"); n != 3 {
		t.Errorf("%d sessions", n)
	}
	if w.videoStatus(s) != "failed" || w.storedNames() != nil || w.Count("SELECT count(*) FROM videos WHERE failure_reason LIKE '%upload the file again.'") != 1 {
		t.Errorf("the video is %s, left are %v", w.videoStatus(s), w.storedNames())
	}
}

// An upload that lacks no part can be completed although its session has expired.
func TestCompleteAfterExpiry(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(200, 1)
	s := w.open(content, 100)
	parts := w.sendAll(s, content)
	w.Clock.Advance(30 * time.Hour)
	w.complete(s, parts)
	if !bytes.Equal(w.storedFile(s), content) {
		t.Error("the file is not what was sent")
	}
}

func TestAbort(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(200, 1)
	s := w.open(content, 100)
	parts := w.sendAll(s, content)
	for range 2 {
		w.teacher.Do("POST", "/video-streaming/abort-upload", reference(s), 200)
	}
	if w.storedNames() != nil || w.Count("SELECT count(*) FROM upload_parts") != 0 || w.videoStatus(s) != "cancelled" {
		t.Errorf("left are %v, the video is %s", w.storedNames(), w.videoStatus(s))
	}
	w.teacher.Do("POST", "/video-streaming/complete-upload", completeBody(s, parts), 404)
	w.teacher.Do("POST", "/video-streaming/upload-chunk", chunkBody(s, 1, content[:100]), 404)
	w.recover(s, 404)
	if v := w.validate(s); v.IsValid || v.Reason != "The upload was cancelled." {
		t.Errorf("validated: %+v", v)
	}
	if w.storedNames() != nil || w.Count("SELECT count(*) FROM jobs WHERE ref <> ''") != 0 {
		t.Errorf("after an abort something came back: %v", w.storedNames())
	}
}

func TestAbandonedUploadsAreSwept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(200, 1)
	old := w.open(content, 100)
	w.send(old, 1, content[:100])
	refreshed := w.open(content, 100)
	w.send(refreshed, 1, content[:100])
	w.Clock.Advance(24 * time.Hour)
	next := w.recover(refreshed, 200)
	recent := w.open(content, 100)
	w.send(recent, 1, content[:100])
	w.Clock.Advance(24*time.Hour - time.Second)
	must(t, w.Uploads.Sweep(t.Context()))
	if len(w.storedNames()) != 3 {
		t.Fatalf("swept too early: %v", w.storedNames())
	}
	w.send(recent, 1, content[:100])
	w.send(next, 2, content[100:])
	w.Clock.Advance(time.Second)
	must(t, w.Uploads.Sweep(t.Context()))
	if len(w.storedNames()) != 2 || w.videoStatus(old) != "failed" || w.videoStatus(next) != "uploading" || w.videoStatus(recent) != "uploading" {
		t.Errorf("left are %v, the old is %s, the taken over %s, the recent %s", w.storedNames(), w.videoStatus(old), w.videoStatus(next), w.videoStatus(recent))
	}
	w.recover(old, 404)
	if v := w.validate(old); v.IsValid || len(v.UploadedParts) != 0 {
		t.Errorf("the swept one: %+v", v)
	}
	w.complete(next, w.validate(next).UploadedParts)
}

// Room that is reserved for an upload which sends nothing is free again after an hour. The session stays valid: its first part
// reserves the room anew, or is refused when others have taken it.
func TestReservationWithoutBytesIsReleased(t *testing.T) {
	t.Parallel()
	var disk *nearlyFull
	w := newWorld(t, onDisk(t), func(p *app.Deps) { disk = &nearlyFull{p.Blob, 700 * kib}; p.Blob = disk })
	content := noise(200*kib, 1)
	silent, sending := w.open(content, 100*kib), upload.UploadSession{}
	w.Clock.Advance(time.Hour - time.Second)
	w.teacher.Do("POST", "/video-streaming/initialize-upload", w.newUpload(200*kib), 507)
	w.Clock.Advance(time.Second)
	sending = w.open(content, 100*kib)
	w.send(sending, 1, content[:100*kib])
	w.Clock.Advance(2 * time.Hour)
	must(t, w.Uploads.Sweep(t.Context()))
	if n := len(w.storedNames()); n != 1 {
		t.Errorf("%d uploads have room on the disk, want that which has begun to send: %v", n, w.storedNames())
	}
	if v := w.validate(silent); !v.IsValid {
		t.Errorf("the session that has sent nothing: %+v", v)
	}
	disk.free = 100 * kib
	w.teacher.Do("POST", "/video-streaming/upload-chunk", chunkBody(silent, 1, content[:100*kib]), 507)
	disk.free = 900 * kib
	w.complete(silent, w.sendAll(silent, content))
	w.send(sending, 2, content[100*kib:])
	w.complete(sending, w.validate(sending).UploadedParts)
	for _, s := range []upload.UploadSession{silent, sending} {
		if !bytes.Equal(w.storedFile(s), content) {
			t.Error("the file is not what was sent")
		}
	}
}

// Uploads of one user that have sent nothing hold half of the room at most, unless it is a single one.
func TestSilentUploadsHoldAShareOfTheRoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(p *app.Deps) { p.Blob = nearlyFull{p.Blob, 2400 * kib} })
	content := noise(200*kib, 1) // 500 KiB with its renditions
	first := w.open(content, 100*kib)
	w.open(content, 100*kib)
	before := w.Count("SELECT count(*) FROM videos")
	got := w.teacher.Do("POST", "/video-streaming/initialize-upload", w.newUpload(200*kib), 429)
	if !strings.Contains(got, "haven't started reserve 1.0 MB") || w.Count("SELECT count(*) FROM videos") != before {
		t.Errorf("refused by %s", got)
	}
	w.User(access.Admin).Do("POST", "/video-streaming/initialize-upload", w.newUpload(200*kib), 201)
	w.send(first, 1, content[:100*kib])
	w.open(content, 100*kib)
}

// A part that takes longer than a session's lifetime keeps its session.
func TestPartInTransitKeepsItsSession(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(600*kib, 1)
	s := w.open(content, len(content))
	slow := &stepping{body: bytes.NewReader(content), step: func() {
		w.Clock.Advance(10 * time.Hour)
		must(t, w.Uploads.Sweep(t.Context()))
	}}
	r := httptest.NewRequest("PUT", s.UploadURLs[0].URL, slow)
	if a := w.Nobody().SendRaw(r); a.Code != 200 {
		t.Fatalf("%d %s", a.Code, a.Body)
	}
	if w.Clock.Now().Sub(testapp.Start) < 50*time.Hour {
		t.Fatal("the part did not take long")
	}
	if v := w.validate(s); !v.IsValid || len(v.UploadedParts) != 1 {
		t.Errorf("validated: %+v", v)
	}
}

// stepping yields 100 KiB at a time and calls a hook before each.
type stepping struct {
	body *bytes.Reader
	step func()
}

func (s *stepping) Read(p []byte) (int, error) {
	s.step()
	return s.body.Read(p[:min(len(p), 100*kib)])
}

func TestOpenUploadsPerUserLimit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for range 100 {
		w.open([]byte("x"), 1)
	}
	body := `{"fileName":"a.mp4","fileSize":5,"contentType":"video/mp4","metadata":{"courseId":"` + w.course + `"}}`
	if p := testapp.Read[rest.Problem](t, w.teacher.Do("POST", "/video-streaming/initialize-upload", body, 429)); p.Code != "too_many_uploads" {
		t.Errorf("%+v", p)
	}
	w.Clock.Advance(24 * time.Hour)
	w.open([]byte("x"), 1)
}
