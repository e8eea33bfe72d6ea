// Package publicsite publishes for programs what is public: the feeds of the blog, the sitemaps, and what crawlers may read. It writes nothing.
package publicsite

import (
	"context"
	"strings"

	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/linkpicture"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
	"lectern/internal/platform/typeset"
)

type Deps struct {
	DB       *db.DB
	Settings *settings.Store
	Fonts    *typeset.Fonts
}

type Service struct {
	deps     Deps
	origin   string
	drawings *drawings
}

// New takes the address of the site without a slash at its end: what programs read outside of it needs absolute addresses.
func New(d Deps, origin string) *Service {
	deps.Require(d)
	return &Service{d, origin, &drawings{fonts: d.Fonts, drawn: map[linkpicture.Card][]byte{}}}
}

var errNotFound = fault.New(fault.NotFound, "not_found", "There is nothing at this address.")

// Register mounts the documents. They are no operations of the API: programs know where to look for them.
func (s *Service) Register(api *rest.API) {
	for file, as := range formats {
		api.HandleDocument("/blog/"+file, func(ctx context.Context, asked, _ string) (rest.Document, error) {
			return s.feed(ctx, as, asked, feedOf{})
		})
		api.HandleDocument("/blog/tag/{name}/"+file, func(ctx context.Context, asked, tag string) (rest.Document, error) {
			return s.feed(ctx, as, asked, feedOf{tag: tag})
		})
		api.HandleDocument("/blog/author/{name}/"+file, func(ctx context.Context, asked, author string) (rest.Document, error) {
			return s.feed(ctx, as, asked, feedOf{author: author})
		})
	}
	api.HandleDocument("/sitemap.xml", func(ctx context.Context, _, _ string) (rest.Document, error) { return s.sitemapIndex(ctx) })
	api.HandleDocument("/sitemaps/{name}", func(ctx context.Context, _, part string) (rest.Document, error) { return s.sitemap(ctx, part) })
	api.HandleDocument("/link-pictures/{name}", func(ctx context.Context, _, name string) (rest.Document, error) { return s.picture(ctx, name) })
	api.HandleDocument("/robots.txt", func(ctx context.Context, _, _ string) (rest.Document, error) { return s.robots(ctx) })
}

// trainers are the names under which operators of language models collect texts to train them, by their own documents of November 2026. Those that
// answer questions of people, and link to what they quote, are others.
var trainers = [...]string{"GPTBot", "ClaudeBot", "anthropic-ai", "Google-Extended", "Applebot-Extended", "CCBot", "meta-externalagent", "Amazonbot", "Bytespider", "cohere-training-data-crawler"}

// robots keeps crawlers from the API, but for the pictures of public pages, and those that train language models from everything if the school wants that.
func (s *Service) robots(ctx context.Context) (rest.Document, error) {
	current, err := s.deps.Settings.Current(ctx, s.deps.DB.Reader())
	var b strings.Builder
	if current.Crawlers.NoTraining {
		for _, name := range trainers {
			b.WriteString("User-agent: " + name + "\n")
		}
		b.WriteString("Disallow: /\n\n")
	}
	b.WriteString(`User-agent: *
Disallow: /api/
Allow: /api/v1/covers/
Allow: /api/v1/blog-covers/
Allow: /api/v1/uploads/
Allow: /api/v1/avatars/
Allow: /api/v1/logos/

Sitemap: ` + s.origin + `/sitemap.xml
`)
	return rest.Document{ContentType: "text/plain; charset=utf-8", Body: []byte(b.String())}, err
}
