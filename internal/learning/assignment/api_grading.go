package assignment

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type settingsInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body AssignmentChange
}

type listInput struct {
	ID string `path:"id"`
	rest.Page
	rest.CursorParam
	SubmissionFilter
}

type missingInput struct {
	ID string `path:"id"`
	rest.Page
}

type excuseInput struct {
	ID     string `path:"id"`
	UserID string `path:"userId"`
	Body   Excuse
}

type gradeInput struct {
	ID   string `path:"id"`
	Body GradeWork
}

func (s *Service) registerTeaching(api *rest.API) {
	gate := rest.Teachers
	rest.Handle(api, gate, rest.Get("/assignments/{id}/settings", "Get the settings of an assignment, in the draft", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[AssignmentDraft], error) {
			d, err := s.Settings(ctx, who, in.ID)
			return rest.One("", d, err)
		})
	rest.Handle(api, gate, rest.Put("/assignments/{id}/settings", "Replace the settings of an assignment, in the draft", fault.NotFound, fault.Precondition),
		func(ctx context.Context, who access.Caller, in *settingsInput) (rest.Answer[AssignmentDraft], error) {
			d, err := s.Change(ctx, who, in.ID, in.Body, in.Or(in.Body.BaseRevision))
			return rest.One("Saved", d, err)
		})
	rest.Handle(api, gate, rest.Get("/assignments/{id}/missing", "List the learners who have not submitted", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *missingInput) (rest.List[MissingLearner], error) {
			items, total, err := s.Missing(ctx, who, in.ID, in.Page)
			return rest.Many(in.Page, items, total, err)
		})
	rest.Handle(api, gate, rest.Post("/assignments/{id}/learners/{userId}/excuse", "Excuse a learner from an assignment, or require it again", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *excuseInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Saved", s.Excuse(ctx, who, in.ID, in.UserID, in.Body))
		})
}

func (s *Service) registerGrading(api *rest.API) {
	gate := rest.Teachers
	rest.Handle(api, gate, rest.Get("/assignments/courses/{id}/submissions", "List the submissions in a course, longest waiting first", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.List[SubmissionRow], error) {
			items, count, next, err := s.List(ctx, who, in.ID, in.SubmissionFilter, in.Page, in.CursorParam)
			return rest.CursorPage(in.Page, items, count, next, err)
		})
	rest.Handle(api, gate, rest.Get("/submissions/{id}", "Get a submission as its graders see it", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[SubmissionDetail], error) {
			d, err := s.Submission(ctx, who, in.ID)
			return rest.One("", d, err)
		})
	rest.Handle(api, gate, rest.Put("/submissions/{id}/grade", "Grade the newest version; its learner sees it once it is returned", fault.NotFound, fault.Precondition),
		func(ctx context.Context, who access.Caller, in *gradeInput) (rest.Answer[SubmissionDetail], error) {
			d, err := s.Grade(ctx, who, in.ID, in.Body)
			return rest.One("Saved", d, err)
		})
	rest.Handle(api, gate, rest.Post("/submissions/{id}/return", "Return the grade to the learner", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[SubmissionDetail], error) {
			d, err := s.Return(ctx, who, in.ID)
			return rest.One("Returned", d, err)
		})
}
