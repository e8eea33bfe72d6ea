package report

import (
	"context"
	"io"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

// FigureRow is one of the rows that a figure was made of. Counted or added up, they are the figure.
type FigureRow struct {
	ID       string     `json:"id"`
	At       *time.Time `json:"at" doc:"When; null where only the day is known."`
	Day      string     `json:"day" doc:"On which day of the school, YYYY-MM-DD; of learners the last one of the period."`
	UserID   string     `json:"userId" doc:"Empty where the account is gone, or there is none."`
	Name     string     `json:"name"`
	CourseID string     `json:"courseId" doc:"Empty where it is about no course."`
	Course   string     `json:"course"`
	Value    int64      `json:"value" doc:"What it adds to the figure, in its unit; money in minor units."`
}

const mostRows = 1_000_000 // of an export

// Rows returns a page of what a figure was made of, and the cursor of the next one. Faults as for Series.
func (s *Service) Rows(ctx context.Context, who access.Caller, q SeriesQuery, scroll rest.CursorParam, limit int64) (rs []FigureRow, next string, err error) {
	a, err := s.understand(ctx, who, q)
	if err != nil {
		return nil, "", err
	}
	var after position
	if scroll.Cursor != "" {
		if after.at, after.id, err = scroll.DecodeTime(s.deps.Clock.Now()); err != nil {
			return nil, "", err
		}
	}
	rs, last, err := s.page(ctx, a, after, limit+1)
	if err != nil || int64(len(rs)) <= limit {
		return rs, "", err
	}
	rs = rs[:limit]
	last = positionOf(rs[limit-1])
	return rs, rest.EncodeTimeCursor(last.at, last.id), nil
}

func positionOf(r FigureRow) position {
	if r.At == nil {
		return position{time.Unix(0, 0).UTC(), r.ID}
	}
	return position{*r.At, r.ID}
}

// page reads rows after a position, and returns the position of the last one.
func (s *Service) page(ctx context.Context, a asked, after position, limit int64) (rs []FigureRow, last position, err error) {
	q := s.deps.DB.Reader()
	if isActivity(a.metric.Metric) {
		rs, err = activityRows(ctx, q, a.metric.Metric, a.scope, clock.FormatDay(a.from), clock.FormatDay(a.to), after.id, limit)
	} else if f, known := factOf(a.metric.Metric); known {
		rs, err = factRows(ctx, q, f, a.scope, a.days.Start(a.from), a.days.Start(a.to+1), after, limit)
	} else {
		return nil, last, errUnknownMetric
	}
	for i := range rs {
		if rs[i].At != nil {
			rs[i].Day = clock.FormatDay(a.days.Day(*rs[i].At))
		}
	}
	if len(rs) > 0 {
		last = positionOf(rs[len(rs)-1])
	}
	return rs, last, err
}

// ExportQuery asks for a file.
type ExportQuery struct {
	SteppedQuery
	Sheet string `query:"sheet" default:"series" enum:"series,rows" msg:"sheet must be series or rows" doc:"series: the points. rows: what they were made of."`
}

// Export returns a function that writes a series, or what it was made of, as a sheet in constant memory. Faults as for Series. It is recorded
// in the audit log.
func (s *Service) Export(ctx context.Context, who access.Caller, q ExportQuery) (write func(w io.Writer) error, err error) {
	a, err := s.understand(ctx, who, q.SeriesQuery)
	if err != nil {
		return nil, err
	}
	var series MetricSeries
	if q.Sheet == "series" {
		if series, err = s.Series(ctx, who, q.SteppedQuery); err != nil {
			return nil, err
		}
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "report.exported", TargetKind: "report", TargetID: q.Metric,
			After: map[string]string{"scope": q.Scope, "from": q.From, "to": q.To, "sheet": q.Sheet}})
	})
	if err != nil {
		return nil, err
	}
	if q.Sheet == "series" {
		return func(w io.Writer) error { return sheet.Export(w, seriesColumns, once(series.Points), SeriesPoint.cells) }, nil
	}
	return func(w io.Writer) error {
		var after position
		read := 0
		next := func() ([]FigureRow, error) {
			if read >= mostRows {
				return nil, nil
			}
			rs, last, err := s.page(ctx, a, after, sheet.PageRows)
			after, read = last, read+len(rs)
			return rs, err
		}
		return sheet.Export(w, rowColumns, next, FigureRow.cells)
	}, nil
}

var (
	seriesColumns = []string{"from", "value", "previous"}
	rowColumns    = []string{"day", "at", "user_id", "name", "course_id", "course", "value"}
)

// once gives all points in pages of an export.
func once(points []SeriesPoint) func() ([]SeriesPoint, error) {
	return func() (page []SeriesPoint, err error) {
		n := min(len(points), sheet.PageRows)
		page, points = points[:n], points[n:]
		return page, nil
	}
}

func (p SeriesPoint) cells() []string {
	previous := ""
	if p.Previous != nil {
		previous = strconv.FormatInt(*p.Previous, 10)
	}
	return []string{p.From, strconv.FormatInt(p.Value, 10), previous}
}

func (r FigureRow) cells() []string {
	at := ""
	if r.At != nil {
		at = r.At.UTC().Format(time.RFC3339)
	}
	return []string{r.Day, at, r.UserID, r.Name, r.CourseID, r.Course, strconv.FormatInt(r.Value, 10)}
}
