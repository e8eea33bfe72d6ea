package app_test

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"lectern/internal/app"
	"lectern/internal/people/user"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

var update = flag.Bool("update", false, "write the golden files")

// routes lists every route of the router, including any that bypassed rest.Handle.
func routes(t *testing.T, api *rest.API) (lines []string) {
	t.Helper()
	err := chi.Walk(api.Router, func(method, path string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		gate, ok := api.Gates[method+" "+path]
		if !ok {
			t.Errorf("%s %s has no gate: register it with rest.Handle", method, path)
		}
		lines = append(lines, fmt.Sprintf("%-6s %-45s %s\n", method, path, gate.Name))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines)
	return lines
}

// A change of an operation's gate shows in review as a change of gates.golden.
func TestGatesAreTheAgreedOnes(t *testing.T) {
	t.Parallel()
	got := strings.Join(routes(t, app.NewForDocument().API), "")
	if *update {
		if err := os.WriteFile("testdata/gates.golden", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/gates.golden")
	if err != nil || got != string(want) {
		t.Errorf("who may call what has changed (%v); if that is meant: go test ./internal/app -update\n%s", err, got)
	}
}

var parameter = regexp.MustCompile(`\{\w+\}`)

// shut lists the states in which a user with a valid token may do nothing, as SQL about a user.
var shut = map[string]string{
	"locked by hand": "INSERT INTO admin_locks (user_id, locked_by, note, locked_at) SELECT id, id, '', created_at FROM users WHERE id = ?",
	"switched off":   "UPDATE users SET status = 'disabled' WHERE id = ?",
	"signed out":     "UPDATE sessions SET revoked_at = created_at WHERE user_id = ?",
	"gone":           "DELETE FROM users WHERE id = ?",
}

// Every operation admits exactly whom its gate names, with no more in the request than a path and an empty object.
func TestGatesRefuseOtherRoles(t *testing.T) {
	soak.OnceOnly(t)
	t.Parallel()
	a := testapp.New(t)
	a.API.EndStreams() // streams without an end of their own end at once
	roles := map[string][]access.Role{}
	for _, role := range access.AllRoles {
		roles[string(role)] = []access.Role{role}
	}
	for state := range shut {
		roles[state] = access.AllRoles
	}
	user := func(as string) testapp.User {
		if as == "" {
			return a.Nobody()
		}
		who := a.User(roles[as]...)
		if sql := shut[as]; sql != "" {
			a.Exec(sql, who.ID)
		}
		return who
	}
	known := map[string]testapp.User{"": a.Nobody()}
	for as := range roles {
		known[as] = user(as)
	}
	for _, line := range routes(t, a.API) {
		method, rest, _ := strings.Cut(line, " ")
		path, gate, _ := strings.Cut(strings.TrimSpace(rest), " ")
		gate = strings.TrimSpace(gate)
		for as, who := range known {
			want := wanted(gate, "") // 0: past the gate, whatever follows
			if shut[as] == "" {
				want = wanted(gate, access.Role(as))
			}
			if want == 0 && method != http.MethodGet && method != http.MethodHead {
				who = user(as) // some operations sign out
			}
			got := who.Send(method, parameter.ReplaceAllString(path, "none"), "{}").Code
			if refused := got == http.StatusUnauthorized || got == http.StatusForbidden; refused != (want != 0) || refused && got != want && gate != "signed URL" {
				t.Errorf("%s %s as %q: %d; its gate is %q", method, path, as, got, gate)
			}
		}
	}
}

// An administrator who impersonates a student passes no other gates than that student, and changes nothing.
func TestGatesApplyToImpersonation(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	a.API.EndStreams()
	student := a.User(access.Student)
	answer := a.User(access.Admin).Do("POST", "/users/"+student.ID+"/impersonate", `{"reason":"Bees"}`, 200)
	token := testapp.Read[rest.Answer[user.Impersonation]](t, answer).Data.AccessToken
	alsoActing := []string{"POST /api/v1/auth/refresh-token", "POST /api/v1/auth/logout", "POST /api/v1/auth/stop-impersonation"} // which ends it
	onlyOneself := []string{"GET /api/v1/profile/me/exports"}
	for _, line := range routes(t, a.API) {
		method, rest, _ := strings.Cut(line, " ")
		path, gate, _ := strings.Cut(strings.TrimSpace(rest), " ")
		operation, gate := method+" "+path, strings.TrimSpace(gate)
		if gate == "signed URL" || slices.Contains(alsoActing, operation) {
			continue
		}
		want := wanted(gate, access.Student)
		if method != http.MethodGet && method != http.MethodHead || slices.Contains(onlyOneself, operation) {
			want = http.StatusForbidden
		}
		r := httptest.NewRequest(method, parameter.ReplaceAllString(path, "none"), strings.NewReader("{}"))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+token)
		got := a.Nobody().SendRaw(r).Code
		if refused := got == http.StatusUnauthorized || got == http.StatusForbidden; refused != (want != 0) || refused && got != want {
			t.Errorf("%s by an administrator as a student: %d; its gate is %q", operation, got, gate)
		}
	}
	if n := a.Count("SELECT count(*) FROM audit_log WHERE action = 'user.acted'"); n != 0 {
		t.Errorf("%d operations count as done", n)
	}
}

// wanted returns the status with which a gate refuses a user with only this role, "" for nobody; 0 for admitted users.
func wanted(gate string, role access.Role) int {
	switch {
	case gate == "public":
		return 0
	case gate == "signed URL": // none of these URLs is signed: 401 or 403, as its handler says
		return http.StatusUnauthorized
	case role == "":
		return http.StatusUnauthorized
	case gate != "signed in" && !slices.Contains(strings.Split(gate, " or "), string(role)):
		return http.StatusForbidden
	}
	return 0
}
