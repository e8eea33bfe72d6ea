package profile_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"lectern/internal/people/profile"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type answer = rest.Answer[profile.ComprehensiveProfile]

type problem struct {
	Code, Message string
	Errors        []fault.Field
	Error         profile.ComprehensiveProfile
}

const mine = "/profile/me/comprehensive"

func get(t *testing.T, u testapp.User) profile.ComprehensiveProfile {
	t.Helper()
	return testapp.Read[answer](t, u.Do("GET", mine, "", 200)).Data
}

func TestEmptyProfile(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.User(access.Student)
	got := get(t, ann)
	if got.FullName != "Somebody" || got.Completeness.Percent != 0 || got.Skills == nil || got.Links == nil || got.Education == nil || got.Work == nil ||
		got.EmailVerified || got.Avatar != nil || got.Roles[0] != access.Student || !got.MemberSince.Equal(a.Clock.Now()) {
		t.Errorf("%+v", got)
	}
	if n := a.Count("SELECT count(*) FROM profiles"); n != 0 {
		t.Error("reading a profile has created a row")
	}
	a.Nobody().Do("GET", mine, "", 401)
	a.Nobody().Do("PATCH", mine, "{}", 401)
}

// Absent members stay, null clears, an object is merged, a list is replaced.
func TestMergePatch(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann, ben := a.User(access.Student), a.User(access.Student)
	for _, body := range []string{
		`{"fullName": " Ann Ärger ", "bio": "Bees.", "headline": "Keeper", "address": {"city": "Bern", "country": "ch"}, "skills": ["Go", " go ", "", "Bee  keeping"]}`,
		`{"bio": null, "address": {"street": "Rain 1", "city": null}, "phone": "+41 (31) 123-45-67"}`,
		`{"links": [{"label": "Home", "url": "https://example.org/ann"}], "locale": "de-ch", "currency": "chf", "timeZone": "Europe/Zurich", "birthDate": "1990-12-31"}`,
	} {
		ann.Do("PATCH", mine, body, 200)
	}
	got := get(t, ann)
	if got.FullName != "Ann Ärger" || got.Bio != "" || got.Headline != "Keeper" || got.Phone != "+41311234567" || got.Locale != "de-CH" || got.Currency != "CHF" ||
		got.Address != (profile.PostalAddress{Street: "Rain 1", Country: "CH"}) || strings.Join(got.Skills, "|") != "Go|Bee keeping" || len(got.Links) != 1 || got.Revision != 4 {
		t.Errorf("%+v", got)
	}
	ann.Do("PATCH", mine, `{"skills": null, "address": null}`, 200)
	if got := get(t, ann); len(got.Skills) != 0 || got.Skills == nil || got.Address != (profile.PostalAddress{}) || got.Headline != "Keeper" {
		t.Errorf("%+v", got)
	}
	if other := get(t, ben); other.FullName != "Somebody" || other.Headline != "" {
		t.Errorf("another user's profile has changed: %+v", other)
	}
}

func TestEveryRuleHasItsMessage(t *testing.T) {
	t.Parallel()
	ann := testapp.New(t).User(access.Student)
	long := strings.Repeat("x", 2001)
	for _, c := range []struct{ body, field, message string }{
		{`{"fullName": "  "}`, "fullName", "Please enter your name"},
		{`{"fullName": null}`, "fullName", "Please enter your name"},
		{`{"fullName": "` + long[:121] + `"}`, "fullName", "Your name must be at most 120 characters"},
		{`{"fullName": "A\u0007nn"}`, "fullName", "This contains a character that can't be shown"},
		{`{"fullName": "A\u202enn"}`, "fullName", "This contains a character that can't be shown"},
		{`{"fullName": "\u2067Ann"}`, "fullName", "This contains a character that can't be shown"},
		{`{"bio": "` + long + `"}`, "bio", "Your bio must be at most 2,000 characters"},
		{`{"birthDate": "2026-09-02"}`, "birthDate", "This is not a valid date of birth, such as 1990-12-31"},
		{`{"birthDate": "1990-02-30"}`, "birthDate", "This is not a valid date of birth, such as 1990-12-31"},
		{`{"phone": "0301234567"}`, "phone", "A phone number starts with + and the country code, such as +49 30 1234567"},
		{`{"timeZone": "Mars/Olympus"}`, "timeZone", "Choose a time zone from the list, such as Europe/Berlin"},
		{`{"timeZone": "Local"}`, "timeZone", "Choose a time zone from the list, such as Europe/Berlin"},
		{`{"timeZone": "../etc/passwd"}`, "timeZone", "Choose a time zone from the list, such as Europe/Berlin"},
		{`{"locale": "nonsense-language-tag"}`, "locale", "Choose a language from the list, such as en-GB"},
		{`{"currency": "XQQ"}`, "currency", "Choose a currency from the list, such as EUR"},
		{`{"address": {"country": "ZZ"}}`, "address.country", "Choose a country from the list, such as DE"},
		{`{"education": [{"school": "ETH"}, {"school": " "}]}`, "education[1].school", "Please enter the school"},
		{`{"education": [{"school": "ETH", "from": "2019-13"}]}`, "education[0].from", "Enter a year, such as 2019, or a month, such as 2019-09"},
		{`{"work": [{"organisation": "Bees", "from": "2020-05", "to": "2019"}]}`, "work[0].to", "The end can't be before the start"},
		{`{"work": [{"organisation": ""}]}`, "work[0].organisation", "Please enter the organisation"},
		{`{"skills": ["` + long[:61] + `"]}`, "skills[0]", "A skill has at most 60 characters"},
		{`{"skills": "bees"}`, "skills", "At most 50 skills"},
		{`{"links": [{"label": "x", "url": "javascript:alert(1)"}]}`, "links[0].url", "A link starts with https:// and a domain, such as https://example.org/me"},
		{`{"links": [{"label": "x", "url": "http://example.org"}]}`, "links[0].url", "A link starts with https:// and a domain, such as https://example.org/me"},
		{`{"links": [{"label": "x", "url": "https://me:secret@example.org"}]}`, "links[0].url", "A link starts with https:// and a domain, such as https://example.org/me"},
	} {
		p := testapp.Read[problem](t, ann.Do("PATCH", mine, c.body, 400))
		if p.Code != "validation_failed" || p.Message != c.message || len(p.Errors) != 1 || p.Errors[0].Name != c.field {
			t.Errorf("%.80s: %+v", c.body, p)
		}
	}
	for _, body := range []string{`[]`, `"x"`, `null`, `{"bio": "\u0000"}`, `{"skills": [7]}`, `{"address": 7}`, `{`} {
		ann.Do("PATCH", mine, body, 400)
	}
	if got := get(t, ann); got.Revision != 1 || got.FullName != "Somebody" {
		t.Errorf("a refused request has changed something: %+v", got)
	}
}

