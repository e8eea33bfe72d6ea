package transcode_test

import (
	"encoding/base64"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/video/transcode"
	"lectern/internal/video/upload"
)

// replacing is a video that plays, whose teacher replaces its file.
type replacing struct {
	t          *testing.T
	app        *testapp.App
	teacher    testapp.User
	course, id string
}

func newReplacing(t *testing.T) replacing {
	t.Helper()
	app := testapp.New(t, testapp.WithMedia(t))
	teacher := app.User(access.Instructor)
	course := app.Course(teacher)
	id := uploaded(t, app, teacher, course, film(t, "old.mp4", pictures+"-t 4"))
	app.Work()
	return replacing{t, app, teacher, course, id}
}

const pictures = "-f lavfi -i testsrc=s=160x90:r=10 -c:v libx264 -preset ultrafast -g 10 -bf 0 -pix_fmt yuv420p "

// send uploads the whole of a file but for the completion, which it returns.
func (r replacing) send(content []byte, want int) (complete string) {
	r.t.Helper()
	const path = "/video-streaming/"
	opened := r.teacher.Do("POST", path+"initialize-upload", fmt.Sprintf(
		`{"fileName":"new.mp4","fileSize":%d,"contentType":"video/mp4","metadata":{"courseId":%q,"title":"Ignored","replaces":%q}}`, len(content), r.course, r.id), want)
	if want != 201 {
		return ""
	}
	s := testapp.Read[rest.Answer[upload.UploadSession]](r.t, opened).Data
	if s.VideoID != r.id {
		r.t.Errorf("the upload is for the video %s, want %s", s.VideoID, r.id)
	}
	etag := testapp.Read[rest.Answer[upload.StoredChunk]](r.t, r.teacher.Do("POST", path+"upload-chunk", fmt.Sprintf(
		`{"uploadId":%q,"partNumber":1,"chunkData":%q}`, s.UploadID, base64.StdEncoding.EncodeToString(content)), 200)).Data.Etag
	return fmt.Sprintf(`{"uploadId":%q,"parts":[{"partNumber":1,"etag":%q}]}`, s.UploadID, etag)
}

func (r replacing) complete(body string, want int) {
	r.t.Helper()
	r.teacher.Do("POST", "/video-streaming/complete-upload", body, want)
}

func (r replacing) video() transcode.Video {
	r.t.Helper()
	return testapp.Read[one](r.t, r.teacher.Do("GET", "/video-streaming/"+r.id+"/metadata", "", 200)).Data
}

func (r replacing) sources() []string {
	r.t.Helper()
	keys, err := r.app.Blob.List(r.t.Context(), "sources/")
	if err != nil {
		r.t.Fatal(err)
	}
	return keys
}

func (r replacing) playing() (generation int64) {
	r.t.Helper()
	u := r.teacher.Do("GET", "/video-streaming/"+r.id+"/streaming-urls", "", 200)
	return testapp.Read[rest.Answer[struct{ Generation int64 }]](r.t, u).Data.Generation
}

