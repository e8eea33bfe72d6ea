package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// viewer is a user who reads other users' data.
type viewer struct {
	name string
	testapp.User
}

// viewed is a world in which a student has done everything once, with its viewers: administrators, the teacher of the
// course, the student, another student of the course, a user of every role without access, and nobody.
func viewed(t *testing.T) (w world, learner testapp.User, viewers []viewer) {
	t.Helper()
	type made = rest.Answer[struct{ ID string }]
	w = newWorld(t)
	w.Exec("UPDATE courses SET status = 'Published'")
	admin, classmate := w.User(access.Admin), w.User(access.Student)
	learner = w.User(access.Student)
	w.Enroll(learner, w.course)
	w.Enroll(classmate, w.course)
	w.note = testapp.Read[made](t, learner.Do("POST", "/progress/lessons/"+w.lesson+"/notes", `{"body":"a canary of a note"}`, 201)).Data.ID
	w.comment = testapp.Read[made](t, learner.Do("POST", "/progress/lessons/"+w.lesson+"/comments", `{"body":"Bees dance"}`, 201)).Data.ID
	w.attempt = testapp.Read[made](t, learner.Do("POST", "/quizzes/"+w.quiz+"/attempts", "{}", 200)).Data.ID
	learner.Do("PUT", "/assignments/"+w.assignment+"/draft", `{"text":"Bees","sequence":1}`, 200)
	learner.Do("POST", "/assignments/"+w.assignment+"/hand-in", `{"number":1}`, 200)
	if err := w.DB.Reader().NewRaw("SELECT id FROM submissions WHERE user_id = ?", learner.ID).Scan(t.Context(), &w.submission); err != nil {
		t.Fatal(err)
	}
	learner.Do("PATCH", "/profile/me/comprehensive", `{"headline":"Keeper of bees"}`, 200)
	learner.Do("POST", "/reviews/"+w.review+"/reports", `{"reason":"spam","details":"Bees"}`, 200)
	learner.Do("POST", "/auth/role-applications", `{"role":"corporate","about":"Bees"}`, 201)
	admin.Do("POST", "/auth/invitations", `{"email":"guest@lectern.test","roles":["student"]}`, 201)
	admin.Do("POST", "/users/filters", `{"name":"Bees","query":"search=bees"}`, 201)
	admin.Do("POST", "/auth/lock-account/"+w.User(access.Student).ID, `{"reason":"Bees"}`, 200)
	w.Work() // sends the emails
	w.Exec("UPDATE users SET password_hash = 'a canary of a hash'")
	return w, learner, []viewer{{"admin", admin}, {"teacher", w.owner}, {"learner", learner}, {"classmate", classmate},
		{"stranger", w.User(access.Instructor, access.Corporate, access.Student)}, {"nobody", w.Nobody()}}
}

// asking holds the parameters that an operation requires.
var asking = map[string]string{
	"/api/v1/courses/search-suggestions":  "?q=bees",
	"/api/v1/tcourse/search":              "?search=bees",
	"/api/v1/tcourse/collab":              "?search=bees",
	"/api/v1/settings/appearance/palette": "?primary_color=%230d5c54",
}

// The members that are really sent: every operation that returns JSON, about things of a student and a teacher, to each
// viewer. A member that a viewer gains or loses shows in review as a change of fields.golden.
func TestAnswersHoldAgreedFields(t *testing.T) {
	t.Parallel()
	w, learner, viewers := viewed(t)
	var lines []string
	for _, line := range routes(t, w.API) {
		method, route, _ := strings.Cut(line, " ")
		path, gate, _ := strings.Cut(strings.TrimSpace(route), " ")
		if gate = strings.TrimSpace(gate); method != http.MethodGet || gate == "signed URL" || !strings.HasPrefix(path, "/api/v1/") || strings.HasSuffix(path, "/events") { // streams have no members
			continue
		}
		lines = append(lines, "GET "+path)
		address := w.ofLearner(path, learner) + asking[path]
		var sent []sent
		for _, v := range viewers {
			answer := v.Send(method, address, "")
			w.leaksNothing(v, learner, address, answer.Body.String())
			sent = add(sent, v.name, answer.Code, fields(answer.Body.Bytes()))
		}
		for i, one := range sent {
			lines = append(lines, "  "+strings.Join(one.to, ", ")+": "+one.beside(sent[0], i > 0))
		}
	}
	agreed(t, "testdata/fields.golden", strings.Join(lines, "\n")+"\n")
}

