package authoring_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/catalogue"
	"lectern/internal/learning/course"
	"lectern/internal/learning/enrollment"
	"lectern/internal/platform/access"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// photo is a JPEG of 1800 by 1200 pixels with where it was taken, stored on its side: red at the top and blue below once it is upright.
func photo(t *testing.T) []byte { return testapp.PhotoOnItsSide(t, testapp.Halves(1200, 1800)) }

// made returns a file that ffmpeg makes of a PNG.
func made(t *testing.T, name string, from []byte, args ...string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	cmd := exec.CommandContext(t.Context(), "ffmpeg", append(append([]string{"-v", "error", "-nostdin", "-f", "png_pipe", "-i", "pipe:0"}, args...), path)...)
	cmd.Stdin = bytes.NewReader(from)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func avif(t *testing.T, from []byte) []byte {
	return made(t, "a.avif", from, "-c:v", "libaom-av1", "-still-picture", "1", "-cpu-used", "8", "-crf", "20", "-pix_fmt", "yuv444p")
}

func sendCover(u testapp.User, id string, file []byte, kind, query, tag string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("PUT", "/api/v1/courses/"+id+"/cover"+query, bytes.NewReader(file))
	r.Header.Set("Content-Type", kind)
	if tag != "" {
		r.Header.Set("If-Match", tag)
	}
	return u.SendRaw(r)
}

// setCover makes a file the cover of a course, whatever is there.
func setCover(t *testing.T, u testapp.User, id string, file []byte, kind, query string) course.Cover {
	t.Helper()
	w := sendCover(u, id, file, kind, query, "*")
	if w.Code != 200 {
		t.Fatalf("%s%s: %d %s", kind, query, w.Code, w.Body)
	}
	return *testapp.Read[one](t, w.Body.String()).Data.Cover
}

// shown fetches a cover without signing in.
func shown(t *testing.T, a *testapp.App, size picture.CoverSize) (image.Image, *httptest.ResponseRecorder) {
	t.Helper()
	w := a.Nobody().Send("GET", size.URL, "")
	m, _, err := image.Decode(bytes.NewReader(w.Body.Bytes()))
	if w.Code != 200 || err != nil {
		t.Fatalf("%s: %d %v", size.URL, w.Code, err)
	}
	if m.Bounds().Size() != image.Pt(int(size.Width), int(size.Height)) || w.Header().Get("Cache-Control") != "public, max-age=31536000, immutable" ||
		w.Header().Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%s: %v %v", size.URL, m.Bounds(), w.Header())
	}
	return m, w
}

func isNear(c color.Color, want color.RGBA) bool {
	r, g, b, _ := c.RGBA()
	near := func(x uint32, y uint8) bool { return max(x>>8, uint32(y))-min(x>>8, uint32(y)) < 40 }
	return near(r, want.R) && near(g, want.G) && near(b, want.B)
}

func TestCoverIsSetByTeachersOfTheCourse(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	teacher := a.User(access.Instructor)
	draft, open := teacher.CreateCourse(""), teacher.PublishCourse("")
	file := testapp.PNG(t, testapp.Halves(640, 360))
	for name, c := range map[string]struct {
		who         testapp.User
		draft, open int
	}{
		"nobody": {a.Nobody(), 401, 401}, "a student": {a.User(access.Student), 403, 403}, "another teacher": {a.User(access.Instructor), 404, 403},
	} {
		for id, want := range map[string]int{draft.ID: c.draft, open.ID: c.open} {
			if w := sendCover(c.who, id, file, "image/png", "", "*"); w.Code != want {
				t.Errorf("%s: %d, want %d: %s", name, w.Code, want, w.Body)
			}
			c.who.Do("DELETE", "/courses/"+id+"/cover", "", want)
			r := httptest.NewRequest("PUT", "/api/v1/courses/"+id+"/cover/frame", strings.NewReader(`{"video_id":"x","thumbnail":0}`))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("If-Match", "*")
			if w := c.who.SendRaw(r); w.Code != want {
				t.Errorf("%s, a frame: %d, want %d: %s", name, w.Code, want, w.Body)
			}
		}
	}
	if w := sendCover(teacher, open.ID, file, "image/png", "", ""); w.Code != 428 {
		t.Errorf("without a version: %d %s", w.Code, w.Body)
	}
	if objects, err := a.Blob.List(t.Context(), "covers/"); err != nil || len(objects) > 0 || teacher.GetCourse(open.ID).Cover != nil {
		t.Error("a refused request has stored something:", objects, err)
	}
	a.Clock.Advance(time.Second)
	tag := teacher.Send("GET", "/api/v1/courses/"+open.ID, "").Header().Get("ETag")
	a.Clock.Advance(time.Second)
	first := setCover(t, a.User(access.Admin), open.ID, file, "image/png", "")
	if w := sendCover(teacher, open.ID, file, "image/png", "", tag); w.Code != 412 || !strings.Contains(w.Body.String(), first.Sizes[0].URL) {
		t.Errorf("over the cover of another: %d %s", w.Code, w.Body)
	}
	if got := teacher.GetCourse(open.ID).Cover; got == nil || got.Sizes[0] != first.Sizes[0] {
		t.Errorf("%+v became %+v", first, got)
	}
}

