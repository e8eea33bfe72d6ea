// Package publicsite tells programs what is public: the feeds of the blog, the sitemaps, and what crawlers may read. It writes nothing.
package publicsite

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
)

type Deps struct {
	DB       *db.DB
	Settings *settings.Store
	Log      *slog.Logger
}

type Service struct {
	deps   Deps
	origin string
}

// New takes the address of the site without a slash at its end: what programs read outside of it needs absolute addresses.
func New(d Deps, origin string) *Service {
	deps.Require(d)
	return &Service{d, origin}
}

var errNotFound = fault.New(fault.NotFound, "not_found", "There is nothing at this address.")

// document is what one address answers with.
type document struct {
	kind    string // of its content
	body    []byte
	changed time.Time // zero for unknown
}

// Register mounts the documents. They are no operations of the API: programs know where to look for them.
func (s *Service) Register(api *rest.API) {
	for name, format := range formats {
		s.mount(api, "/blog/"+name, func(ctx context.Context, r *http.Request) (document, error) {
			return s.feed(ctx, format, r.URL.Path, "")
		})
		s.mount(api, "/blog/tag/{slug}/"+name, func(ctx context.Context, r *http.Request) (document, error) {
			return s.feed(ctx, format, r.URL.EscapedPath(), chi.URLParam(r, "slug"))
		})
	}
	s.mount(api, "/sitemap.xml", func(ctx context.Context, _ *http.Request) (document, error) { return s.sitemapIndex(ctx) })
	s.mount(api, "/sitemaps/{part}", func(ctx context.Context, r *http.Request) (document, error) {
		return s.sitemap(ctx, chi.URLParam(r, "part"))
	})
	s.mount(api, "/robots.txt", func(context.Context, *http.Request) (document, error) { return s.robots(), nil })
}

// sharedFor is how long caches may answer with a document.
const sharedFor = "public, max-age=300"

func (s *Service) mount(api *rest.API, path string, read func(ctx context.Context, r *http.Request) (document, error)) {
	serve := func(w http.ResponseWriter, r *http.Request) {
		d, err := read(r.Context(), r)
		switch {
		case fault.Is(err, fault.NotFound):
			http.NotFound(w, r)
			return
		case err != nil:
			if !errors.Is(err, context.Canceled) {
				s.deps.Log.ErrorContext(r.Context(), "a document of the site can't be written", "path", r.URL.Path, "err", err)
			}
			http.Error(w, "This can't be shown at the moment. Try again later.", http.StatusServiceUnavailable)
			return
		}
		h := w.Header()
		h.Set("Content-Type", d.kind)
		h.Set("Cache-Control", sharedFor)
		h.Set("ETag", rest.ETagOf(d.body))
		http.ServeContent(w, r, "", d.changed, bytes.NewReader(d.body))
	}
	api.HandlePlain(http.MethodGet, path, serve)
	api.HandlePlain(http.MethodHead, path, serve)
}

// robots keeps crawlers from the API, but for the pictures of public pages.
func (s *Service) robots() document {
	return document{kind: "text/plain; charset=utf-8", body: []byte(`User-agent: *
Disallow: /api/
Allow: /api/v1/covers/
Allow: /api/v1/blog-covers/
Allow: /api/v1/avatars/
Allow: /api/v1/logos/

Sitemap: ` + s.origin + `/sitemap.xml
`)}
}
