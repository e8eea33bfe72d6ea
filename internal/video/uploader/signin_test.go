package uploader_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/clock"
	"lectern/internal/video/uploader"
)

// authServer signs in, rotates refresh tokens, and reports processing.
type authServer struct {
	t       *testing.T
	log     []string
	refresh string // the valid one
	access  string
	status  []string // answers to status requests, in turn
	code    string   // method and code of the second step, "" for none
}

func (d *authServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	call := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
	d.log = append(d.log, call)
	var in map[string]string
	if r.Method == http.MethodPost && json.NewDecoder(r.Body).Decode(&in) != nil {
		d.t.Error("the body is no JSON")
	}
	switch {
	case call == "login" && in["password"] != "right", call == "refresh-token" && in["refreshToken"] != d.refresh,
		call == "status" && r.Header.Get("Authorization") != "Bearer "+d.access:
		w.WriteHeader(401)
		fmt.Fprint(w, `{"success":false,"message":"The email address or the password is wrong."}`)
	case call == "login" && d.code != "":
		fmt.Fprint(w, `{"success":true,"data":{"twoFactorRequired":true,"challengeToken":"the challenge","methods":["totp"],"expiresIn":300}}`)
	case call == "verify" && (in["challengeToken"] != "the challenge" || in["method"]+" "+in["code"] != d.code):
		w.WriteHeader(400)
		fmt.Fprint(w, `{"success":false,"message":"This code is not right."}`)
	case call == "login", call == "refresh-token", call == "verify":
		d.refresh, d.access = fmt.Sprint("refresh ", len(d.log)), fmt.Sprint("access ", len(d.log))
		fmt.Fprintf(w, `{"success":true,"data":{"accessToken":%q,"refreshToken":%q,"expiresIn":900}}`, d.access, d.refresh)
	case call == "status":
		fmt.Fprintf(w, `{"success":true,"status":"success","data":{"status":%q,"progress":12.5,"playable":true,"failureReason":""}}`, d.status[0])
		d.status = d.status[1:]
	}
}

func newAuthServer(t *testing.T, password string) (*authServer, *uploader.SignIn, *clock.Manual) {
	d := &authServer{t: t}
	server := httptest.NewServer(d)
	t.Cleanup(server.Close)
	c := clock.NewManual(time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC))
	return d, &uploader.SignIn{BaseURL: server.URL + "/api/v1", HTTP: server.Client(), Clock: c, Email: "a@lectern.test", Password: password}, c
}

func TestTokenRenewal(t *testing.T) {
	t.Parallel()
	d, user, c := newAuthServer(t, "right")
	steps := []struct {
		name  string
		later time.Duration
		renew bool
		spoil bool // the server has ended the session
		asks  []string
	}{
		{"the first time", 0, false, false, []string{"login"}},
		{"while it is valid", 13 * time.Minute, false, false, nil},
		{"a minute before its expiry", 90 * time.Second, false, false, []string{"refresh-token"}},
		{"when it was refused", 0, true, false, []string{"refresh-token"}},
		{"when the session is over", 0, true, true, []string{"refresh-token", "login"}},
	}
	for _, s := range steps {
		c.Advance(s.later)
		if s.spoil {
			d.refresh = "another"
		}
		before := len(d.log)
		token, err := user.Token(t.Context(), s.renew)
		if err != nil || token != d.access || !slices.Equal(d.log[before:], s.asks) {
			t.Errorf("%s: %q, %v after %v", s.name, token, err, d.log[before:])
		}
	}
	must(t, user.SignOut(t.Context()))
	must(t, user.SignOut(t.Context()))
	if last := d.log[len(d.log)-1]; last != "logout" || slices.Index(d.log, "logout") != len(d.log)-1 {
		t.Errorf("signed out by %v", d.log)
	}
}

func TestWrongPassword(t *testing.T) {
	t.Parallel()
	_, user, _ := newAuthServer(t, "wrong")
	token, err := user.Token(t.Context(), false)
	if token != "" || err == nil || err.Error() != "The email address or the password is wrong." || uploader.Classify(err).Class != uploader.Unauthorized {
		t.Errorf("%q, %v", token, err)
	}
}

func TestFollow(t *testing.T) {
	t.Parallel()
	d, user, _ := newAuthServer(t, "right")
	d.status = []string{"pending", "processing", "completed"}
	server, waits := newPartServer(t, false).client()
	server.BaseURL, server.HTTP, server.Token = user.BaseURL, user.HTTP, user.Token
	if _, err := user.Token(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	d.access = "ended early" // the first request is refused and the token renewed
	var seen []string
	last, err := server.Follow(t.Context(), "video 1", func(p uploader.Processing) { seen = append(seen, p.Status) })
	if err != nil || !last.Playable || last.Progress != 12.5 || !slices.Equal(seen, []string{"pending", "processing", "completed"}) {
		t.Errorf("seen %v, %+v, %v", seen, last, err)
	}
	if want := []time.Duration{2 * time.Second, 2 * time.Second}; !slices.Equal(waits(), want) {
		t.Errorf("waited %v", waits())
	}
}

func TestSecondStep(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{"123456": "totp 123456", "abcde-fgh23": "recovery_code abcde-fgh23"} {
		d, user, _ := newAuthServer(t, "right")
		d.code = want
		if _, err := user.Token(t.Context(), false); err == nil || !strings.Contains(err.Error(), "second step") {
			t.Errorf("where nobody can be asked: %v", err)
		}
		user.Code = func(context.Context) (string, error) { return typed, nil }
		if token, err := user.Token(t.Context(), false); err != nil || token != d.access || token == "" {
			t.Errorf("%s: %q, %v", typed, token, err)
		}
		user.Code = func(context.Context) (string, error) { return "000000", nil }
		d.refresh = "another" // the session is over
		if _, err := user.Token(t.Context(), true); err == nil || err.Error() != "This code is not right." {
			t.Errorf("a wrong code: %v", err)
		}
	}
}
