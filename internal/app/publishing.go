package app

import (
	"lectern/internal/platform/text"
	"lectern/internal/site/blog"
	"lectern/internal/site/blogcomment"
	"lectern/internal/site/finder"
	"lectern/internal/site/publicsite"
)

// publishing builds the features of the site that everybody reads.
func (a *App) publishing(p Deps) []any {
	a.Blog = blog.New(blog.Deps{DB: p.DB, Clock: p.Clock, Blob: p.Blob, Queue: a.Queue, Audit: a.Audit, Cleaner: text.NewCleaner(), Pictures: a.Profiles, Covers: a.covers})
	a.BlogComments = blogcomment.New(blogcomment.Deps{DB: p.DB, Clock: p.Clock, Audit: a.Audit, Limits: a.limits, Forms: a.forms, Settings: a.Settings})
	return []any{a.Blog, a.BlogComments, publicsite.New(publicsite.Deps{DB: p.DB, Settings: a.Settings}, a.address), finder.New(finder.Deps{DB: p.DB, Catalogue: titlesOf{a.Catalogue}})}
}