func contentOf(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A video gets another file and keeps its id, its texts, and what learners have done. The old file plays until the new one is ready.
func TestReplacingTheFileOfAVideo(t *testing.T) {
	t.Parallel()
	r := newReplacing(t)
	before := r.video()
	lesson := publishedLesson(t, r.teacher, r.course, r.id)
	path := "/video-streaming/" + r.id
	r.teacher.Do("PUT", path+"/captions/en", `{"content":"WEBVTT\n\n00:00.000 --> 00:01.000\nBuzz\n"}`, 200)
	r.teacher.Do("PUT", path+"/chapters", `{"chapters":[{"start":0,"title":"Start"},{"start":3,"title":"End"}]}`, 200)

	r.app.User(access.Instructor).Do("POST", "/video-streaming/initialize-upload",
		fmt.Sprintf(`{"fileName":"new.mp4","fileSize":9,"contentType":"video/mp4","metadata":{"courseId":%q,"replaces":%q}}`, r.course, r.id), 404)
	completion := r.send(contentOf(t, film(t, "new.mp4", pictures+"-t 2")), 201)
	if v := r.video(); v.Replacing != "uploading" || v.Status != "completed" || v.OriginalFileName != before.OriginalFileName {
		t.Errorf("during the upload: %+v", v)
	}
	r.complete(completion, 200)
	r.complete(completion, 200)
	if v := r.video(); v.Replacing != "processing" || v.DurationMS != before.DurationMS || r.playing() != 1 {
		t.Errorf("before processing: %+v", v)
	}
	r.send([]byte("again"), 409) // one after the other
	r.app.Work()
	v := r.video()
	if v.Replacing != "" || v.Status != "completed" || v.OriginalFileName != "new.mp4" || v.DurationMS != 2000 || v.Title != before.Title || v.LessonID != lesson || r.playing() != 2 {
		t.Errorf("after processing: %+v, generation %d plays", v, r.playing())
	}
	u := r.teacher.Do("GET", path+"/streaming-urls", "", 200)
	if !strings.Contains(u, `"language":"en"`) || !strings.Contains(u, `"title":"Start"`) || strings.Contains(u, `"title":"End"`) {
		t.Errorf("captions, and the chapters within the new file: %s", u)
	}
	r.app.Clock.Advance(3 * time.Hour)
	r.app.Work()
	if s := r.sources(); len(s) != 1 || s[0] == "sources/"+r.id || r.app.Count("SELECT count(*) FROM video_generations WHERE video_id = ?", r.id) != 1 {
		t.Errorf("%v are stored", s)
	}
	r.teacher.Do("POST", path+"/retry-processing", "", 200) // of the new file
	r.app.Work()
	if v := r.video(); v.Status != "completed" || v.DurationMS != 2000 {
		t.Errorf("processed again: %+v", v)
	}
}

// A file that is not a video changes nothing; its teachers are notified.
func TestReplacementThatFailsLeavesTheOldFile(t *testing.T) {
	t.Parallel()
	r := newReplacing(t)
	before := r.video()
	r.complete(r.send([]byte(strings.Repeat("This is a text, not a film.\n", 100)), 201), 200)
	r.app.Work()
	v := r.video()
	if v.Status != "completed" || v.FailureCode != "NOT_A_VIDEO" || v.FailureReason == "" || v.Replacing != "" || v.DurationMS != before.DurationMS ||
		v.OriginalFileName != before.OriginalFileName || v.CompletedAt == nil || r.playing() != 1 {
		t.Errorf("after a file that is not a video: %+v", v)
	}
	if st := statusOf(t, r.teacher, r.id); st.Status != "completed" || !st.Playable || st.FailureReason == "" {
		t.Errorf("its status: %+v", st)
	}
	if s := r.sources(); len(s) != 1 || s[0] != "sources/"+r.id {
		t.Errorf("%v are stored", s)
	}
	file := film(t, "new.mp4", pictures+"-t 3")
	if err := os.Truncate(file, int64(len(contentOf(t, file))/2)); err != nil {
		t.Fatal(err)
	}
	r.complete(r.send(contentOf(t, file), 201), 200)
	r.app.Work()
	r.teacher.Do("POST", "/video-streaming/"+r.id+"/accept-truncated", "", 409)
	r.complete(r.send(contentOf(t, film(t, "new.mp4", pictures+"-t 3")), 201), 200)
	r.app.Work()
	if v := r.video(); v.Status != "completed" || v.FailureCode != "" || v.DurationMS != 3000 {
		t.Errorf("after a film: %+v", v)
	}
}

// A second upload replaces the first, and a video deleted before it is processed is gone with all files that were uploaded for it.
func TestUploadsThatReplaceRace(t *testing.T) {
	t.Parallel()
	r := newReplacing(t)
	old, content := r.video(), contentOf(t, film(t, "new.mp4", pictures+"-t 2"))
	first := r.send(content, 201)
	second := r.send(content, 201)
	r.complete(first, 404)
	if v := r.video(); v.Replacing != "uploading" || len(r.sources()) != 1 {
		t.Errorf("the first upload counted: %+v, %v are stored", v, r.sources())
	}
	r.teacher.Do("POST", "/video-streaming/"+r.id+"/retry-processing", "", 200) // of the old file, while the new one arrives
	r.complete(second, 409)
	r.app.Work()
	if v := r.video(); v.DurationMS != old.DurationMS {
		t.Errorf("the old file processed again is %+v", v)
	}
	r.complete(second, 200)
	r.app.Work()
	if v := r.video(); v.DurationMS != 2000 {
		t.Errorf("the second upload did not count: %+v", v)
	}

	arriving := r.send(content, 201)
	r.teacher.Do("DELETE", "/video-streaming/"+r.id, "", 200)
	r.complete(arriving, 404)
	r.app.Work()
	r.app.Clock.Advance(3 * time.Minute)
	r.app.Work()
	if s := r.sources(); len(s) != 0 {
		t.Errorf("%v are left", s)
	}
}

// Deleting a video whose new file is being processed leaves neither file.
func TestDeletingAVideoThatIsBeingReplaced(t *testing.T) {
	t.Parallel()
	r := newReplacing(t)
	r.complete(r.send(contentOf(t, film(t, "new.mp4", pictures+"-t 2")), 201), 200)
	r.teacher.Do("DELETE", "/video-streaming/"+r.id, "", 200)
	r.app.Work()
	r.app.Clock.Advance(3 * time.Minute)
	r.app.Work()
	if s := r.sources(); len(s) != 0 || r.app.Count("SELECT count(*) FROM video_replacements") != 0 {
		t.Errorf("%v are left", s)
	}
}
