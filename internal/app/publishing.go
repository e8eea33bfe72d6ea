package app

import (
	"context"

	"lectern/internal/learning/analytics"
	"lectern/internal/platform/access"
	"lectern/internal/platform/ai"
	"lectern/internal/platform/text"
	"lectern/internal/site/blog"
	"lectern/internal/site/blogcomment"
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
	return []any{a.Reports, library, a.Blog, a.BlogComments, publicsite.New(publicsite.Deps{DB: p.DB, Settings: a.Settings}, a.address), a.newWriting(p),
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

// ownLearning tells dashboards how a learner is getting on, by the learner's own weeks.
type ownLearning struct{ analytics *analytics.Service }

func (o ownLearning) Figures(ctx context.Context, who access.Caller) (f report.LearnerFigures, err error) {
	own, err := o.analytics.Overview(ctx, who, analytics.Weekly{Weeks: 2})
	if err != nil || len(own.Weeks) != 2 {
		return f, err
	}
	last, this := own.Weeks[0], own.Weeks[1]
	return report.LearnerFigures{Seconds: this.TimeSpent, SecondsBefore: last.TimeSpent, Lessons: this.Completed, LessonsBefore: last.Completed, Streak: own.Streak.Days, From: this.StartsOn}, nil
}
