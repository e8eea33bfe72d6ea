package zoommeeting_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/events"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/recording"
	"lectern/internal/testapp"
	"lectern/internal/video/transcode"
)

const (
	fileSize  = 200_000
	chunkSize = 64 << 10 // of uploads: four parts
	vtt       = "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nAnn: Bees dance.\n"
)

// randomBytes stand for a video: what is tested is that they arrive as they are.
func randomBytes(seed uint64, n int) []byte {
	content := make([]byte, n)
	source := rand.New(rand.NewPCG(seed, 0))
	for i := range content {
		content[i] = byte(source.Uint32())
	}
	return content
}

// recordedWorld is a world an hour after its session, which Zoom has recorded from two views, with a transcript.
func recordedWorld(t *testing.T) *world {
	t.Helper()
	w := newWorld(t, 1, func(d *app.Deps) { d.Config.ChunkSize = chunkSize })
	w.at(-time.Minute)
	w.plan()
	w.recorded()
	return w
}

// recorded goes to an hour after the session, and lets Zoom have recorded it.
func (w *world) recorded() {
	w.t.Helper()
	m := w.only()
	w.at(2 * time.Hour)
	at := w.starts.Add(time.Minute)
	w.zoom.change(func() {
		w.zoom.instances = []zoomInstance{{m.ID, "/a//b==", w.starts, nil}}
		w.zoom.files = []zoomFile{
			{id: "gallery", uuid: "/a//b==", kind: "MP4", view: "gallery_view", started: at, content: []byte("gallery")},
			{id: "speaker", uuid: "/a//b==", kind: "MP4", view: "shared_screen_with_speaker_view", started: at, content: randomBytes(1, fileSize)},
			{id: "chat", uuid: "/a//b==", kind: "CHAT", started: at, content: []byte("chat")},
			{id: "words", uuid: "/a//b==", kind: "TRANSCRIPT", started: at, content: []byte(vtt)},
		}
	})
}

