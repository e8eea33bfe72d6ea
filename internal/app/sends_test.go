package app_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/app"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// sendOnceAnyway are the POST operations that send something and take no Idempotency-Key, because a repetition sends nothing more.
var sendOnceAnyway = map[string]string{
	"POST /api/v1/assignments/{id}/learners/{userId}/excuse": "a learner is excused once",
	"POST /api/v1/goals/{id}/milestones/{milestoneId}/done":  "a milestone is ticked once",
	"POST /api/v1/payments/orders/{id}/approve":              "an order is approved once",
	"POST /api/v1/uploads":                                   "the same file again is the picture that is there",
	"POST /api/v1/progress/events":                           "each event has an id, by which it counts once",
	"POST /api/v1/quiz-attempts/{id}/submit":                 "an attempt is submitted once",
}

// triedWithKeys are the POST operations that need a provider or a security key: tests of their packages send them twice.
var triedWithKeys = map[string]string{
	"POST /api/v1/ai/blog/enhance":                         "TestEnhance",
	"POST /api/v1/ai/blog/generate-content":                "TestGenerate",
	"POST /api/v1/ai/blog/generate-from-prompt":            "TestGenerate",
	"POST /api/v1/meeting-hosts":                           "TestRepeatedRequestsForMeetings",
	"POST /api/v1/demo-booking/{id}/zoom-meeting/retry":    "TestRepeatedRequestsForMeetings",
	"POST /api/v1/online-meetings/{id}/zoom-meeting/retry": "TestRepeatedRequestsForMeetings",
	"POST /api/v1/sessions/{id}/meeting/retry":             "TestRepeatedRequestsForMeetings",
	"POST /api/v1/zoom/meetings":                           "TestRepeatedRequestsUnderTheNamesOfZoom",
	"POST /api/v1/zoom/classroom/meetings":                 "TestRepeatedRequestsUnderTheNamesOfZoom",
	"POST /api/v1/zoom/meetings/{id}/registrants":          "TestRepeatedRequestsUnderTheNamesOfZoom",
	"POST /api/v1/zoom/webhook":                            "TestWebhooksAreVerified",
	"POST /api/v1/recordings/bigbluebutton":                "TestRecordingsOfBigBlueButton",
	"POST /api/v1/auth/identities":                         "TestRepeatedConnectionsCountOnce",
	"POST /api/v1/auth/oauth/{provider}/connect":           "TestRepeatedConnectionsCountOnce",
	"POST /api/v1/auth/oauth/{provider}/finish":            "TestRepeatedConnectionsCountOnce",
	"POST /api/v1/auth/oauth/{provider}/start":             "TestRepeatedConnectionsCountOnce",
	"POST /api/v1/auth/passkeys":                           "TestRepeatedRequestsForPasskeys",
	"POST /api/v1/auth/passkeys/sign-in":                   "TestRepeatedRequestsForPasskeys",
	"POST /api/v1/auth/two-factor/confirm-options":         "TestRepeatedRequestsForPasskeys",
	"POST /api/v1/auth/two-factor/passkey-options":         "TestRepeatedRequestsForPasskeys",
	"POST /api/v1/payments/webhooks/{provider}":            "TestMessagesAreHints",
}

// What sends an email, notifies users or starts work takes an Idempotency-Key, and does so once for it: every POST operation is
// sent with valid input, and those with a key again.
func TestRepeatedRequestsSendOnce(t *testing.T) {
	t.Parallel()
	fresh := newRequestWorlds(t)
	operations := documented(app.NewForDocument().API.Document)
	for _, listed := range slices.Concat(slices.Collect(maps.Keys(validRequests)), slices.Collect(maps.Keys(sendOnceAnyway)), slices.Collect(maps.Keys(triedWithKeys))) {
		if operations[strings.Replace(listed, "/api/v1", "", 1)] == nil {
			t.Errorf("there is no %s any more", listed)
		}
	}
	for name := range operations {
		method, path, _ := strings.Cut(name, " ")
		operation := method + " /api/v1" + path
		if method != "POST" || operations[name].Extensions["x-gate"] == "signed URL" || triedWithKeys[operation] != "" {
			continue // signed URLs are for files, and to end emails
		}
		takesKey := slices.ContainsFunc(operations[name].Parameters, func(p *huma.Param) bool { return p.Name == "Idempotency-Key" })
		t.Run(operation, func(t *testing.T) {
			t.Parallel()
			w := fresh(t)
			r := w.validRequest(operation)
			w.Work()
			before := w.sentSoFar()
			first := w.send(r, "Idempotency-Key", "key")
			if first.Code >= 400 {
				t.Fatalf("add a valid request to requests_…_test.go of its wing: %d %s", first.Code, first.Body)
			}
			w.Work()
			sent := w.sentSoFar()
			if sends := !maps.Equal(sent, before); !takesKey && sends != (sendOnceAnyway[operation] != "") {
				t.Errorf("sends %q: it needs .Idempotent(), or a reason in sendOnceAnyway", difference(before, sent))
			}
			if !takesKey && sendOnceAnyway[operation] == "" {
				return
			}
			again := w.send(r, "Idempotency-Key", "key")
			w.Work()
			if again.Code != first.Code || takesKey && strings.TrimSpace(again.Body.String()) != strings.TrimSpace(first.Body.String()) {
				t.Errorf("first %d %s\nagain %d %s", first.Code, first.Body, again.Code, again.Body)
			}
			if twice := w.sentSoFar(); !maps.Equal(twice, sent) {
				t.Errorf("the repetition sends %s", difference(sent, twice))
			}
			if !takesKey {
				return
			}
			other := w.send(otherRequest(r.token), "Idempotency-Key", "key")
			if got := testapp.Read[rest.Problem](t, other.Body.String()).Code; other.Code != 409 || got != "idempotency_key_reused" {
				t.Errorf("another request under the same key: %d %s", other.Code, other.Body)
			}
		})
	}
}

// otherRequest is another request of the same caller.
func otherRequest(token string) request {
	if token == "" {
		return byToken("", "/auth/forgot-password", `{"email":"other@lectern.test"}`)
	}
	return byToken(token, "/auth/change-email", `{"new_email":"other@lectern.test"}`)
}

// sentSoFar counts notifications, and jobs by kind, but not periodic ones, whose id is their kind.
func (w requestWorld) sentSoFar() map[string]int64 {
	w.t.Helper()
	var rows []struct {
		Kind string
		N    int64
	}
	if err := w.DB.Reader().NewRaw("SELECT kind, count(*) AS n FROM jobs WHERE id <> kind GROUP BY kind").Scan(w.t.Context(), &rows); err != nil {
		w.t.Fatal(err)
	}
	all := map[string]int64{"notifications": w.Count("SELECT count(*) FROM notifications")}
	for _, row := range rows {
		all[row.Kind] = row.N
	}
	return all
}

func difference(before, after map[string]int64) string {
	var all []string
	for _, kind := range slices.Sorted(maps.Keys(after)) {
		if n := after[kind] - before[kind]; n != 0 {
			all = append(all, fmt.Sprintf("%d %s", n, kind))
		}
	}
	return strings.Join(all, ", ")
}
