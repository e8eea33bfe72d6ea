package transcode_test

import (
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/video/playback"
)

// shown fetches the poster like a player.
func shown(t *testing.T, app *testapp.App, who testapp.User, video string) string {
	t.Helper()
	u := testapp.Read[rest.Answer[playback.StreamingUrls]](t, who.Do("GET", "/video-streaming/"+video+"/streaming-urls", "", 200)).Data
	w := app.Nobody().SendRaw(httptest.NewRequest("GET", u.Poster, nil))
	if w.Code != 200 {
		t.Errorf("the poster: %d %s", w.Code, w.Body)
	}
	return w.Body.String()
}

func object(t *testing.T, app *testapp.App, key string) string {
	t.Helper()
	o, err := app.Blob.Open(t.Context(), key)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer o.Close()
	b, err := io.ReadAll(o)
	if err != nil {
		t.Error(err)
	}
	return string(b)
}

// The chosen poster is shown: chosen early, late, twice in a row, and after everything was processed again.
func TestChosenPoster(t *testing.T) {
	t.Parallel()
	app := testapp.New(t, testapp.WithMedia(t))
	teacher := app.User(access.Instructor)
	id := uploaded(t, app, teacher, app.Course(teacher), shortFilm(t, "film.mp4"))
	path, root := "/video-streaming/"+id, "videos/"+id
	teacher.Do("PATCH", path+"/metadata", `{"poster":7}`, 200) // long before there are pictures
	app.Work()
	seventh := object(t, app, root+"/g1/images/1/posters/7.webp")
	if got := shown(t, app, teacher, id); got != seventh || got == object(t, app, root+"/g1/images/1/posters/2.webp") {
		t.Error("the poster that was chosen before there were pictures is not shown")
	}
	teacher.Do("POST", path+"/retry-processing", "", 200)
	app.Work()
	if got := shown(t, app, teacher, id); got != object(t, app, root+"/g2/images/1/posters/7.webp") || got != seventh {
		t.Error("after another processing the poster is another")
	}

	app.Exec("UPDATE videos SET live_generation = 1 WHERE id = ?", id) // as when the second generation has its pictures but is not playable yet
	teacher.Do("PATCH", path+"/metadata", `{"poster":4}`, 200)
	teacher.Do("PATCH", path+"/metadata", `{"poster":9}`, 200)
	if shown(t, app, teacher, id) != object(t, app, root+"/g1/images/1/thumbs/9.webp") {
		t.Error("while it is made its thumbnail does not stand in")
	}
	app.Work()
	if shown(t, app, teacher, id) != object(t, app, root+"/g1/images/1/posters/9.webp") {
		t.Error("the later of two choices is not shown")
	}
	app.Exec("UPDATE videos SET live_generation = 2 WHERE id = ?", id)
	if shown(t, app, teacher, id) != object(t, app, root+"/g2/images/1/posters/9.webp") {
		t.Error("the choice is lost when the next generation plays")
	}
}

// A suspended worker that resumes does not overwrite published objects: pictures and copied sources are stored under the
// fence of the attempt that counts.
func TestLateAttemptOverwritesNoImage(t *testing.T) {
	t.Parallel()
	app := testapp.New(t, testapp.WithMedia(t))
	teacher := app.User(access.Instructor)
	id := uploaded(t, app, teacher, app.Course(teacher), shortFilm(t, "film.avi"))
	images := "videos/" + id + "/g1/images/"
	app.Exec("UPDATE jobs SET fence = 3 WHERE kind = 'transcode.probe'") // three attempts were lost
	app.Work()
	if n := app.Count("SELECT count(*) FROM video_generations WHERE source_key = ?", "videos/"+id+"/g1/source/4"); n != 1 {
		t.Error("the copy of the upload does not lie under the fence of the attempt that made it")
	}
	app.Exec("UPDATE jobs SET state = 'waiting' WHERE kind = 'transcode.images'") // the next attempt
	app.Work()
	for _, name := range []string{"posters/2.webp", "thumbs/0.webp"} { // the first attempt resumes
		if err := app.Blob.Put(t.Context(), images+"1/"+name, strings.NewReader("late"), 4); err != nil {
			t.Fatal(err)
		}
	}
	app.Clock.Advance(2 * time.Minute)
	if got := shown(t, app, teacher, id); got != object(t, app, images+"2/posters/2.webp") {
		t.Errorf("the poster is not that of the attempt that counts: %.20q", got)
	}
}
