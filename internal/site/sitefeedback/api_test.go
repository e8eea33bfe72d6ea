package sitefeedback_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/site/sitefeedback"
	"lectern/internal/testapp"
)

// Only what its author agreed to is ever published, and then without surname and address.
func TestFeedbackIsPublishedWithConsent(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin, ann, nobody := a.User(access.Admin), a.User(access.Student), a.Nobody()
	nobody.Do("POST", "/feedback", `{"rating":5,"text":"Bees"}`, 400)                                                  // without an address
	nobody.Do("POST", "/feedback", `{"rating":5,"text":"Bees","full_name":"Ben Lee","email":"ben@lectern.test"}`, 409) // a script needs a code
	ann.Do("POST", "/feedback", `{"rating":6,"text":"Bees"}`, 400)
	if n := a.Count("SELECT count(*) FROM site_feedback"); n != 0 {
		t.Fatal("refused feedback is kept:", n)
	}
	form := testapp.Read[rest.Answer[sitefeedback.FeedbackForm]](t, nobody.Do("GET", "/feedback/form", "", 200)).Data.FormID
	a.Clock.Advance(time.Minute)
	for range 2 { // a form counts once
		nobody.Do("POST", "/feedback", fmt.Sprintf(`{"rating":5,"text":"I love it","publish_consent":true,"full_name":"Ben Lee","email":"ben@lectern.test","form_id":%q}`, form), 200)
	}
	ann.Do("POST", "/feedback", `{"rating":2,"text":"Too slow"}`, 200)
	all := testapp.Read[rest.List[sitefeedback.SiteFeedback]](t, admin.Do("GET", "/feedback", "", 200)).Data
	if len(all) != 2 || all[0].Body != "Too slow" || all[0].PublishConsent || all[1].FullName != "Ben Lee" {
		t.Fatalf("received: %+v", all)
	}
	decide := func(who testapp.User, f sitefeedback.SiteFeedback, status string, want int) {
		t.Helper()
		who.Do("PATCH", "/feedback/"+f.ID, `{"status":"`+status+`"}`, want)
	}
	decide(ann, all[1], "published", 403)
	ann.Do("GET", "/feedback", "", 403)
	decide(admin, all[0], "published", 409)
	if shown := published(t, nobody); shown != `[]` {
		t.Error("published without a decision or without consent:", shown)
	}
	decide(admin, all[1], "published", 200)
	if shown := published(t, nobody); !strings.Contains(shown, "I love it") || !strings.Contains(shown, `"Ben"`) || strings.Contains(shown, "Lee") || strings.Contains(shown, "@") {
		t.Error("published:", shown)
	}
	decide(admin, all[1], "hidden", 200)
	if shown := published(t, nobody); shown != `[]` {
		t.Error("hidden, but shown:", shown)
	}
	if n := a.Count("SELECT count(*) FROM audit_log WHERE action = 'site_feedback.decided'"); n != 2 {
		t.Error("decisions in the audit log:", n)
	}
}

func published(t *testing.T, who testapp.User) string {
	t.Helper()
	answer := who.Do("GET", "/feedback/published", "", 200)
	_, data, _ := strings.Cut(answer, `"data":`)
	return strings.TrimSuffix(strings.TrimSpace(data), "}")
}
