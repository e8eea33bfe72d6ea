package catalogue

import (
	"context"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/webpage"
)

const webPageSize = 24 // courses of a page, as in the web app

// HomePage is the home page of the site for those who run no scripts, and what the web app begins with.
func (s *Service) HomePage(ctx context.Context, site webpage.Site, narrowed bool) (webpage.Page, error) {
	page, err := s.CataloguePage(ctx, site, 1, narrowed)
	if err != nil || narrowed {
		return page, err
	}
	home, err := s.Home(ctx, "")
	page.Title, page.Path, page.Body.Heading, page.Body.Lead = "", "/", "Learn from people who do the job", "Courses taught live and on demand, with recordings to watch again."
	page.Answers = append(page.Answers, webpage.Answer{Key: []any{"courses", "home"}, Data: map[string]any{"value": home, "tag": ""}})
	page.Data = append(page.Data, webpage.Data{"@type": "Organization", "name": site.Name, "url": site.URL("/")}, webpage.Data{"@type": "WebSite", "name": site.Name, "url": site.URL("/")})
	return page, err
}

// CataloguePage is a page of the catalogue. A narrowed one is for the web app alone: search engines find each course without filters.
func (s *Service) CataloguePage(ctx context.Context, site webpage.Site, number int64, narrowed bool) (webpage.Page, error) {
	page := webpage.Page{Title: "Catalogue", Path: webpage.ListPath("/courses", "", number), NoIndex: narrowed, Body: webpage.Body{Heading: "Catalogue"}}
	if narrowed {
		return page, nil
	}
	at := rest.Page{Number: number, Limit: webPageSize}
	courses, total, next, err := s.List(ctx, access.Caller{}, Listing{Sort: newest, Page: at})
	list, err := rest.CursorPage(at, courses, total, next, err)
	if err != nil {
		return page, err
	}
	facets, err := s.Facets(ctx, access.Caller{}, Filter{})
	page.Answers = []webpage.Answer{webpage.ListAnswer(list, "courses", "list", webpage.PageKey(number)), {Key: []any{"courses", "facets", map[string]any{}}, Data: facets}}
	page.Body.Cards = course.WebCards(courses)
	page.NoIndex = number > 1 && len(courses) == 0
	page.Body.Previous, page.Body.Next = webpage.Neighbours("/courses", "", list.Pagination)
	if len(courses) > 0 {
		page.Data = []webpage.Data{webpage.ItemList(site, page.Body.Cards, "Course")}
	}
	return page, err
}
