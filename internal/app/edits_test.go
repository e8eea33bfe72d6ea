package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// putsWithoutIfMatch are the PUT operations at which nobody's edit can be lost unseen, each with the reason.
var putsWithoutIfMatch = map[string]string{
	"/assignments/{id}/draft":                            "of one user; carries a sequence",
	"/assignments/{id}/settings":                         "carries the revision of what was edited",
	"/auth/change-password":                              "no document",
	"/curriculum/course/{id}/batch-update-lessons":       "carries the lessons that it expects",
	"/curriculum/course/{id}/lessons/reorder":            "carries the order that it expects",
	"/curriculum/course/{id}/sections/reorder":           "carries the order that it expects",
	"/enhanced-progress/courses/{id}/leaderboard/own":    "no document",
	"/notifications/preferences":                         "of one user; one switch each",
	"/profile/me/avatar":                                 "a file",
	"/progress/comments/{id}":                            "of its author alone",
	"/progress/comments/{id}/hidden":                     "one switch",
	"/progress/notes/{id}":                               "of its author alone",
	"/question-banks/{id}/questions/{questionId}":        "carries the revision of what was edited",
	"/quiz-attempts/{id}/answers":                        "of one user; carries sequences",
	"/quizzes/{id}/settings":                             "carries the revision of what was edited",
	"/submissions/{id}/grade":                            "carries the revision of what was edited",
	"/users/filters/{id}":                                "of one user",
	"/video-streaming/uploads/{uploadId}/parts/{number}": "a part of a file",
	"/video-streaming/{id}/position":                     "of one user; carries its time",
}

