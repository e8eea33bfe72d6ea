package rest_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
)

// APIs that share a description validate alike, and each answers with its own functions.
func TestSharedDescription(t *testing.T) {
	t.Parallel()
	register := func(api *rest.API, answer string) *rest.API {
		rest.Handle(api, rest.Public, rest.Post("/name", "Greets"), func(context.Context, access.Caller, *input) (rest.Answer[string], error) {
			return rest.One("", answer, nil)
		})
		return api
	}
	first := register(rest.New(nil, nil, nil, nil), "first")
	second := register(rest.New(nil, nil, nil, first.Description()), "second")
	if first.Document != second.Document || len(second.Document.Paths) != 1 {
		t.Error("the documents differ")
	}
	for answer, api := range map[string]*rest.API{"first": first, "second": second} {
		for body, want := range map[string]string{`{"name":"Ann"}`: `"data":"` + answer + `"`, `{"name":"A"}`: "Name is too short"} {
			r := httptest.NewRequest("POST", "/api/v1/name", strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			if api.ServeHTTP(w, r); !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s %s: %s", answer, body, w.Body)
			}
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("an operation was registered that the shared description does not have")
		}
	}()
	rest.HandleRaw(second, rest.Public, rest.Get("/other", "Is not described"), nil)
}
