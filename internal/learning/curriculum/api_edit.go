package curriculum

import (
	"context"

	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type newSectionInput struct {
	ID   string `path:"id"`
	Body NewSection
}

type sectionChangeInput struct {
	ID        string `path:"id"`
	SectionID string `path:"sectionId"`
	rest.IfMatch
	Body SectionChange
}

type sectionMoveInput struct {
	ID        string `path:"id"`
	SectionID string `path:"sectionId"`
	Body      SectionMove
}

type sectionOrderInput struct {
	ID   string `path:"id"`
	Body SectionOrder
}

func (s *Service) registerSections(api *rest.API) {
	gate := rest.Teachers
	rest.Handle(api, gate, rest.Create(base+"/sections", "Add a week or a section to the draft", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *newSectionInput) (rest.Answer[outline.OutlineEntry], error) {
			e, err := s.AddSection(ctx, who, in.ID, in.Body)
			return rest.One("Section added", e, err)
		})
	rest.Handle(api, gate, rest.Put(base+"/sections/{sectionId}", "Change the title and description of a section", fault.NotFound).WithDetails(fault.Precondition, "stale_version", Stale{}),
		func(ctx context.Context, who access.Caller, in *sectionChangeInput) (rest.Answer[outline.OutlineEntry], error) {
			e, err := s.ChangeSection(ctx, who, in.ID, in.SectionID, in.Body, in.Or(in.Body.BaseRevision))
			return rest.One("Saved", e, err)
		})
	rest.Handle(api, gate, rest.Delete(base+"/sections/{sectionId}", "Remove a section and its contents from the draft", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *sectionInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Section removed", s.RemoveSection(ctx, who, in.ID, in.SectionID))
		})
	rest.Handle(api, gate, rest.Post(base+"/sections/{sectionId}/move", "Move a section", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *sectionMoveInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Moved", s.MoveSection(ctx, who, in.ID, in.SectionID, in.Body))
		})
	rest.Handle(api, gate, rest.Put(base+"/sections/reorder", "Reorder the sections of the draft or of a week", fault.NotFound).WithDetails(fault.Conflict, "order_changed", outline.CurrentOrder{}),
		func(ctx context.Context, who access.Caller, in *sectionOrderInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Saved", s.OrderSections(ctx, who, in.ID, in.Body))
		})
}

// registerCopies registers the operations that duplicate parts of the draft.
func (s *Service) registerCopies(api *rest.API) {
	gate := rest.Teachers
	rest.Handle(api, gate, rest.Create(base+"/sections/{sectionId}/duplicate", "Duplicate a section and its contents", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *sectionInput) (rest.Answer[outline.OutlineEntry], error) {
			e, err := s.CopySection(ctx, who, in.ID, in.SectionID)
			return rest.One("Section duplicated", e, err)
		})
	rest.Handle(api, gate, rest.Create(base+"/lessons/{lessonId}/duplicate", "Duplicate a lesson", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *lessonInput) (rest.Answer[outline.LessonEntry], error) {
			l, err := s.CopyLesson(ctx, who, in.ID, in.LessonID)
			return rest.One("Lesson duplicated", l, err)
		})
}

type newLessonInput struct {
	ID        string `path:"id"`
	SectionID string `path:"sectionId"`
	Body      NewLesson
}

type lessonChangeInput struct {
	ID       string `path:"id"`
	LessonID string `path:"lessonId"`
	rest.IfMatch
	Body LessonChange
}

type lessonOrderInput struct {
	ID   string `path:"id"`
	Body LessonOrder
}

type lessonBatchInput struct {
	ID   string `path:"id"`
	Body LessonBatch
}

func (s *Service) registerLessonEdits(api *rest.API) {
	gate := rest.Teachers
	rest.Handle(api, gate, rest.Create(base+"/sections/{sectionId}/lessons", "Add a lesson to a section", fault.NotFound, fault.Conflict, fault.TooLarge),
		func(ctx context.Context, who access.Caller, in *newLessonInput) (rest.Answer[outline.LessonEntry], error) {
			l, err := s.AddLesson(ctx, who, in.ID, in.SectionID, in.Body)
			return rest.One("Lesson added", l, err)
		})
	rest.Handle(api, gate, rest.Put(base+"/lessons/{lessonId}", "Change a lesson and its content", fault.NotFound, fault.TooLarge).WithDetails(fault.Precondition, "stale_version", Stale{}),
		func(ctx context.Context, who access.Caller, in *lessonChangeInput) (rest.Answer[outline.LessonEntry], error) {
			l, err := s.ChangeLesson(ctx, who, in.ID, in.LessonID, in.Body, in.Or(in.Body.BaseRevision))
			return rest.One("Saved", l, err)
		})
	rest.Handle(api, gate, rest.Delete(base+"/lessons/{lessonId}", "Remove a lesson from the draft", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *lessonInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Lesson removed", s.RemoveLesson(ctx, who, in.ID, in.LessonID))
		})
	rest.Handle(api, gate, rest.Put(base+"/lessons/reorder", "Reorder the lessons of sections", fault.NotFound).WithDetails(fault.Conflict, "order_changed", outline.CurrentOrder{}),
		func(ctx context.Context, who access.Caller, in *lessonOrderInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Saved", s.OrderLessons(ctx, who, in.ID, in.Body))
		})
	rest.Handle(api, gate, rest.Put(base+"/batch-update-lessons", "Change, move or remove several lessons", fault.NotFound).WithDetails(fault.Conflict, "order_changed", outline.CurrentOrder{}),
		func(ctx context.Context, who access.Caller, in *lessonBatchInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Saved", s.ChangeLessons(ctx, who, in.ID, in.Body))
		})
}

type renameInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body struct {
		Title string `json:"title" pattern:"\\S" maxLength:"200" msg:"Please enter a title;maxLength=A title has at most 200 characters"`
	}
}

