package webpage

import (
	"bytes"
	"encoding/json"
	"html"
	"io/fs"
	"regexp"
	"slices"

	"lectern/internal/platform/rest"
)

// Document is what a page has in place of, and beside, what stands in index.html.
type Document struct {
	Status   int                             // 0 is 200
	Location string                          // the path at which it is to be found from now on; "" for here
	Head     func(description string) []byte // elements of <head> in place of title and description of index.html, which is its argument; nil: those
	Extra    []byte                          // elements of <head> beside them
	Body     []byte                          // stands where the app draws itself, until it does
	IsPublic bool                            // the same for everybody
	IsWhole  bool                            // Body has all that users come for: the app is loaded once they see it
	IsEarly  bool                            // Body awaits a text, which a script of the app shows before the others are loaded
}

// Index is the index.html of the web app.
type Index struct {
	Whole       []byte
	head, body  []byte // before and after </head>; body is nil without one
	untitled    []byte // head without title and description
	bare        []byte // untitled without the scripts of the app
	scripts     []byte // those
	early       []byte // the one among them that shows a text before the others are loaded
	description string
}

// ReadIndex reads it from the built web app. A build without one says so to users.
func ReadIndex(built fs.FS) *Index {
	whole, err := fs.ReadFile(built, "index.html")
	if err != nil {
		whole = []byte("<!doctype html><title>Lectern</title><p>This binary was built without the web app. Run <code>make build</code>.")
	}
	head, body, _ := bytes.Cut(whole, []byte("</head>"))
	x := &Index{Whole: whole, head: head, body: body, scripts: bytes.Join(scriptTags.FindAll(head, -1), nil)}
	if found := descriptionTag.FindSubmatch(head); found != nil {
		x.description = html.UnescapeString(string(found[1]))
	}
	x.untitled = descriptionTag.ReplaceAll(titleTag.ReplaceAll(head, nil), nil)
	x.bare = scriptTags.ReplaceAll(x.untitled, nil)
	x.early = earlyTag.Find(head)
	return x
}

var (
	titleTag       = regexp.MustCompile(`\s*<title>[^<]*</title>`)
	descriptionTag = regexp.MustCompile(`\s*<meta name="description" content="([^"]*)"\s*/?>`)
	earlyTag       = regexp.MustCompile(`\s*<script type="module"[^>]* data-early></script>`)
	scriptTags     = regexp.MustCompile(`\s*<script type="module"[^>]*></script>`)
)

// root is the element in which the app draws itself.
const root = `<div id="root">`

// Page writes a document. start is what the app need not request before its first paint, as JSON; files are elements of <head> that name what
// it loads for this page.
func (x *Index) Page(d Document, start any, files []byte) rest.SitePage {
	return rest.SitePage{Status: d.Status, Location: d.Location, IsPublic: d.IsPublic, HTML: x.html(d, start, files)}
}

// html returns index.html with what the document has. What the app starts with is data to browsers: the Content-Security-Policy lets no script
// in a page run, and JSON is encoded without the characters that could end its element.
func (x *Index) html(d Document, start any, files []byte) []byte {
	data, err := json.Marshal(start)
	if x.body == nil || err != nil {
		return x.Whole
	}
	head, body := x.head, x.body
	if d.Head != nil {
		head = x.untitled
		if d.IsWhole {
			head = x.bare
			if d.IsEarly {
				head = slices.Concat(head, x.early)
			}
			files = slices.Concat([]byte(`<template id="app">`), x.scripts, files, []byte(`</template><script defer src="/start-app.js"></script>`))
		}
		head = slices.Concat(head, d.Head(x.description), []byte("\n    "))
	}
	if before, after, found := bytes.Cut(body, []byte(root)); found {
		body = slices.Concat(before, []byte(root), d.Body, after)
	}
	return slices.Concat(head, d.Extra, files, []byte(`<script type="application/json" id="start">`), data, []byte("</script></head>"), body)
}
