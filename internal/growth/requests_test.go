package growth

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"lectern/internal/testapp"
)

// BeforeQuery implements bun.QueryHook.
func (h *statements) BeforeQuery(ctx context.Context, _ *bun.QueryEvent) context.Context { return ctx }

// AfterQuery implements bun.QueryHook. A list and its count run concurrently.
func (h *statements) AfterQuery(_ context.Context, e *bun.QueryEvent) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.made = append(h.made, e.Query)
}

// request is a frequent request.
type request struct {
	name string // the operation and its parameters
	who  testapp.User
	verb string
	path string
	body string
}

// things are what {id} in a path refers to after this segment.
var things = map[string]string{
	"contacts": "lead", "complaints": "complaint", "feedback": "feedback", "courses": "course", "course": "course", "{type}": "course", "question-banks": "course", "lessons": "lesson", "assignments": "assignment", "quizzes": "quiz",
	"quiz-attempts": "attempt", "submissions": "submission", "video-streaming": "video", "users": "user", "profile": "user", "bulk-jobs": "bulk job", "imports": "import",
	"announcements": "announcement", "batches": "batch", "instructor": "teacher", "instructors": "teacher", "upcoming-classes": "teacher", "ongoing-classes": "teacher", "student": "user", "students": "user", "waiting": "waiting", "demo-booking": "demo", "sessions": "session", "demo-feedback": "demo feedback", "blogs": "post", "uploads": "media", "runs": "model run", "get": "online meeting", "online-meetings": "online meeting", "certificates": "certificate", "goals": "goal",
	"corporate": "company",
	"campaigns": "campaign", "corporate-training": "lead",
}

// unlisted operations read nothing that grows with a school, with the reason.
var unlisted = map[string]string{
	"/all-employee-meetings":                              "needs a company: at most 100 sessions of its people",
	"/dashboard/stats":                                    "needs a role: it is among the others",
	"/dashboard/today":                                    "part of the above",
	"/dashboard/series":                                   "needs a metric: it is among the others",
	"/dashboard/rows":                                     "needs a metric: it is among the others",
	"/dashboard/export":                                   "reads what the rows are",
	"/search":                                             "needs words: it is among the others",
	"/blogs/search":                                       "needs words: it is among the others",
	"/zoom/meetings/{id}":                                 "one meeting",
	"/zoom/users/{id}/meetings":                           "what /zoom/me/meetings reads, of another user",
	"/zoom/meetings/{id}/registrants":                     "of one meeting",
	"/zoom/meetings/{id}/join/{registrantId}":             "makes one link",
	"/zoom/meetings/{id}/invitation":                      "of one meeting",
	"/zoom/meetings/{id}/recordings":                      "of one session",
	"/zoom/meetings/{id}/recordings/settings":             "one row, of one batch",
	"/zoom/meetings/{id}/transcript":                      "of one session",
	"/payments/orders/{id}":                               "one order, for its buyer",
	"/payments/orders/{id}/progress":                      "one order, for its buyer",
	"/payments/orders/{id}/refund-requests":               "the requests of one order, 50 at most",
	"/payments/orders/{id}/transfer":                      "the newest transfer of one order, for its buyer",
	"/payments/admin/plans/{planId}":                      "one payment plan, with its orders",
	"/payments/disputes/{disputeId}/evidence":             "a file, of one order",
	"/payments/test/{paymentId}":                          "one payment of the demo, for its buyer",
	"/payments/test/{paymentId}/simulation":               "one payment of the demo, with its refunds and its dispute",
	"/avatars/{id}/{size}":                                "a file",
	"/certificates/{id}/badge.png":                        "a file",
	"/certificates/{id}/pdf":                              "a file",
	"/certificate-templates/{id}":                         "one row, and at most 6 pictures",
	"/certificate-templates/{id}/preview.svg":             "a file",
	"/certificate-templates/{id}/preview.pdf":             "a file",
	"/certificate-templates/pictures/{pictureId}":         "a file",
	"/corporate/invitations/{token}":                      "one row, by its key",
	"/payments/gifts/{token}":                             "one row, by its key",
	"/covers/posters/{id}/{version}":                      "a file",
	"/blog-covers/{id}/{width}":                           "a file",
	"/blogs/import/{id}":                                  "needs an import: one row, and at most 1,000 of its posts",
	"/blogs/export":                                       "the whole blog, as a file",
	"/blogs/preview/{token}":                              "one row, by its digest",
	"/uploads/{id}/{width}":                               "a file",
	"/covers/{id}/{width}":                                "a file",
	"/curriculum/course/{id}/export":                      "the whole of a course, as a file",
	"/demo-booking/available-slots":                       "needs a day; at most 31 days of those who take demos",
	"/demo-booking/manage/{token}":                        "one row, by its digest",
	"/demo-booking/manage/{token}/feedback":               "one row, by its digest",
	"/batches/suggest-instructor":                         "needs a course; its instructors and the time that is taken of them",
	"/instructors/free":                                   "needs a range: at most 31 days of the instructors of one course",
	"/logos/{hash}/{height}":                              "a file",
	"/feedback/form":                                      "signs a token, and asks no database",
	"/complaints/form":                                    "signs a token, and asks no database",
	"/complaints/track/{token}":                           "one complaint, for who complained: the statements of /complaints/{id}",
	"/contacts/form":                                      "signs a token, and asks no database",
	"/mails/{id}":                                         "emails of a demo, which are files",
	"/mails":                                              "emails of a demo, which are files",
	"/meeting-servers/{name}/status":                      "asks another server, and no database",
	"/notifications/events":                               "a stream without an end",
	"/settings/appearance/palette":                        "arithmetic",
	"/video-streaming/{id}/status/events":                 "a stream without an end",
	"/video-streaming/{id}/streaming-urls":                "needs a film that plays; its statements are those of the metadata",
	"/corporate-training/proposals/{token}":               "one row, by its key",
	"/corporate-training/proposals/{token}/pdf":           "a file",
	"/corporate-training/{id}/proposals/{proposalId}/pdf": "a file",
}

