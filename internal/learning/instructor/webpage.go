package instructor

import (
	"context"
	"strings"

	"lectern/internal/learning/course"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/webpage"
)

const webPageSize = 24 // instructors and courses of a page, as in the web app

// ListPage is a page of the list of instructors for those who run no scripts, and what the web app begins with. A narrowed one is for the web
// app alone.
func (s *Service) ListPage(ctx context.Context, number int64, narrowed bool) (webpage.Page, error) {
	page := webpage.Page{Title: "Instructors", Path: webpage.ListPath("/instructors", "", number), NoIndex: narrowed, Body: webpage.Body{Heading: "Instructors"}}
	if narrowed {
		return page, nil
	}
	at := rest.Page{Number: number, Limit: webPageSize}
	limit, offset := at.LimitOffset()
	found, n, err := s.List(ctx, InstructorFilter{Sort: "name"}, limit, offset)
	list, err := rest.Counted(at, found, n, err)
	if err != nil {
		return page, err
	}
	page.Answers = []webpage.Answer{webpage.ListAnswer(list, "instructors", "list", webpage.PageKey(number))}
	for _, p := range found {
		page.Body.Cards = append(page.Body.Cards, webpage.Card{Path: webPath(p.ID), Title: p.FullName, Text: p.Headline})
	}
	page.NoIndex = number > 1 && len(found) == 0
	page.Body.Previous, page.Body.Next = webpage.Neighbours("/instructors", "", list.Pagination)
	return page, nil
}

const facesAtHome = 6

// HomeGroup are those who teach most courses, as a part of the home page for those who run no scripts, and what the web app shows them with.
func (s *Service) HomeGroup(ctx context.Context) (webpage.Group, []webpage.Answer, error) {
	at := rest.Page{Number: 1, Limit: facesAtHome}
	found, n, err := s.List(ctx, InstructorFilter{Sort: "courses"}, at.Limit, 0)
	list, err := rest.Counted(at, found, n, err)
	group := webpage.Group{Heading: "Instructors"}
	for _, p := range found {
		group.Cards = append(group.Cards, webpage.Card{Path: webPath(p.ID), Title: p.FullName, Text: p.Headline})
	}
	if len(found) > 0 {
		group.Link = &webpage.Link{Path: "/instructors", Text: "All instructors"}
	}
	return group, []webpage.Answer{webpage.ListAnswer(list, "instructors", "home")}, err
}

// WebPage is the page of an instructor for those who run no scripts, and what the web app begins with. fault.NotFound for those who are not public.
func (s *Service) WebPage(ctx context.Context, site webpage.Site, id string) (webpage.Page, error) {
	p, err := s.Instructor(ctx, id)
	if err != nil {
		return webpage.Page{}, err
	}
	at := rest.Page{Number: 1, Limit: webPageSize}
	courses, total, err := s.Courses(ctx, id, TaughtFilter{Sort: "newest"}, at.Limit, 0)
	list, err := rest.Many(at, courses, total, err)
	if err != nil {
		return webpage.Page{}, err
	}
	person := webpage.Data{"@type": "Person", "name": p.FullName, "description": p.about(), "url": site.URL(webPath(id))}
	page := webpage.Page{
		Title: p.FullName, Description: p.about(), Path: webPath(id), Feeds: "/blog/author/" + id, Data: []webpage.Data{{"@type": "ProfilePage", "mainEntity": person}},
		Answers: []webpage.Answer{{Key: []any{"instructors", "one", id}, Data: p}, webpage.ListAnswer(list, "instructors", "one", id, "courses", 1)},
		Body: webpage.Body{Crumb: &webpage.Link{Path: "/instructors", Text: "Instructors"}, Heading: p.FullName, Lead: p.Headline,
			Sections: []webpage.Section{{Text: p.Bio}}, Cards: course.WebCards(courses)},
	}
	if p.Picture != nil {
		page.Image = &webpage.Image{Alt: p.FullName, Sizes: []webpage.ImageSize{{URL: p.Picture.Large, Width: largePicture, Height: largePicture}}}
		person["image"] = site.URL(p.Picture.Large)
	}
	return page, nil
}

func webPath(id string) string { return "/instructors/" + id }

// described is how many characters of a bio describe an instructor where they are linked to.
const described = 200

// about describes an instructor on one line.
func (p InstructorProfile) about() string {
	about := strings.Join(strings.Fields(p.Headline), " ")
	if about == "" {
		about = strings.Join(strings.Fields(p.Bio), " ")
	}
	if runes := []rune(about); len(runes) > described {
		about = strings.TrimSpace(string(runes[:described-1])) + "…"
	}
	return about
}
