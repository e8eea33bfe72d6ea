package note

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type oneInput struct {
	ID string `path:"id"`
}

type writeInput struct {
	ID   string `path:"id"`
	Body NewNote
}

type searchInput struct {
	ID string `path:"id"`
	NoteFilter
	rest.Page
	rest.CursorParam
}

type allInput struct {
	AllFilter
	rest.Page
	rest.CursorParam
}

func (s *Service) Register(api *rest.API) {
	const ofLesson, one = "/progress/lessons/{id}/notes", "/progress/notes/{id}"
	rest.Handle(api, rest.SignedIn, rest.Get(ofLesson, "List the caller's notes on a lesson", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[[]Note], error) {
			notes, err := s.List(ctx, who, in.ID)
			return rest.One("", notes, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/progress/courses/{id}/notes", "List the caller's notes in a course, most recently changed first"),
		func(ctx context.Context, who access.Caller, in *searchInput) (rest.List[Note], error) {
			limit, _ := in.LimitOffset()
			notes, next, err := s.Search(ctx, who, in.ID, in.NoteFilter, limit, in.CursorParam)
			return rest.CursorPage(in.Page, notes, counted(notes, next, in.CursorParam), next, err)
		})
	s.registerAll(api)
	rest.Handle(api, rest.SignedIn, rest.Create(ofLesson, "Add a private note on a lesson", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *writeInput) (rest.Answer[Note], error) {
			n, err := s.Add(ctx, who, in.ID, in.Body)
			return rest.One("Note saved", n, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Put(one, "Change a note of the caller", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *writeInput) (rest.Answer[Note], error) {
			n, err := s.Change(ctx, who, in.ID, in.Body)
			return rest.One("Note saved", n, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete(one, "Delete a note of the caller", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Note deleted", s.Delete(ctx, who, in.ID))
		})
}

// registerAll registers what lists the notes of all courses.
func (s *Service) registerAll(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/progress/notes", "List the caller's notes in all courses, most recently changed first"),
		func(ctx context.Context, who access.Caller, in *allInput) (rest.List[Note], error) {
			limit, _ := in.LimitOffset()
			notes, next, err := s.All(ctx, who, in.AllFilter, limit, in.CursorParam)
			return rest.CursorPage(in.Page, notes, counted(notes, next, in.CursorParam), next, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/progress/noted-lessons", "List the lessons on which the caller has notes"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[[]NotedLesson], error) {
			lessons, err := s.Lessons(ctx, who)
			return rest.One("", lessons, err)
		})
}

// counted counts the notes of a page: there are at least so many.
func counted(notes []Note, next string, scroll rest.CursorParam) rest.Count {
	return rest.Count{Total: int64(len(notes)), AtLeast: next != "" || scroll.Cursor != ""}
}
