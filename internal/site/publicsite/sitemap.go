package publicsite

import (
	"context"
	"encoding/xml"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/rest"
)

// most is how many addresses one sitemap may have (sitemaps.org).
const most = 50_000

const sitemapNamespace = "http://www.sitemaps.org/schemas/sitemap/0.9"

// place is an address in a sitemap.
type place struct {
	Path    string
	Changed time.Time // zero for unknown
}

// kinds are the sitemaps that are divided by the month in which something was public first: those of earlier months change rarely.
var kinds = map[string]struct {
	next   func(ctx context.Context, q bun.IDB, from time.Time) (time.Time, error)              // the first time from there on; zero for none
	within func(ctx context.Context, q bun.IDB, from, until time.Time) (all []place, err error) // by time
}{
	"posts":   {nextPost, postsWithin},
	"courses": {nextCourse, coursesWithin},
}

// whole are the sitemaps in one part.
var whole = map[string]func(ctx context.Context, q bun.IDB) ([]place, error){
	"people": people,
	"tags":   tags,
	"pages":  pages,
}

type sitemapIndexDocument struct {
	XMLName xml.Name      `xml:"sitemapindex"`
	XMLNS   string        `xml:"xmlns,attr"`
	Parts   []sitemapPart `xml:"sitemap"`
}

type sitemapPart struct {
	Loc string `xml:"loc"`
}

type sitemapDocument struct {
	XMLName xml.Name       `xml:"urlset"`
	XMLNS   string         `xml:"xmlns,attr"`
	Places  []sitemapPlace `xml:"url"`
}

type sitemapPlace struct {
	Loc     string `xml:"loc"`
	Changed string `xml:"lastmod,omitempty"`
}

const monthLayout = "2006-01"

func (s *Service) sitemapIndex(ctx context.Context) (rest.Document, error) {
	q := s.deps.DB.Reader()
	d := sitemapIndexDocument{XMLNS: sitemapNamespace}
	for _, kind := range []string{"pages", "people", "tags"} {
		all, err := whole[kind](ctx, q)
		if err != nil {
			return rest.Document{}, err
		}
		if len(all) > 0 {
			d.Parts = append(d.Parts, sitemapPart{s.origin + "/sitemaps/" + kind + ".xml"})
		}
	}
	for _, kind := range []string{"courses", "posts"} {
		for from := time.Unix(0, 0).UTC(); ; {
			at, err := kinds[kind].next(ctx, q, from)
			if err != nil {
				return rest.Document{}, err
			}
			if at.IsZero() {
				break
			}
			d.Parts = append(d.Parts, sitemapPart{s.origin + "/sitemaps/" + kind + "-" + at.UTC().Format(monthLayout) + ".xml"})
			from = monthOf(at).AddDate(0, 1, 0)
		}
	}
	body, err := encodeXML(d)
	return rest.Document{ContentType: xmlKind, Body: body}, err
}

const xmlKind = "application/xml; charset=utf-8"

func monthOf(t time.Time) time.Time {
	year, month, _ := t.UTC().Date()
	return time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
}

// sitemap is one part, by its name in the index.
func (s *Service) sitemap(ctx context.Context, part string) (rest.Document, error) {
	all, err := places(ctx, s.deps.DB.Reader(), part)
	if err == nil && len(all) == 0 {
		err = errNotFound
	}
	if err != nil {
		return rest.Document{}, err
	}
	d, changed := sitemapDocument{XMLNS: sitemapNamespace}, time.Time{}
	for _, p := range all {
		line := sitemapPlace{Loc: s.origin + p.Path}
		if !p.Changed.IsZero() {
			line.Changed = p.Changed.UTC().Format(time.RFC3339)
		}
		if p.Changed.After(changed) {
			changed = p.Changed
		}
		d.Places = append(d.Places, line)
	}
	body, err := encodeXML(d)
	return rest.Document{ContentType: xmlKind, Body: body, Changed: changed}, err
}

func places(ctx context.Context, q bun.IDB, part string) ([]place, error) {
	name, isXML := strings.CutSuffix(part, ".xml")
	if read, known := whole[name]; known && isXML {
		return read(ctx, q)
	}
	kind, month, _ := strings.Cut(name, "-")
	of, known := kinds[kind]
	from, err := time.Parse(monthLayout, month)
	if !known || !isXML || err != nil {
		return nil, errNotFound
	}
	return of.within(ctx, q, from, from.AddDate(0, 1, 0))
}

// pages are the lists, and the legal texts that are published.
func pages(ctx context.Context, q bun.IDB) ([]place, error) {
	all := []place{{Path: "/"}, {Path: "/courses"}, {Path: "/blog"}, {Path: "/instructors"}}
	kinds, err := publishedTexts(ctx, q)
	for _, kind := range kinds {
		all = append(all, place{Path: "/" + kind})
	}
	return all, err
}
