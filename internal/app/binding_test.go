package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

// bodies are valid requests for operations that the lists of objects do not have. Operations in neither need more than a
// request (an email, a key, a provider) and may refuse it: members_test.go checks what they accept.
var bodies = map[string]string{
	"PATCH /api/v1/profile/me/comprehensive":         `{"bio":"Bees","address":{"city":"Bern"},"links":[{"label":"Bees","url":"https://bees.test"}]}`,
	"POST /api/v1/auth/forgot-password":              `{"email":"ann@lectern.test"}`,
	"POST /api/v1/auth/register":                     `{"full_name":"Ann","email":"ann@lectern.test","password":"` + passphrase + `","application":{"role":"instructor","about":"I teach bees to everybody who wants"}}`,
	"POST /api/v1/auth/resend-verification":          `{"email":"ann@lectern.test"}`,
	"POST /api/v1/auth/role-applications":            `{"role":"corporate","about":"I teach bees to everybody who wants"}`,
	"POST /api/v1/courses/create":                    `{"title":"Wasps","category":"Nature","course_type":"free"}`,
	"POST /api/v1/tcourse":                           `{"title":"Wasps","category":"Nature","course_type":"free","access":{"access_type":"open"}}`,
	"POST /api/v1/curriculum/templates":              `{"course_id":"{course}","title":"Wasps","category":"Nature"}`,
	"POST /api/v1/progress/events":                   `{"events":[{"id":"01990000-0000-7000-8000-000000000001","courseId":"{course}","lessonId":"{lessonId}","type":"done","at":"2026-09-01T08:00:00Z"}]}`,
	"PUT /api/v1/notifications/preferences":          `{"kinds":[],"digest":{"frequency":"daily","hour":8,"weekday":1,"time_zone":"Europe/Berlin"}}`,
	"POST /api/v1/video-streaming/initialize-upload": `{"courseId":"{course}","fileName":"bees.mp4","fileSize":6000000,"contentType":"video/mp4","metadata":{"title":"Wasps"}}`,
}

// prepared operations need preparation, which returns their body.
var prepared = map[string]func(w world) string{
	"POST /api/v1/courses/{id}/save": func(w world) string {
		w.Exec("UPDATE courses SET status = 'Published'")
		return ""
	},
	"POST /api/v1/reviews/{id}/reports": func(w world) string { // authors cannot report their own
		w.Exec("UPDATE course_reviews SET user_id = ?", w.User(access.Student).ID)
		return `{"reason":"spam"}`
	},
	"POST /api/v1/batches/{id}/waiting": func(w world) string {
		w.enrolOwner()
		return ""
	},
	"PUT /api/v1/online-meetings/{id}/attendance": func(w world) string {
		w.enrolOwner()
		return `{"marks":[{"user_id":"` + w.owner.ID + `","status":"excused"}]}`
	},
	"POST /api/v1/waiting/{id}/accept": func(w world) string {
		w.enrolOwner()
		w.Exec("UPDATE batches SET reserved = 1 WHERE id = ?", w.batch)
		w.Exec("UPDATE batch_waiting SET status = 'offered', offered_at = ?, offer_until = ?", w.Clock.Now(), w.Clock.Now().Add(time.Hour))
		return ""
	},
	"POST /api/v1/payments/orders/{id}/refund-requests": func(w world) string {
		if w.Count("SELECT count(*) FROM payments") == 0 {
			w.pay()
		}
		w.Exec("DELETE FROM refund_requests") // which would be in the way of another one
		return `{"reason":"Bees"}`
	},
	"POST /api/v1/courses/{id}/price-quote": func(w world) string {
		w.Exec("UPDATE courses SET status = 'Published'")
		return `{"places":2}`
	},
	"POST /api/v1/courses/{id}/enroll": func(w world) string {
		w.Exec("UPDATE courses SET status = 'Published'")
		return ""
	},
	"POST /api/v1/auth/complete-registration": func(w world) string {
		w.Nobody().Do("POST", "/auth/register", bodies["POST /api/v1/auth/register"], 200)
		return `{"token":"` + (&life{t: w.t, app: w.App, secrets: map[string]string{}}).opened() + `","password":"` + passphrase + `"}`
	},
}

