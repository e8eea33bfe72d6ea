package assignment

import (
	"context"
	"io"
	"strconv"
	"time"

	"lectern/internal/learning/coursework"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

// SubmissionRow is a submission in the graders' list.
type SubmissionRow struct {
	ID          string          `json:"id"`
	LessonID    string          `json:"lesson_id"`
	LessonTitle string          `json:"lesson_title" doc:"Empty when the lesson is not published any more."`
	UserID      string          `json:"user_id"`
	FullName    string          `json:"full_name"`
	Status      string          `json:"status" enum:"submitted,pending_review,graded,returned"`
	Number      int64           `json:"number"`
	Late        bool            `json:"late"`
	Excused     bool            `json:"excused"`
	SubmittedAt *time.Time      `json:"submitted_at"`
	Score       *Score          `bun:"-" json:"score,omitempty" doc:"Of the newest version; absent until every criterion is judged."`
	Judged      db.JSON[*Grade] `bun:"grade" json:"-"`
	Percent     int64           `json:"-"`
}

// Score is what a grade comes to.
type Score struct {
	Earned   float64 `json:"earned" doc:"Points."`
	Possible int64   `json:"possible"`
	Percent  int64   `json:"percent" doc:"Rounded down."`
}

const unscored = -1

// score returns what the grade of the newest version comes to, in percent, or unscored until every criterion is judged.
func (s submission) score() int64 {
	if g := s.Grade.V; g != nil && g.Done && g.Number == s.Number {
		return g.Percent
	}
	return unscored
}

// scored sets the score of the newest version.
func (r SubmissionRow) scored() SubmissionRow {
	if g := r.Judged.V; g != nil && g.Done && g.Number == r.Number {
		r.Score = &Score{g.Earned, g.Possible, g.Percent}
	}
	return r
}

// SubmissionFilter narrows the list of submissions.
type SubmissionFilter struct {
	Status   string `query:"status" enum:"to_grade,submitted,pending_review,graded,returned,late" msg:"status must be to_grade, submitted, pending_review, graded, returned or late" doc:"to_grade: submitted and pending_review. late: handed in after the due date."`
	LessonID string `query:"lesson" maxLength:"36" msg:"This lesson doesn't exist"`
	Search   string `query:"search" maxLength:"200" msg:"A search has at most 200 characters" doc:"The beginning of a part of the learner's name or email address."`
	Order    string `query:"order" enum:"oldest,newest,score,-score" default:"oldest" msg:"order must be oldest, newest, score or -score" doc:"oldest and newest: by when the newest version was handed in. score and -score: those with a score alone, the lowest or the highest first."`
}

func (f SubmissionFilter) byScore() bool { return f.Order == "score" || f.Order == "-score" }

// position is where a list of submissions goes on; the zero value is its beginning.
type position struct {
	at      time.Time
	percent int64
	id      string
}

func positionOf(r SubmissionRow) position { return position{*r.SubmittedAt, r.Percent, r.ID} }

// cursor returns a position as clients send it back: by the score if the list has that order.
func (f SubmissionFilter) cursor(p position) string {
	if f.byScore() {
		return rest.EncodeCursor(strconv.FormatInt(p.percent, 10), p.id)
	}
	return rest.EncodeCursor(p.at.Format(time.RFC3339Nano), p.id)
}

// behind reads the position that a cursor tells.
func (f SubmissionFilter) behind(scroll rest.CursorParam) (p position, err error) {
	values, err := scroll.Decode(2)
	if err != nil || values == nil {
		return p, err
	}
	p.id = values[1]
	if f.byScore() {
		p.percent, err = strconv.ParseInt(values[0], 10, 64)
	} else {
		p.at, err = time.Parse(time.RFC3339Nano, values[0])
	}
	if err != nil {
		return p, rest.InvalidCursor()
	}
	return p, nil
}

// List lists the handed-in submissions of a course, longest waiting first unless the filter says otherwise, for teachers of the course.
func (s *Service) List(ctx context.Context, who access.Caller, courseID string, f SubmissionFilter, page rest.Page, scroll rest.CursorParam) (rows []SubmissionRow, n rest.Count, next string, err error) {
	if err := coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID); err != nil {
		return nil, n, "", err
	}
	behind, err := f.behind(scroll)
	if err != nil {
		return nil, n, "", err
	}
	limit, _ := page.LimitOffset()
	if rows, err = list(ctx, s.deps.DB.Reader(), courseID, f, behind, limit+1); err != nil {
		return nil, n, "", err
	}
	if int64(len(rows)) > limit {
		rows = rows[:limit]
		next = f.cursor(positionOf(rows[limit-1]))
	}
	total, err := count(ctx, s.deps.DB.Reader(), courseID, f, rest.MaxCount)
	return rows, rest.CountUpTo(total), next, err
}

var exportColumns = []string{"submission_id", "user_id", "full_name", "assignment", "status", "version", "submitted_at", "late", "points", "possible", "percent"}

// Export writes the submissions of a course that a filter leaves as a sheet, in constant memory. For teachers of the course.
func (s *Service) Export(ctx context.Context, who access.Caller, courseID string, f SubmissionFilter) (func(w io.Writer) error, error) {
	return func(w io.Writer) error {
		behind := position{}
		next := func() ([]SubmissionRow, error) {
			rows, err := list(ctx, s.deps.DB.Reader(), courseID, f, behind, sheet.PageRows)
			if len(rows) > 0 {
				behind = positionOf(rows[len(rows)-1])
			}
			return rows, err
		}
		return sheet.Export(w, exportColumns, next, SubmissionRow.cells)
	}, coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID)
}

func (r SubmissionRow) cells() []string {
	points, possible, percent := "", "", ""
	if r.Score != nil {
		points, possible, percent = strconv.FormatFloat(r.Score.Earned, 'f', -1, 64), strconv.FormatInt(r.Score.Possible, 10), strconv.FormatInt(r.Score.Percent, 10)
	}
	return []string{r.ID, r.UserID, r.FullName, r.LessonTitle, r.Status, strconv.FormatInt(r.Number, 10), r.SubmittedAt.UTC().Format(time.RFC3339),
		strconv.FormatBool(r.Late), points, possible, percent}
}
