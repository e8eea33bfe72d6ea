package transcode_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/video/transcode"
)

type (
	one    = rest.Answer[transcode.Video]
	page   = rest.List[transcode.Video]
	status = rest.Answer[transcode.Status]
	logs   = rest.List[transcode.LogEntry]
)

// taughtCourse returns a course with a teacher and an enrolled student.
func taughtCourse(t *testing.T) (app *testapp.App, teacher, enrolled testapp.User, course string) {
	t.Helper()
	app = testapp.New(t)
	teacher, enrolled = app.User(access.Instructor), app.User(access.Student)
	course = app.Course(teacher)
	app.Enroll(enrolled, course)
	return app, teacher, enrolled, course
}

// uploaded inserts a video whose file has just been uploaded.
func uploaded(t *testing.T, app *testapp.App, owner testapp.User, course, file string) string {
	t.Helper()
	id := reserved(t, app, owner, course, filepath.Base(file))
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil {
		err = app.Blob.Put(t.Context(), objectkey.Source(id), f, info.Size())
	}
	if err == nil {
		err = app.DB.InTx(t.Context(), func(tx bun.IDB) error {
			_, _, err := app.Videos.StartProcessing(t.Context(), tx, id)
			return err
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func reserved(t *testing.T, app *testapp.App, owner testapp.User, course, name string) string {
	t.Helper()
	id := db.NewID()
	err := app.DB.InTx(t.Context(), func(tx bun.IDB) error {
		return app.Videos.Reserve(t.Context(), tx, transcode.NewVideo{ID: id, CourseID: course, OwnerID: owner.ID,
			OriginalFileName: name, ContentType: "video/mp4", FileSize: 1000})
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func statusOf(t *testing.T, who testapp.User, id string) transcode.Status {
	t.Helper()
	return testapp.Read[status](t, who.Do("GET", "/video-streaming/"+id+"/status", "", 200)).Data
}

func TestAccess(t *testing.T) {
	t.Parallel()
	app, teacher, enrolled, course := taughtCourse(t)
	draft, playing := reserved(t, app, teacher, course, "draft.mp4"), reserved(t, app, teacher, course, "plays.mp4")
	app.Exec("UPDATE videos SET status = 'completed', live_generation = 1, generation = 1, is_shared = TRUE WHERE id = ?", playing)
	app.Exec(`INSERT INTO video_generations (video_id, generation, source_key, plan, playable, has_images, images_settled, images_fence, thumbnails_at, started_at)
		VALUES (?, 1, '', '{}', TRUE, FALSE, TRUE, 0, '[]', ?)`, playing, app.Clock.Now())

	for name, c := range map[string]struct {
		who                                                testapp.User
		library, draftData, playingData, state, change, of int
		sees                                               int
	}{
		"nobody":             {app.Nobody(), 401, 404, 200, 401, 401, 200, 1},
		"a student":          {app.User(access.Student), 403, 404, 200, 403, 403, 200, 1},
		"an enrolled one":    {enrolled, 403, 404, 200, 403, 403, 200, 1},
		"a corporate":        {app.User(access.Corporate), 403, 404, 200, 403, 403, 200, 1},
		"another instructor": {app.User(access.Instructor), 200, 404, 200, 404, 404, 200, 1},
		"its instructor":     {teacher, 200, 200, 200, 200, 200, 200, 2},
		"an admin":           {app.User(access.Admin), 200, 200, 200, 200, 200, 200, 2},
	} {
		t.Run(name, func(t *testing.T) {
			c.who.Do("GET", "/video-streaming/videos", "", c.library)
			c.who.Do("GET", "/video-streaming/"+draft+"/metadata", "", c.draftData)
			c.who.Do("GET", "/video-streaming/"+playing+"/metadata", "", c.playingData)
			for _, path := range []string{"/status", "/logs"} {
				c.who.Do("GET", "/video-streaming/"+playing+path, "", c.state)
			}
			c.who.Do("PATCH", "/video-streaming/"+playing+"/metadata", `{"title":"Bees"}`, c.change)
			list := testapp.Read[page](t, c.who.Do("GET", "/video-streaming/courses/"+course+"/videos", "", c.of))
			if len(list.Data) != c.sees {
				t.Errorf("sees %d videos of the course, want %d", len(list.Data), c.sees)
			}
			if c.change != 200 {
				c.who.Do("DELETE", "/video-streaming/"+playing, "", c.change)
				c.who.Do("POST", "/video-streaming/"+playing+"/retry-processing", "", c.change)
				c.who.Do("POST", "/video-streaming/"+playing+"/invalidate-cache", "", c.change)
			}
		})
	}
	if n := app.Count("SELECT count(*) FROM videos WHERE id = ? AND generation = 1", playing); n != 1 {
		t.Error("a refused request has changed the video")
	}
}

// Details of the upload and the processing are for users who teach with the video; others see what plays.
func TestVisitorsSeePublicFieldsOnly(t *testing.T) {
	t.Parallel()
	app, teacher, enrolled, course := taughtCourse(t)
	id := reserved(t, app, teacher, course, "exam answers.mp4")
	bees := publishedLesson(t, teacher, course, id)
	app.Exec(`UPDATE videos SET title = 'Bees', status = 'failed', failure_code = 'damaged', failure_reason = 'It broke.',
		live_generation = 1, generation = 2, uploaded_at = created_at, completed_at = created_at WHERE id = ?`, id)

	for name, c := range map[string]struct {
		who  testapp.User
		full bool
	}{
		"nobody":             {app.Nobody(), false},
		"a student":          {app.User(access.Student), false},
		"an enrolled one":    {enrolled, false},
		"a corporate":        {app.User(access.Corporate), false},
		"another instructor": {app.User(access.Instructor), false},
		"its instructor":     {teacher, true},
		"an admin":           {app.User(access.Admin), true},
	} {
		t.Run(name, func(t *testing.T) {
			told := []transcode.Video{testapp.Read[one](t, c.who.Do("GET", "/video-streaming/"+id+"/metadata", "", 200)).Data}
			for _, list := range []string{"courses/" + course, "lessons/" + bees} {
				told = append(told, testapp.Read[page](t, c.who.Do("GET", "/video-streaming/"+list+"/videos", "", 200)).Data...)
			}
			if len(told) != 3 {
				t.Fatalf("told of %d videos", len(told))
			}
			for _, v := range told {
				full := v.OriginalFileName == "exam answers.mp4" && v.ContentType == "video/mp4" && v.FileSize == 1000 && v.Status == "failed" &&
					v.FailureCode == "damaged" && v.FailureReason == "It broke." && v.Generation == 2 && v.UploadedAt != nil && v.CompletedAt != nil
				blank := v.OriginalFileName == "" && v.ContentType == "" && v.FileSize == 0 && v.Status == "completed" &&
					v.FailureCode == "" && v.FailureReason == "" && v.Generation == 1 && v.UploadedAt == nil && v.CompletedAt == nil
				if full != c.full || blank == c.full || v.Title != "Bees" || !v.Playable || v.CourseTitle != "Bees" {
					t.Errorf("%+v", v)
				}
			}
		})
	}
}

// A real file becomes a video: playable after its lowest rung and its audio, finally complete.
func TestProcessing(t *testing.T) {
	t.Parallel()
	app := testapp.New(t, testapp.WithMedia(t))
	teacher := app.User(access.Instructor)
	id := uploaded(t, app, teacher, app.Course(teacher), testapp.Clip("bbb-360p-10s.webm"))
	if st := statusOf(t, teacher, id); st.Status != "pending" || st.Playable || st.QueuePosition != 0 {
		t.Errorf("before any work: %+v", st)
	}
	app.Work()
	st := statusOf(t, teacher, id)
	if st.Status != "completed" || !st.Playable || st.Progress != 100 || !st.ImagesReady || len(st.Renditions) != 3 {
		t.Fatalf("after all work: %+v", st)
	}
	for _, r := range st.Renditions {
		if r.Status != "completed" || r.Progress != 100 {
			t.Errorf("rendition %+v", r)
		}
	}
	v := testapp.Read[one](t, teacher.Do("GET", "/video-streaming/"+id+"/metadata", "", 200)).Data
	if v.DurationMS < 9900 || v.DurationMS > 10100 || v.Height != 360 || v.CompletedAt == nil {
		t.Errorf("the video: %+v", v)
	}
	entries := testapp.Read[logs](t, teacher.Do("GET", "/video-streaming/"+id+"/logs", "", 200)).Data
	if len(entries) < 3 || entries[0].Step != "publish" || !strings.Contains(entries[len(entries)-2].Message, "vp") {
		t.Errorf("the log: %+v", entries)
	}
	keys, err := app.Blob.List(t.Context(), "videos/"+id+"/")
	if segments := 3 * 2; err != nil || len(keys) < segments+13 { // plus an init for each piece and rung
		t.Errorf("%d objects (%v): %v", len(keys), err, keys)
	}
	if n := app.Count("SELECT count(*) FROM jobs WHERE ref = ? AND state <> 'done'", id); n != 0 {
		t.Errorf("%d jobs are not done", n)
	}
}

// While a new generation is encoded the old one plays; then the new one takes over, and the old one is deleted once nobody
// can be watching it.
func TestRetrySwitchesToANewGeneration(t *testing.T) {
	t.Parallel()
	app := testapp.New(t, testapp.WithMedia(t))
	teacher := app.User(access.Instructor)
	id := uploaded(t, app, teacher, app.Course(teacher), shortFilm(t, "film.mp4"))
	path := "/video-streaming/" + id
	teacher.Do("POST", path+"/retry-processing", "", 409) // it is being processed already
	app.Work()
	retryable := func(want bool) {
		t.Helper()
		if got := teacher.Do("GET", path+"/metadata", "", 200); strings.Contains(got, `"retryable":true`) != want {
			t.Errorf("retryable is not %t: %s", want, got)
		}
	}
	retryable(true)
	teacher.Do("POST", path+"/invalidate-cache", "", 200)
	retryable(false)
	teacher.Do("POST", path+"/retry-processing", "", 409)
	if st := statusOf(t, teacher, id); st.Status != "pending" || !st.Playable || st.Generation != 2 {
		t.Errorf("while it is processed again: %+v", st)
	}
	if n := app.Count("SELECT live_generation FROM videos WHERE id = ?", id); n != 1 {
		t.Errorf("generation %d plays until then", n)
	}
	app.Work()
	if n := app.Count("SELECT live_generation FROM videos WHERE id = ?", id); n != 2 {
		t.Errorf("generation %d plays afterwards", n)
	}
	objects := func() (n int) {
		keys, err := app.Blob.List(t.Context(), "videos/"+id+"/g1/")
		if err != nil {
			t.Fatal(err)
		}
		return len(keys)
	}
	if objects() == 0 {
		t.Error("the old generation was deleted while it may be watched")
	}
	app.Clock.Advance(2 * time.Hour)
	app.Work()
	if n := objects(); n != 0 || app.Count("SELECT count(*) FROM video_generations WHERE video_id = ?", id) != 1 {
		t.Errorf("%d objects of the old generation are left", n)
	}
}

// A file that is not a video is refused with a reason for its teacher, and none of it is left.
func TestFilesOtherThanVideosAreRefused(t *testing.T) {
	t.Parallel()
	app := testapp.New(t, testapp.WithMedia(t))
	teacher := app.User(access.Instructor)
	course := app.Course(teacher)
	for name, content := range map[string]string{
		"text.mp4":     strings.Repeat("This is a text, not a film.\n", 100),
		"archive.mp4":  "PK\x03\x04" + strings.Repeat("\x00", 4096),
		"playlist.mp4": "#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:10,\n/etc/passwd\n#EXT-X-ENDLIST\n",
		"concat.mp4":   "ffconcat version 1.0\nfile source\n",
	} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		id := uploaded(t, app, teacher, course, file)
		app.Work()
		st := statusOf(t, teacher, id)
		if st.Status != "failed" || st.Playable || st.FailureCode == "" || len(st.FailureReason) < 30 || strings.Contains(st.FailureReason, "/") {
			t.Errorf("%s: %+v", name, st)
		}
		for _, prefix := range []string{"videos/", "sources/"} {
			if keys, err := app.Blob.List(t.Context(), prefix); err != nil || len(keys) != 0 {
				t.Errorf("%s left %v (%v)", name, keys, err)
			}
		}
		p := testapp.Read[rest.Problem](t, teacher.Do("POST", "/video-streaming/"+id+"/retry-processing", "", 409))
		if p.Message != "This video's file was rejected and removed. Upload it again." || statusOf(t, teacher, id).Generation != 1 {
			t.Errorf("%s again: %+v", name, p)
		}
		if strings.Contains(teacher.Do("GET", "/video-streaming/"+id+"/metadata", "", 200), `"retryable":true`) {
			t.Errorf("%s: a retry is offered", name)
		}
	}
}

// Deleting stops the work, deletes the rows, and removes every object, including one written by a worker that has not
// noticed yet.
func TestDelete(t *testing.T) {
	t.Parallel()
	app := testapp.New(t, testapp.WithMedia(t))
	teacher := app.User(access.Instructor)
	course := app.Course(teacher)
	id := uploaded(t, app, teacher, course, testapp.Clip("bbb-360p-10s.webm"))
	teacher.Do("DELETE", "/video-streaming/"+reserved(t, app, teacher, course, "a.mp4"), "", 409) // its upload is in progress
	teacher.Do("DELETE", "/video-streaming/"+id, "", 200)
	teacher.Do("GET", "/video-streaming/"+id+"/status", "", 404)
	teacher.Do("DELETE", "/video-streaming/"+id, "", 404)
	app.Work()
	late := "videos/" + id + "/g1/240p/1/1"
	if err := app.Blob.Put(t.Context(), late, strings.NewReader("late"), 4); err != nil {
		t.Fatal(err)
	}
	app.Clock.Advance(3 * time.Minute)
	app.Work()
	for _, prefix := range []string{"videos/" + id + "/", "sources/"} {
		keys, err := app.Blob.List(t.Context(), prefix)
		if err != nil || len(keys) != 0 {
			t.Errorf("%v are left (%v)", keys, err)
		}
	}
}

func TestUpdateRules(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	id := reserved(t, app, teacher, app.Course(teacher), "Bees at work.mp4")
	path := "/video-streaming/" + id + "/metadata"
	for change, message := range map[string]string{
		`{"title":" "}`: "Title is required", `{"title":"` + strings.Repeat("x", 201) + `"}`: "The title must be at most 200 characters",
		`{"poster":10}`: "The poster must be one of the ten thumbnails, 0 to 9", `{"position":-1}`: "The position must be a number from 0 to 100000",
	} {
		if p := testapp.Read[rest.Problem](t, teacher.Do("PATCH", path, change, 400)); p.Message != message {
			t.Errorf("%s: %q, want %q", change, p.Message, message)
		}
	}
	if v := testapp.Read[one](t, teacher.Do("GET", path, "", 200)).Data; v.Title != "Bees at work" {
		t.Errorf("a refused request has changed the title to %q", v.Title)
	}
	v := testapp.Read[one](t, teacher.Do("PATCH", path, `{"title":" Wasps ","isPreview":true,"position":7}`, 200)).Data
	if v.Title != "Wasps" || !v.IsPreview || v.Position != 7 || v.Description != "" {
		t.Errorf("changed to %+v", v)
	}
}

func TestLibraryFilters(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	course := app.Course(teacher)
	for i := range 3 {
		reserved(t, app, teacher, course, fmt.Sprintf("part_%d.mp4", i))
	}
	for query, want := range map[string]int{
		"": 3, "?search=part_1": 1, "?search=PART": 3, "?search=%25": 0, "?status=uploading": 3, "?status=completed": 0,
		"?courseId=" + course: 3, "?courseId=none": 0, "?limit=2&page=2": 1,
	} {
		if got := len(testapp.Read[page](t, teacher.Do("GET", "/video-streaming/videos"+query, "", 200)).Data); got != want {
			t.Errorf("%q: %d videos, want %d", query, got, want)
		}
	}
	teacher.Do("GET", "/video-streaming/videos?status=lost", "", 400)
}

// The stream reports changes and ends with the processing.
func TestFollow(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	id := reserved(t, app, teacher, app.Course(teacher), "a.mp4")
	stop := errors.New("seen enough")
	var seen []string
	err := app.Videos.Follow(t.Context(), access.Caller{ID: teacher.ID, Roles: []access.Role{access.Instructor}}, id, func(st transcode.Status) error {
		seen = append(seen, st.Status)
		app.Exec("UPDATE videos SET status = 'cancelled' WHERE id = ?", id)
		return nil
	})
	if err != nil || strings.Join(seen, " ") != "uploading cancelled" {
		t.Errorf("saw %v, then %v", seen, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := app.Videos.Follow(ctx, access.Caller{ID: teacher.ID}, id, func(transcode.Status) error { return stop }); err == nil {
		t.Error("the stream goes on after the client has disconnected")
	}
}