// enrolOwner enrols the owner in their course, once.
func (w world) enrolOwner() {
	w.Exec("DELETE FROM enrollments WHERE user_id = ?", w.owner.ID)
	w.Enroll(w.owner, w.course)
}

// further operations need more than the body in the lists of objects, and refuse it.
var further = []string{
	"POST /api/v1/corporate/{id}/invitations", "PATCH /api/v1/corporate/{id}", "PATCH /api/v1/corporate/{id}/people/{userId}", // roles and statuses that do not exist
	"POST /api/v1/sessions/{id}/start", "POST /api/v1/sessions/{id}/attendance/import", "POST /api/v1/sessions/{id}/attendance/assign", // of a session that has begun
	"POST /api/v1/sessions/{id}/attendance/dispute", "POST /api/v1/sessions/{id}/attendance/disputes/{userId}", // of a session that is over, and of a dispute
	"POST /api/v1/online-meetings/{id}/attendance/import", "POST /api/v1/online-meetings/{id}/attendance/assign", // of a meeting that has begun
	"POST /api/v1/online-meetings/{id}/attendance/dispute", "POST /api/v1/online-meetings/{id}/attendance/disputes/{userId}", // of a meeting that is over, and of a dispute
	"POST /api/v1/sessions/{id}/make-ups", "DELETE /api/v1/sessions/{id}/guests/{userId}", // of a session that was missed, and of one with a guest
	"PUT /api/v1/online-meetings/update/{id}",       // which names an instructor: others than the caller are refused
	"PUT /api/v1/batches/{id}/schedule/{sessionId}", // which names a substitute: others than instructors of the course are refused
	"DELETE /api/v1/courses/{id}",
	"DELETE /api/v1/tcourse/{type}/{id}",
	"POST /api/v1/courses/{id}/enrollments/import",
	"POST /api/v1/corporate/{id}/people/import",
	"POST /api/v1/corporate/{id}/pools/{poolId}/seats",                               // the course is a draft
	"POST /api/v1/corporate/{id}/orders", "POST /api/v1/corporate/{id}/orders/quote", // likewise
	"PUT /api/v1/courses/{id}/brochure",
	"PUT /api/v1/payments/attempts/{id}/proof",
	"PUT /api/v1/courses/{id}/cover",
	"PUT /api/v1/courses/{id}/cover/frame",
	"PUT /api/v1/blogs/{id}/cover",
	"POST /api/v1/uploads",
	"POST /api/v1/certificate-templates/pictures",
	"DELETE /api/v1/assignments/{id}/files/{fileId}",
	"POST /api/v1/assignments/{id}/files",
	"POST /api/v1/assignments/{id}/hand-in",
	"POST /api/v1/assignments/courses/{id}/submissions/return",
	"POST /api/v1/submissions/{id}/return",
	"PUT /api/v1/assignments/{id}/draft",
	"POST /api/v1/curriculum/course/{id}/files",
	"POST /api/v1/curriculum/course/{id}/import",
	"POST /api/v1/curriculum/course/{id}/initialize-empty",
	"POST /api/v1/video-streaming/{id}/accept-truncated",
	"POST /api/v1/video-streaming/{id}/download", // of a video that has been encoded
	"POST /api/v1/video-streaming/{id}/invalidate-cache",
	"POST /api/v1/video-streaming/{id}/retry-processing",
	"PUT /api/v1/curriculum/course/{id}/sections/reorder",
}

