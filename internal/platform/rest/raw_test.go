package rest_test

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

func newAPI(t *testing.T) *rest.API {
	return rest.New(slog.New(slog.NewTextHandler(t.Output(), nil)), func(token string) (access.Caller, error) {
		if token != "ann" {
			return access.Caller{}, fault.New(fault.Unauthenticated, "token_invalid", "no")
		}
		return access.Caller{ID: "ann", Roles: []access.Role{access.Student}}, nil
	}, func(_ context.Context, who access.Caller) (access.Caller, error) { return who, nil }, nil)
}

func call(api http.Handler, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	api.ServeHTTP(w, r)
	return w
}

func TestRawOperations(t *testing.T) {
	t.Parallel()
	api := newAPI(t)
	rest.HandleRaw(api, rest.Public, rest.Get("/film/{id}", "Bytes"), func(_ context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
		if r.Path("id") == "none" {
			return rest.Reply{}, fault.New(fault.NotFound, "film_not_found", "No such film.")
		}
		return rest.Bytes([]byte("0123456789"), rest.Headers{ContentType: "video/mp4", CacheControl: "no-cache", ETag: `"v1"`}), nil
	})
	rest.HandleRaw(api, rest.SignedIn, rest.Put("/film/{id}", "Takes bytes", fault.TooLarge), func(_ context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
		got, err := io.ReadAll(r.Body)
		return rest.JSON(201, rest.Answer[string]{Success: true, Data: who.ID + " sent " + string(got)}), err
	})
	for _, c := range []struct {
		method, path, body string
		headers            []string
		status             int
		want               string
	}{
		{"GET", "/film/1", "", nil, 200, "0123456789"},
		{"GET", "/film/1", "", []string{"Range", "bytes=2-4"}, 206, "234"},
		{"GET", "/film/1", "", []string{"Range", "bytes=20-"}, 416, ""},
		{"GET", "/film/1", "", []string{"If-None-Match", `"v1"`}, 304, ""},
		{"HEAD", "/film/1", "", nil, 200, ""},
		{"GET", "/film/none", "", nil, 404, `"code":"film_not_found"`},
		{"PUT", "/film/1", "abc", nil, 401, `"code":"not_signed_in"`},
		{"PUT", "/film/1", "abc", []string{"Authorization", "Bearer ben"}, 401, `"code":"token_invalid"`},
		{"PUT", "/film/1", "abc", []string{"Authorization", "Bearer ann"}, 201, `ann sent abc`},
		{"POST", "/film/1", "", nil, 405, `"code":"method_not_allowed"`},
	} {
		w := call(api, c.method, "/api/v1"+c.path, c.body, c.headers...)
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s %s %v: %d %s, want %d %s", c.method, c.path, c.headers, w.Code, w.Body, c.status, c.want)
		}
	}
	put := api.Document.Paths["/film/{id}"].Put
	if put == nil || put.Responses["413"] == nil || put.Extensions["x-gate"] != "signed in" || put.Parameters[0].Name != "id" {
		t.Errorf("the document knows of the raw operation only %+v", put)
	}
}

// zeros never ends.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// A chunk of 50 MB is accepted in its longest encoding: base64 with every character percent-encoded.
func TestRawBodyLimit(t *testing.T) {
	t.Parallel()
	api := newAPI(t)
	rest.HandleRaw(api, rest.Public, rest.Put("/film", "Takes bytes", fault.TooLarge), func(_ context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
		n, err := io.Copy(io.Discard, r.Body)
		return rest.JSON(200, n), err
	})
	longest := int64(3 * base64.StdEncoding.EncodedLen(50<<20))
	for size, want := range map[int64]int{longest + 10_000: 200, longest + 2<<20: 413} {
		w := httptest.NewRecorder()
		api.ServeHTTP(w, httptest.NewRequest("PUT", "/api/v1/film", io.LimitReader(zeros{}, size)))
		if w.Code != want {
			t.Errorf("%d bytes: %d %s, want %d", size, w.Code, w.Body, want)
		}
	}
}

func TestEvents(t *testing.T) {
	t.Parallel()
	api := newAPI(t)
	rest.HandleEvents(api, rest.Public, rest.Get("/news/{kind}", "News"), func(_ context.Context, _ access.Caller, r *rest.Request, send func(rest.Event) error) error {
		if r.Path("kind") == "none" {
			return fault.New(fault.NotFound, "no_news", "No news.")
		}
		return errors.Join(send(rest.Event{ID: "7", Name: "news", Data: map[string]int{"n": 1}}), send(rest.Event{Name: "news", Data: "two"}), errors.New("the source dried up"))
	})
	w := call(api, "GET", "/api/v1/news/good", "")
	want := "id: 7\nevent: news\ndata: {\"n\":1}\n\nevent: news\ndata: \"two\"\n\n"
	if w.Code != 200 || w.Header().Get("Content-Type") != "text/event-stream" || w.Body.String() != want {
		t.Errorf("%d %v %q", w.Code, w.Header(), w.Body)
	}
	if w := call(api, "GET", "/api/v1/news/none", ""); w.Code != 404 || !strings.Contains(w.Body.String(), "no_news") {
		t.Errorf("refused before the first event: %d %s", w.Code, w.Body)
	}
}

