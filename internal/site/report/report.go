// Package report keeps the figures of dashboards, and shows each role its own: what needs them today, figures with their definitions, and
// the rows that each figure was made of.
//
// Sums of days are kept in tables of their own and never incremented: what changes marks its days (triggers, report_dirty), and a job sums
// these again from the source. An event that is late, repeated or out of order leads to the same figures. Days are those of the school.
package report

import (
	"context"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/settings"
)

// Figure is a number with what it takes to understand it.
type Figure struct {
	Metric   string `json:"metric" doc:"One of GET /dashboard/metrics."`
	Scope    string `json:"scope" doc:"Of what: school, self (the courses that the caller teaches), course:ID or company:ID."`
	Unit     string `json:"unit" enum:"count,seconds,percent,hours,bytes,money"`
	Currency string `json:"currency" doc:"ISO 4217, of money, whose values are minor units; otherwise empty."`
	Value    *int64 `json:"value" doc:"null where too few cases would make it an accident."`
	Previous *int64 `json:"previous" doc:"Of the period of equal length before; null where either has fewer than 20 cases, or there is none."`
	Cases    int64  `json:"cases" doc:"How many rows it was made of; of learning time, how many hours it is."`
	From     string `json:"from" doc:"First day, YYYY-MM-DD; empty for what is counted now."`
	To       string `json:"to" doc:"Last day."`
	HasRows  bool   `json:"hasRows" doc:"Whether GET /dashboard/rows lists what it was made of."`
}

// TodayItem is something that waits for the caller.
type TodayItem struct {
	Kind  string     `json:"kind" doc:"What it is, such as applications or ungraded."`
	Count int64      `json:"count" doc:"How many; at most 100 are counted."`
	Since *time.Time `json:"since" doc:"Since when the oldest one waits, or when the first one begins; null where that is not known."`
	ID    string     `json:"id" doc:"Of the thing itself, where there is only one place to go to; otherwise empty."`
	Title string     `json:"title" doc:"Of the thing with that id."`
}

// Dashboard is what one of the roles sees first.
type Dashboard struct {
	Role     string         `json:"role" enum:"student,instructor,corporate,admin"`
	Today    []TodayItem    `json:"today"`
	Figures  []Figure       `json:"figures"`
	Courses  []CourseFunnel `json:"courses,omitempty" doc:"Of an instructor: how far the learners of each course have come."`
	Timezone string         `json:"timezone" doc:"In which days begin: IANA name."`
	AsOf     *time.Time     `json:"asOf" doc:"When figures were last brought up to date; null while they are made for the first time."`
}

const (
	period     = 28  // days of a figure that has no other period
	fewCases   = 20  // with fewer a comparison is hidden
	rateCases  = 10  // with fewer a rate is hidden
	mostToday  = 100 // of a kind that are counted
	mostPoints = 400 // of a series
)

// Learning answers what learners see of themselves.
type Learning interface {
	// Figures are the minutes of this week and the last one, lessons completed in both, and the days of the streak.
	Figures(ctx context.Context, who access.Caller) (LearnerFigures, error)
}

// LearnerFigures are a learner's own, by their own time zone.
type LearnerFigures struct {
	Seconds, SecondsBefore, Lessons, LessonsBefore, Streak int64
	From, To                                               string
}

// Deps are what New needs.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *settings.Store
	Audit    *audit.Log
	Learning Learning
}

// Service is the use cases.
type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

var (
	errUnknownMetric = fault.New(fault.Invalid, "unknown_metric", "There is no such metric for this. GET /dashboard/metrics lists them.")
	errTooLong       = fault.New(fault.Invalid, "too_long", "That is more than 400 points. Choose a shorter period or longer steps.")
	errNoScope       = fault.New(fault.NotFound, "not_found", "This doesn't exist, or it isn't yours.")
)

// calendar returns the days of the school.
func (s *Service) calendar(ctx context.Context) (clock.Calendar, error) {
	current, err := s.deps.Settings.Current(ctx, s.deps.DB.Reader())
	return clock.Calendar{Zone: current.School.Zone()}, err
}

// Handlers include the job that brings figures up to date.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		"report.refresh": {Every: 20 * time.Second, Do: func(ctx context.Context, _ []jobs.Job) error { return s.Refresh(ctx) }},
	}
}

// Holdings lists the tables that hold data of a user. Their rows go with lesson_activity, from which they follow.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{{Table: "active_days", Column: "user_id", Excuse: personaldata.Derived}}
}