// mayChange lists what operations may change about users, roles, sessions, courses and enrolments.
var mayChange = map[string][]string{
	"DELETE /api/v1/auth/sessions/{id}":        {"sessions.revoked_at", "sessions.revoked_reason"},
	"DELETE /api/v1/courses/{id}/enroll":       {"enrollments.status", "enrollments.updated_at"},
	"DELETE /api/v1/profile/me":                {"sessions.revoked_at", "sessions.revoked_reason", "users.status", "users.updated_at"},
	"PATCH /api/v1/courses/toggle-status/{id}": {"courses.status", "courses.updated_at"},
	"POST /api/v1/courses/{id}/publications":   {"courses.status", "courses.updated_at"},
	"POST /api/v1/auth/complete-registration":  {"+users", "+user_roles", "+sessions"},
	"POST /api/v1/auth/logout-all":             {"sessions.revoked_at", "sessions.revoked_reason"},
	"POST /api/v1/courses/create":              {"+course_instructors", "+courses"},
	"POST /api/v1/courses/{id}/enroll":         {"+enrollments"},
	"PUT /api/v1/courses/update/{id}":          {"courses.page", "courses.title", "courses.title_key", "courses.updated_at"},
	"PUT /api/v1/tcourse/{type}/{id}":          {"courses.page", "courses.title", "courses.title_key", "courses.updated_at"},
	"PUT /api/v1/tcourse/free/{id}/access":     {"courses.access_type", "courses.updated_at"},
	"PATCH /api/v1/courses/{id}/archive":       {"courses.status", "courses.updated_at"},
	"POST /api/v1/tcourse":                     {"+course_instructors", "+courses"},
	"PUT /api/v1/courses/{id}/reviews/own":     {"courses.rating_average", "courses.rating_distribution", "courses.rating_rank"},
	"DELETE /api/v1/courses/{id}/reviews/own":  {"courses.rating_average", "courses.rating_count", "courses.rating_distribution", "courses.rating_rank"},
}

// watched are the tables whose every change is reported, with their keys.
var watched = map[string][]string{"users": {"id"}, "user_roles": {"user_id", "role"}, "sessions": {"id"}, "courses": {"id"},
	"course_instructors": {"course_id", "user_id"}, "enrollments": {"id"}}

// planted are members that no request has, each with a unique value.
func planted(stranger string) map[string]any {
	all := map[string]any{"price": 13377331, "capacity": 13377331, "score": 13377331, "points": 13377331, "is_admin": true, "admin": true, "version": 13377331}
	for _, name := range []string{"user_id", "owner_id", "student_id", "learner_id", "author_id", "created_by", "updated_by", "instructor_id", "actor"} {
		all[name] = stranger
	}
	for _, name := range []string{"created_at", "updated_at", "deleted_at", "verified_at", "email_verified_at", "published_at", "expires_at", "locked_until"} {
		all[name] = "1999-01-02T03:04:05Z"
	}
	for _, name := range []string{"status", "state", "id", "password_hash", "email_key"} {
		all[name] = "c4nary"
	}
	all["role"], all["roles"], all["is_verified"], all["email_verified"], all["instructors"] = "admin", []string{"admin"}, true, true, []string{stranger}
	camel := map[string]any{}
	for name, value := range all {
		words := strings.Split(name, "_")
		for i := range words[1:] {
			words[i+1] = strings.ToUpper(words[i+1][:1]) + words[i+1][1:]
		}
		camel[strings.Join(words, "")] = value
	}
	maps.Copy(all, camel)
	return all
}

// plant adds members to every object of a body that lacks them, except in the content of lessons.
func plant(v any, extra map[string]any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			if name != "content" {
				v[name] = plant(value, extra)
			}
		}
		for name, value := range extra {
			if _, has := v[name]; !has {
				v[name] = value
			}
		}
	case []any:
		for i := range v {
			v[i] = plant(v[i], extra)
		}
	}
	return v
}

// standing returns the rows of the watched tables, by table and key.
func (w world) standing() map[string]map[string]string {
	w.t.Helper()
	all := map[string]map[string]string{}
	for table, keys := range watched {
		var rows []map[string]any
		if err := w.DB.Reader().NewSelect().Table(table).Scan(w.t.Context(), &rows); err != nil {
			w.t.Fatal(table, err)
		}
		for _, row := range rows {
			at, cells := table, map[string]string{}
			for _, key := range keys {
				at += fmt.Sprintf(" %s", row[key])
			}
			for name, value := range row {
				cells[name] = fmt.Sprintf("%s", value)
			}
			all[at] = cells
		}
	}
	return all
}

