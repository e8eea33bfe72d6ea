package catalogue

import (
	"context"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/webpage"
)

const webPageSize = 24 // courses of a page, as in the web app

// HomeCourses are the courses of the home page that an administrator has chosen, for those who run no scripts; none where nobody has.
func (s *Service) HomeCourses(ctx context.Context) (webpage.Group, []webpage.Answer, error) {
	home, err := s.Home(ctx, "")
	group := webpage.Group{Heading: "Featured courses"}
	if home.Chosen {
		for _, h := range home.Courses {
			group.Cards = append(group.Cards, h.Course.WebCard())
		}
	}
	return group, []webpage.Answer{{Key: []any{"courses", "home"}, Data: map[string]any{"value": home, "tag": ""}}}, err
}

// HomeCatalogue is the first page of the catalogue, as a part of the home page.
func (s *Service) HomeCatalogue(ctx context.Context) (webpage.Group, []webpage.Answer, error) {
	page, err := s.CataloguePage(ctx, webpage.Site{}, 1, false)
	return webpage.Group{Heading: page.Title, Cards: page.Body.Cards}, page.Answers, err
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
