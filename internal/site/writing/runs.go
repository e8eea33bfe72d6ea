package writing

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// States of a run.
const (
	running = "running"
	done    = "done"
	failed  = "failed"
)

// outcomeModel is a run of the language model.
const outcomeModel = "model"

// stale is after how long a run that has not ended is taken for lost, with its server.
const stale = 10 * time.Minute

// run is a call of the model.
type run struct {
	bun.BaseModel `bun:"table:ai_runs,alias:r"`

	ID            string `bun:",pk"`
	UserID        string
	Tool          string
	Model         string
	PromptVersion string
	State         string
	Day           string
	Reserved      int64
	InputTokens   int64
	OutputTokens  int64
	IsEstimated   bool
	ErrorCode     string
	CacheKey      string
	Result        string
	Accepted      int64
	Refused       int64
	BeganAt       time.Time
	EndedAt       *time.Time
}

func (r run) shown() WritingRun {
	return WritingRun{RunID: r.ID, Model: r.Model, PromptVersion: r.PromptVersion, Usage: WritingUsage{r.InputTokens, r.OutputTokens, r.IsEstimated}, Warnings: []string{}}
}

// WritingUsage is what a run has used of the model.
type WritingUsage struct {
	InputTokens  int64 `json:"inputTokens"`
	OutputTokens int64 `json:"outputTokens"`
	IsEstimated  bool  `json:"isEstimated" doc:"The server of the model did not say."`
}

// WritingQuota is what the caller may still use today.
type WritingQuota struct {
	RunsLeft   int64     `json:"runsLeft"`
	TokensLeft int64     `json:"tokensLeft"`
	ResetsAt   time.Time `json:"resetsAt"`
}

func (s *Service) quota(ctx context.Context, q bun.IDB, user string) (w WritingQuota, err error) {
	current, err := s.deps.Settings.Current(ctx, q)
	if err != nil {
		return w, err
	}
	now := s.deps.Clock.Now().In(current.School.Zone())
	used, err := usedQuota(ctx, q, user, now.Format(time.DateOnly))
	tomorrow := time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, now.Location())
	return WritingQuota{max(0, dailyRuns-used.Runs), max(0, dailyTokens-used.Tokens), tomorrow.UTC()}, err
}

// ModelRun is a call of the language model.
type ModelRun struct {
	ID           string     `json:"id"`
	UserID       string     `json:"userId"`
	Tool         string     `json:"tool" enum:"generate-from-prompt,generate-content,enhance"`
	Model        string     `json:"model"`
	State        string     `json:"state" enum:"running,done,failed"`
	ErrorCode    string     `json:"errorCode" doc:"Empty for none."`
	InputTokens  int64      `json:"inputTokens"`
	OutputTokens int64      `json:"outputTokens"`
	Accepted     int64      `json:"accepted" doc:"Characters that the author took."`
	Refused      int64      `json:"refused"`
	BeganAt      time.Time  `json:"beganAt"`
	EndedAt      *time.Time `json:"endedAt"`
	Result       string     `json:"result" doc:"Markdown, for the caller's own runs by id and for a day; empty otherwise."`
}

func (r run) listed() ModelRun {
	return ModelRun{ID: r.ID, UserID: r.UserID, Tool: r.Tool, Model: r.Model, State: r.State, ErrorCode: r.ErrorCode, InputTokens: r.InputTokens, OutputTokens: r.OutputTokens,
		Accepted: r.Accepted, Refused: r.Refused, BeganAt: r.BeganAt, EndedAt: r.EndedAt}
}

const mostListed = 50 // runs

// Runs lists the newest runs: the caller's own, and for administrators everyone's. Without what was written.
func (s *Service) Runs(ctx context.Context, who access.Caller) ([]ModelRun, error) {
	user := who.ID
	if who.HasRole(access.Admin) {
		user = ""
	}
	rows, err := newestRuns(ctx, s.deps.DB.Reader(), user, mostListed)
	all := make([]ModelRun, len(rows))
	for i, r := range rows {
		all[i] = r.listed()
	}
	return all, err
}

var errNoRun = fault.New(fault.NotFound, "run_not_found", "This run of the language model doesn't exist.")

// Run returns a run of the caller, for a day with what was written. fault.NotFound for others'.
func (s *Service) Run(ctx context.Context, who access.Caller, id string) (ModelRun, error) {
	r, err := ownRun(ctx, s.deps.DB.Reader(), who.ID, id)
	shown := r.listed()
	shown.Result = r.Result
	return shown, err
}

// RunOutcome says what became of what a run had written.
type RunOutcome struct {
	Accepted int64 `json:"accepted" minimum:"0" maximum:"1000000" msg:"accepted must be a number of characters" doc:"Characters that the author took."`
	Refused  int64 `json:"refused" minimum:"0" maximum:"1000000" msg:"refused must be a number of characters"`
}

// Judge notes what became of a run of the caller. fault.NotFound for others'.
func (s *Service) Judge(ctx context.Context, who access.Caller, id string, o RunOutcome) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return judge(ctx, tx, who.ID, id, o) })
}

// freeLost ends runs whose server has died, gives back what they had reserved, and forgets results after a day.
func (s *Service) freeLost(ctx context.Context) error {
	now := s.deps.Clock.Now()
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		lost, err := lostRuns(ctx, tx, now.Add(-stale))
		if err != nil {
			return err
		}
		for _, r := range lost {
			if err := charge(ctx, tx, r.UserID, r.Day, -r.Reserved); err != nil {
				return err
			}
		}
		return forgetResults(ctx, tx, now.Add(-kept))
	})
}