// changes names new, deleted and changed rows: "+table", "-table", "table.column".
func changes(before, after map[string]map[string]string) (all []string) {
	for at, row := range after {
		table, _, _ := strings.Cut(at, " ")
		was, there := before[at]
		if !there {
			all = append(all, "+"+table)
			continue
		}
		for name, value := range row {
			if was[name] != value {
				all = append(all, table+"."+name)
			}
		}
	}
	for at := range before {
		if _, there := after[at]; !there {
			table, _, _ := strings.Cut(at, " ")
			all = append(all, "-"+table)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// bindWorld is a world with a student in its course, and a stranger without access.
type bindWorld struct {
	world
	learner, stranger testapp.User
}

// state is the watched tables by row, and all tables as text.
type state struct {
	rows map[string]map[string]string
	all  string
}

func (w world) state() state { return state{w.standing(), dump(w.t, w.DB)} }

// No additional member of a student's or an instructor's request changes a role, owner, price or state.
func TestAdditionalMembersAreNotBound(t *testing.T) {
	soak.OnceOnly(t)
	t.Parallel()
	first := bindWorld{world: newWorld(t)}
	first.learner, first.stranger = first.User(access.Student), first.User(access.Student)
	first.Enroll(first.learner, first.course)
	first.Work()
	lines, before := routes(t, first.API), first.state()
	fresh := first.copies()
	for _, line := range lines {
		method, rest, _ := strings.Cut(line, " ")
		path, gate, _ := strings.Cut(strings.TrimSpace(rest), " ")
		gate = strings.TrimSpace(gate)
		if method == http.MethodGet || method == http.MethodHead || gate == "signed URL" || gate == "admin" {
			continue
		}
		t.Run(method+path, func(t *testing.T) {
			t.Parallel()
			w := bindWorld{fresh(t), first.learner, first.stranger}
			who := w.owner
			if gate == "public" {
				who = w.Nobody()
			}
			after := w.bind(who, method, path, before, true)
			if gate == "signed in" {
				w.bind(w.learner.On(w.App), method, path, after, false)
			}
		})
	}
}

// bind sends a request with planted members to a world in this state and returns the state afterwards; done means that the
// operation has to succeed.
func (w bindWorld) bind(who testapp.User, method, path string, before state, done bool) (after state) {
	w.t.Helper()
	operation := method + " " + path
	o, named := objects[operation]
	address, body := w.address(path, db.NewID()), bodies[operation]
	if named {
		address, body = w.address(path, o.of(w.world)), o.body
	}
	if prepare := prepared[operation]; prepare != nil {
		body = prepare(w.world)
		before = w.state()
	}
	var sent any = map[string]any{}
	if body != "" {
		if err := json.Unmarshal([]byte(w.names.Replace(strings.ReplaceAll(body, "{course}", w.course))), &sent); err != nil {
			w.t.Fatal(operation, err)
		}
	}
	text, _ := json.Marshal(plant(sent, planted(w.stranger.ID)))
	got := who.Send(method, address, string(text))
	w.Work()
	needsMore := slices.Contains(further, operation) || o.unseen
	if done && (named || body != "") && (got.Code >= 300) != needsMore || got.Code >= 500 {
		w.t.Errorf("%s: %d %s", operation, got.Code, got.Body)
	}
	after = w.state()
	for _, change := range changes(before.rows, after.rows) {
		if !slices.Contains(mayChange[operation], change) {
			w.t.Errorf("%s has changed %s", operation, change)
		}
	}
	if strings.Count(after.all, w.stranger.ID) != strings.Count(before.all, w.stranger.ID) {
		w.t.Errorf("%s has stored the user whom the request names", operation)
	}
	for _, value := range []string{"13377331", "1999-01-02", "c4nary"} {
		if i := strings.Index(after.all, value); i >= 0 {
			w.t.Errorf("%s has written %s: %.200s", operation, value, after.all[max(0, i-100):])
		}
	}
	return after
}
