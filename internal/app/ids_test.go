package app_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

var idParameter = regexp.MustCompile(`\{(id|\w+Id)\}`)

// Wherever a path holds an id, an empty one is refused in the words of the specification, and not as an address that does not exist.
func TestEmptyIDsAreNamed(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, says := app.User(access.Admin), regexp.MustCompile(`"[A-Z][a-z ]+ ID cannot be empty"`)
	for operation, gate := range app.API.Gates {
		method, path, _ := strings.Cut(operation, " ")
		if method == http.MethodHead {
			continue
		}
		for _, at := range idParameter.FindAllStringIndex(path, -1) {
			for _, empty := range []string{"", "%20"} {
				asked := fill.Replace(path[:at[0]]) + empty + fill.Replace(path[at[1]:])
				if gate.Name == rest.Signed.Name && empty == "" {
					continue // the signature is of another address
				}
				if w := admin.Send(method, asked, ""); w.Code != 400 || !says.MatchString(w.Body.String()) {
					t.Errorf("%s %s: %d %.200s", method, asked, w.Code, w.Body)
				}
			}
		}
	}
}

// fill puts something that is not empty in place of the parameters of a path.
var fill = strings.NewReplacer("{type}", "live", "{", "x", "}", "x")

func TestMissingAndEmptyIDs(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	live := teacher.CreateTypedCourse("live", "")
	for _, c := range []struct{ method, path, body, says string }{
		{"GET", "/courses/", "", "Course ID cannot be empty"},
		{"DELETE", "/courses/%20", "", "Course ID cannot be empty"},
		{"PUT", "/courses//instructors", `{"instructor_ids":["x"]}`, "Course ID cannot be empty"},
		{"PUT", "/courses/update/", `{"title":"T"}`, "Course ID cannot be empty"},
		{"PUT", "/online-meetings/update/", "{}", "Meeting ID cannot be empty"},
		{"PUT", "/online-meetings/update/%20", "{}", "Meeting ID cannot be empty"},
		{"GET", "/tcourse/live/", "", "Course ID cannot be empty"},
		{"GET", "/curriculum/course/", "", "Course ID cannot be empty"},
		{"GET", "/curriculum/course/" + live.ID + "/sections/", "", "Section ID cannot be empty"},
		{"GET", "/curriculum/course/" + live.ID + "/lesson/", "", "Lesson ID cannot be empty"},
		{"POST", "/curriculum/course/" + live.ID + "/import/", "{}", "Template ID cannot be empty"},
		{"POST", "/curriculum/course/" + live.ID + "/duplicate/", "{}", "Course ID cannot be empty"},
		{"GET", "/video-streaming//status", "", "Video ID cannot be empty"},
		{"POST", "/curriculum/templates", `{"title":"T","category":"C"}`, "Course ID is required"},
		{"POST", "/curriculum/templates", `{"course_id":"","title":"T","category":"C"}`, "Course ID cannot be empty"},
		{"POST", "/progress/events", `{"events":[{"id":"e","courseId":"","lessonId":"l","kind":"opened","at":"2026-01-01T00:00:00Z"}]}`, "Course ID cannot be empty"},
		{"POST", "/progress/events", `{"events":[{"id":"e","courseId":"c","lessonId":"","kind":"opened","at":"2026-01-01T00:00:00Z"}]}`, "Lesson ID cannot be empty"},
		{"POST", "/tcourse/live/" + live.ID + "/week/w/recording", `{"title":"T"}`, "Video ID is required"},
		{"POST", "/tcourse/live/" + live.ID + "/week/w/recording", `{"video_id":""}`, "Video ID cannot be empty"},
	} {
		if got := teacher.Do(c.method, c.path, c.body, 400); !strings.Contains(got, `"`+c.says+`"`) {
			t.Errorf("%s %s %s: %s", c.method, c.path, c.body, got)
		}
	}
}