// sent is one answer and its recipients.
type sent struct {
	to     []string
	code   int
	fields []string
}

func add(all []sent, to string, code int, fields []string) []sent {
	if code >= http.StatusMultipleChoices {
		fields = nil
	}
	for i, one := range all {
		if one.code == code && slices.Equal(one.fields, fields) {
			all[i].to = append(one.to, to)
			return all
		}
	}
	return append(all, sent{[]string{to}, code, fields})
}

// beside describes the answer: if it is similar to the first one, by missing (-) and additional (+) members.
func (s sent) beside(first sent, later bool) string {
	var differs []string
	for _, name := range first.fields {
		if !slices.Contains(s.fields, name) {
			differs = append(differs, "-"+name)
		}
	}
	for _, name := range s.fields {
		if !slices.Contains(first.fields, name) {
			differs = append(differs, "+"+name)
		}
	}
	if later && len(differs) < len(s.fields) {
		return fmt.Sprintf("%d as above %s", s.code, strings.Join(differs, " "))
	}
	return strings.TrimSpace(fmt.Sprintf("%d %s", s.code, strings.Join(s.fields, " ")))
}

// ofLearner fills in a path with ids of the student, or else of their teacher.
func (w world) ofLearner(path string, learner testapp.User) string {
	id := learner.ID
	switch o, ok := objects["GET "+path]; {
	case ok:
		id = o.of(w)
	case strings.HasPrefix(path, "/api/v1/mails/"):
		emails, _, err := w.MailFolder.List(1, 0)
		if err != nil || len(emails) == 0 {
			w.t.Fatal("no email", err)
		}
		id = emails[0].ID
	}
	return w.address(strings.ReplaceAll(path, "{userId}", learner.ID), id)
}

var mailAddress = regexp.MustCompile(`[\w.-]+@lectern\.test`)

// leaksNothing fails when an answer contains another user's address, for a viewer who neither teaches nor administers, a
// note, for anybody but its author, or a credential.
func (w world) leaksNothing(v viewer, learner testapp.User, address, body string) {
	staff := v.name == "admin" || v.name == "teacher"
	for _, found := range mailAddress.FindAllString(body, -1) {
		if !staff && found != v.ID+"@lectern.test" {
			w.t.Errorf("%s shows a %s the address %s", address, v.name, found)
		}
	}
	if strings.Contains(body, "canary of a note") && v.ID != learner.ID {
		w.t.Errorf("%s shows a %s another user's note", address, v.name)
	}
	if strings.Contains(body, "canary of a hash") {
		w.t.Errorf("%s shows a %s a password's hash", address, v.name)
	}
}

var identifier = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-`)

// fields lists every member of an answer, or of its data, by path, with "{}" for ids as member names; for anything but
// JSON, its first line if it is text.
func fields(body []byte) []string {
	var answer map[string]any
	if err := json.Unmarshal(body, &answer); err != nil {
		first, _, _ := strings.Cut(string(body), "\r\n")
		if strings.ContainsFunc(first, func(r rune) bool { return r < ' ' }) {
			first = "bytes"
		}
		return []string{first}
	}
	found := map[string]bool{}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, member := range v {
				if identifier.MatchString(name) {
					name = "{}"
				}
				walk(strings.TrimPrefix(path+"."+name, "."), member)
			}
		case []any:
			for _, one := range v {
				walk(path+"[]", one)
			}
			if len(v) == 0 {
				found[path+"[]"] = true
			}
		default:
			found[path] = true
		}
	}
	if data, ok := answer["data"]; ok {
		walk("", data)
	} else {
		walk("", answer)
	}
	return slices.Sorted(maps.Keys(found))
}