type initializeInput struct {
	ID      string `path:"id"`
	Replace bool   `query:"replace" msg:"replace must be true or false" doc:"Empty a draft that holds lessons."`
}

type undoInput struct {
	ID   string `path:"id"`
	Body struct {
		Revision int64 `json:"revision" minimum:"0" msg:"The revision of the draft is required" doc:"Of the draft as the caller sees it."`
	}
}

// registerWhole registers the operations on the draft as a whole. Each returns the resulting draft.
func (s *Service) registerWhole(api *rest.API) {
	gate := rest.Teachers
	draft := func(ctx context.Context, who access.Caller, id, message string, err error) (rest.Answer[outline.Curriculum], error) {
		if err != nil {
			return rest.One("", outline.Curriculum{}, err)
		}
		c, err := s.draft(ctx, id)
		return rest.One(message, c, err)
	}
	rest.Handle(api, gate, rest.Put(base, "Change the title of a curriculum", fault.NotFound).WithDetails(fault.Precondition, "stale_version", Stale{}),
		func(ctx context.Context, who access.Caller, in *renameInput) (rest.Answer[outline.Curriculum], error) {
			return draft(ctx, who, in.ID, "Saved", s.Rename(ctx, who, in.ID, in.Body.Title, in.Matches))
		})
	rest.Handle(api, gate, rest.Post(base+"/get-or-create", "Get the draft, created if there is none", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.Answer[outline.Curriculum], error) {
			return draft(ctx, who, in.ID, "", s.Begin(ctx, who, in.ID))
		})
	rest.Handle(api, gate, rest.Post(base+"/initialize-empty", "Create an empty draft", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *initializeInput) (rest.Answer[outline.Curriculum], error) {
			return draft(ctx, who, in.ID, "The draft is empty", s.Initialize(ctx, who, in.ID, in.Replace))
		})
	rest.Handle(api, gate, rest.Post(base+"/recover", "Reset the draft to the published version", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.Answer[outline.Curriculum], error) {
			return draft(ctx, who, in.ID, "The draft is what was published last", s.Recover(ctx, who, in.ID))
		})
	rest.Handle(api, gate, rest.Post(base+"/undo", "Undo the last edit of the draft", fault.NotFound, fault.Conflict, fault.Precondition),
		func(ctx context.Context, who access.Caller, in *undoInput) (rest.Answer[outline.Curriculum], error) {
			return draft(ctx, who, in.ID, "Undone", s.Undo(ctx, who, in.ID, in.Body.Revision))
		})
	rest.Handle(api, gate, rest.Post(base+"/sync-with-course", "Sync the draft with the course: take its title, and add a lesson for each video without one", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.Answer[Sync], error) {
			done, err := s.SyncWithCourse(ctx, who, in.ID)
			return rest.One("Synchronised", done, err)
		})
}
