package app_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"lectern/internal/testapp"
)

// Of a lesson visitors read where it stands, and its text if it is open to everybody; a request for a page does not say who asks, so
// learners get the same. A lesson of a course that is not in the catalogue, and what no course has, say nothing.
func TestLessonsAreServed(t *testing.T) {
	t.Parallel()
	w := testapp.NewClass(t)
	if err := w.Site(fstest.MapFS{"index.html": {Data: []byte(indexHTML)}}); err != nil {
		t.Fatal(err)
	}
	s := publicSite{w.App, t}
	section := w.Section("").ID
	open := w.Lesson(section, `,"title":"Why <bees> dance","summary":"In short","previewable":true,"content":{"html":"<p>They <em>dance</em>.</p>"}`)
	locked := w.Lesson(section, `,"title":"How","content":{"html":"<p>Secret</p>"}`)
	w.Publish()
	w.Exec("UPDATE courses SET title = 'On <hives>' WHERE id = ?", w.CourseID)
	path := "/learn/" + w.CourseID + "/"

	s.has(path+open.ID, "<title>Why &lt;bees&gt; dance · Lectern</title>", "<h1>Why &lt;bees&gt; dance</h1>", "In short", "Basics · Lesson 1 of 2", "<p>They <em>dance</em>.</p>",
		`<a href="/courses/`+w.CourseID+`">On &lt;hives&gt;</a>`, `content="noindex, follow"`, `"key":["progress","lesson","`+w.CourseID+`","`+open.ID+`"]`)
	s.has(path+locked.ID, "<h1>How</h1>", "Lesson 2 of 2")
	s.has(path+open.ID, startsApp)
	s.has(path+locked.ID, startsApp, `<section data-early-text=""></section>`) // which the browsers of learners fill
	if got := s.page(path + locked.ID); strings.Contains(got, "Secret") {
		t.Errorf("a locked lesson is served: %s", got)
	}
	if got := s.page(path + open.ID); strings.Contains(got, "data-early-text") {
		t.Errorf("a text that is there is awaited: %s", got)
	}
	nothing := s.page(path + "none")
	if !strings.Contains(nothing, `content="noindex"`) || !strings.Contains(nothing, `<a href="/">Lectern</a>`) {
		t.Errorf("what no course has: %s", nothing)
	}
	w.Exec("UPDATE courses SET status = 'draft' WHERE id = ?", w.CourseID)
	if got := s.page(path + open.ID); got != nothing {
		t.Errorf("a lesson of a course that is not in the catalogue: %s", got)
	}
}

// A video that is open to everybody shows its poster before the app is there; what is not open shows nothing of it.
func TestPagesOfVideoLessons(t *testing.T) {
	t.Parallel()
	w := testapp.NewClass(t)
	if err := w.Site(fstest.MapFS{"index.html": {Data: []byte(indexHTML)}}); err != nil {
		t.Fatal(err)
	}
	s := publicSite{w.App, t}
	section := w.Section("").ID
	lesson := func(previewable bool) (path, video string) {
		video = w.Teacher.Video(w.CourseID)
		made := w.Lesson(section, fmt.Sprintf(`,"type":"video","title":"Bees","previewable":%t,"content":{"video_id":%q}`, previewable, video))
		return "/learn/" + w.CourseID + "/" + made.ID, video
	}
	open, openVideo := lesson(true)
	closed, closedVideo := lesson(false)
	w.Publish()
	if got := s.page(open); strings.Contains(got, "covers/posters") || strings.Contains(got, startsApp) {
		t.Errorf("a video without pictures: %s", got)
	}
	for _, video := range []string{openVideo, closedVideo} {
		w.Exec(`INSERT INTO video_generations (video_id, generation, source_key, plan, playable, has_images, images_settled, images_fence, thumbnails_at, started_at)
			VALUES (?, 1, '', 'null', TRUE, TRUE, TRUE, 7, '[]', ?)`, video, w.Clock.Now())
	}
	s.has(open, `<p class="served-player"><img src="/api/v1/covers/posters/`+openVideo+`/1-7-0"`, `width="854" height="480" alt="" fetchpriority="high"`, startsApp)
	if got := s.page(closed); strings.Contains(got, "posters/"+closedVideo) || strings.Contains(got, startsApp) {
		t.Errorf("a locked video: %s", got)
	}
}

// The head of a page names what the app loads for it: of the nearest path of its router.
func TestPagesNameWhatTheAppLoads(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	site := func(routes string) error {
		return a.Site(fstest.MapFS{"index.html": {Data: []byte(indexHTML)}, "routes.json": {Data: []byte(routes)}})
	}
	if site("[") == nil {
		t.Error("a list that cannot be read is accepted")
	}
	if err := site(`{"/teach/courses/$courseId":{"scripts":["assets/course.js"],"styles":["assets/course.css"]},"/teach/courses/new":{"scripts":["assets/new.js"],"styles":[]}}`); err != nil {
		t.Fatal(err)
	}
	s := publicSite{a, t}
	script := `<link rel="modulepreload" fetchpriority="low" href="/assets/`
	s.has("/teach/courses/new", script+`new.js" />`)
	s.has("/teach/courses/new/", script+`new.js" />`)
	s.has("/teach/courses/x", script+`course.js" />`, `<link rel="preload" as="style" fetchpriority="low" href="/assets/course.css" />`)
	for _, path := range []string{"/teach/courses/x", "/teach/courses/x/comments", "/app"} {
		if got := s.page(path); strings.Contains(got, "new.js") || path != "/teach/courses/x" && strings.Contains(got, "course.") {
			t.Errorf("%s: %s", path, got)
		}
	}
}
