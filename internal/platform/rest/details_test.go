package rest_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type shelf struct {
	Room int64 `json:"room"`
}

// Declared details are in the document; undeclared ones are logged.
func TestErrorDetailsAreDocumented(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	api := rest.New(slog.New(slog.NewTextHandler(&log, nil)), nil, nil, nil)
	full := func() error { return fault.New(fault.NoSpace, "full", "Full.").WithDetails(shelf{3}) }
	rest.Handle(api, rest.Public, rest.Post("/announced", "Full", fault.NotFound).WithDetails(fault.NoSpace, "full", shelf{}), handler(full()))
	rest.Handle(api, rest.Public, rest.Post("/otherwise", "Full").WithDetails(fault.NoSpace, "packed", shelf{}), handler(full()))
	for path, noted := range map[string]bool{"/announced": false, "/otherwise": true} {
		log.Reset()
		r := httptest.NewRequest("POST", "/api/v1"+path, strings.NewReader(`{"name":"Ann"}`))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		api.ServeHTTP(w, r)
		if !strings.Contains(w.Body.String(), `"error":{"room":3}`) || strings.Contains(log.String(), rest.UndocumentedDetails) != noted {
			t.Errorf("%s: %s\n%s", path, w.Body, &log)
		}
	}
	text, err := json.Marshal(api.Document)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"507":{"content":{"application/json":{"schema":{"allOf":[{"$ref":"#/components/schemas/Problem"}`, "With the code full.",
		`"error":{"anyOf":[{"$ref":"#/components/schemas/Shelf"}],"description":"What a program`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the document has no %s:\n%s", want, text)
		}
	}
}