// Stopping the server ends the streams, which have no end of their own.
func TestStreamsEndWithTheServer(t *testing.T) {
	t.Parallel()
	api := newAPI(t)
	rest.HandleEvents(api, rest.Public, rest.Get("/news", "News"), func(ctx context.Context, _ access.Caller, _ *rest.Request, send func(rest.Event) error) error {
		err := send(rest.Event{Name: "news", Data: 1})
		api.EndStreams()
		<-ctx.Done()
		return err
	})
	if w := call(api, "GET", "/api/v1/news", ""); w.Body.String() != "event: news\ndata: 1\n\n" {
		t.Errorf("%d %q", w.Code, w.Body)
	}
}

// A stream ends with its session; it goes on while the session cannot be checked.
func TestStreamsEndWithTheSession(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var trouble atomic.Value
		api := rest.New(slog.New(slog.DiscardHandler), func(string) (access.Caller, error) { return access.Caller{ID: "ann"}, nil },
			func(_ context.Context, who access.Caller) (access.Caller, error) {
				err, _ := trouble.Load().(error)
				return who, err
			}, nil)
		rest.HandleEvents(api, rest.SignedIn, rest.Get("/news", "News"), func(ctx context.Context, _ access.Caller, _ *rest.Request, send func(rest.Event) error) error {
			err := send(rest.Event{Name: "news", Data: 1})
			trouble.Store(error(fault.New(fault.Unavailable, "database_away", "no")))
			time.Sleep(time.Minute)
			if ctx.Err() != nil {
				t.Error("ended because the session could not be checked")
			}
			trouble.Store(error(fault.New(fault.Unauthenticated, "session_ended", "no")))
			<-ctx.Done()
			return err
		})
		begun := time.Now()
		call(api, "GET", "/api/v1/news", "", "Authorization", "Bearer ann")
		if d := time.Since(begun); d > time.Minute+5*time.Second {
			t.Error("it went on for", d)
		}
	})
}

func TestAnswerETag(t *testing.T) {
	t.Parallel()
	api, answer := newAPI(t), "one"
	rest.Handle(api, rest.Public, rest.Get("/thing", "A thing"), func(context.Context, access.Caller, *struct{}) (rest.Answer[string], error) {
		return rest.One("", answer, nil)
	})
	first := call(api, "GET", "/api/v1/thing", "")
	tag := first.Header().Get("ETag")
	if first.Code != 200 || tag == "" || first.Header().Get("Content-Type") != "application/json" {
		t.Fatalf("%d %v", first.Code, first.Header())
	}
	if again := call(api, "GET", "/api/v1/thing", "", "If-None-Match", tag); again.Code != 304 || again.Body.Len() != 0 {
		t.Errorf("unchanged: %d %q", again.Code, again.Body)
	}
	answer = "two"
	if changed := call(api, "GET", "/api/v1/thing", "", "If-None-Match", tag); changed.Code != 200 || !strings.Contains(changed.Body.String(), "two") {
		t.Errorf("changed: %d %q", changed.Code, changed.Body)
	}
}

