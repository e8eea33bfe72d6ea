package transcode_test

import (
	"bytes"
	"fmt"
	"image"
	"net/http/httptest"
	"strings"
	"testing"

	"lectern/internal/learning/authoring"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// setFrame makes a picture from a video the cover of a course.
func setFrame(u testapp.User, course, video string, thumbnail int) *httptest.ResponseRecorder {
	r := httptest.NewRequest("PUT", "/api/v1/courses/"+course+"/cover/frame", strings.NewReader(fmt.Sprintf(`{"video_id":%q,"thumbnail":%d}`, video, thumbnail)))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("If-Match", "*")
	return u.SendRaw(r)
}

// The cover of a course is what one of its videos shows at the time of a thumbnail, in the size of its best rendition.
func TestFrameBecomesTheCover(t *testing.T) {
	t.Parallel()
	app := testapp.New(t, testapp.WithMedia(t))
	teacher := app.User(access.Instructor)
	course, other := app.Course(teacher), app.Course(teacher)
	id := uploaded(t, app, teacher, course, shortFilm(t, "film.mp4"))
	if w := setFrame(teacher, course, id, 0); w.Code != 409 || !strings.Contains(w.Body.String(), "no_frames") {
		t.Errorf("before it is processed: %d %s", w.Code, w.Body)
	}
	app.Work()
	for name, w := range map[string]*httptest.ResponseRecorder{
		"a video of another course": setFrame(teacher, other, id, 0), "an unknown one": setFrame(teacher, course, "x", 0),
	} {
		if w.Code != 404 {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	if w := setFrame(teacher, course, id, 10); w.Code != 400 {
		t.Errorf("an eleventh thumbnail: %d %s", w.Code, w.Body)
	}
	for _, thumbnail := range []int{0, 9} {
		w := setFrame(teacher, course, id, thumbnail)
		if w.Code != 200 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		cover := testapp.Read[rest.Answer[authoring.CourseDetail]](t, w.Body.String()).Data.Cover
		largest := cover.Sizes[len(cover.Sizes)-1]
		got, _, err := image.Decode(bytes.NewReader(app.Nobody().Send("GET", largest.URL, "").Body.Bytes()))
		if err != nil || cover.Source != "chosen" || got.Bounds().Dx() != int(largest.Width) {
			t.Fatal(cover, err)
		}
		small, _, err := image.Decode(strings.NewReader(object(t, app, fmt.Sprintf("videos/%s/g1/images/1/thumbs/%d.webp", id, thumbnail))))
		if err != nil {
			t.Fatal(err)
		}
		if d := difference(got, small); d > 12 {
			t.Errorf("thumbnail %d: the cover differs from it by %.1f of 255", thumbnail, d)
		}
	}
}

// difference is the mean difference of the brightness of two pictures of the same aspect.
func difference(a, b image.Image) float64 {
	const across, down = 16, 9
	sum := 0.0
	for x := range across {
		for y := range down {
			at := func(m image.Image) float64 {
				r, g, b, _ := m.At((2*x+1)*m.Bounds().Dx()/(2*across), (2*y+1)*m.Bounds().Dy()/(2*down)).RGBA()
				return float64(r+g+b) / 3 / 257
			}
			sum += max(at(a)-at(b), at(b)-at(a))
		}
	}
	return sum / (across * down)
}
