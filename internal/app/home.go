package app

import (
	"context"

	"lectern/internal/platform/settings"
	"lectern/internal/platform/webpage"
)

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