// A cover is cropped to 16:9, turned upright, and stored in three widths, never enlarged; nothing but its pixels is left of the file.
func TestCoverIsRenderedAnew(t *testing.T) {
	t.Parallel()
	a := testapp.New(t, testapp.WithMedia(t))
	teacher := a.User(access.Instructor)
	c := teacher.PublishCourse("")
	wide := testapp.PNG(t, testapp.Halves(2000, 1000))
	small := testapp.PNG(t, testapp.Halves(700, 500))
	for name, f := range map[string]struct {
		file        []byte
		kind, query string
		widths      []int64
		left, right color.RGBA
	}{
		"a large PNG":             {wide, "image/png", "", []int64{480, 960, 1600}, testapp.Red, testapp.Blue},
		"its right half":          {wide, "image/png", "?x=1100&y=200&width=800", []int64{480, 800}, testapp.Blue, testapp.Blue},
		"a small one":             {small, "image/png", "", []int64{480, 700}, testapp.Red, testapp.Blue},
		"a tiny part of it":       {small, "image/png", "?x=0&y=0&width=160", []int64{160}, testapp.Red, testapp.Red},
		"a photo on its side":     {photo(t), "image/jpeg", "?x=0&y=0&width=1000", []int64{480, 960, 1000}, testapp.Red, testapp.Red},
		"the bottom of it":        {photo(t), "image/jpeg", "?x=0&y=610&width=1000", []int64{480, 960, 1000}, testapp.Blue, testapp.Blue},
		"a WebP":                  {made(t, "a.webp", small), "image/webp", "", []int64{480, 700}, testapp.Red, testapp.Blue},
		"an AVIF":                 {avif(t, wide), "image/avif", "", []int64{480, 960, 1600}, testapp.Red, testapp.Blue},
		"an AVIF's right half":    {avif(t, wide), "image/avif", "?x=1101&y=201&width=801", []int64{480, 801}, testapp.Blue, testapp.Blue},
		"an AVIF named JPEG":      {avif(t, small), "image/jpeg", "", []int64{480, 700}, testapp.Red, testapp.Blue},
		"one that is see-through": {testapp.PNG(t, image.NewNRGBA(image.Rect(0, 0, 320, 180))), "image/png", "", []int64{320}, color.RGBA{255, 255, 255, 255}, color.RGBA{255, 255, 255, 255}},
	} {
		cover := setCover(t, teacher, c.ID, f.file, f.kind, f.query)
		if cover.Source != "chosen" || len(cover.Sizes) != len(f.widths) {
			t.Errorf("%s: %+v", name, cover)
			continue
		}
		for i, size := range cover.Sizes {
			m, w := shown(t, a, size)
			if size.Width != f.widths[i] || size.Height != (size.Width*9+8)/16 || w.Header().Get("Content-Type") != "image/webp" {
				t.Errorf("%s: %+v %v", name, size, w.Header())
			}
			if b := m.Bounds(); !isNear(m.At(b.Dx()/8, b.Dy()/2), f.left) || !isNear(m.At(b.Dx()*7/8, b.Dy()/2), f.right) {
				t.Errorf("%s: it shows %v and %v", name, m.At(b.Dx()/8, b.Dy()/2), m.At(b.Dx()*7/8, b.Dy()/2))
			}
			for _, trace := range []string{"Exif", "EXIF", "GPS", "XMP", "ICCP"} {
				if strings.Contains(w.Body.String(), trace) {
					t.Errorf("%s: %s is still there", name, trace)
				}
			}
		}
	}
}