// requests are every reading operation, alone and with each of its parameters, and the most frequent writes.
func (s *school) requests() (list []request) {
	s.t.Helper()
	paths := slices.Sorted(maps.Keys(s.API.Document.Paths))
	for _, path := range paths {
		op := s.API.Document.Paths[path].Get
		gate := s.API.Gates["GET /api/v1"+path].Name
		if op == nil || unlisted[path] != "" || gate == "signed URL" {
			continue
		}
		who := map[string]testapp.User{"admin": s.admin, "instructor or admin": s.teacher}[gate]
		if who.ID == "" {
			who = s.learner
		}
		if strings.HasPrefix(path, "/quiz-attempts/") || strings.HasPrefix(path, "/video-streaming/{id}") || strings.HasPrefix(path, "/batches/{id}/schedule") || strings.HasSuffix(path, "-classes/{id}") || path == "/calendar" { // the teacher's own
			who = s.teacher
		}
		at := "/api/v1" + s.address(path)
		list = append(list, request{"GET " + path, who, "GET", at, ""})
		for _, p := range op.Parameters {
			for _, value := range s.values(p) {
				query := p.Name + "=" + url.QueryEscape(value)
				by := who
				if query == "draft=true" {
					by = s.teacher
				}
				list = append(list, request{"GET " + path + "?" + query, by, "GET", at + "?" + query, ""})
			}
		}
	}
	return append(list, s.writes()...)
}

// writes are what students send all day, and what needs more than one parameter.
func (s *school) writes() []request {
	now := s.Clock.Now().Format("2006-01-02T15:04:05Z")
	event := fmt.Sprintf(`{"events":[{"id":%q,"courseId":%q,"lessonId":%q,"type":"opened","at":%q}]}`, uuid.NewString(), s.names["course"], s.names["lesson"], now)
	return []request{
		{"POST /progress/events", s.learner, "POST", "/api/v1/progress/events", event},
		{"POST /video-streaming/{id}/watch-events", s.teacher, "POST", "/api/v1/video-streaming/" + s.names["video"] + "/watch-events",
			fmt.Sprintf(`{"events":[{"id":%q,"type":"watched","fromMs":0,"toMs":6000,"at":%q}]}`, uuid.NewString(), now)},
		{"POST /auth/login", s.Nobody(), "POST", "/api/v1/auth/login", `{"email":"learner1@school.test","password":"none of these"}`},
		{"POST /progress/lessons/{id}/comments", s.learner, "POST", "/api/v1/progress/lessons/" + s.names["lesson"] + "/comments", `{"body":"Bees"}`},
		{"GET /blogs/search", s.learner, "GET", "/api/v1/blogs/search?query=bees+bee", ""},
		{"GET /search of a learner", s.learner, "GET", "/api/v1/search?query=bees", ""},
		{"GET /search of an instructor", s.teacher, "GET", "/api/v1/search?query=bees", ""},
		{"GET /dashboard/stats of a learner", s.learner, "GET", "/api/v1/dashboard/stats", ""},
		{"GET /dashboard/stats of an instructor", s.teacher, "GET", "/api/v1/dashboard/stats", ""},
		{"GET /dashboard/series of an administrator", s.admin, "GET", "/api/v1/dashboard/series?metric=enrolments&from=2026-08-01&to=2026-09-01", ""},
		{"GET /dashboard/series of an instructor", s.teacher, "GET", "/api/v1/dashboard/series?metric=enrolments&scope=self&from=2026-08-01&to=2026-09-01", ""},
		{"GET /dashboard/rows of enrolments", s.admin, "GET", "/api/v1/dashboard/rows?metric=enrolments&from=2026-08-01&to=2026-09-01", ""},
		{"GET /dashboard/rows of an instructor", s.teacher, "GET", "/api/v1/dashboard/rows?metric=enrolments&scope=self&from=2026-08-01&to=2026-09-01", ""},
		{"GET /dashboard/rows of learners", s.admin, "GET", "/api/v1/dashboard/rows?metric=active_30&from=2026-08-01&to=2026-09-01", ""},
		{"GET /search of an administrator", s.admin, "GET", "/api/v1/search?query=learner1", ""},
		{"POST /notifications/read-all", s.learner, "POST", "/api/v1/notifications/read-all", "{}"},
	}
}