// says sends the message that there is a recording.
func (w *world) says(kind string) {
	w.t.Helper()
	if answer := w.hook(webhookSecret, w.event(kind, w.only(), 0, ""), w.Clock.Now()); answer.Code != 200 {
		w.t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	w.fetched()
}

// fetched runs the jobs that are due, without processing videos.
func (w *world) fetched() {
	w.t.Helper()
	for range 2 { // the second round is that of transcripts
		w.Work()
		w.Exec("DELETE FROM jobs WHERE kind LIKE 'transcode.%'")
	}
}

func (w *world) lessons(who testapp.User) []recording.RecordedLesson {
	w.t.Helper()
	return testapp.Read[rest.Answer[[]recording.RecordedLesson]](w.t, who.Do("GET", w.recordedPath(), "", 200)).Data
}

func (w *world) recordedPath() string {
	return "/batches/" + w.batch + "/schedule/" + w.session + "/recorded-lessons"
}

func (w *world) recordingFiles() []recording.RecordedFile {
	w.t.Helper()
	return testapp.Read[rest.Answer[[]recording.RecordedFile]](w.t, w.Teacher.Do("GET", "/sessions/"+w.session+"/recording-files", "", 200)).Data
}

// video is the state of the one video file: what has become of it.
func (w *world) video() string {
	w.t.Helper()
	for _, f := range w.recordingFiles() {
		if f.Kind == "video" {
			return strings.TrimSpace(f.State + " " + f.Reason)
		}
	}
	return "none"
}

// stored is what is stored of the one video that was uploaded.
func (w *world) stored() []byte {
	w.t.Helper()
	var id string
	if err := w.DB.Reader().NewRaw("SELECT video_id FROM upload_sessions WHERE status = 'completed'").Scan(w.t.Context(), &id); err != nil {
		w.t.Fatal(err)
	}
	o, err := w.Blob.Open(w.t.Context(), "sources/"+id)
	if err != nil {
		w.t.Fatal(err)
	}
	defer o.Close()
	content, err := io.ReadAll(o)
	if err != nil {
		w.t.Fatal(err)
	}
	return content
}

// processed lets a video be as it is when processing has ended.
func (w *world) processed(id string) {
	w.t.Helper()
	w.Exec("UPDATE videos SET status = 'completed', live_generation = 1, duration_ms = 3600000 WHERE id = ?", id)
	err := w.DB.InTx(w.t.Context(), func(tx bun.IDB) error {
		return events.Publish(w.t.Context(), tx, w.Clock.Now(), transcode.VideoReady{VideoID: id})
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.fetched()
}

func (w *world) settings(who testapp.User, body string, want int) {
	w.t.Helper()
	path := "/api/v1/batches/" + w.batch + "/recording-settings"
	tag := w.Teacher.Send("GET", path, "").Header().Get("ETag")
	r := httptest.NewRequestWithContext(w.t.Context(), "PUT", path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("If-Match", tag)
	if got := who.SendRaw(r); got.Code != want {
		w.t.Fatalf("%d %s", got.Code, got.Body)
	}
}

// What Zoom has recorded becomes one video in the library of its instructor, once however often Zoom says so, with the transcript as its captions; its members are
// told when it can be watched, and nobody else can watch it.
func TestRecordingBecomesVideo(t *testing.T) {
	t.Parallel()
	w := recordedWorld(t)
	for _, kind := range []string{"recording.completed", "recording.transcript_completed", "recording.completed"} {
		w.says(kind)
	}
	if got := w.video(); got != "imported" || !bytes.Equal(w.stored(), randomBytes(1, fileSize)) {
		t.Fatalf("%s, %d bytes", got, len(w.stored()))
	}
	if n := w.Count("SELECT count(*) FROM videos WHERE owner_id = ? AND course_id = ? AND NOT is_shared", w.Teacher.ID, w.CourseID); n != 1 || w.Count("SELECT count(*) FROM videos") != 1 {
		t.Errorf("%d videos of the instructor", n)
	}
	list := w.lessons(w.ann)
	if len(list) != 1 || list[0].State != recording.Processing || list[0].Title != "Bees · 2026-09-07" || list[0].CreatedBy != "" || list[0].RecordedDate != "2026-09-07" {
		t.Fatalf("%+v", list)
	}
	id := list[0].VideoID
	var words string
	if err := w.DB.Reader().NewRaw("SELECT body FROM video_captions WHERE video_id = ? AND language = 'en'", id).Scan(t.Context(), &words); err != nil || !strings.Contains(words, "Bees dance") {
		t.Errorf("%v %q", err, words)
	}
	if n := w.Count("SELECT count(*) FROM notifications WHERE kind = 'course.session_recorded'"); n != 0 {
		t.Error("members are notified of a recording that can't be watched")
	}
	w.processed(id)
	w.processed(id)
	if n := w.Count("SELECT count(*) FROM notifications WHERE kind = 'course.session_recorded' AND user_id = ?", w.ann.ID); n != 1 || w.Count("SELECT count(*) FROM notifications WHERE kind = 'course.session_recorded'") != 1 {
		t.Errorf("%d notifications", n)
	}
	if got := w.lessons(w.ann)[0]; got.State != recording.Ready || got.Seconds != 3600 || got.URL != "/learn/"+w.CourseID+"/"+id {
		t.Errorf("%+v", got)
	}
	watch := "/video-streaming/" + id + "/captions"
	w.ann.Do("GET", watch, "", 200)
	videos := "/video-streaming/courses/" + w.CourseID + "/videos"
	if got := w.ann.Do("GET", videos, "", 200); !strings.Contains(got, id) {
		t.Errorf("the player doesn't find it: %s", got)
	}
	stranger := w.User(access.Student)
	w.Enroll(stranger, w.CourseID) // in the course, not in the batch
	stranger.Do("GET", watch, "", 404)
	if got := stranger.Do("GET", videos, "", 200); strings.Contains(got, id) {
		t.Errorf("shown to others: %s", got)
	}
	stranger.Do("GET", w.recordedPath(), "", 404)
	if len(w.zoom.trash) != 0 {
		t.Error("the file is deleted at Zoom")
	}
	w.ann.Do("GET", "/sessions/"+w.session+"/recording-files", "", 403)
	w.Teacher.Do("DELETE", "/batches/"+w.batch+"/students/"+w.ann.ID, "", 200)
	w.ann.Do("GET", watch, "", 404)
	w.ann.Do("GET", w.recordedPath(), "", 404)
	if got := testapp.Read[rest.List[recording.RecordedLesson]](t, w.ann.Do("GET", "/batches/students/"+w.ann.ID+"/recorded-lessons", "", 200)); len(got.Data) != 0 {
		t.Errorf("%+v", got.Data)
	}
}

// A download that is cut off goes on where it was cut; what is no file, of another size or gone becomes no video.
func TestDownloadsThatFail(t *testing.T) {
	t.Parallel()
	w := recordedWorld(t)
	z := w.zoom
	try := func(name, want string, fail func()) {
		t.Helper()
		z.change(func() {
			z.cuts, z.noRanges, z.page, z.redirects, z.expired, z.mixed, z.down = 0, false, false, "", false, false, false
			fail()
		})
		w.Clock.Advance(8 * time.Hour)
		w.fetched()
		if got := w.video(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	elsewhere, heard := hostile(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(randomBytes(1, fileSize)) })
	z.change(func() { z.page = true })
	w.says("recording.completed")
	if got := w.video(); got != "fetching not_a_file" {
		t.Error(got)
	}
	try("down", "fetching unreachable", func() { z.down = true })
	try("inside our network", "fetching unreachable", func() { z.redirects = elsewhere })
	try("another part", "fetching unreachable", func() { z.mixed = true })
	if len(*heard) != 0 || w.Count("SELECT count(*) FROM upload_parts") != 0 || len(w.lessons(w.Teacher)) != 0 {
		t.Errorf("%v was asked, %d parts", *heard, w.Count("SELECT count(*) FROM upload_parts"))
	}
	z.change(func() { z.opened = nil })
	try("cut off", "fetching unreachable", func() { z.cuts = chunkSize + 1000 })
	if n := w.Count("SELECT count(*) FROM upload_parts"); n != 1 {
		t.Errorf("%d parts are kept", n)
	}
	w.Teacher.Do("POST", "/sessions/"+w.session+"/recording-files/fetch", "", 200) // a job is waiting: no second one
	if n := w.Count("SELECT count(*) FROM jobs AS j JOIN recording_files AS f ON f.id = j.ref WHERE j.kind = 'recording.fetch' AND j.state = 'waiting' AND f.kind = 'video'"); n != 1 {
		t.Errorf("%d jobs fetch the video", n)
	}
	try("goes on, with a token that has expired", "imported", func() { z.expired = true })
	if got := fmt.Sprint(z.opened); got != fmt.Sprintf("[bytes=0- bytes=%d- bytes=0-]", chunkSize) || !bytes.Equal(w.stored(), randomBytes(1, fileSize)) {
		t.Errorf("%s, %d bytes", got, len(w.stored()))
	}
}

// Files that are gone at Zoom, too large for the library or never of the size that Zoom says are given up; instructors can ask again.
func TestFilesThatAreGivenUp(t *testing.T) {
	t.Parallel()
	w := recordedWorld(t)
	file := &w.zoom.files[1]
	again := func() {
		t.Helper()
		w.Teacher.Do("POST", "/sessions/"+w.session+"/recording-files/fetch", "", 200)
		w.fetched()
	}
	content := file.content
	w.zoom.change(func() { w.zoom.page = true })
	w.says("recording.completed")
	w.zoom.change(func() { w.zoom.page, w.zoom.files[1].id = false, "another" }) // deleted by hand
	w.Clock.Advance(time.Hour)
	w.fetched()
	if got := w.video(); got != "failed gone" {
		t.Fatal(got)
	}
	w.zoom.change(func() { w.zoom.files[1].id, w.zoom.files[1].content = "speaker", content[:1000] }) // is back, and shorter
	again()
	for _, wait := range []time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, time.Hour, 3 * time.Hour, 6 * time.Hour} {
		if got := w.video(); got != "fetching wrong_size" {
			t.Fatal(got)
		}
		w.Clock.Advance(wait)
		w.fetched()
	}
	if got := w.video(); got != "failed wrong_size" || len(w.lessons(w.Teacher)) != 0 {
		t.Fatal(got)
	}
	w.ann.Do("POST", "/sessions/"+w.session+"/recording-files/fetch", "", 403)
	if n := w.Count("SELECT count(*) FROM videos WHERE status = 'completed' OR status = 'processing'"); n != 0 {
		t.Errorf("%d videos", n)
	}
	w.zoom.change(func() { w.zoom.files[1].content, w.zoom.noRanges = content, true })
	again()
	if got := w.video(); got != "imported" || !bytes.Equal(w.stored(), content) {
		t.Errorf("%s, %d bytes", got, len(w.stored()))
	}

	large := recordedWorld(t)
	large.zoom.change(func() { large.zoom.files[1].says = 11 << 30 })
	large.says("recording.completed")
	if got := large.video(); got != "failed too_large" || len(large.zoom.opened) != 0 {
		t.Errorf("%s, %v", got, large.zoom.opened)
	}
}

// The settings of a batch say whether Zoom records, whether files are fetched and shown by themselves, and whether they stay there. Without messages, Zoom is asked.
func TestRecordingSettings(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, func(d *app.Deps) { d.Config.ChunkSize = chunkSize })
	w.at(-time.Minute)
	w.plan()
	w.settings(w.ann, `{"records":true,"auto_import":true,"publish":true,"delete_after_import":true}`, 403)
	if m := w.only(); m.Recording != "none" || w.see(w.ann).IsRecorded {
		t.Errorf("%+v", m)
	}
	w.settings(w.Teacher, `{"records":true,"auto_import":false,"publish":false,"delete_after_import":true}`, 200)
	w.plan()
	if m := w.only(); m.Recording != "cloud" || !w.see(w.ann).IsRecorded {
		t.Errorf("%+v", m)
	}
	poll := func() {
		t.Helper()
		if err := w.Runner.Handlers["recording.poll"].Do(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		w.fetched()
	}
	poll()
	if len(w.recordingFiles()) != 0 {
		t.Error("asked before the session is over")
	}
	w.recorded()
	poll()
	poll()
	if got := w.recordingFiles(); len(got) != 2 || got[0].State != "found" || got[0].Size != fileSize {
		t.Fatalf("%+v", got)
	}
	w.Teacher.Do("POST", "/sessions/"+w.session+"/recording-files/fetch", "", 200)
	w.fetched()
	list := w.lessons(w.Teacher)
	if len(list) != 1 || list[0].IsPublished || len(w.lessons(w.ann)) != 0 {
		t.Fatalf("%+v", list)
	}
	w.ann.Do("GET", "/video-streaming/"+list[0].VideoID+"/captions", "", 404)
	if len(w.zoom.trash) != 0 {
		t.Error("the file is deleted before its video is processed")
	}
	w.processed(list[0].VideoID)
	if got := fmt.Sprint(w.zoom.trash); !strings.Contains(got, "speaker") || strings.Contains(got, "gallery") {
		t.Errorf("deleted at Zoom: %s", got)
	}
	change := func(tag string, want int) {
		t.Helper()
		r := httptest.NewRequestWithContext(t.Context(), "PUT", "/api/v1/recorded-lessons/"+list[0].ID, strings.NewReader(`{"title":"How bees dance","is_published":true}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("If-Match", tag)
		if got := w.Teacher.SendRaw(r); got.Code != want {
			t.Errorf("%d %s", got.Code, got.Body)
		}
	}
	change(`"v7-x"`, 412)
	if w.Count("SELECT count(*) FROM notifications WHERE kind = 'course.session_recorded'") != 0 {
		t.Error("told of what is not published")
	}
	change(list[0].ETag, 200)
	w.fetched()
	if got := w.lessons(w.ann); len(got) != 1 || got[0].Title != "How bees dance" || w.Count("SELECT count(*) FROM notifications WHERE kind = 'course.session_recorded'") != 1 {
		t.Errorf("%+v", got)
	}
	w.ann.Do("DELETE", "/recorded-lessons/"+list[0].ID, "", 403)
	w.Teacher.Do("DELETE", "/recorded-lessons/"+list[0].ID, "", 200)
	w.Teacher.Do("DELETE", "/recorded-lessons/"+list[0].ID, "", 404)
	if w.Count("SELECT count(*) FROM videos") != 1 || len(w.lessons(w.ann)) != 0 {
		t.Error("the video is not in the library any more, or still shown")
	}
}

// Instructors add videos of the course and addresses elsewhere.
func TestRecordingsByHand(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	mine := w.Teacher.Video(w.CourseID)
	other := w.User(access.Instructor)
	foreign := other.Video(w.Course(other))
	for body, says := range map[string]string{
		`{}`: "Paste the address", `{"title":"A","url":"http://example.org/a"}`: "must begin with https://", `{"title":"A","url":"https://u:p@example.org"}`: "user name or password",
		`{"url":"https://example.org/a"}`: "Enter a title", `{"video_id":"` + foreign + `"}`: "isn't in the library", `{"title":"A","url":"https://example.org","video_id":"` + mine + `"}`: "either",
		`{"title":"A","url":"https://example.org","recorded_date":"7.9."}`: "YYYY-MM-DD",
	} {
		if got := w.Teacher.Do("POST", w.recordedPath(), body, 400); !strings.Contains(got, says) {
			t.Errorf("%s: %s", body, got)
		}
	}
	w.ann.Do("POST", w.recordedPath(), `{"title":"A","url":"https://example.org/a"}`, 403)
	other.Do("POST", w.recordedPath(), `{"title":"A","url":"https://example.org/a"}`, 404)
	if n := w.Count("SELECT count(*) FROM recorded_lessons"); n != 0 {
		t.Fatalf("%d recordings", n)
	}
	w.Teacher.Do("POST", w.recordedPath(), `{"title":" Part one ","url":"https://example.org/a","recorded_date":"2026-09-08"}`, 201)
	w.Teacher.Do("POST", w.recordedPath(), `{"video_id":"`+mine+`"}`, 201)
	w.Teacher.Do("POST", w.recordedPath(), `{"video_id":"`+mine+`"}`, 409)
	w.Work()
	got := testapp.Read[rest.List[recording.RecordedLesson]](t, w.ann.Do("GET", "/batches/students/"+w.ann.ID+"/recorded-lessons?limit=1", "", 200))
	if len(got.Data) != 1 || got.Pagination.TotalItems != 2 || got.Data[0].BatchName != "Bees" {
		t.Errorf("%+v", got)
	}
	list := w.lessons(w.ann)
	if len(list) != 2 || list[0].Title != "Bees" || list[1].Title != "Part one" || list[1].URL != "https://example.org/a" || list[1].State != recording.Ready {
		t.Errorf("%+v", list)
	}
	for _, of := range []struct {
		who  testapp.User
		want int
	}{{w.Teacher, 200}, {w.admin, 200}, {other, 404}, {w.Student, 404}} {
		of.who.Do("GET", "/batches/students/"+w.ann.ID+"/recorded-lessons", "", of.want)
	}
	if n := w.Count("SELECT count(*) FROM notifications WHERE kind = 'course.session_recorded' AND user_id = ?", w.ann.ID); n != 2 {
		t.Errorf("%d notifications", n)
	}
}