// F49: members that users may not change about themselves are not even bound.
func TestProtectedMembersAreNotBound(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann, ben := a.User(access.Student), a.User(access.Student)
	before := get(t, ann)
	ann.Do("PATCH", mine, `{"userId": "`+ben.ID+`", "id": "x", "user_id": "`+ben.ID+`", "email": "root@lectern.test", "emailVerified": true, "email_verified_at": "2026-01-01T00:00:00Z",
		"roles": ["admin"], "role": "admin", "status": "disabled", "memberSince": "2000-01-01T00:00:00Z", "revision": 99, "avatar": {"large": "/x", "small": "/x"}, "avatarId": "x",
		"statistics": {"coursesCompleted": 99}, "completeness": {"percent": 100}, "passwordHash": "x"}`, 200)
	after := get(t, ann)
	after.Revision, after.UpdatedAt = before.Revision, before.UpdatedAt
	if b, c := fmt.Sprintf("%+v", before), fmt.Sprintf("%+v", after); b != c {
		t.Errorf("%s\n%s", b, c)
	}
	if n := a.Count("SELECT count(*) FROM profiles WHERE user_id = ?", ben.ID); n != 0 {
		t.Error("another user got a profile")
	}
}

// Of two users who edit the same version, the second is refused and loses nothing: the answer holds the current state.
func TestStaleEditIsRefused(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.User(access.Student)
	patch := func(tag, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("PATCH", "/api/v1"+mine, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("If-Match", tag)
		return ann.SendRaw(r)
	}
	first := ann.Send("GET", "/api/v1"+mine, "").Header().Get("ETag")
	saved := patch(first, `{"bio": "Here."}`)
	second := saved.Header().Get("ETag")
	if saved.Code != 200 || second == "" || second == first {
		t.Fatal(saved.Code, first, second)
	}
	refused := patch(first, `{"bio": "There.", "headline": "There"}`)
	p := testapp.Read[problem](t, refused.Body.String())
	if refused.Code != 412 || p.Code != "stale_version" || p.Error.Bio != "Here." {
		t.Error(refused.Code, p)
	}
	if got := get(t, ann); got.Bio != "Here." || got.Headline != "" {
		t.Errorf("%+v", got)
	}
	a.Enroll(ann, a.Course(a.User(access.Instructor))) // changes the statistics and so the ETag, but nothing that can be edited
	upload(t, ann, picture(t, 100, 100), "image/png", "", 200)
	if w := patch(second, `{"bio": "Again."}`); w.Code != 200 {
		t.Error(w.Code, w.Body)
	}
	if w := patch(`"nonsense"`, `{"bio": "No."}`); w.Code != 412 {
		t.Error(w.Code)
	}
	for _, tag := range []string{"*", ""} {
		if w := patch(tag, `{"bio": "Whatever is there."}`); w.Code != 200 {
			t.Error(tag, w.Code)
		}
	}
}

func TestStatisticsAndCompleteness(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann, ben := a.User(access.Student), a.User(access.Instructor)
	one, two := a.Course(ben), a.Course(ben)
	a.Enroll(ann, one)
	a.Enroll(ann, two)
	a.Exec("INSERT INTO course_completions (user_id, course_id, version, completed_at) VALUES (?, ?, 1, ?)", ann.ID, two, a.Clock.Now())
	if s := get(t, ann).Statistics; s != (profile.ProfileStatistics{CoursesEnrolled: 2, CoursesCompleted: 1}) {
		t.Errorf("%+v", s)
	}
	if s := get(t, ben).Statistics; s != (profile.ProfileStatistics{CoursesTaught: 2, StudentsTaught: 1}) {
		t.Errorf("%+v", s)
	}
	before := get(t, ann).Completeness
	if before.Percent != 0 || len(before.Missing) != 10 || before.Missing[0].Field != "avatar" {
		t.Errorf("%+v", before)
	}
	ann.Do("PATCH", mine, `{"bio": "x", "headline": "x", "timeZone": "UTC", "skills": ["x"], "work": [{"organisation": "x"}], "locale": "en", "phone": "+4112345678",
		"links": [{"label": "", "url": "https://example.org"}]}`, 200)
	if c := get(t, ann).Completeness; c.Percent != 70 || len(c.Missing) != 2 {
		t.Errorf("%+v", c)
	}
	a.Exec("UPDATE users SET email_verified_at = created_at")
	upload(t, ann, picture(t, 300, 300), "image/png", "", 200)
	if c := get(t, ann).Completeness; c.Percent != 100 || len(c.Missing) != 0 {
		t.Errorf("%+v", c)
	}
}
