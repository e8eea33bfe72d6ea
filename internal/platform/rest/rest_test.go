package rest_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type input struct {
	Body struct {
		Name  string `json:"name" minLength:"2" msg:"Name is required;minLength=Name is too short"`
		Items []struct {
			Count int `json:"count" minimum:"1" msg:"Each item needs a count"`
		} `json:"items,omitempty"`
	}
}

func handler(fail error) func(context.Context, access.Caller, *input) (rest.Answer[string], error) {
	return func(_ context.Context, _ access.Caller, in *input) (rest.Answer[string], error) {
		if in.Body.Name == "panic" {
			panic(fail)
		}
		return rest.One("", "", fail)
	}
}

// Every refusal that an operation can get, to the letter.
func TestProblems(t *testing.T) {
	t.Parallel()
	api := rest.New(slog.New(slog.NewTextHandler(t.Output(), nil)), func(string) (access.Caller, error) {
		return access.Caller{}, fault.New(fault.Unauthenticated, "token_invalid", "no")
	}, nil, nil)
	rest.Handle(api, rest.Public, rest.Post("/boom", "Fails inside"), handler(errors.New("secret table")))
	rest.Handle(api, rest.Public, rest.Post("/taken", "Conflicts"), handler(fault.New(fault.Conflict, "taken", "Taken.")))
	rest.Handle(api, rest.SignedIn, rest.Post("/mine", "Needs a caller"), handler(nil))
	const blank = `500 "code":"internal","message":"Something went wrong on our side. Try again; if it keeps happening, contact your administrator.","request_id"`
	for _, c := range []struct{ path, body, want string }{
		{"/boom", `{"name":"Ann"}`, blank},
		{"/boom", `{"name":"panic"}`, blank},
		{"/taken", `{"name":"Ann","unknown":1}`, `409 "code":"taken","message":"Taken.","request_id"`},
		{"/mine", `{"name":"Ann"}`, `401 "code":"token_invalid","message":"no","request_id"`},
		{"/taken", `{"items":[{"count":1},{"count":0}]}`, `400 "code":"validation_failed","message":"Name is required","errors":[` +
			`{"field":"name","code":"required","message":"Name is required"},` +
			`{"field":"items[1].count","code":"out_of_range","message":"Each item needs a count"}],"request_id"`},
		{"/taken", `{"name":"A"}`, `400 "code":"validation_failed","message":"Name is too short","errors":[{"field":"name","code":"too_short"`},
		{"/taken", `{"name":`, `400 "code":"malformed"`},
		{"/taken", ``, `400 "code":"malformed"`},
		{"/taken", `[]`, `400 "code":"malformed"`},
		{"/taken", `{"name":"A\u0000nn"}`, `400 "code":"malformed","message":"The request contains a character that can't be stored (U+0000)."`},
		{"/taken", `{"name":"A\\u0000nn"}`, `409 "code":"taken"`}, // a backslash, a u and four zeros
		{"/taken", `{"name":"` + strings.Repeat("x", 2<<20) + `"}`, `413 "code":"too_large"`},
		{"/nowhere", `{}`, `404 "code":"not_found"`},
	} {
		r := httptest.NewRequest("POST", "/api/v1"+c.path, strings.NewReader(c.body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer bad")
		w := httptest.NewRecorder()
		api.ServeHTTP(w, r)
		status, rest, _ := strings.Cut(c.want, " ")
		want := `{"success":false,"status":"error",` + rest
		if got := w.Body.String(); !strings.HasPrefix(w.Result().Status, status) || !strings.HasPrefix(got, want) {
			t.Errorf("%s %.60s:\n got %d %s\nwant %s %s", c.path, c.body, w.Code, got, status, want)
		}
		var p struct{ Request_ID string }
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || p.Request_ID == "" || p.Request_ID != w.Header().Get("X-Request-Id") {
			t.Errorf("%s: request_id %q is not the header's %q (%v)", c.path, p.Request_ID, w.Header().Get("X-Request-Id"), err)
		}
	}
}

func TestOperationsNeedAGate(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("an operation was registered without a gate")
		}
	}()
	rest.Handle(rest.New(nil, nil, nil, nil), rest.Gate{}, rest.Get("/open", "Nobody said who may call this"), handler(nil))
}