func TestRetryAfterAndDetails(t *testing.T) {
	t.Parallel()
	api := newAPI(t)
	rest.Handle(api, rest.Public, rest.Post("/busy", "Is busy", fault.TooMany), func(context.Context, access.Caller, *struct{}) (rest.Answer[string], error) {
		return rest.One("", "", fault.New(fault.TooMany, "slow_down", "Wait.").WithRetryAfter(1500e6).WithDetails(map[string]int{"limit": 5}))
	})
	w := call(api, "POST", "/api/v1/busy", "")
	if w.Code != 429 || w.Header().Get("Retry-After") != "2" || !strings.Contains(w.Body.String(), `"error":{"limit":5}`) {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
}

func TestSite(t *testing.T) {
	t.Parallel()
	api := newAPI(t)
	var failing error
	index := []byte("<html>the page")
	page := rest.SitePage{HTML: []byte("<html>a lesson")}
	api.Site(fstest.MapFS{
		"index.html": {Data: index}, ".keep": {Data: []byte("secret")},
		"assets/app-1.js": {Data: []byte("plain")}, "assets/app-1.js.br": {Data: []byte("brotli")}, "assets/app-1.js.gz": {Data: []byte("gzip")},
	}, index, func(_ context.Context, at *url.URL) (rest.SitePage, error) {
		if at.Path != "/learn/1" {
			return rest.SitePage{HTML: []byte("<html>the page of " + at.String())}, failing
		}
		return page, failing
	})
	for _, c := range []struct {
		method, path, accept string
		status               int
		body, encoding       string
	}{
		{"GET", "/", "", 200, "the page", ""},
		{"GET", "/learn/1/2", "br", 200, "the page", ""},
		{"GET", "/.keep", "", 200, "the page", ""},
		{"GET", "/assets/app-1.js", "", 200, "plain", ""},
		{"GET", "/assets/app-1.js", "gzip", 200, "gzip", "gzip"},
		{"GET", "/assets/app-1.js", "gzip, br", 200, "brotli", "br"},
		{"GET", "/assets/app-0.js", "", 404, "", ""},
		{"GET", "/api/nowhere", "", 404, `"code":"not_found"`, ""},
		{"POST", "/", "", 404, `"code":"not_found"`, ""},
	} {
		w := call(api, c.method, c.path, "", "Accept-Encoding", c.accept)
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.body) || w.Header().Get("Content-Encoding") != c.encoding {
			t.Errorf("%s %s (%s): %d %q %s", c.method, c.path, c.accept, w.Code, w.Body, w.Header().Get("Content-Encoding"))
		}
		if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "script-src 'self';") || !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("%s %s may run %q", c.method, c.path, policy)
		}
	}
	if got := call(api, "GET", "/learn//./2/?q=1", "").Body.String(); !strings.HasSuffix(got, " /learn/2?q=1") {
		t.Error(got)
	}
	page.IsPublic = true
	w := call(api, "GET", "/learn/1", "")
	if got := w.Body.String(); got != "<html>a lesson" || w.Header().Get("Cache-Control") != "public, max-age=0, s-maxage=30" {
		t.Errorf("%v %s", w.Header(), got)
	}
	if again := call(api, "GET", "/learn/1", "", "If-None-Match", w.Header().Get("ETag")); again.Code != 304 || again.Body.Len() > 0 {
		t.Errorf("%d %s", again.Code, again.Body)
	}
	if w := call(api, "GET", "/learn/1/?q=1", ""); w.Code != 301 || w.Header().Get("Location") != "/learn/1?q=1" || w.Header().Get("Cache-Control") != "no-cache" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	page.Status, page.IsPublic = 410, false
	if w := call(api, "GET", "/learn/1", ""); w.Code != 410 || w.Body.String() != "<html>a lesson" || w.Header().Get("Cache-Control") != "no-cache" {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	failing = errors.New("no database")
	if w := call(api, "GET", "/learn/1", ""); w.Code != 200 || w.Body.String() != string(index) {
		t.Errorf("a page that fails: %d %s", w.Code, w.Body)
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		vital  bool
		err    error
		status int
		word   string
	}{
		"all available":                  {true, nil, 200, `"status":"ready"`},
		"a vital dependency unavailable": {true, errors.New("dial 10.0.0.1: refused"), 503, `"status":"not ready"`},
		"another dependency unavailable": {false, errors.New("no sandbox"), 200, `"status":"ready"`},
	} {
		api := newAPI(t)
		api.Health(rest.Check{Name: "part", Critical: c.vital, Run: func(context.Context) (string, error) { return "version 5.1.9", c.err }})
		w := call(api, "GET", "/readyz", "")
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.word) || strings.Contains(w.Body.String(), "10.0.0.1") || strings.Contains(w.Body.String(), "5.1.9") {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
		if w := call(api, "GET", "/healthz", ""); w.Code != 200 {
			t.Errorf("%s: alive says %d", name, w.Code)
		}
	}
}

func TestDocsNameEveryOperationAndItsGate(t *testing.T) {
	t.Parallel()
	api := newAPI(t)
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/bees/{id}", "Read a bee"), func(context.Context, access.Caller, *struct {
		ID string `path:"id"`
	}) (rest.Answer[struct {
		Wings int `json:"wings" doc:"Usually four."`
	}], error) {
		panic("nobody calls it")
	})
	page := call(api, "GET", "/api/docs", "").Body.String()
	for _, want := range []string{"/bees/{id}", "Read a bee", "admin", "<code>wings</code>", "Usually four.", "403"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if strings.Contains(page, "<script") || strings.Contains(page, "https://") {
		t.Error("the page needs a script or another host")
	}
}
