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

// editsWithoutIfMatch are the PUT and PATCH operations at which nobody's edit can be lost unseen, each with the reason.
var editsWithoutIfMatch = map[string]string{
	"PUT /announcements/bulk-status":                         "one switch each; the answer says what became of each",
	"PUT /batches/{id}/status":                               "one switch; only a status that can follow is taken",
	"PUT /ai/runs/{id}/outcome":                              "its author alone counts it",
	"PATCH /blogs/{id}/archive":                              "one switch",
	"PUT /blogs/featured":                                    "one short order; nothing that was written is lost",
	"PUT /blogs/comments/{id}":                               "its author alone writes it",
	"PUT /blogs/comments/bulk":                               "one switch each; the answer says what became of each, and what was before",
	"PUT /blogs/commenters/{id}/block":                       "one reason",
	"PUT /blogs/{id}/comments-mode":                          "one switch",
	"PUT /blogs/tags/{id}":                                   "one name; former ones lead to it",
	"PUT /blogs/{id}/slug":                                   "one name; earlier ones lead to it",
	"PUT /newsletter/preferences":                            "of one subscriber, who alone has the link",
	"PATCH /feedback/{id}":                                   "one switch",
	"PUT /demo-booking":                                      "one switch; only what can follow is taken",
	"PUT /demo-feedback/{id}":                                "its author alone writes it",
	"PUT /assignments/{id}/draft":                            "of one user; a sequence orders their devices",
	"PUT /auth/change-password":                              "demands the password that it replaces",
	"PATCH /auth/passkeys/{id}":                              "a name, of one user",
	"PATCH /corporate/{id}/people/{userId}":                  "one role, or one line",
	"PATCH /courses/toggle-status/{id}":                      "one switch between two statuses",
	"PATCH /batches/{id}/archive":                            "one switch",
	"PUT /batches/{id}/waiting":                              "demands all who wait, or answers 409 with those that there are",
	"PATCH /batches/{id}/students/{studentId}/status":        "one switch; only a status that can follow is taken",
	"PATCH /courses/{id}/archive":                            "one switch",
	"PATCH /courses/{id}/enrollments/{userId}":               "one switch, or one date",
	"PUT /curriculum/course/{id}/batch-update-lessons":       "one switch for the lessons that it names; undo takes it back",
	"PUT /curriculum/course/{id}/lessons/reorder":            "demands all lessons of its sections, or answers 409 with those that there are",
	"PUT /curriculum/course/{id}/sections/reorder":           "demands all sections, or answers 409 with those that there are",
	"PUT /enhanced-progress/courses/{id}/leaderboard/own":    "one switch, of one user",
	"PATCH /certificates/{id}":                               "two switches, of one user",
	"PATCH /certificate-templates/{id}":                      "one switch",
	"PATCH /goals/{id}":                                      "its learner alone writes it, field by field",
	"PATCH /goals/{id}/milestones/{milestoneId}":             "its learner alone writes it, field by field",
	"PUT /goals/{id}/milestones/order":                       "demands all milestones, or answers 409",
	"PUT /notifications/preferences":                         "one switch each, of one user",
	"PUT /payments/attempts/{id}/proof":                      "a file, of one user",
	"PUT /profile/me/avatar":                                 "a file, of one user",
	"PUT /progress/comments/{id}":                            "its author alone writes it",
	"PUT /progress/comments/{id}/hidden":                     "one switch",
	"PUT /progress/notes/{id}":                               "its author alone writes it",
	"PUT /quiz-attempts/{id}/answers":                        "of one user; sequences order their devices",
	"PUT /reviews/{id}/hidden":                               "one switch",
	"PUT /submissions/{id}/grade":                            "demands the revision and the number of what was graded",
	"PUT /users/filters/{id}":                                "of one user",
	"PUT /zoom/meetings/{id}/registrants/status":             "one switch each; the answer says what became of each",
	"PUT /video-streaming/uploads/{uploadId}/parts/{number}": "a part of a file, with its checksum",
	"PUT /video-streaming/{id}/position":                     "of one user; carries its time",
}

// editsWithOptionalIfMatch are those whose requests the specification fixes without a version: they honour one that is sent, and
// the web app sends it.
var editsWithOptionalIfMatch = []string{
	"PATCH /profile/me/comprehensive",
	"PATCH /video-streaming/{id}/metadata",
	"PUT /batches/individual/{id}/schedule",
	"PUT /batches/{id}",
	"PUT /courses/update/{id}",
	"PUT /tcourse/blended/{id}/doubt-schedule",
	"PUT /tcourse/free/{id}/access",
	"PUT /tcourse/live/{id}/schedule",
	"PUT /tcourse/{type}/{id}",
	"PUT /tcourse/{type}/{id}/curriculum/weeks/{weekId}",
	"PUT /video-streaming/{id}/captions/{language}", // new ones replace none; to replace some, it is demanded
}

