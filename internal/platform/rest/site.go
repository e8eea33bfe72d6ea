package rest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"html"
	"html/template"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

// startTimeout is how long the page waits for what it starts with.
const startTimeout = time.Second

// SitePage is what the HTML of one path says before any script runs.
type SitePage struct {
	Start any          // as JSON, so that the app need not request it before the first paint
	Link  *LinkPreview // nil: the title and description of index.html
}

// Site serves a built web app beside the API: files by name, precompressed where the browser accepts it, and the page
// itself for every other path, which the app's router handles. When page fails, index.html is sent as it was built, and the app requests what it
// starts with.
func (a *API) Site(files fs.FS, page func(ctx context.Context, path string) (SitePage, error)) {
	index, err := fs.ReadFile(files, "index.html")
	if err != nil {
		index = []byte("<!doctype html><title>Lectern</title><p>This binary was built without the web app. Run <code>make build</code>.")
	}
	head, body, _ := bytes.Cut(index, []byte("</head>")) // body is nil without one
	app := &site{files: files, index: index, head: head, body: body, page: page}
	app.untitled, app.description = cutTitle(head)
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
	files       fs.FS
	index       []byte
	head, body  []byte // of index, before and after </head>
	untitled    []byte // head without title and description
	description string // of index
	page        func(ctx context.Context, path string) (SitePage, error)
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
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(s.html(r.Context(), "/"+name)))
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

// html returns the page of a path. What it starts with is data to browsers: the Content-Security-Policy lets no script in a page
// run, and JSON is encoded without the characters that could end its element.
func (s *site) html(ctx context.Context, path string) []byte {
	if s.body == nil {
		return s.index
	}
	limited, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	page, err := s.page(limited, path)
	var start []byte
	if err == nil {
		start, err = json.Marshal(page.Start)
	}
	if err != nil {
		if ctx.Err() == nil {
			requestOf(ctx).log.WarnContext(ctx, "the page is sent without what it starts with", "err", err)
		}
		return s.index
	}
	head := s.head
	if page.Link != nil {
		head = slices.Concat(s.untitled, page.Link.tags(s.description))
	}
	return slices.Concat(head, []byte(`<script type="application/json" id="start">`), start, []byte("</script></head>"), s.body)
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

// LinkPreview is what search engines and messengers, which run no scripts, show of a page that is linked to.
type LinkPreview struct {
	Title       string // without the name of the site, which <title> adds
	Description string // "" is that of index.html
	SiteName    string
	URL         string // canonical and absolute; "" when the public address is not known
	Image       *PreviewImage
}

// PreviewImage is the picture of a link, as the Open Graph protocol (ogp.me) describes it.
type PreviewImage struct {
	URL           string // absolute
	Alt           string
	Width, Height int64 // pixels
}

// previewTags escapes every value for its place: titles and summaries are written by users.
var previewTags = template.Must(template.New("link preview").Parse(`<title>{{.Title}}{{if and .SiteName (ne .Title .SiteName)}} · {{.SiteName}}{{end}}</title>
    <meta name="description" content="{{.Description}}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="{{.SiteName}}" />
    <meta property="og:title" content="{{.Title}}" />
    <meta property="og:description" content="{{.Description}}" />
{{- with .URL}}
    <link rel="canonical" href="{{.}}" />
    <meta property="og:url" content="{{.}}" />
{{- end}}
{{- with .Image}}
    <meta property="og:image" content="{{.URL}}" />
    <meta property="og:image:alt" content="{{.Alt}}" />
    <meta property="og:image:width" content="{{.Width}}" />
    <meta property="og:image:height" content="{{.Height}}" />
{{- end}}
    <meta name="twitter:card" content="{{if and .Image (gt .Image.Width .Image.Height)}}summary_large_image{{else}}summary{{end}}" />
  `))

// tags returns the elements of <head> for the preview; description stands where it has none.
func (l LinkPreview) tags(description string) []byte {
	l.Description = cmp.Or(l.Description, description)
	var b bytes.Buffer
	_ = previewTags.Execute(&b, l) // a buffer and these fields cannot fail
	return b.Bytes()
}

var (
	titleTag       = regexp.MustCompile(`\s*<title>[^<]*</title>`)
	descriptionTag = regexp.MustCompile(`\s*<meta name="description" content="([^"]*)"\s*/?>`)
)

// cutTitle returns a head without its title and description, and that description.
func cutTitle(head []byte) (rest []byte, description string) {
	if found := descriptionTag.FindSubmatch(head); found != nil {
		description = html.UnescapeString(string(found[1]))
	}
	return descriptionTag.ReplaceAll(titleTag.ReplaceAll(head, nil), nil), description
}
