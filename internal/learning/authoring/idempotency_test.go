package authoring_test

import (
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// under sends a request with an Idempotency-Key.
func under(who testapp.User, key, path, kind, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "/api/v1"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Idempotency-Key", key)
	return who.SendRaw(r)
}

const (
	wasps  = `{"title":"Wasps","category":"Nature","course_type":"free"}`
	inJSON = "application/json"
)

func TestCreateWithRepeatedKeyCreatesOnce(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann, ben := app.User(access.Instructor), app.User(access.Instructor)
	made := func() int64 { return app.Count("SELECT count(*) FROM courses") }
	first := under(ann, "k1", "/courses/create", inJSON, wasps)
	again := under(ann, "k1", "/courses/create", inJSON, wasps)
	if first.Code != 201 || again.Code != 201 || first.Body.String() != again.Body.String() || first.Header().Get("ETag") != again.Header().Get("ETag") || made() != 1 {
		t.Errorf("%d %s, then %d %s; %d courses", first.Code, first.Body, again.Code, again.Body, made())
	}
	for _, other := range []*httptest.ResponseRecorder{under(ann, "k1", "/courses/create", inJSON, strings.Replace(wasps, "Wasps", "Bees", 1)), under(ann, "k1", "/tcourse", inJSON, wasps)} {
		if got := testapp.Read[rest.Problem](t, other.Body.String()).Code; other.Code != 409 || got != "idempotency_key_reused" || made() != 1 {
			t.Errorf("another request under the same key: %d %s; %d courses", other.Code, got, made())
		}
	}
	if got := under(ben, "k1", "/courses/create", inJSON, wasps); got.Code != 201 || made() != 2 {
		t.Errorf("idempotency keys are not separate for each user: %d; %d courses", got.Code, made())
	}
	if got := under(ann, "with blank", "/courses/create", inJSON, wasps); got.Code != 400 || made() != 2 {
		t.Errorf("an invalid key: %d; %d courses", got.Code, made())
	}
	app.Clock.Advance(24 * time.Hour)
	if got := under(ann, "k1", "/courses/create", inJSON, wasps); got.Code != 201 || made() != 3 {
		t.Errorf("a day later the key is not free again: %d; %d courses", got.Code, made())
	}
}

func TestRefusedRequestFreesKey(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, ann := app.User(access.Instructor), app.User(access.Student)
	c := teacher.CreateTypedCourse("free", "")
	enroll := "/courses/" + c.ID + "/enroll"
	if got := under(ann, "k1", enroll, inJSON, ""); got.Code != 404 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	teacher.Do("PATCH", "/courses/toggle-status/"+c.ID, "", 200)
	first, again := under(ann, "k1", enroll, inJSON, ""), under(ann, "k1", enroll, inJSON, "")
	if n := app.Count("SELECT count(*) FROM enrollments"); first.Code != 200 || first.Body.String() != again.Body.String() || n != 1 {
		t.Errorf("%d %s, then %d %s; %d places", first.Code, first.Body, again.Code, again.Body, n)
	}
	sheet := "/courses/" + c.ID + "/enrollments/import"
	first, again = under(teacher, "k2", sheet, "text/csv", "email\nnobody@lectern.test\n"), under(teacher, "k2", sheet, "text/csv", "email\nnobody@lectern.test\n")
	if first.Code != 200 || again.Code != 200 || strings.TrimSpace(first.Body.String()) != strings.TrimSpace(again.Body.String()) {
		t.Errorf("%d %s, then %d %s", first.Code, first.Body, again.Code, again.Body)
	}
	if got := under(teacher, "k2", sheet, "text/csv", "email\nother@lectern.test\n"); got.Code != 409 {
		t.Errorf("another sheet under the same key: %d", got.Code)
	}
}

// Of many concurrent requests one creates the course; the others get its response, or hear that it is in progress.
func TestConcurrentRequestsWithOneKey(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann := app.User(access.Instructor)
	answers := make([]*httptest.ResponseRecorder, 8)
	var crowd sync.WaitGroup
	for i := range answers {
		crowd.Go(func() { answers[i] = under(ann, "k", "/courses/create", inJSON, wasps) })
	}
	crowd.Wait()
	bodies := map[string]bool{}
	for _, got := range answers {
		if got.Code == 201 {
			bodies[got.Body.String()] = true
		} else if code := testapp.Read[rest.Problem](t, got.Body.String()).Code; code != "request_in_progress" {
			t.Errorf("%d %s", got.Code, got.Body)
		}
	}
	if n := app.Count("SELECT count(*) FROM courses"); n != 1 || len(bodies) != 1 {
		t.Errorf("%d courses, %d different answers", n, len(bodies))
	}
}
