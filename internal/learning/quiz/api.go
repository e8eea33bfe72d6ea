package quiz

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type idInput struct {
	ID string `path:"id"`
}

type answersInput struct {
	ID   string `path:"id"`
	Body SavedAnswers
}

type listInput struct {
	ID string `path:"id"`
	rest.Page
	rest.CursorParam
	AttemptFilter
}

type missingInput struct {
	ID string `path:"id"`
	rest.Page
}

type regradeInput struct {
	ID   string `path:"id"`
	Body QuizRegrade
}

type newQuestionsInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body NewQuizQuestions
}

type settingsInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body QuizChange
}

func (s *Service) Register(api *rest.API) {
	s.registerTaking(api)
	s.registerTeaching(api)
}

func (s *Service) registerTaking(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/quizzes/{id}", "Get a quiz, by its lesson, with the caller's attempts", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[QuizOverview], error) {
			o, err := s.Overview(ctx, who, in.ID)
			return rest.One("", o, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/quizzes/{id}/attempts", "Begin an attempt, or continue the running one", fault.NotFound, fault.Forbidden, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[QuizAttempt], error) {
			a, err := s.Start(ctx, who, in.ID)
			return rest.One("", a, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/quiz-attempts/{id}", "Get an attempt of the caller, or in a course that they teach", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[QuizAttempt], error) {
			a, err := s.Attempt(ctx, who, in.ID)
			return rest.One("", a, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Put("/quiz-attempts/{id}/answers", "Save answers; they may arrive repeatedly and out of order", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *answersInput) (rest.Answer[QuizAttempt], error) {
			a, err := s.Save(ctx, who, in.ID, in.Body)
			return rest.One("Saved", a, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/quiz-attempts/{id}/submit", "Submit an attempt, with its last answers; repeating it changes nothing", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *answersInput) (rest.Answer[QuizAttempt], error) {
			a, err := s.Submit(ctx, who, in.ID, in.Body)
			return rest.One("Submitted", a, err)
		})
}

func (s *Service) registerTeaching(api *rest.API) {
	gate := rest.Teachers
	rest.Handle(api, gate, rest.Get("/quizzes/{id}/settings", "Get the settings of a quiz, in the draft", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[QuizDraft], error) {
			d, err := s.Settings(ctx, who, in.ID)
			return rest.One("", d, err)
		})
	rest.Handle(api, gate, rest.Put("/quizzes/{id}/settings", "Replace the settings of a quiz, in the draft", fault.NotFound, fault.Precondition),
		func(ctx context.Context, who access.Caller, in *settingsInput) (rest.Answer[QuizDraft], error) {
			d, err := s.Change(ctx, who, in.ID, in.Body, in.Or(in.Body.BaseRevision))
			return rest.One("Saved", d, err)
		})
	rest.Handle(api, gate, rest.Create("/quizzes/{id}/questions", "Add questions to a quiz, in the draft, and to the bank of its course", fault.NotFound, fault.Precondition, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *newQuestionsInput) (rest.Answer[QuizQuestionsAdded], error) {
			added, err := s.AddQuestions(ctx, who, in.ID, in.Body, in.Or(in.Body.BaseRevision))
			return rest.One("Questions added", added, err)
		})
	rest.Handle(api, gate, rest.Get("/quizzes/{id}/attempts", "List the attempts of learners at a quiz", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.List[QuizAttemptRow], error) {
			items, count, next, err := s.Attempts(ctx, who, in.ID, in.AttemptFilter, in.Page, in.CursorParam)
			return rest.CursorPage(in.Page, items, count, next, err)
		})
	rest.Handle(api, gate, rest.Get("/quizzes/{id}/results", "List the results of a quiz, question by question", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[QuizResults], error) {
			r, err := s.Results(ctx, who, in.ID)
			return rest.One("", r, err)
		})
	rest.Handle(api, gate, rest.Post("/quizzes/{id}/regrade", "Regrade all submitted attempts by the current answer keys or, with dry_run, report what that would change", fault.NotFound).Idempotent(),
		func(ctx context.Context, who access.Caller, in *regradeInput) (rest.Answer[QuizRegraded], error) {
			r, err := s.Regrade(ctx, who, in.ID, in.Body)
			return rest.One("", r, err)
		})
	rest.Handle(api, gate, rest.Get("/quizzes/{id}/missing", "List the learners who have not submitted", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *missingInput) (rest.List[QuizMissing], error) {
			items, total, err := s.Missing(ctx, who, in.ID, in.Page)
			return rest.Many(in.Page, items, total, err)
		})
}
