// Package publicsite publishes for programs what is public: the feeds of the blog, the sitemaps, and what crawlers may read. It writes nothing.
package publicsite

import (
	"context"

	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
)

type Deps struct {
	DB       *db.DB
	Settings *settings.Store
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

// Register mounts the documents. They are no operations of the API: programs know where to look for them.
func (s *Service) Register(api *rest.API) {
	for file, as := range formats {
		read := func(ctx context.Context, asked, tag string) (rest.Document, error) {
			return s.feed(ctx, as, asked, tag)
		}
		api.HandleDocument("/blog/"+file, read)
		api.HandleDocument("/blog/tag/{name}/"+file, read)
	}
	api.HandleDocument("/sitemap.xml", func(ctx context.Context, _, _ string) (rest.Document, error) { return s.sitemapIndex(ctx) })
	api.HandleDocument("/sitemaps/{name}", func(ctx context.Context, _, part string) (rest.Document, error) { return s.sitemap(ctx, part) })
	api.HandleDocument("/robots.txt", func(context.Context, string, string) (rest.Document, error) { return s.robots(), nil })
}

// robots keeps crawlers from the API, but for the pictures of public pages.
func (s *Service) robots() rest.Document {
	return rest.Document{ContentType: "text/plain; charset=utf-8", Body: []byte(`User-agent: *
Disallow: /api/
Allow: /api/v1/covers/
Allow: /api/v1/blog-covers/
Allow: /api/v1/avatars/
Allow: /api/v1/logos/

Sitemap: ` + s.origin + `/sitemap.xml
`)}
}
