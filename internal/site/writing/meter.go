package writing

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/personaldata"
)

// outcomeOffline is a run without a language model; other outcomes are the codes of errors.
const outcomeOffline = "offline"

// usage is how often a user used a tool on a day.
type usage struct {
	bun.BaseModel `bun:"table:writing_days,alias:d"`

	Day     string `bun:",pk"`
	UserID  string `bun:",pk"`
	Tool    string `bun:",pk"`
	Outcome string `bun:",pk"`
	Runs    int64
	Millis  int64
	Slowest int64
}

// metered runs a tool and counts it.
func (s *Service) metered(ctx context.Context, who access.Caller, tool string, run func() error) error {
	begun := s.deps.Clock.Now()
	failed := run()
	outcome := outcomeOffline
	if known := new(fault.Error); errors.As(failed, &known) {
		outcome = known.Code
	} else if failed != nil {
		outcome = "internal"
	}
	return cmp.Or(failed, s.deps.DB.InTx(context.WithoutCancel(ctx), func(tx bun.IDB) error {
		day, err := s.today(ctx, tx)
		if err != nil {
			return err
		}
		took := s.deps.Clock.Now().Sub(begun).Milliseconds()
		return addUsage(ctx, tx, usage{Day: day, UserID: who.ID, Tool: tool, Outcome: outcome, Runs: 1, Millis: took, Slowest: took})
	}))
}

// today is the date in the time zone of the school.
func (s *Service) today(ctx context.Context, q bun.IDB) (string, error) {
	current, err := s.deps.Settings.Current(ctx, q)
	if err != nil {
		return "", err
	}
	return s.deps.Clock.Now().In(current.School.Zone()).Format(time.DateOnly), nil
}

// StatsRange is the days of which figures are asked.
type StatsRange struct {
	From   string `query:"from" doc:"A day, or a time on it. Default: 29 days before to."`
	To     string `query:"to" doc:"The last day, or a time on it. Default: today. At most a year after from."`
	UserID string `query:"userId" maxLength:"36" msg:"userId must be the id of a user" doc:"For administrators, whose default is everyone. Others see their own figures."`
}

const (
	fewDays  = 30
	mostDays = 367
)

// WritingStats are how often the tools were used.
type WritingStats struct {
	From  string       `json:"from" format:"date"`
	To    string       `json:"to" format:"date"`
	Tools []ToolStats  `json:"tools" doc:"Those that were used, by name."`
	Days  []WritingDay `json:"days" doc:"Those on which one was used, in order."`
}

// ToolStats are the figures of a tool.
type ToolStats struct {
	Tool    string      `json:"tool" enum:"tags,meta-description,suggestions,generate-from-prompt,generate-content,enhance"`
	Runs    int64       `json:"runs"`
	Offline int64       `json:"offline" doc:"Of the runs, those without a language model."`
	Errors  []ToolError `json:"errors"`
	MeanMs  int64       `json:"meanMs" doc:"Milliseconds of a run on average."`
	MaxMs   int64       `json:"maxMs" doc:"Milliseconds of the slowest run."`
}

// ToolError is how often a tool ended with an error.
type ToolError struct {
	Code string `json:"code"`
	Runs int64  `json:"runs"`
}

// WritingDay is how often the tools were used on a day.
type WritingDay struct {
	Day  string `json:"day" format:"date"`
	Runs int64  `json:"runs"`
}

// Stats returns how often the tools were used in some days: by the caller, and for administrators by everyone or one user. fault.Invalid.
func (s *Service) Stats(ctx context.Context, who access.Caller, r StatsRange) (w WritingStats, err error) {
	q := s.deps.DB.Reader()
	today, err := s.today(ctx, q)
	if err != nil {
		return w, err
	}
	var broken fault.Fields
	r.To = cmp.Or(r.To, today)
	from, to := broken.Period("from", r.From, "to", r.To)
	if to = to.Add(-1); r.From == "" {
		from = to.AddDate(0, 0, 1-fewDays)
	}
	broken.Require(len(broken) > 0 || to.Sub(from) < mostDays*24*time.Hour, "to", "too_long", "Choose at most a year")
	if err := broken.Err(); err != nil {
		return w, err
	}
	r.From, r.To = from.Format(time.DateOnly), to.Format(time.DateOnly)
	user := who.ID
	if who.HasRole(access.Admin) {
		user = r.UserID
	}
	rows, err := usages(ctx, q, user, r.From, r.To)
	if err != nil {
		return w, err
	}
	return summed(r, rows), nil
}

func summed(r StatsRange, rows []usage) WritingStats {
	w := WritingStats{From: r.From, To: r.To, Tools: []ToolStats{}, Days: []WritingDay{}}
	for _, u := range rows {
		at := slices.IndexFunc(w.Tools, func(t ToolStats) bool { return t.Tool == u.Tool })
		if at < 0 {
			at, w.Tools = len(w.Tools), append(w.Tools, ToolStats{Tool: u.Tool, Errors: []ToolError{}})
		}
		t := &w.Tools[at]
		t.Runs, t.MeanMs, t.MaxMs = t.Runs+u.Runs, t.MeanMs+u.Millis, max(t.MaxMs, u.Slowest)
		if u.Outcome == outcomeOffline {
			t.Offline += u.Runs
		} else {
			t.addError(u.Outcome, u.Runs)
		}
		if n := len(w.Days); n == 0 || w.Days[n-1].Day != u.Day {
			w.Days = append(w.Days, WritingDay{Day: u.Day})
		}
		w.Days[len(w.Days)-1].Runs += u.Runs
	}
	for i := range w.Tools {
		w.Tools[i].MeanMs /= w.Tools[i].Runs
	}
	slices.SortFunc(w.Tools, func(a, b ToolStats) int { return cmp.Compare(a.Tool, b.Tool) })
	return w
}

func (t *ToolStats) addError(code string, runs int64) {
	at := slices.IndexFunc(t.Errors, func(e ToolError) bool { return e.Code == code })
	if at < 0 {
		at, t.Errors = len(t.Errors), append(t.Errors, ToolError{Code: code})
	}
	t.Errors[at].Runs += runs
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "writing_days", Column: "user_id", Export: []string{"day", "tool", "outcome", "runs", "millis", "slowest"}},
		{Table: "ai_runs", Column: "user_id", Export: []string{"tool", "model", "state", "input_tokens", "output_tokens", "accepted", "refused", "result", "began_at", "ended_at"}},
		{Table: "ai_usage", Column: "user_id", Export: []string{"day", "runs", "tokens"}},
	}
}

// Erase deletes what a user has used, in the transaction that erases the user.
func (*Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	if err := eraseRuns(ctx, tx, user); err != nil {
		return err
	}
	return eraseUsage(ctx, tx, user)
}
