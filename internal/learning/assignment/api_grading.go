package assignment

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
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

type returnAllInput struct {
	ID   string `path:"id"`
	Body ReturnWork
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
	rest.HandleRaw(api, gate, rest.Get("/assignments/courses/{id}/submissions/export", "Export the submissions in a course as a CSV file", fault.NotFound).Exports().
		Parameters(SubmissionFilter{}).Produces(nil, "text/csv"),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			write, err := s.Export(ctx, who, r.Path("id"), SubmissionFilter{r.Query("status"), r.Query("lesson"), r.Query("search"), r.Query("order")})
			return rest.Stream(rest.Headers{ContentType: sheet.Type, CacheControl: "no-store", Disposition: `attachment; filename="submissions.csv"`}, write), err
		})
	rest.Handle(api, gate, rest.Post("/assignments/courses/{id}/submissions/return", "Return the graded ones of these submissions to their learners", fault.NotFound).Idempotent(),
		func(ctx context.Context, who access.Caller, in *returnAllInput) (rest.Answer[ReturnedWork], error) {
			done, err := s.ReturnAll(ctx, who, in.ID, in.Body)
			return rest.One("Returned", done, err)
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
	rest.Handle(api, gate, rest.Post("/submissions/{id}/grade-and-return", "Grade the newest version and return the grade to the learner, in one act", fault.NotFound, fault.Precondition).Idempotent(),
		func(ctx context.Context, who access.Caller, in *gradeInput) (rest.Answer[SubmissionDetail], error) {
			d, err := s.GradeAndReturn(ctx, who, in.ID, in.Body)
			return rest.One("Returned", d, err)
		})
	rest.Handle(api, gate, rest.Post("/submissions/{id}/return", "Return the grade to the learner", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[SubmissionDetail], error) {
			d, err := s.Return(ctx, who, in.ID)
			return rest.One("Returned", d, err)
		})
}
