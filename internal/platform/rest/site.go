package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"
)

// startTimeout is how long the page waits for what it starts with.
const startTimeout = time.Second

// Site serves a built web app beside the API: files by name, precompressed where the browser accepts it, and the page
// itself for every other path, which the app's router handles. The page holds what start returns as JSON, so that it need not be
// requested before the first paint; without it, when start fails, the app requests it.
func (a *API) Site(files fs.FS, start func(context.Context) (any, error)) {
	index, err := fs.ReadFile(files, "index.html")
	if err != nil {
		index = []byte("<!doctype html><title>Lectern</title><p>This binary was built without the web app. Run <code>make build</code>.")
	}
	head, body, _ := bytes.Cut(index, []byte("</head>")) // body is nil without one
	app := &site{files: files, index: index, head: head, body: body, start: start}
	a.Router.NotFound(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/api/"), r.Method != http.MethodGet && r.Method != http.MethodHead:
			problemHandler(http.StatusNotFound, "not_found", "There is nothing at this address.")(w, r)
		default:
			app.serve(w, r)
		}
	})
}

type site struct {
	files      fs.FS
	index      []byte
	head, body []byte // of index, before and after </head>
	start      func(context.Context) (any, error)
}

func (s *site) serve(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	h := w.Header()
	if info, err := fs.Stat(s.files, name); name == "" || name == "index.html" || err != nil || info.IsDir() || strings.HasPrefix(path.Base(name), ".") {
		if strings.HasPrefix(name, "assets/") {
			http.NotFound(w, r) // a chunk of an older release: the page in its place would be confusing
			return
		}
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Cache-Control", "no-cache")
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(s.page(r.Context())))
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

// page returns the page with what it starts with. Its element is data to browsers: the Content-Security-Policy lets no script in a page
// run, and JSON is encoded without the characters that could end it.
func (s *site) page(ctx context.Context) []byte {
	if s.body == nil {
		return s.index
	}
	limited, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	value, err := s.start(limited)
	var text []byte
	if err == nil {
		text, err = json.Marshal(value)
	}
	if err != nil {
		if ctx.Err() == nil {
			requestOf(ctx).log.WarnContext(ctx, "the page is sent without what it starts with", "err", err)
		}
		return s.index
	}
	return slices.Concat(s.head, []byte(`<script type="application/json" id="start">`), text, []byte("</script></head>"), s.body)
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
