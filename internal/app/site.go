package app

import (
	"context"
	"io/fs"
	"strings"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// Site serves the web app: its pages with the school whose site it is, the home page, the lists and those of courses and instructors also with what links to them show.
func (a *App) Site(files fs.FS) {
	a.API.Site(files, func(ctx context.Context, path string) (rest.SitePage, error) {
		school, err := a.School.Info(ctx)
		if err != nil {
			return rest.SitePage{}, err
		}
		link, err := a.linkPreview(ctx, path, school.Name)
		return rest.SitePage{Start: school, Link: link}, err
	})
}

// linkPreview returns nil for paths that have none.
func (a *App) linkPreview(ctx context.Context, path, school string) (*rest.LinkPreview, error) {
	if path == "/" || path == "/courses" || path == "/instructors" || path == "/blog" {
		link := &rest.LinkPreview{Title: school, SiteName: school}
		if a.publicURL != "" {
			link.URL = a.publicURL + path
		}
		return link, nil
	}
	kind, id, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	preview := map[string]func(ctx context.Context, id, address string) (*rest.LinkPreview, error){
		"blog": a.Blog.LinkPreview, "courses": a.Authoring.LinkPreview, "instructors": a.InstructorInfo.LinkPreview,
	}[kind]
	if preview == nil || id == "" || strings.Contains(id, "/") {
		return nil, nil
	}
	link, err := preview(ctx, id, a.publicURL)
	if fault.Is(err, fault.NotFound) || fault.Is(err, fault.Gone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	link.SiteName = school
	return link, nil
}
