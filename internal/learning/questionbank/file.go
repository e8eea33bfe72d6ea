package questionbank

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/learning/question"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jsonstream"
	"lectern/internal/platform/scratch"
)

const (
	bankFormat   = "lectern-questions-1" // identifies the format, so that a later one can be told apart
	maxFile      = 128 << 20             // bytes, which one transaction stores
	maxQuestion  = 1 << 20               // bytes of a question in a file; the longest texts together have some 500 KB
	maxStatement = 256 << 10             // bytes of questions, unless it is one, that one statement writes: it is in memory several times
	atATime      = 100                   // questions read from or written to the database in one statement
)

// QuestionBank is a file of exported questions. It is read and written question by question, because all of a course do not fit
// into memory.
type QuestionBank struct {
	Format    string                        `json:"format" enum:"lectern-questions-1" msg:"This is not a file of questions exported from Lectern"`
	Questions []question.TravellingQuestion `json:"questions" minItems:"1" maxItems:"10000" msg:"This file contains no questions;maxItems=A course has at most 10,000 questions"`
}

type QuestionsImported struct {
	Imported int64 `json:"imported"`
}

var (
	errLongExport   = fault.New(fault.TooLarge, "bank_too_large", "The questions of this course are larger than 128 MB, too large for one file. Remove some.")
	errLongFile     = fault.New(fault.TooLarge, "too_large", "This file is larger than 128 MB. Split it. Nothing was imported.")
	errLongQuestion = fault.New(fault.TooLarge, "question_too_large", "A question in this file is larger than 1 MB. Nothing was imported.")
	errMalformed    = fault.New(fault.Invalid, "malformed", "This file is not a valid export. Nothing was imported.")
)

// ExportQuestions returns a function that writes all questions of a course as JSON, for teachers of the course.
func (s *Service) ExportQuestions(ctx context.Context, who access.Caller, courseID string) (write func(io.Writer) error, err error) {
	if err := coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID); err != nil {
		return nil, err
	}
	size, err := bankSize(ctx, s.deps.DB.Reader(), courseID)
	if err == nil && size > maxFile {
		err = errLongExport
	}
	return func(to io.Writer) error {
		w := bufio.NewWriterSize(to, 64<<10)
		_, _ = w.WriteString(`{"format":"` + bankFormat + `","questions":[`) // Flush reports the error
		separator, after, afterID := "\n", time.Time{}, ""
		for {
			rows, err := questionsAfter(ctx, s.deps.DB.Reader(), courseID, after, afterID, atATime)
			if err != nil {
				return err
			}
			for _, r := range rows {
				text, err := json.Marshal(question.TravellingQuestion{Ref: r.ID, NewQuestion: r.Body.V})
				if err != nil {
					return err
				}
				_, _ = w.WriteString(separator)
				_, _ = w.Write(text)
				separator, after, afterID = ",\n", r.UpdatedAt, r.ID
			}
			if len(rows) < atATime {
				_, _ = w.WriteString("\n]}\n")
				return w.Flush()
			}
		}
	}, err
}

// ImportQuestions adds all questions of a file to the bank, or none if one is invalid. For teachers of the course. It returns
// fault.Invalid, fault.TooLarge, or fault.Conflict when the bank is full.
func (s *Service) ImportQuestions(ctx context.Context, who access.Caller, courseID string, body io.Reader) (done QuestionsImported, err error) {
	if err := coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID); err != nil {
		return done, err
	}
	file, _, err := scratch.Spool(s.deps.Scratch, body, maxFile, errLongFile)
	if err != nil {
		return done, err
	}
	defer file.Close()
	prepared, err := s.prepareAll(file)
	if err != nil {
		return done, err
	}
	defer prepared.Close()
	return QuestionsImported{int64(len(prepared.places))}, s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		there, err := question.Count(ctx, tx, courseID, question.QuestionFilter{}, question.MaxInCourse)
		if err != nil {
			return err
		}
		if there+int64(len(prepared.places)) > question.MaxInCourse {
			return question.ErrBankFull
		}
		for first := 0; first < len(prepared.places); {
			rows, err := prepared.rows(first, courseID, s.deps.Clock.Now())
			if err != nil {
				return err
			}
			for i, r := range rows {
				if err := content.CheckReferences(ctx, tx, courseID, "prompt", r.Body.V.Texts()...); err != nil {
					return inQuestion(first+i, err)
				}
			}
			if err := question.Insert(ctx, tx, rows...); err != nil {
				return err
			}
			first += len(rows)
		}
		return nil
	})
}

