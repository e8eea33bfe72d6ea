package rest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
)

// startTimeout is how long the page waits for what it starts with.
const startTimeout = time.Second

// SitePage is the answer to a path that is no file.
type SitePage struct {
	Status   int    // 0 is 200
	Location string // the path at which it is to be found from now on; "" for here
	HTML     []byte
	IsPublic bool // the same for everybody: shared caches may keep it for a while
}

// Site serves a built web app beside the API: files by name, precompressed where the browser accepts it, and a page for every other path,
// which the app's router handles. When page fails, index is sent, which starts the app.
func (a *API) Site(files fs.FS, index []byte, page func(ctx context.Context, at *url.URL) (SitePage, error)) {
	app := &site{files, index, page}
	serve := a.compressed(http.HandlerFunc(app.serve))
	a.Router.NotFound(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/api/"), r.Method != http.MethodGet && r.Method != http.MethodHead:
			problemHandler(http.StatusNotFound, "not_found", "There is nothing at this address.")(w, r)
		default:
			serve(w, r)
		}
	})
}

type site struct {
	files fs.FS
	index []byte
	page  func(ctx context.Context, at *url.URL) (SitePage, error)
}

func (s *site) serve(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	h := w.Header()
	if info, err := fs.Stat(s.files, name); name == "" || name == "index.html" || err != nil || info.IsDir() || strings.HasPrefix(path.Base(name), ".") {
		if strings.HasPrefix(name, "assets/") {
			http.NotFound(w, r) // a chunk of an older release: the page in its place would be confusing
			return
		}
		s.servePage(w, r, "/"+name)
		return
	}
	if strings.HasPrefix(name, "assets/") { // the build puts a hash into these names
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		h.Set("Content-Type", kind)
	}
	h.Add("Vary", "Accept-Encoding")
	body, encoding := s.read(name, r.Header.Get("Accept-Encoding"))
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// sharedFor is how long shared caches may answer with a public page, in seconds. Browsers ask each time, so that users see what they have just changed.
const sharedFor = "30"

func (s *site) servePage(w http.ResponseWriter, r *http.Request, path string) {
	page := s.pageAt(r.Context(), &url.URL{Path: path, RawQuery: r.URL.RawQuery}, r.URL.Path)
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	if page.Location != "" {
		http.Redirect(w, r, page.Location, http.StatusMovedPermanently)
		return
	}
	h.Set("Content-Type", "text/html; charset=utf-8")
	if page.Status != 0 && page.Status != http.StatusOK {
		w.WriteHeader(page.Status)
		_, _ = w.Write(page.HTML) // the client is gone when it fails; of a HEAD, net/http sends none of it
		return
	}
	if page.IsPublic {
		h.Set("Cache-Control", "public, max-age=0, s-maxage="+sharedFor)
	}
	h.Set("ETag", ETagOf(page.HTML))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(page.HTML))
}

// pageAt returns the page of a path, or the app alone where that fails. asked is the path as it was requested.
func (s *site) pageAt(ctx context.Context, at *url.URL, asked string) SitePage {
	limited, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	page, err := s.page(limited, at)
	if err != nil {
		if ctx.Err() == nil {
			requestOf(ctx).log.WarnContext(ctx, "the page is sent without what it starts with", "err", err)
		}
		return SitePage{HTML: s.index}
	}
	if page.IsPublic && page.Location == "" && asked != at.Path {
		page.Location = (&url.URL{Path: at.Path, RawQuery: at.RawQuery}).String()
	}
	return page
}

// ETagOf returns the entity tag of a whole body. It is weak, because the body is sent compressed and as it is (RFC 9110 8.8.3).
func ETagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return `W/"` + hex.EncodeToString(sum[:16]) + `"`
}

// read returns the smallest encoding of a file that the browser accepts.
func (s *site) read(name, accept string) (body []byte, encoding string) {
	for _, form := range []struct{ encoding, suffix string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if !strings.Contains(accept, form.encoding) {
			continue
		}
		if body, err := fs.ReadFile(s.files, name+form.suffix); err == nil {
			return body, form.encoding
		}
	}
	body, _ = fs.ReadFile(s.files, name) // serve has found it
	return body, ""
}

// Document is what programs read at a fixed address outside of the API: a feed, a sitemap.
type Document struct {
	ContentType string
	Body        []byte
	Changed     time.Time // zero for unknown
}

// documentCaching is how long caches may answer with a document.
const documentCaching = "public, max-age=300"

// HandleDocument mounts a document that everybody may read, for GET and HEAD, with an ETag. read receives the path as it was requested, and the
// value of {name} in the path, "" without one. fault.NotFound is answered by 404.
func (a *API) HandleDocument(path string, read func(ctx context.Context, asked, name string) (Document, error)) {
	serve := func(w http.ResponseWriter, r *http.Request) {
		d, err := read(r.Context(), r.URL.EscapedPath(), chi.URLParam(r, "name"))
		if err != nil {
			writeProblem(w, problemOf(r.Context(), err))
			return
		}
		h := w.Header()
		h.Set("Content-Type", d.ContentType)
		h.Set("Cache-Control", documentCaching)
		h.Set("ETag", ETagOf(d.Body))
		http.ServeContent(w, r, "", d.Changed, bytes.NewReader(d.Body))
	}
	a.HandlePlain(http.MethodGet, path, serve)
	a.HandlePlain(http.MethodHead, path, serve)
}