// Without media tools covers are JPEG, and AVIF files are refused with what to do.
func TestCoverWithoutMediaTools(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	teacher := a.User(access.Instructor)
	c := teacher.PublishCourse("")
	cover := setCover(t, teacher, c.ID, testapp.PNG(t, testapp.Halves(640, 360)), "image/png", "")
	if _, w := shown(t, a, cover.Sizes[0]); w.Header().Get("Content-Type") != "image/jpeg" {
		t.Error(w.Header())
	}
	if w := sendCover(teacher, c.ID, []byte("\x00\x00\x00\x1cftypavif\x00\x00\x00\x00avifmif1miaf"), "image/avif", "", "*"); w.Code != 415 || !strings.Contains(w.Body.String(), "Choose a JPEG, PNG or WebP file.") {
		t.Error(w.Code, w.Body)
	}
	r := httptest.NewRequest("PUT", "/api/v1/courses/"+c.ID+"/cover/frame", strings.NewReader(`{"video_id":"`+teacher.Video(c.ID)+`","thumbnail":3}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("If-Match", "*")
	if w := teacher.SendRaw(r); w.Code != 503 || !strings.Contains(w.Body.String(), "Upload a picture instead.") {
		t.Error(w.Code, w.Body)
	}
	if got := teacher.GetCourse(c.ID).Cover; got == nil || got.Sizes[0] != cover.Sizes[0] {
		t.Errorf("%+v became %+v", cover, got)
	}
}

// bombOf returns a PNG file of a few bytes whose header claims the given size.
func bombOf(side uint32) []byte {
	chunk := func(kind string, body []byte) []byte {
		b := append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), kind...)
		b = append(b, body...)
		return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
	}
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, side), side)
	return append([]byte("\x89PNG\r\n\x1a\n"), append(chunk("IHDR", append(header, 8, 2, 0, 0, 0)), chunk("IDAT", []byte("x"))...)...)
}

func TestUnsuitableCoversAreRefused(t *testing.T) {
	t.Parallel()
	a := testapp.New(t, testapp.WithMedia(t))
	teacher := a.User(access.Instructor)
	id := teacher.PublishCourse("").ID
	whole := testapp.PNG(t, testapp.Halves(640, 480))
	before := setCover(t, teacher, id, whole, "image/png", "")
	still := avif(t, whole)
	huge, err := os.ReadFile("testdata/42-megapixels.avif")
	if err != nil {
		t.Fatal(err)
	}
	svg := `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`
	for name, c := range map[string]struct {
		file        []byte
		kind, query string
		want        int
		says        string
	}{
		"a text":                   {[]byte("hello"), "image/png", "", 415, "JPEG, PNG, WebP or AVIF"},
		"an SVG":                   {[]byte(svg), "image/svg+xml", "", 415, "Save the picture as PNG"},
		"an SVG named PNG":         {[]byte(svg), "image/png", "", 415, "Save the picture as PNG"},
		"a GIF":                    {[]byte("GIF89a\x20\x00\x20\x00\x00\x00\x00"), "image/png", "", 415, "JPEG, PNG, WebP or AVIF"},
		"a PDF that ends as a PNG": {append([]byte("%PDF-1.4\n"), whole...), "image/png", "", 415, "JPEG, PNG, WebP or AVIF"},
		"a film named AVIF":        {[]byte("\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom"), "image/avif", "", 415, "JPEG, PNG, WebP or AVIF"},
		"an AVIF without a body":   {[]byte("\x00\x00\x00\x1cftypavif\x00\x00\x00\x00avifmif1miaf"), "image/avif", "", 400, "damaged"},
		"half an AVIF":             {still[:len(still)/2], "image/avif", "", 400, "damaged"},
		"an AVIF of 42 megapixels": {huge, "image/avif", "", 400, "more than 40 megapixels"},
		"nothing":                  {nil, "image/png", "", 415, "JPEG, PNG, WebP or AVIF"},
		"a form":                   {whole, "multipart/form-data", "", 415, ""},
		"a bomb":                   {bombOf(60_000), "image/png", "", 400, "more than 40 megapixels"},
		"half a file":              {whole[:len(whole)/2], "image/png", "", 400, "damaged"},
		"more than 5 MB":           {bytes.Repeat([]byte{0}, 5<<20+1), "image/png", "", 413, "5 MB"},
		"a dot":                    {testapp.PNG(t, testapp.Halves(4, 4)), "image/png", "", 400, "too small"},
		"a stamp":                  {testapp.PNG(t, testapp.Halves(150, 100)), "image/png", "", 400, "160 × 90"},
		"an area outside":          {whole, "image/png", "?x=500&y=0&width=300", 400, "outside"},
		"an area below":            {whole, "image/png", "?x=0&y=400&width=300", 400, "outside"},
		"an area left of it":       {whole, "image/png", "?x=-1&y=0&width=300", 400, "outside"},
		"an area without a width":  {whole, "image/png", "?x=1&y=0", 400, "whole pixels"},
		"an area of nothing":       {whole, "image/png", "?x=0&y=0&width=0", 400, "whole pixels"},
		"an area beyond bounds":    {whole, "image/png", "?x=1&y=0&width=9223372036854775807", 400, "outside"},
	} {
		if w := sendCover(teacher, id, c.file, c.kind, c.query, "*"); w.Code != c.want || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	if got := teacher.GetCourse(id).Cover; got == nil || got.Sizes[0] != before.Sizes[0] {
		t.Errorf("%+v became %+v", before, got)
	}
	if objects, err := a.Blob.List(t.Context(), "covers/"); err != nil || len(objects) != len(before.Sizes) {
		t.Error("objects are left:", objects, err)
	}
	for _, path := range []string{"x/480", "../../480", id + "/480", before.Sizes[0].URL[len(course.CoversPath):] + "0", strings.TrimSuffix(before.Sizes[0].URL[len(course.CoversPath):], "480") + "0480"} {
		a.Nobody().Do("GET", "/covers/"+path, "", 404)
	}
}

// A cover that is replaced or removed is deleted, as are those of deleted courses.
func TestUnusedCoversAreDeleted(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	teacher := a.User(access.Instructor)
	id := teacher.CreateCourse("").ID
	old := setCover(t, teacher, id, testapp.PNG(t, testapp.Halves(320, 180)), "image/png", "")
	kept := setCover(t, teacher, id, testapp.PNG(t, testapp.Halves(400, 300)), "image/png", "")
	a.Work()
	a.Clock.Advance(2 * time.Hour)
	a.Work()
	if w := a.Nobody().Send("GET", old.Sizes[0].URL, ""); w.Code != 404 {
		t.Error(w.Code)
	}
	shown(t, a, kept.Sizes[0])
	for range 2 { // there is none to remove the second time
		if got := testapp.Read[one](t, teacher.Do("DELETE", "/courses/"+id+"/cover", "", 200)).Data.Cover; got != nil {
			t.Error(got)
		}
	}
	setCover(t, teacher, id, testapp.PNG(t, testapp.Halves(320, 180)), "image/png", "")
	teacher.Do("PATCH", "/courses/"+id+"/archive", "{}", 200)
	teacher.Do("DELETE", "/courses/"+id, "", 200)
	a.Work()
	if objects, err := a.Blob.List(t.Context(), "covers/"); err != nil || len(objects) != 0 {
		t.Error("objects are left:", objects, err)
	}
}

// pictured gives a video its pictures, as their job leaves them.
func pictured(t *testing.T, a *testapp.App, video string, preview bool) {
	t.Helper()
	a.Exec(`INSERT INTO video_generations (video_id, generation, source_key, plan, playable, has_images, images_settled, images_fence, thumbnails_at, started_at)
		VALUES (?, 1, '', 'null', TRUE, TRUE, TRUE, 7, '[]', ?)`, video, a.Clock.Now())
	a.Exec("UPDATE videos SET is_preview = ? WHERE id = ?", preview, video)
	for _, name := range []string{"thumbs/0.webp", "posters/2.webp"} {
		if err := a.Blob.Put(t.Context(), "videos/"+video+"/g1/images/7/"+name, strings.NewReader(name), int64(len(name))); err != nil {
			t.Fatal(err)
		}
	}
}

// Without a chosen cover a course shows the poster of its first video that is open to everybody, in every answer that shows the course.
func TestPosterIsTheCover(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	teacher, learner := a.User(access.Instructor), a.User(access.Student)
	c := teacher.PublishCourse("")
	a.Enroll(learner, c.ID)
	learner.Do("POST", "/courses/"+c.ID+"/save", "", 200)
	closed := teacher.Video(c.ID)
	pictured(t, a, closed, false)
	if got := teacher.GetCourse(c.ID).Cover; got != nil {
		t.Errorf("the poster of a closed video is shown: %+v", got)
	}
	a.Nobody().Do("GET", "/covers/posters/"+closed+"/1-7-0", "", 404)
	open := teacher.Video(c.ID)
	pictured(t, a, open, true)
	address := "/covers/posters/" + open + "/1-7-0"
	poster := course.Cover{Source: "poster", Sizes: []picture.CoverSize{{URL: "/api/v1" + address, Width: 854, Height: 480}}}
	if got := coversShown(t, a, teacher, learner, c.ID); len(got) != 6 {
		t.Errorf("%d answers", len(got))
	} else {
		for where, cover := range got {
			if cover == nil || cover.Source != "poster" || len(cover.Sizes) != 1 || cover.Sizes[0] != poster.Sizes[0] {
				t.Errorf("%s: %+v", where, cover)
			}
		}
	}
	if w := a.Nobody().Send("GET", "/api/v1"+address, ""); w.Code != 200 || w.Body.String() != "thumbs/0.webp" || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("until the poster is made: %d %s %v", w.Code, w.Body, w.Header())
	}
	a.Exec("UPDATE videos SET poster = 2 WHERE id = ?", open)
	a.Nobody().Do("GET", address, "", 404) // another picture has another address
	if w := a.Nobody().Send("GET", "/api/v1/covers/posters/"+open+"/1-7-2", ""); w.Body.String() != "posters/2.webp" || w.Header().Get("Cache-Control") != "public, max-age=31536000, immutable" {
		t.Errorf("%d %s %v", w.Code, w.Body, w.Header())
	}

	chosen := setCover(t, teacher, c.ID, testapp.PNG(t, testapp.Halves(320, 180)), "image/png", "")
	for where, cover := range coversShown(t, a, teacher, learner, c.ID) {
		if cover == nil || cover.Source != "chosen" || cover.Sizes[0] != chosen.Sizes[0] {
			t.Errorf("%s: %+v", where, cover)
		}
	}
	if got := testapp.Read[one](t, teacher.Do("DELETE", "/courses/"+c.ID+"/cover", "", 200)).Data.Cover; got == nil || got.Source != "poster" {
		t.Errorf("after the chosen one is removed: %+v", got)
	}
	a.Exec("UPDATE videos SET is_preview = FALSE WHERE id = ?", open)
	if got := teacher.GetCourse(c.ID).Cover; got != nil {
		t.Errorf("the poster of a video that is not open any more: %+v", got)
	}
	a.Nobody().Do("GET", "/covers/posters/"+open+"/1-7-2", "", 404)
}

// coversShown returns the cover of a course in the answers that show it.
func coversShown(t *testing.T, a *testapp.App, teacher, learner testapp.User, id string) map[string]*course.Cover {
	t.Helper()
	type listed = rest.List[course.Course]
	covers := map[string]*course.Cover{"page": teacher.GetCourse(id).Cover}
	for where, answer := range map[string]string{
		"catalogue": a.Nobody().Do("GET", "/courses/get", "", 200), "taught": teacher.Do("GET", "/courses/get?mine=true", "", 200), "saved": learner.Do("GET", "/courses/saved", "", 200),
	} {
		for _, c := range testapp.Read[listed](t, answer).Data {
			covers[where] = c.Cover
		}
	}
	for _, e := range testapp.Read[rest.List[enrollment.Enrolled]](t, learner.Do("GET", "/courses/enrolled", "", 200)).Data {
		covers["enrolled"] = e.Course.Cover
	}
	for _, h := range testapp.Read[rest.Answer[catalogue.HomeDisplay]](t, a.Nobody().Do("GET", "/home-display", "", 200)).Data.Courses {
		covers["home"] = h.Course.Cover
	}
	return covers
}

// The first video is that of the first published lesson, if lessons show any, whatever the order of uploads.
func TestPosterFollowsTheCurriculum(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	teacher := a.User(access.Instructor)
	c := teacher.PublishCourse("")
	videos := []string{teacher.Video(c.ID), teacher.Video(c.ID), teacher.Video(c.ID)}
	for i, v := range videos {
		pictured(t, a, v, i == 0)
		if i > 0 {
			lesson := "lesson-" + strconv.Itoa(i)
			a.Exec("INSERT INTO lessons (id, course_id, created_at) VALUES (?, ?, ?)", lesson, c.ID, a.Clock.Now())
			a.Exec(`INSERT INTO published_lessons (course_id, lesson_id, section_id, position, type, title, required, previewable, content_id, video_id, completion, watched_share, minimum_score)
				VALUES (?, ?, '', ?, 'video', 'L', TRUE, TRUE, '', ?, 'watched', 90, 0)`, c.ID, lesson, 9-i, v)
		}
	}
	if got := teacher.GetCourse(c.ID).Cover; got == nil || !strings.Contains(got.Sizes[0].URL, videos[2]) {
		t.Errorf("%+v, not that of %s", got, videos[2])
	}
}