var parameter = regexp.MustCompile(`\{\w+\}`)

// address fills in a path.
func (s *school) address(path string) string {
	before, _, _ := strings.Cut(path, "/{id}")
	thing := things[before[strings.LastIndex(before, "/")+1:]]
	return parameter.ReplaceAllStringFunc(path, func(p string) string {
		name := map[string]string{"{id}": thing, "{lessonId}": "lesson", "{sectionId}": "section", "{userId}": "user", "{sessionId}": "session", "{token}": "calendar feed", "{couponId}": "coupon", "{revision}": "revision", "{courseId}": "course", "{poolId}": "pool"}[p]
		if fixed := map[string]string{"{type}": "free", "{kind}": "terms", "{calendar}": "school", "{code}": "0000000000000", "{list}": "1"}[p]; fixed != "" {
			return fixed
		}
		if s.names[name] == "" {
			s.t.Errorf("%s: which %s? Add it to things, or the path to unlisted", path, p)
		}
		return s.names[name]
	})
}

// values to try a parameter with.
func (s *school) values(p *huma.Param) (values []string) {
	if p.In != "query" || p.Name == "cursor" {
		return nil
	}
	choices := p.Schema.Enum
	if p.Schema.Items != nil {
		choices = p.Schema.Items.Enum
	}
	for _, v := range choices {
		if text := fmt.Sprint(v); text != "" {
			values = append(values, text)
		}
	}
	if len(values) > 0 {
		return values
	}
	switch {
	case p.Name == "page":
		return []string{"2"}
	case p.Name == "limit":
		return []string{"30"}
	case p.Schema.Type == "boolean":
		return []string{"true", "false"}
	case p.Schema.Type == "integer":
		return []string{"1"}
	case p.Schema.Type == "number":
		return []string{"0.5"}
	}
	known := map[string]string{"lesson": s.names["assignment"], "thread": s.names["thread"], "studentId": s.learner.ID, "courseId": s.names["course"],
		"course_id": s.names["course"], "instructor_id": s.teacher.ID, "instructor_ids": s.teacher.ID, "start_date_from": "2026-01-01", "start_date_to": "2027-01-01", "actor": s.admin.ID, "on_behalf_of": s.admin.ID, "target": s.learner.ID, "action": "user", "from": "2026-01-01T00:00:00Z", "to": "2027-01-01T00:00:00Z",
		"before": "2027-01-01", "timezone": "Europe/Berlin", "startDate": "2026-01-01", "endDate": "2027-01-01", "start_date": "2026-01-01", "end_date": "2027-01-01", "userId": s.learner.ID, "user_id": s.learner.ID, "created_from": "2026-01-01T00:00:00Z", "created_to": "2027-01-01T00:00:00Z", "seen_from": "2026-01-01T00:00:00Z", "seen_to": "2027-01-01T00:00:00Z", "createdAt": "2026-01-01", "currency": "USD", "language": "en", "country_code": "IN", "assigned_to": s.admin.ID,
		"audience": "course:" + s.names["course"], "category": "Nature", "role": "student", "status": "active", "verified": "true", "locked": "true", "sort": "name", "no_of_sessions": "5", "no_of_Sessions": "5"}
	if value := known[p.Name]; value != "" {
		return []string{value}
	}
	return []string{"twenty", "learner"} // words of all courses, and of all users
}

// answered makes a request that has to succeed.
func (s *school) answered(t *testing.T, r request) {
	t.Helper()
	w := r.who.Send(r.verb, r.path, r.body)
	if w.Code >= http.StatusInternalServerError || w.Code >= 400 && w.Code != refusals[r.name] {
		t.Errorf("%s: %d %.300s", r.name, w.Code, w.Body)
	}
}

// refusals are requests that cannot succeed, with their status.
var refusals = map[string]int{
	"POST /auth/login": http.StatusUnauthorized,
}
