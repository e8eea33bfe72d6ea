package authoring

import (
	"cmp"
	"context"
	"html/template"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/money"
	"lectern/internal/platform/text"
	"lectern/internal/platform/webpage"
)

// WebPage is the page of a course of the catalogue for those who run no scripts, and what the web app begins with. For everybody alike: it
// returns course.ErrNotFound for every other course, also to those who may see it.
func (s *Service) WebPage(ctx context.Context, site webpage.Site, id string) (webpage.Page, error) {
	if _, err := course.FindPublished(ctx, s.db.Reader(), id); err != nil {
		return webpage.Page{}, err
	}
	c, err := s.Get(ctx, access.Caller{}, id, "")
	if err != nil {
		return webpage.Page{}, err
	}
	summary := c.summaryLine()
	page := webpage.Page{
		Title: c.Title, Description: summary, Path: course.WebPath(c.ID), Language: c.Language, Image: cmp.Or(c.WebImage(), webpage.DrawnImage("course", c.ID, c.Title, c.UpdatedAt)), Data: webData(site, c),
		Answers: []webpage.Answer{{Key: []any{"courses", "one", c.ID}, Data: c}},
		Body:    webpage.Body{Crumb: &webpage.Link{Path: "/courses", Text: "Catalogue"}, Heading: c.Title, Lead: summary, Facts: append(c.WebFacts(), c.Category), Image: c.WebImage(), LeadsWithImage: true},
	}
	questions := make([]webpage.Question, len(c.FAQ))
	for i, q := range c.FAQ {
		questions[i] = webpage.Question{Question: q.Question, Answer: q.Answer}
		if q.Format == text.HTMLFormat {
			questions[i] = webpage.Question{Question: q.Question, Markup: template.HTML(q.Answer)} // cleaned by detail
		}
	}
	for _, part := range []webpage.Section{
		{Heading: "What you will learn", Items: c.Outcomes},
		c.webDescription(),
		{Heading: "Requirements", Items: c.Prerequisites},
		{Heading: "Who this course is for", Items: c.Audience},
		{Heading: "Tools", Items: c.ToolsTechnologies},
		{Heading: "Questions", Questions: questions},
	} {
		if len(part.Items)+len(part.Text)+len(part.Markup)+len(part.Questions) > 0 {
			page.Body.Sections = append(page.Body.Sections, part)
		}
	}
	for _, teacher := range c.Instructors {
		page.Body.Links = append(page.Body.Links, webpage.Link{Path: "/instructors/" + teacher.ID, Text: teacher.FullName})
	}
	page.Body.LinksTitle = "Instructors"
	return page, nil
}

// summaryLine is the summary without markup.
func (c CourseDetail) summaryLine() string {
	return text.OneLine(text.Words(c.SummaryFormat, c.Summary))
}

func (c CourseDetail) webDescription() webpage.Section {
	about := webpage.Section{Heading: "About this course"}
	if c.DescriptionFormat == text.HTMLFormat {
		about.Markup = template.HTML(c.Description) // cleaned by detail
	} else {
		about.Text = c.Description
	}
	return about
}

// courseModes are schema.org's words for the types of courses.
var courseModes = map[string]string{"blended": "Blended", "live": "Online", "free": "Online"}

func webData(site webpage.Site, c CourseDetail) []webpage.Data {
	url := site.URL(course.WebPath(c.ID))
	offers := []webpage.Data{}
	for _, p := range c.Prices {
		offers = append(offers, webpage.Data{"@type": "Offer", "category": "Paid", "price": money.Decimal(p.Batch, p.Currency), "priceCurrency": p.Currency, "url": url})
	}
	if c.IsFree {
		offers = []webpage.Data{{"@type": "Offer", "category": "Free", "price": "0", "priceCurrency": "USD", "url": url}}
	}
	data := webpage.Data{
		"@type": "Course", "name": c.Title, "description": cmp.Or(c.summaryLine(), c.Title), "url": url, "inLanguage": c.Language, "offers": offers,
		"provider":          webpage.Data{"@type": "Organization", "name": site.Name, "url": site.URL("/")},
		"hasCourseInstance": webpage.Data{"@type": "CourseInstance", "courseMode": courseModes[c.CourseType]},
	}
	if image := c.WebImage(); image != nil {
		data["image"] = site.URL(image.Widest().URL)
	}
	if c.Rating.Count > 0 {
		data["aggregateRating"] = webpage.Data{"@type": "AggregateRating", "ratingValue": c.Rating.Average, "reviewCount": c.Rating.Count, "bestRating": course.MostStars}
	}
	return []webpage.Data{data, webpage.Breadcrumbs(site, webpage.Link{Path: "/courses", Text: "Catalogue"}, webpage.Link{Path: course.WebPath(c.ID), Text: c.Title})}
}
