package questionbank

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/learning/question"
	"lectern/internal/learning/questiontext"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// TextParameters say how a text with questions is read.
type TextParameters struct {
	Format string `query:"format" enum:"aiken,gift,csv" msg:"format must be aiken, gift or csv" doc:"Default: the one that the text seems to have."`
	DryRun bool   `query:"dry_run" doc:"true: report what the text contains, and add nothing."`
}

// QuestionText is what a text contains.
type QuestionText struct {
	Format    string                       `json:"format" enum:"aiken,gift,csv"`
	DryRun    bool                         `json:"dry_run" doc:"Nothing was added."`
	Questions []questiontext.FoundQuestion `json:"questions" doc:"As they would be added, or have been."`
	Problems  []questiontext.TextProblem   `json:"problems" doc:"In the order of their lines, at most 200."`
}

var errLongText = fault.New(fault.TooLarge, "too_large", "This text is larger than 2 MB. Split it. Nothing was added.")

// ReadText reads questions from a text and, unless it is a dry run, adds all that can be read to the bank. For teachers of
// the course. It returns fault.Invalid for a text in no known format, fault.TooLarge, or fault.Conflict when the bank is full.
func (s *Service) ReadText(ctx context.Context, who access.Caller, courseID string, p TextParameters, body io.Reader) (found QuestionText, err error) {
	if err := coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID); err != nil {
		return found, err
	}
	text, err := io.ReadAll(io.LimitReader(body, questiontext.MaxBytes+1))
	if err == nil && len(text) > questiontext.MaxBytes {
		err = errLongText
	}
	if err != nil {
		return found, err
	}
	read, err := questiontext.Read(p.Format, string(text))
	if err != nil {
		return found, err
	}
	found = QuestionText{Format: read.Format, DryRun: p.DryRun, Questions: []questiontext.FoundQuestion{}, Problems: read.Problems}
	for _, one := range read.Questions {
		if one.Question, err = one.Question.Prepare(question.NewQuestion{}, s.deps.Cleaner); err == nil {
			found.Questions = append(found.Questions, one)
		} else if err = found.leaveOut(one.Line, err); err != nil {
			return found, err
		}
	}
	if found.Problems == nil {
		found.Problems = []questiontext.TextProblem{}
	}
	slices.SortStableFunc(found.Problems, func(a, b questiontext.TextProblem) int { return int(a.Line - b.Line) })
	if p.DryRun {
		return found, nil
	}
	return found, s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return s.addFound(ctx, tx, courseID, found.Questions) })
}

// leaveOut reports a question that is against the rules of its kind.
func (t *QuestionText) leaveOut(line int64, err error) error {
	invalid, ok := errors.AsType[*fault.Error](err)
	if !ok || invalid.Kind != fault.Invalid || len(invalid.Fields) == 0 {
		return err
	}
	first := invalid.Fields[0]
	t.Problems = append(t.Problems, questiontext.TextProblem{Line: line, Severity: "error", Code: first.Code, Message: first.Message})
	return nil
}

func (s *Service) addFound(ctx context.Context, tx bun.IDB, courseID string, found []questiontext.FoundQuestion) error {
	for some := range slices.Chunk(found, atATime) {
		var ns []question.NewQuestion
		for _, one := range some {
			if err := content.CheckReferences(ctx, tx, courseID, "prompt", one.Question.Texts()...); err != nil {
				return err
			}
			ns = append(ns, one.Question)
		}
		if _, err := s.add(ctx, tx, courseID, ns); err != nil {
			return err
		}
	}
	return nil
}
