package curriculum

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// typed is the address of a course by its type; under it the curriculum is the same.
const typed = "/tcourse/{type}/{id}/curriculum"

// TypedInput is exported, as TypedWeekInput, so that it can be embedded in other inputs.
type TypedInput struct {
	Type string `path:"type" enum:"blended,live,free" msg:"Course type must be blended, live or free"`
	ID   string `path:"id"`
}

type typedReadInput struct {
	TypedInput
	Draft bool `query:"draft" msg:"draft must be true or false"`
}

type typedSectionInput struct {
	TypedInput
	Body NewSection
}

type TypedWeekInput struct {
	TypedInput
	WeekID string `path:"weekId"`
}

type typedWeekChangeInput struct {
	TypedWeekInput
	Body SectionChange
}

type typedLessonInput struct {
	TypedWeekInput
	Body NewLesson
}

// NewLiveClass is a lesson that is held live, in a section of the course.
type NewLiveClass struct {
	SectionID string  `json:"section_id" minLength:"1" maxLength:"36" msg:"A section is required"`
	Title     string  `json:"title" pattern:"\\S" maxLength:"200" msg:"Please enter a title;maxLength=A title has at most 200 characters"`
	Summary   string  `json:"summary,omitempty" maxLength:"2000" msg:"A summary has at most 2000 characters"`
	Content   Content `json:"content,omitempty" doc:"{date, start_time, duration_minutes, timezone, join_url}"`
	Order     int64   `json:"order,omitempty" minimum:"0" msg:"The order must be 1 or more" doc:"From 1; 0 or none is the end."`
}

type liveClassInput struct {
	TypedInput
	Body NewLiveClass
}

// ofType is errNoCourse unless the course has the type of the address.
func (s *Service) ofType(ctx context.Context, in TypedInput) error {
	c, err := courseByID(ctx, s.DB.Reader(), in.ID)
	if err == nil && c.CourseType != in.Type {
		err = errNoCourse
	}
	return err
}

func (s *Service) registerTyped(api *rest.API) {
	gate := rest.Roles(teachers...)
	rest.Handle(api, rest.Public, rest.Get(typed, "What a course of a type consists of", fault.NotFound, fault.Forbidden),
		func(ctx context.Context, who access.Caller, in *typedReadInput) (a rest.Answer[Curriculum], err error) {
			if err := s.ofType(ctx, in.TypedInput); err != nil {
				return a, err
			}
			c, err := s.Get(ctx, who, in.ID, in.Draft)
			return rest.One("", c, err)
		})
	add := func(kind, message string) func(context.Context, access.Caller, *typedSectionInput) (rest.Answer[OutlineEntry], error) {
		return func(ctx context.Context, who access.Caller, in *typedSectionInput) (a rest.Answer[OutlineEntry], err error) {
			if err := s.ofType(ctx, in.TypedInput); err != nil {
				return a, err
			}
			in.Body.Kind = kind
			e, err := s.AddSection(ctx, who, in.ID, in.Body)
			return rest.One(message, e, err)
		}
	}
	rest.Handle(api, gate, rest.Create(typed+"/weeks", "Add a week to the draft", fault.NotFound, fault.Conflict), add(week, "Week added"))
	rest.Handle(api, gate, rest.Create(typed+"/sections", "Add a section to the draft", fault.NotFound, fault.Conflict), add(section, "Section added"))
	rest.Handle(api, gate, rest.Put(typed+"/weeks/{weekId}", "Change the words of a week", fault.NotFound).Tells(fault.Precondition, "changed_meanwhile", Stale{}),
		func(ctx context.Context, who access.Caller, in *typedWeekChangeInput) (a rest.Answer[OutlineEntry], err error) {
			if err := s.ofType(ctx, in.TypedInput); err != nil {
				return a, err
			}
			e, err := s.ChangeSection(ctx, who, in.ID, in.WeekID, in.Body)
			return rest.One("Saved", e, err)
		})
	rest.Handle(api, gate, rest.Delete(typed+"/weeks/{weekId}", "Take a week out of the draft, with all that it holds", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *TypedWeekInput) (a rest.Answer[rest.Nothing], err error) {
			if err := s.ofType(ctx, in.TypedInput); err != nil {
				return a, err
			}
			return rest.Done("Week removed", s.RemoveSection(ctx, who, in.ID, in.WeekID))
		})
	s.registerTypedLessons(api)
}

func (s *Service) registerTypedLessons(api *rest.API) {
	gate := rest.Roles(teachers...)
	rest.Handle(api, gate, rest.Create(typed+"/weeks/{weekId}/lessons", "Add a lesson to a week", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *typedLessonInput) (a rest.Answer[LessonEntry], err error) {
			if err := s.ofType(ctx, in.TypedInput); err != nil {
				return a, err
			}
			l, err := s.AddLesson(ctx, who, in.ID, in.WeekID, in.Body)
			return rest.One("Lesson added", l, err)
		})
	rest.Handle(api, gate, rest.Create(typed+"/live-classes", "Add a live session to a section", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *liveClassInput) (a rest.Answer[LessonEntry], err error) {
			if err := s.ofType(ctx, in.TypedInput); err != nil {
				return a, err
			}
			b := in.Body
			l, err := s.AddLesson(ctx, who, in.ID, b.SectionID, NewLesson{Type: "live_session", Title: b.Title, Summary: b.Summary, Content: b.Content, Order: b.Order})
			return rest.One("Live class added", l, err)
		})
	rest.Handle(api, gate, rest.Get(typed+"/stats", "What the curriculum holds and how far its learners are", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *TypedInput) (a rest.Answer[Stats], err error) {
			if err := s.ofType(ctx, *in); err != nil {
				return a, err
			}
			st, err := s.Stats(ctx, who, in.ID)
			return rest.One("", st, err)
		})
}
