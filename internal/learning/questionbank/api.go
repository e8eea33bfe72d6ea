package questionbank

import (
	"context"

	"lectern/internal/learning/question"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type courseInput struct {
	ID string `path:"id"`
}

type bankInput struct {
	ID string `path:"id"`
	rest.Page
	rest.CursorParam
	question.QuestionFilter
}

type newQuestionInput struct {
	ID   string `path:"id"`
	Body question.NewQuestion
}

type questionInput struct {
	ID         string `path:"id"`
	QuestionID string `path:"questionId"`
}

type questionChangeInput struct {
	ID         string `path:"id"`
	QuestionID string `path:"questionId"`
	rest.IfMatch
	Body QuestionChange
}

// Register mounts the operations. {id} is the course.
func (s *Service) Register(api *rest.API) {
	gate := rest.Teachers
	rest.Handle(api, gate, rest.Get("/question-banks/{id}/questions", "List the questions of a course, most recently changed first", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *bankInput) (rest.List[question.Question], error) {
			items, count, next, err := s.Bank(ctx, who, in.ID, in.QuestionFilter, in.Page, in.CursorParam)
			return rest.CursorPage(in.Page, items, count, next, err)
		})
	rest.Handle(api, gate, rest.Get("/question-banks/{id}/tags", "List the tags of the questions of a course", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.Answer[[]QuestionTag], error) {
			ts, err := s.Tags(ctx, who, in.ID)
			return rest.One("", ts, err)
		})
	rest.Handle(api, gate, rest.Create("/question-banks/{id}/questions", "Add a question to a course", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *newQuestionInput) (rest.Answer[question.Question], error) {
			q, err := s.AddQuestion(ctx, who, in.ID, in.Body)
			return rest.One("Question added", q, err)
		})
	rest.Handle(api, gate, rest.Put("/question-banks/{id}/questions/{questionId}", "Replace a question", fault.NotFound).WithDetails(fault.Precondition, "stale_version", StaleQuestion{}),
		func(ctx context.Context, who access.Caller, in *questionChangeInput) (rest.Answer[question.Question], error) {
			q, err := s.ChangeQuestion(ctx, who, in.ID, in.QuestionID, in.Body, in.Or(in.Body.BaseRevision))
			return rest.One("Saved", q, err)
		})
	rest.Handle(api, gate, rest.Delete("/question-banks/{id}/questions/{questionId}", "Remove a question from the bank; published quizzes keep it", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *questionInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Question removed", s.RemoveQuestion(ctx, who, in.ID, in.QuestionID))
		})
	rest.HandleRaw(api, gate, rest.Post("/question-banks/{id}/questions/text", "Read questions from a text in Aiken, GIFT or CSV format and add them to a course or, with dry_run=true, report what it contains",
		fault.NotFound, fault.Conflict, fault.TooLarge).Parameters(TextParameters{}).Accepts(nil, "text/plain").Produces(rest.Answer[QuestionText]{}).Idempotent(),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			upload, err := r.SheetUpload()
			if err != nil {
				return rest.Reply{}, err
			}
			found, err := s.ReadText(ctx, who, r.Path("id"), TextParameters{r.Query("format"), upload.DryRun}, r.Body)
			answer, err := rest.One("", found, err)
			return rest.JSON(200, answer), err
		})
	rest.HandleRaw(api, gate, rest.Get("/question-banks/{id}/export", "Export all questions of a course as a file", fault.NotFound, fault.TooLarge).Exports().Produces(QuestionBank{}),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			write, err := s.ExportQuestions(ctx, who, r.Path("id"))
			return rest.Stream(rest.Headers{ContentType: "application/json", CacheControl: "no-store", Disposition: `attachment; filename="questions.json"`}, write), err
		})
	rest.HandleRaw(api, gate, rest.Post("/question-banks/{id}/import", "Add the questions of a file of at most 128 MB to a course: all, or none", fault.NotFound, fault.Conflict).Imports().
		Accepts(QuestionBank{}).Produces(rest.Answer[QuestionsImported]{}),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			done, err := s.ImportQuestions(ctx, who, r.Path("id"), r.Body)
			answer, err := rest.One("Questions imported", done, err)
			return rest.JSON(200, answer), err
		})
}