// preparedQuestions are the questions of a file, checked and cleaned, outside of memory: neither a slow sender nor the cleaning of ten
// thousand texts may hold a transaction open, in which nobody else can write.
type preparedQuestions struct {
	*scratch.Heap
	places []scratch.Stretch
}

// preparedQuestion is one of them in the Heap.
type preparedQuestion struct {
	Question   question.NewQuestion
	SearchText string
}

func (s *Service) prepareAll(file io.ReadSeeker) (all preparedQuestions, err error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return all, err
	}
	if all.Heap, err = scratch.NewHeap(s.deps.Scratch); err != nil {
		return all, err
	}
	_, err = s.readQuestions(file, func(n question.NewQuestion) error {
		text, err := json.Marshal(preparedQuestion{n, n.SearchText()})
		if err != nil {
			return err
		}
		place, err := all.Add(text)
		all.places = append(all.places, place)
		return err
	})
	if err != nil {
		return all, errors.Join(err, all.Close())
	}
	return all, nil
}

// rows returns the next questions, as many as fit into one statement.
func (p preparedQuestions) rows(first int, courseID string, now time.Time) (rows []question.Row, err error) {
	bytes := int64(0)
	for _, place := range p.places[first:min(first+atATime, len(p.places))] {
		if bytes += place.Size; bytes > maxStatement && len(rows) > 0 {
			break
		}
		text, err := p.Read(place)
		if err != nil {
			return nil, err
		}
		var one preparedQuestion
		if err := json.Unmarshal(text, &one); err != nil {
			return nil, err
		}
		rows = append(rows, newRow(courseID, one, now))
	}
	return rows, nil
}

// readQuestions calls put with each question of a file once it is prepared, and returns their number.
func (s *Service) readQuestions(file io.Reader, put func(n question.NewQuestion) error) (count int, err error) {
	r := jsonstream.New(file, maxQuestion, errLongQuestion)
	head, err := r.Object(func(name string) (own bool, err error) {
		if name != "questions" {
			return false, nil
		}
		return true, r.Array(func(i int) error {
			if count = i + 1; count > question.MaxInCourse {
				return fault.InvalidField("questions", "too_many", "A course has at most 10,000 questions")
			}
			text, err := r.Value()
			if err != nil {
				return err
			}
			n, err := s.prepare(text)
			if err != nil {
				return inQuestion(i, err)
			}
			return put(n)
		})
	})
	if _, ok := errors.AsType[*fault.Error](err); err != nil && !ok && isSyntax(err) {
		err = errMalformed.WithCause(err)
	}
	if err != nil {
		return count, err
	}
	bank, err := s.files.Decode(head)
	switch {
	case err != nil:
		return count, err
	case bank.Format != bankFormat:
		return count, fault.InvalidField("format", "unknown_value", "This is not a file of questions exported from Lectern")
	case count == 0:
		return count, fault.InvalidField("questions", "too_few", "This file contains no questions")
	}
	return count, nil
}

// isSyntax reports whether a document is to blame for an error.
func isSyntax(err error) bool {
	_, ok := errors.AsType[*json.SyntaxError](err)
	return ok || errors.Is(err, jsonstream.ErrOther) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

func (s *Service) prepare(text []byte) (question.NewQuestion, error) {
	one, err := s.questions.Decode(text)
	if err != nil {
		return one.NewQuestion, err
	}
	return one.Prepare(question.NewQuestion{}, s.deps.Cleaner)
}

func newRow(courseID string, p preparedQuestion, now time.Time) question.Row {
	return question.Row{ID: db.NewID(), CourseID: courseID, Kind: p.Question.Kind, Body: db.JSON[question.NewQuestion]{V: p.Question}, SearchText: p.SearchText, Revision: 1, CreatedAt: now, UpdatedAt: now}
}

// inQuestion says in which question of a file the fault is.
func inQuestion(i int, err error) error {
	if !fault.Is(err, fault.Invalid) {
		return err
	}
	return fault.InvalidField(fmt.Sprintf("questions[%d]", i), "invalid", fmt.Sprintf("Question %d: %s", i+1, err))
}
