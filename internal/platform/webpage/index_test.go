package webpage_test

import (
	"testing"
	"testing/fstest"

	"lectern/internal/platform/webpage"
)

const (
	title   = `<title>Lectern</title><meta name="description" content="Learn &amp; teach" />`
	early   = `<script type="module" async crossorigin src="/assets/early.js" data-early></script>`
	scripts = `<script type="module" crossorigin src="/assets/index.js"></script> <script type="module" async crossorigin src="/assets/react.js"></script>` + early
	app     = `<div id="root"></div>the page`
	start   = `<script type="application/json" id="start">"\u003c/script\u003e\u003cscript\u003ealert(1)"</script></head>`
	files   = `<link rel="modulepreload" href="/assets/course.js" />`
)

func TestIndex(t *testing.T) {
	t.Parallel()
	x := webpage.ReadIndex(fstest.MapFS{"index.html": {Data: []byte("<head>" + title + scripts + "</head>" + app)}})
	described := func(description string) []byte { return []byte("HEAD " + description) }
	for name, c := range map[string]struct {
		document webpage.Document
		want     string
	}{
		"the app alone":      {webpage.Document{}, "<head>" + title + scripts + files + start + app},
		"what only it shows": {webpage.Document{Head: described, Body: []byte("<p>text</p>")}, "<head>" + scripts + "HEAD Learn & teach\n    " + files + start + `<div id="root"><p>text</p></div>the page`},
		"what can be read without it": {webpage.Document{Head: described, Body: []byte("<p>text</p>"), IsWhole: true},
			"<head>HEAD Learn & teach\n    " + `<template id="app">` + scripts + files + `</template><script defer src="/start-app.js"></script>` + start + `<div id="root"><p>text</p></div>the page`},
		"what awaits a text": {webpage.Document{Head: described, IsWhole: true, IsEarly: true},
			"<head>" + early + "HEAD Learn & teach\n    " + `<template id="app">` + scripts + files + `</template><script defer src="/start-app.js"></script>` + start + `<div id="root"></div>the page`},
	} {
		if got := string(x.Page(c.document, "</script><script>alert(1)", []byte(files)).HTML); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

func TestIndexOfABuildWithoutTheApp(t *testing.T) {
	t.Parallel()
	x := webpage.ReadIndex(fstest.MapFS{})
	if page := x.Page(webpage.Document{Status: 404, Location: "/new", IsPublic: true}, "Lectern", nil); string(page.HTML) != string(x.Whole) || page.Status != 404 || page.Location != "/new" || !page.IsPublic {
		t.Errorf("%+v", page)
	}
}