// An edit of what another user has changed is refused with what is there now: every PUT and PATCH demands the version on which it is
// based, or is one of those at which nothing can be lost.
func TestEditsDemandTheVersion(t *testing.T) {
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
	excused, optional := maps.Clone(editsWithoutIfMatch), slices.Clone(editsWithOptionalIfMatch)
	admin := app.User(access.Admin, access.Instructor)
	for path, operations := range document.Paths {
		for method, op := range operations {
			if method != "put" && method != "patch" {
				continue
			}
			name := strings.ToUpper(method) + " " + strings.TrimPrefix(path, "/api/v1")
			honours := op.Responses["412"] != nil && slices.ContainsFunc(op.Parameters, func(p struct{ Name, In string }) bool { return p.Name == "If-Match" })
			_, is := excused[name]
			delete(excused, name)
			if is == honours {
				t.Errorf("%s: honours If-Match %v, is excused %v", name, honours, is)
			}
			at := slices.Index(optional, name)
			if at >= 0 {
				optional = slices.Delete(optional, at, at+1)
			}
			if demands := honours && at < 0; demands != (op.Responses["428"] != nil) && !strings.Contains(name, "/captions/") {
				t.Errorf("%s: announces 428 %v, want %v", name, !demands, demands)
			}
		}
	}
	for path := range excused {
		t.Errorf("there is no %s any more", path)
	}
	if len(optional) > 0 {
		t.Errorf("no longer there, or no longer optional: %v", optional)
	}
	for _, path := range []string{"/currencies", "/courses/x/instructors", "/curriculum/course/x/lessons/y"} {
		r := httptest.NewRequest("PUT", "/api/v1"+path, strings.NewReader(`{"codes":["EUR"],"instructor_ids":["x"],"title":"T","revision":0}`))
		r.Header.Set("Content-Type", "application/json")
		if w := admin.SendRaw(r); w.Code != 428 || !strings.Contains(w.Body.String(), "version_required") {
			t.Errorf("PUT %s without a version: %d %s", path, w.Code, w.Body)
		}
	}
}

// An edit of an outdated version is refused with what is there now, and changes nothing.
func TestStaleEditsAreRefusedWithBoth(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	free, live, blended := teacher.CreateTypedCourse("free", ""), teacher.CreateTypedCourse("live", ""), teacher.CreateTypedCourse("blended", "")
	base := "/curriculum/course/" + free.ID
	section := testapp.Read[rest.Answer[outline.OutlineEntry]](t, teacher.Do("POST", base+"/sections", `{"title":"S","kind":"week"}`, 201)).Data.ID
	lesson := testapp.Read[rest.Answer[outline.LessonEntry]](t, teacher.Do("POST", base+"/sections/"+section+"/lessons", `{"type":"text","title":"L","content":{"html":"x"}}`, 201)).Data.ID
	lessonOf := func(kind, content string) string {
		body := fmt.Sprintf(`{"type":%q,"title":"L","content":%s}`, kind, content)
		return testapp.Read[rest.Answer[outline.LessonEntry]](t, teacher.Do("POST", base+"/sections/"+section+"/lessons", body, 201)).Data.ID
	}
	quiz, assignment := "/quizzes/"+lessonOf("quiz", `{}`)+"/settings", "/assignments/"+lessonOf("assignment", `{}`)+"/settings"
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
		"quiz":              {quiz, quiz, `{"settings":{"instructions":"First"}}`, `{"settings":{"instructions":"Second"}}`, "First"},
		"assignment":        {assignment, assignment, `{"settings":{"instructions":"First"}}`, `{"settings":{"instructions":"Second"}}`, "First"},
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
		if code, answer := put(c.second, tag); code != 412 || !strings.Contains(answer, c.now) && c.read != quiz && c.read != assignment {
			t.Errorf("%s: %d, without %q: %s", name, code, c.now, answer)
		}
		if after := who.Do("GET", c.read, "", 200); !strings.Contains(after, c.now) {
			t.Errorf("%s: what was refused has changed something: %s", name, after)
		}
		want := 428
		if slices.Contains([]string{"live schedule", "free access", "doubt schedule"}, name) { // the specification knows no versions there
			want = 200
		}
		if code, answer := put(c.second, ""); code != want {
			t.Errorf("%s, without a version: %d %s", name, code, answer)
		}
		if after := who.Do("GET", c.read, "", 200); want == 428 && !strings.Contains(after, c.now) {
			t.Errorf("%s: what named no version has changed something: %s", name, after)
		}
		if code, answer := put(c.second, "*"); code != 200 {
			t.Errorf("%s, whatever is there: %d %s", name, code, answer)
		}
	}
}

func liveOn(date string) string {
	return fmt.Sprintf(`{"timezone":"UTC","entries":[{"date":%q,"start_time":"10:00","end_time":"11:00","title":"T"}]}`, date)
}

func doubtsOn(weekday int) string {
	return fmt.Sprintf(`{"timezone":"UTC","slots":[{"weekday":%d,"start_time":"10:00","end_time":"11:00"}]}`, weekday)
}
