package lesson

import (
	"context"

	"lectern/internal/learning/coursework"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

const base = "/curriculum/course/{id}"

type courseInput struct {
	ID string `path:"id"`
}

// ReadInput is exported so that inputs can embed it.
type ReadInput struct {
	ID    string `path:"id"`
	Draft bool   `query:"draft" msg:"draft must be true or false" doc:"What the teachers of the course edit, in place of what is published."`
}

type lessonInput struct {
	ReadInput
	LessonID string `path:"lessonId"`
}

type sectionInput struct {
	ReadInput
	SectionID string `path:"sectionId"`
}

type typedInput struct {
	coursework.OfType
	Draft bool `query:"draft" msg:"draft must be true or false"`
}

func (s *Service) Register(api *rest.API) {
	s.registerReading(api)
	s.registerPreview(api)
	s.registerFiles(api)
}

func (s *Service) registerReading(api *rest.API) {
	read := func(path, summary string) rest.Op {
		return rest.Get(base+path, summary, fault.NotFound, fault.Forbidden)
	}
	rest.Handle(api, rest.PublicOrSignedIn, read("", "Get the curriculum of a course, as the caller may see it"),
		func(ctx context.Context, who access.Caller, in *ReadInput) (rest.Answer[outline.Curriculum], error) {
			c, err := s.Get(ctx, who, in.ID, in.Draft)
			return rest.One("", c, err)
		})
	rest.Handle(api, rest.PublicOrSignedIn, read("/check-availability", "Check whether a course has a curriculum for learners"),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.Answer[Availability], error) {
			a, err := s.Availability(ctx, who, in.ID)
			return rest.One("", a, err)
		})
	rest.Handle(api, rest.PublicOrSignedIn, read("/summary", "Get a summary of a curriculum in figures"),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.Answer[Summary], error) {
			c, err := s.Summary(ctx, who, in.ID)
			return rest.One("", c, err)
		})
	rest.Handle(api, rest.PublicOrSignedIn, read("/sections", "List the sections of a curriculum with their lessons"),
		func(ctx context.Context, who access.Caller, in *ReadInput) (rest.Answer[[]outline.OutlineEntry], error) {
			c, err := s.Get(ctx, who, in.ID, in.Draft)
			return rest.One("", c.Sections, err)
		})
	rest.Handle(api, rest.PublicOrSignedIn, read("/sections/{sectionId}", "Get one section with its lessons"),
		func(ctx context.Context, who access.Caller, in *sectionInput) (rest.Answer[outline.OutlineEntry], error) {
			e, err := s.Section(ctx, who, in.ID, in.SectionID, in.Draft)
			return rest.One("", e, err)
		})
	rest.Handle(api, rest.PublicOrSignedIn, read("/sections/{sectionId}/lessons", "List the lessons of a section"),
		func(ctx context.Context, who access.Caller, in *sectionInput) (rest.Answer[[]outline.LessonEntry], error) {
			e, err := s.Section(ctx, who, in.ID, in.SectionID, in.Draft)
			return rest.One("", e.Lessons, err)
		})
	s.registerLessons(api, read)
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/tcourse/{type}/{id}/curriculum", "Get the curriculum of a course", fault.NotFound, fault.Forbidden),
		func(ctx context.Context, who access.Caller, in *typedInput) (a rest.Answer[outline.Curriculum], err error) {
			if err := in.OfType.Check(ctx, s.deps.DB.Reader()); err != nil {
				return a, err
			}
			c, err := s.Get(ctx, who, in.ID, in.Draft)
			return rest.One("", c, err)
		})
}

func (s *Service) registerLessons(api *rest.API, read func(path, summary string) rest.Op) {
	lesson := func(ctx context.Context, who access.Caller, in *lessonInput) (rest.Answer[LessonDetail], error) {
		d, err := s.Lesson(ctx, who, in.ID, in.LessonID, in.Draft)
		return rest.One("", d, err)
	}
	rest.Handle(api, rest.PublicOrSignedIn, read("/lesson/{lessonId}", "Get a lesson with its content, if it is open to the caller"), lesson)
	rest.Handle(api, rest.PublicOrSignedIn, read("/lessons/{lessonId}", "Get a lesson; the same as /lesson/{lessonId}"), lesson)
	navigation := func(ctx context.Context, who access.Caller, in *lessonInput) (rest.Answer[Navigation], error) {
		shown, err := s.Get(ctx, who, in.ID, in.Draft)
		if err != nil {
			return rest.One("", Navigation{}, err)
		}
		d, err := detailOf(shown, in.LessonID)
		return rest.One("", d.Navigation, err)
	}
	rest.Handle(api, rest.PublicOrSignedIn, read("/navigation/{lessonId}", "Get the position of a lesson and its neighbours"), navigation)
	rest.Handle(api, rest.PublicOrSignedIn, read("/lesson/{lessonId}/adjacent", "Get the lessons before and after a lesson"), navigation)
}

func (s *Service) registerPreview(api *rest.API) {
	gate := rest.Teachers
	rest.Handle(api, gate, rest.Get(base+"/preview", "Preview the draft as a student who enrols now would see it", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.Answer[outline.Curriculum], error) {
			c, err := s.Preview(ctx, who, in.ID)
			return rest.One("", c, err)
		})
	rest.Handle(api, gate, rest.Get(base+"/preview/{lessonId}", "Preview a lesson of the draft as a learner would see it", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *lessonInput) (rest.Answer[LessonDetail], error) {
			d, err := s.PreviewLesson(ctx, who, in.ID, in.LessonID)
			return rest.One("", d, err)
		})
}
