// Package finder searches everything that the caller may see: courses, lessons, posts, tags, people, batches, orders and videos. It writes
// nothing.
//
// What the caller may see is a condition of each query, never a filter behind it, and no totals are returned, so that an answer reveals
// nothing of what is hidden.
package finder

import (
	"context"
	"slices"
	"strings"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// FoundGroup is what was found of one kind.
type FoundGroup struct {
	Kind    string      `json:"kind" enum:"course,lesson,post,tag,person,batch,order,video"`
	Items   []FoundItem `json:"items"`
	HasMore bool        `json:"hasMore" doc:"There is more than these."`
}

// FoundItem is something that was found.
type FoundItem struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Hint  string `json:"hint" doc:"What tells it from others of the same title, such as the course of a lesson; may be empty."`
	Path  string `json:"path" doc:"Of its page."`
}

// Search says what is searched for.
type Search struct {
	Query string   `query:"query" minLength:"1" maxLength:"100" msg:"query is required;maxLength=A search has at most 100 characters"`
	Kinds []string `query:"kinds" enum:"course,lesson,post,tag,person,batch,order,video" maxItems:"8" msg:"kinds must be course, lesson, post, tag, person, batch, order or video" doc:"Separated by commas; none: all."`
	Limit int64    `query:"limit" default:"5" minimum:"1" maximum:"20" msg:"limit must be a number from 1 to 20" doc:"Of each kind."`
}

// Title is what something is called that everybody may see.
type Title struct{ ID, Text string }

// Catalogue finds what everybody may see of the courses.
type Catalogue interface {
	// Titles returns the courses of the catalogue and their instructors whose titles and names begin with what was typed, also if misspelt.
	Titles(ctx context.Context, typed string) (courses, instructors []Title, err error)
}

// Deps are what New needs.
type Deps struct {
	DB        *db.DB
	Catalogue Catalogue
}

// Service is the use cases.
type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// wanted is what a source looks for.
type wanted struct {
	who     access.Caller
	typed   string
	pattern string // of LIKE, folded
	limit   int64  // one more than is shown
}

// Find returns what the caller may see of what they search for, by kind. For anyone; signed-in callers see more. fault.Invalid.
func (s *Service) Find(ctx context.Context, who access.Caller, in Search) ([]FoundGroup, error) {
	typed := text.OneLine(in.Query)
	if typed == "" {
		return nil, fault.InvalidField("query", "required", "query is required")
	}
	w := wanted{who, typed, "%" + db.EscapeLike(text.Fold(typed)) + "%", in.Limit + 1}
	courses, instructors, err := s.deps.Catalogue.Titles(ctx, typed)
	if err != nil {
		return nil, err
	}
	q, groups := s.deps.DB.Reader(), []FoundGroup{}
	for _, source := range sources {
		if len(in.Kinds) > 0 && !slices.Contains(in.Kinds, source.kind) || source.signedIn && who.ID == "" {
			continue
		}
		items, err := source.find(ctx, q, w)
		if err != nil {
			return nil, err
		}
		switch source.kind {
		case "course":
			items = merged(items, courses, "/courses/")
		case "person":
			items = merged(items, instructors, "/instructors/")
		}
		if len(items) == 0 {
			continue
		}
		g := FoundGroup{Kind: source.kind, Items: items}
		if int64(len(items)) > in.Limit {
			g.Items, g.HasMore = items[:in.Limit], true
		}
		groups = append(groups, g)
	}
	return groups, nil
}

// merged adds to items those of the catalogue that are not among them.
func merged(items []FoundItem, titles []Title, path string) []FoundItem {
	for _, t := range titles {
		if !slices.ContainsFunc(items, func(i FoundItem) bool { return i.ID == t.ID }) {
			items = append(items, FoundItem{ID: t.ID, Title: t.Text, Path: path + t.ID})
		}
	}
	return items
}

// pathed gives items the path of their pages, in which {id} and {of} stand for the id and for that of what they belong to.
func pathed(rows []row, path string) []FoundItem {
	items := make([]FoundItem, 0, len(rows))
	for _, r := range rows {
		items = append(items, FoundItem{r.ID, r.Title, r.Hint, strings.NewReplacer("{id}", r.ID, "{of}", r.Parent).Replace(path)})
	}
	return items
}