// An edit of what another user has changed is refused with what is there now: every PUT honours If-Match, or is one of
// those at which nothing can be lost.
func TestPutsHonourIfMatch(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	var document struct {
		Paths map[string]map[string]struct {
			Parameters []struct{ Name, In string }
			Responses  map[string]any
		}
	}
	if err := json.Unmarshal(app.Nobody().Send("GET", "/api/openapi.json", "").Body.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	excused := maps.Clone(putsWithoutIfMatch)
	for path, operations := range document.Paths {
		put, there := operations["put"]
		if !there {
			continue
		}
		path = strings.TrimPrefix(path, "/api/v1")
		honours := put.Responses["412"] != nil && slices.ContainsFunc(put.Parameters, func(p struct{ Name, In string }) bool { return p.Name == "If-Match" })
		if _, is := excused[path]; is == honours {
			t.Errorf("PUT %s: honours If-Match %v, is excused %v", path, honours, is)
		}
		delete(excused, path)
	}
	for path := range excused {
		t.Errorf("there is no PUT %s any more", path)
	}
}

// An edit of what has changed meanwhile is refused with what is there now, and changes nothing.
func TestStaleEditsAreRefusedWithBoth(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	free, live, blended := teacher.CreateTypedCourse("free", ""), teacher.CreateTypedCourse("live", ""), teacher.CreateTypedCourse("blended", "")
	base := "/curriculum/course/" + free.ID
	section := testapp.Read[rest.Answer[outline.OutlineEntry]](t, teacher.Do("POST", base+"/sections", `{"title":"S","kind":"week"}`, 201)).Data.ID
	lesson := testapp.Read[rest.Answer[outline.LessonEntry]](t, teacher.Do("POST", base+"/sections/"+section+"/lessons", `{"type":"text","title":"L","content":{"html":"x"}}`, 201)).Data.ID
	admin := app.User(access.Admin)
	second, third := app.User(access.Instructor), app.User(access.Instructor)
	teachers := func(added testapp.User) string {
		return fmt.Sprintf(`{"instructor_ids":[%q,%q]}`, teacher.ID, added.ID)
	}
	first, other := teacher.PublishCourse(""), teacher.PublishCourse("")
	admin.Do("PUT", "/courses/category", `{"name":"Sciences"}`, 200)
	for name, c := range map[string]struct{ read, put, first, second, now string }{
		"categories":        {"/courses/category", "/courses/category", `{"name":"Sciences","rename":"Arts"}`, `{"name":"Sciences","position":3}`, `"Arts"`},
		"currencies":        {"/currencies", "/currencies", `{"codes":["EUR","CHF"]}`, `{"codes":["EUR","USD"]}`, `"CHF"`},
		"home page":         {"/home-display", "/home-display", fmt.Sprintf(`{"course_ids":[%q]}`, first.ID), fmt.Sprintf(`{"course_ids":[%q]}`, other.ID), `"chosen":true`},
		"two-factor policy": {"/auth/two-factor-policy", "/auth/two-factor-policy", `{"roles":["student"]}`, `{"roles":["corporate"]}`, `"roles":["student"]`},
		"instructors":       {"/courses/" + free.ID, "/courses/" + free.ID + "/instructors", teachers(second), teachers(third), second.ID},
		"brochure":          {"/courses/" + free.ID, "/courses/" + free.ID + "/brochure?name=b.pdf", "%PDF-1.4 of eighteen", "%PDF-1.4 longer than that", `"size":20`},
		"live schedule":     {"/tcourse/live/" + live.ID, "/tcourse/live/" + live.ID + "/schedule", liveOn("2026-10-01"), liveOn("2026-10-02"), "2026-10-01"},
		"free access":       {"/tcourse/free/" + free.ID, "/tcourse/free/" + free.ID + "/access", `{"access_type":"open"}`, `{"access_type":"registered"}`, `"open"`},
		"doubt schedule":    {"/tcourse/blended/" + blended.ID, "/tcourse/blended/" + blended.ID + "/doubt-schedule", doubtsOn(2), doubtsOn(3), `"weekday":2`},
		"curriculum title":  {base + "?draft=true", base, `{"title":"First title"}`, `{"title":"Second title"}`, "First title"},
		"section":           {base + "/sections/" + section + "?draft=true", base + "/sections/" + section, `{"title":"First section"}`, `{"title":"Second section"}`, "First section"},
		"lesson":            {base + "/lessons/" + lesson + "?draft=true", base + "/lessons/" + lesson, `{"title":"First lesson"}`, `{"title":"Second lesson"}`, "First lesson"},
	} {
		app.Clock.Advance(time.Second)
		who := teacher
		if slices.Contains([]string{"categories", "currencies", "home page", "two-factor policy"}, name) {
			who = admin
		}
		tag := who.Send("GET", "/api/v1"+c.read, "").Header().Get("ETag")
		put := func(body, tag string) (int, string) {
			r := httptest.NewRequest("PUT", "/api/v1"+c.put, strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("If-Match", tag)
			w := who.SendRaw(r)
			return w.Code, w.Body.String()
		}
		app.Clock.Advance(time.Second)
		if code, answer := put(c.first, tag); code != 200 {
			t.Errorf("%s: %d %s", name, code, answer)
		}
		app.Clock.Advance(time.Second)
		if code, answer := put(c.second, tag); code != 412 || !strings.Contains(answer, c.now) {
			t.Errorf("%s: %d, without %q: %s", name, code, c.now, answer)
		}
		if after := who.Do("GET", c.read, "", 200); !strings.Contains(after, c.now) {
			t.Errorf("%s: what was refused has changed something: %s", name, after)
		}
		if code, answer := put(c.second, ""); code != 200 {
			t.Errorf("%s, without a tag: %d %s", name, code, answer)
		}
	}
}

func liveOn(date string) string {
	return fmt.Sprintf(`{"timezone":"UTC","entries":[{"date":%q,"start_time":"10:00","end_time":"11:00","title":"T"}]}`, date)
}

func doubtsOn(weekday int) string {
	return fmt.Sprintf(`{"timezone":"UTC","slots":[{"weekday":%d,"start_time":"10:00","end_time":"11:00"}]}`, weekday)
}
