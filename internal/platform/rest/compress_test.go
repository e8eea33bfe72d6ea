package rest_test

import (
	"compress/gzip"
	"context"
	"errors"
	"io"

	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
)

// Clients that accept gzip get JSON, pages and documents compressed, and nothing else; caches and conditions work as without.
func TestCompression(t *testing.T) {
	t.Parallel()
	api := newAPI(t)
	long := strings.Repeat("Bees dance. ", 200)
	answer := func(text string, err error) func(context.Context, access.Caller, *struct{}) (rest.Answer[string], error) {
		return func(context.Context, access.Caller, *struct{}) (rest.Answer[string], error) {
			if text == "panic" {
				panic("inside")
			}
			return rest.One("", text, err)
		}
	}
	rest.Handle(api, rest.Public, rest.Get("/long", "A long answer"), answer(long, nil))
	rest.Handle(api, rest.Public, rest.Get("/short", "A short answer"), answer("Bees", nil))
	rest.Handle(api, rest.Public, rest.Get("/boom", "Fails inside"), answer("", errors.New("secret")))
	rest.Handle(api, rest.Public, rest.Get("/panic", "Panics"), answer("panic", nil))
	rest.HandleRaw(api, rest.Public, rest.Get("/file", "A file"), func(context.Context, access.Caller, *rest.Request) (rest.Reply, error) {
		return rest.Bytes([]byte(long), rest.Headers{ContentType: "text/plain"}), nil
	})
	api.HandleDocument("/feed.xml", func(context.Context, string, string) (rest.Document, error) {
		return rest.Document{ContentType: "application/rss+xml; charset=utf-8", Body: []byte(long)}, nil
	})
	api.HandleDocument("/picture", func(context.Context, string, string) (rest.Document, error) {
		return rest.Document{ContentType: "image/png", Body: []byte(long)}, nil
	})
	index := []byte("<!doctype html><head></head><body>" + long)
	api.Site(fstest.MapFS{}, index, func(context.Context, *url.URL) (rest.SitePage, error) { return rest.SitePage{HTML: index}, nil })

	for _, c := range []struct {
		path         string
		status       int
		isCompressed bool
		holds        string
	}{
		{"/api/v1/long", 200, true, long},
		{"/api/v1/short", 200, false, "Bees"},
		{"/api/v1/file", 200, false, long},
		{"/api/v1/boom", 500, false, "Something went wrong"},
		{"/api/v1/panic", 500, false, "Something went wrong"},
		{"/api/openapi.json", 200, true, "/long"},
		{"/feed.xml", 200, true, long},
		{"/picture", 200, false, long},
		{"/", 200, true, string(index)},
	} {
		plain, packed := call(api, "GET", c.path, ""), call(api, "GET", c.path, "", "Accept-Encoding", "gzip")
		body := text(t, packed)
		if packed.Code != c.status || plain.Code != c.status || !strings.Contains(body, c.holds) {
			t.Errorf("%s: %d and %d, %.80s", c.path, packed.Code, plain.Code, body)
		}
		if got := packed.Header().Get("Content-Encoding") == "gzip"; got != c.isCompressed || plain.Header().Get("Content-Encoding") != "" {
			t.Errorf("%s: compressed: %v", c.path, got)
		}
		if c.isCompressed && (packed.Body.Len() > plain.Body.Len()/2 || body != plain.Body.String() || !strings.Contains(packed.Header().Get("Vary"), "Accept-Encoding")) {
			t.Errorf("%s: %d of %d bytes, varies with %q", c.path, packed.Body.Len(), plain.Body.Len(), packed.Header().Get("Vary"))
		}
		if tag := packed.Header().Get("ETag"); tag != plain.Header().Get("ETag") {
			t.Errorf("%s: tags %s and %s", c.path, tag, plain.Header().Get("ETag"))
		} else if tag != "" {
			if w := call(api, "GET", c.path, "", "Accept-Encoding", "gzip", "If-None-Match", tag); w.Code != 304 || w.Body.Len() > 0 {
				t.Errorf("%s: %d with a body of %d bytes for a client that has it", c.path, w.Code, w.Body.Len())
			}
		}
	}
	part := call(api, "GET", "/feed.xml", "", "Accept-Encoding", "gzip", "Range", "bytes=0-3")
	if part.Code != 206 || part.Body.String() != "Bees" || part.Header().Get("Content-Encoding") != "" {
		t.Errorf("a part: %d %s %q", part.Code, part.Header().Get("Content-Encoding"), part.Body)
	}
}

// text returns the body of an answer, without its compression.
func text(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	body := io.Reader(w.Body)
	if w.Header().Get("Content-Encoding") == "gzip" {
		unpacked, err := gzip.NewReader(strings.NewReader(w.Body.String()))
		if err != nil {
			t.Fatal(err)
		}
		body = unpacked
	}
	all, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}
