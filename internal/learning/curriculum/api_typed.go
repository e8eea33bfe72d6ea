package curriculum

import (
	"context"

	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// typed is the path of a course's curriculum under its type.
const typed = "/tcourse/{type}/{id}/curriculum"

type typedSectionInput struct {
	coursework.OfType
	Body NewSection
}

type TypedWeekInput struct {
	coursework.OfType
	WeekID string `path:"weekId"`
}

type typedWeekChangeInput struct {
	TypedWeekInput
	rest.OptionalIfMatch
	Body SectionChange
}

type typedLessonInput struct {
	TypedWeekInput
	Body NewLesson
}

// NewLiveClass is a live lesson to add to a section.
type NewLiveClass struct {
	SectionID string          `json:"section_id" minLength:"1" maxLength:"36" msg:"Section ID is required;minLength=Section ID cannot be empty"`
	Title     string          `json:"title" pattern:"\\S" maxLength:"200" msg:"Please enter a title;maxLength=A title has at most 200 characters"`
	Summary   string          `json:"summary,omitempty" maxLength:"2000" msg:"A summary has at most 2000 characters"`
	Content   content.Content `json:"content,omitempty" doc:"{date, start_time, duration_minutes, timezone, join_url}"`
	Order     int64           `json:"order,omitempty" minimum:"0" msg:"The order must be 1 or more" doc:"From 1; 0 or none is the end."`
}

type liveClassInput struct {
	coursework.OfType
	Body NewLiveClass
}

func (s *Service) registerTyped(api *rest.API) {
	gate := rest.Teachers
	add := func(kind, message string) func(context.Context, access.Caller, *typedSectionInput) (rest.Answer[outline.OutlineEntry], error) {
		return func(ctx context.Context, who access.Caller, in *typedSectionInput) (a rest.Answer[outline.OutlineEntry], err error) {
			if err := in.OfType.Check(ctx, s.deps.DB.Reader()); err != nil {
				return a, err
			}
			in.Body.Kind = kind
			e, err := s.AddSection(ctx, who, in.ID, in.Body)
			return rest.One(message, e, err)
		}
	}
	rest.Handle(api, gate, rest.Create(typed+"/weeks", "Add a week to the draft", fault.NotFound, fault.Conflict), add(outline.KindWeek, "Week added"))
	rest.Handle(api, gate, rest.Create(typed+"/sections", "Add a section to the draft", fault.NotFound, fault.Conflict), add(outline.KindSection, "Section added"))
	rest.Handle(api, gate, rest.Put(typed+"/weeks/{weekId}", "Change the title and description of a week", fault.NotFound).WithDetails(fault.Precondition, "stale_version", Stale{}),
		func(ctx context.Context, who access.Caller, in *typedWeekChangeInput) (a rest.Answer[outline.OutlineEntry], err error) {
			if err := in.OfType.Check(ctx, s.deps.DB.Reader()); err != nil {
				return a, err
			}
			e, err := s.ChangeSection(ctx, who, in.ID, in.WeekID, in.Body, in.Or(in.Body.BaseRevision))
			return rest.One("Saved", e, err)
		})
	rest.Handle(api, gate, rest.Delete(typed+"/weeks/{weekId}", "Remove a week and its contents from the draft", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *TypedWeekInput) (a rest.Answer[rest.Nothing], err error) {
			if err := in.OfType.Check(ctx, s.deps.DB.Reader()); err != nil {
				return a, err
			}
			return rest.Done("Week removed", s.RemoveSection(ctx, who, in.ID, in.WeekID))
		})
	s.registerTypedLessons(api)
}

func (s *Service) registerTypedLessons(api *rest.API) {
	gate := rest.Teachers
	rest.Handle(api, gate, rest.Create(typed+"/weeks/{weekId}/lessons", "Add a lesson to a week", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *typedLessonInput) (a rest.Answer[outline.LessonEntry], err error) {
			if err := in.OfType.Check(ctx, s.deps.DB.Reader()); err != nil {
				return a, err
			}
			l, err := s.AddLesson(ctx, who, in.ID, in.WeekID, in.Body)
			return rest.One("Lesson added", l, err)
		})
	rest.Handle(api, gate, rest.Create(typed+"/live-classes", "Add a live session to a section", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *liveClassInput) (a rest.Answer[outline.LessonEntry], err error) {
			if err := in.OfType.Check(ctx, s.deps.DB.Reader()); err != nil {
				return a, err
			}
			b := in.Body
			l, err := s.AddLesson(ctx, who, in.ID, b.SectionID, NewLesson{Type: "live_session", Title: b.Title, Summary: b.Summary, Content: b.Content, Order: b.Order})
			return rest.One("Live class added", l, err)
		})
	rest.Handle(api, gate, rest.Get(typed+"/stats", "Get statistics of the curriculum and of the progress in it", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *coursework.OfType) (a rest.Answer[Stats], err error) {
			if err := in.Check(ctx, s.deps.DB.Reader()); err != nil {
				return a, err
			}
			st, err := s.Stats(ctx, who, in.ID)
			return rest.One("", st, err)
		})
}
