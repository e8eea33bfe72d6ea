package app

import (
	"context"
	"io"
	"path/filepath"

	"github.com/uptrace/bun"

	"lectern/internal/learning/analytics"
	"lectern/internal/platform/access"
	"lectern/internal/platform/ai"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/settings"
	"lectern/internal/platform/text"
	"lectern/internal/platform/webpage"
	"lectern/internal/site/blog"
	"lectern/internal/site/blogcomment"
	"lectern/internal/site/blogexchange"
	"lectern/internal/site/blogtag"
	"lectern/internal/site/finder"
	"lectern/internal/site/medialibrary"
	"lectern/internal/site/publicsite"
	"lectern/internal/site/report"
	"lectern/internal/site/writing"
)

// publishing builds the features of the site that everybody reads.
func (a *App) publishing(p Deps) []any {
	library := medialibrary.New(medialibrary.Deps{DB: p.DB, Clock: p.Clock, Blob: p.Blob, Queue: a.Queue, Audit: a.Audit, Pictures: a.covers})
	a.Blog = blog.New(blog.Deps{DB: p.DB, Clock: p.Clock, Blob: p.Blob, Queue: a.Queue, Audit: a.Audit, Cleaner: text.NewCleaner(), Pictures: a.Profiles, Covers: a.covers, Library: library})
	a.BlogComments = blogcomment.New(blogcomment.Deps{DB: p.DB, Clock: p.Clock, Audit: a.Audit, Limits: a.limits, Forms: a.forms, Settings: a.Settings})
	a.Reports = report.New(report.Deps{DB: p.DB, Clock: p.Clock, Settings: a.Settings, Audit: a.Audit, Learning: ownLearning{a.Analytics}})
	return []any{a.Reports, library, a.Blog, blogtag.New(blogtag.Deps{DB: p.DB, Clock: p.Clock, Audit: a.Audit}), a.BlogComments, publicsite.New(publicsite.Deps{DB: p.DB, Settings: a.Settings, Fonts: p.Fonts}, a.address), a.newWriting(p),
		finder.New(finder.Deps{DB: p.DB, Catalogue: titlesOf{a.Catalogue}}), a.newBlogExchange(p, library)}
}

// newBlogExchange builds what takes posts out of the blog and into it.
func (a *App) newBlogExchange(p Deps, library *medialibrary.Service) *blogexchange.Service {
	return blogexchange.New(blogexchange.Deps{DB: p.DB, Clock: p.Clock, Blob: p.Blob, Queue: a.Queue, Audit: a.Audit, Posts: importedPosts{a.Blog}, Pictures: importedPictures{library}, Accounts: a.Accounts,
		Scratch: filepath.Join(p.Config.Data, "scratch"), Address: a.address})
}

// importedPosts takes posts of files into the blog.
type importedPosts struct{ blog *blog.Service }

func (i importedPosts) Imported(ctx context.Context, q bun.IDB, source, sourceID string) (blogexchange.Known, error) {
	k, err := i.blog.Imported(ctx, q, source, sourceID)
	return blogexchange.Known(k), err
}

func (i importedPosts) AddCover(ctx context.Context, who access.Caller, kind string, body io.Reader) (string, int, error) {
	return i.blog.AddCover(ctx, who, picture.CoverUpload{Type: kind, Body: body})
}

func (i importedPosts) Import(ctx context.Context, tx bun.IDB, who access.Caller, p blogexchange.Incoming) (id, slug, lacks string, err error) {
	return i.blog.Import(ctx, tx, who, blog.ImportedPost(p))
}

// importedPictures takes pictures of files into the media library.
type importedPictures struct{ library *medialibrary.Service }

func (i importedPictures) Add(ctx context.Context, who access.Caller, name, alt, kind string, body io.Reader) (string, error) {
	p, err := i.library.Add(ctx, who, medialibrary.Upload{Name: name, Alt: alt, Type: kind, Body: body})
	return p.ID, err
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

// ownLearning gives dashboards the progress of a learner, by the learner's own weeks.
type ownLearning struct{ analytics *analytics.Service }

func (o ownLearning) Figures(ctx context.Context, who access.Caller) (f report.LearnerFigures, err error) {
	own, err := o.analytics.Overview(ctx, who, analytics.Weekly{Weeks: 2})
	if err != nil || len(own.Weeks) != 2 {
		return f, err
	}
	last, this := own.Weeks[0], own.Weeks[1]
	return report.LearnerFigures{Seconds: this.TimeSpent, SecondsBefore: last.TimeSpent, Lessons: this.Completed, LessonsBefore: last.Completed, Streak: own.Streak.Days, From: this.StartsOn}, nil
}

// homeSection is a section of the home page, with what the web app begins with to show it.
type homeSection func(ctx context.Context) (webpage.Group, []webpage.Answer, error)

// homePage is the home page with the sections that administrators have chosen, in their order. Those without content are left out.
func (a *App) homePage(ctx context.Context, site webpage.Site, home settings.HomeSettings) (webpage.Page, error) {
	page := webpage.Page{Path: "/", Data: []webpage.Data{
		{"@type": "Organization", "name": site.Name, "url": site.URL("/")}, {"@type": "WebSite", "name": site.Name, "url": site.URL("/")},
	}, Body: webpage.Body{Heading: site.Name}}
	if home.Search {
		page.Body.Heading, page.Body.Lead = "Learn from people who do the job", "Courses taught live and on demand, with recordings to watch again."
	}
	sections := a.homeSections()
	for _, name := range home.Sections {
		group, answers, err := sections[name](ctx)
		if err != nil {
			return page, err
		}
		page.Answers = append(page.Answers, answers...)
		if !group.IsEmpty() {
			page.Body.Groups = append(page.Body.Groups, group)
		}
		if name == "catalogue" && len(group.Cards) > 0 {
			page.Data = append(page.Data, webpage.ItemList(site, group.Cards, "Course"))
		}
	}
	return page, nil
}

// homeSections are all sections by their names in the settings.
func (a *App) homeSections() map[string]homeSection {
	return map[string]homeSection{
		"courses":      a.Catalogue.HomeCourses,
		"catalogue":    a.Catalogue.HomeCatalogue,
		"batches":      a.Batches.HomeGroup,
		"instructors":  a.InstructorInfo.HomeGroup,
		"testimonials": a.Feedback.HomeGroup,
		"posts":        a.Blog.HomeGroup,
		"demo": leadsTo("Demo classes", "Not sure which course suits you? Meet an instructor in a free demo class.",
			webpage.Link{Path: "/demo", Text: "Book a free demo class"}),
		"companies": leadsTo("For companies", "Train your team: live batches or self-paced courses, with one invoice.",
			webpage.Link{Path: "/corporate-training", Text: "Request corporate training"}),
		"newsletter": leadsTo("Newsletter", "New courses and posts, by email.", webpage.Link{Path: "/newsletter", Text: "Subscribe to the newsletter"}),
	}
}

func leadsTo(heading, text string, link webpage.Link) homeSection {
	return func(context.Context) (webpage.Group, []webpage.Answer, error) {
		return webpage.Group{Heading: heading, Text: text, Link: &link}, nil, nil
	}
}
