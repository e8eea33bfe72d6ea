package app

import (
	"lectern/internal/platform/ai"
	"lectern/internal/platform/text"
	"lectern/internal/site/blog"
	"lectern/internal/site/blogcomment"
	"lectern/internal/site/finder"
	"lectern/internal/site/publicsite"
	"lectern/internal/site/writing"
)

// publishing builds the features of the site that everybody reads.
func (a *App) publishing(p Deps) []any {
	a.Blog = blog.New(blog.Deps{DB: p.DB, Clock: p.Clock, Blob: p.Blob, Queue: a.Queue, Audit: a.Audit, Cleaner: text.NewCleaner(), Pictures: a.Profiles, Covers: a.covers})
	a.BlogComments = blogcomment.New(blogcomment.Deps{DB: p.DB, Clock: p.Clock, Audit: a.Audit, Limits: a.limits, Forms: a.forms, Settings: a.Settings})
	return []any{a.Blog, a.BlogComments, publicsite.New(publicsite.Deps{DB: p.DB, Settings: a.Settings}, a.address), a.newWriting(p),
		finder.New(finder.Deps{DB: p.DB, Catalogue: titlesOf{a.Catalogue}})}
}

// newWriting builds the tools for authors, with the language model if there is one.
func (a *App) newWriting(p Deps) *writing.Service {
	d := writing.Deps{DB: p.DB, Clock: p.Clock, Settings: a.Settings, Cleaner: text.NewCleaner()}
	if m := p.Config.LanguageModel; m.URL != "" {
		limits := ai.DefaultLimits
		limits.FirstToken = m.FirstToken
		d.Model = ai.New(ai.Config{URL: m.URL, Key: m.Key, Model: m.Model}, limits, p.Clock)
	}
	return writing.New(d)
}
