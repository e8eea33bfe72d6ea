package writing

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"text/template"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/ai"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

//go:embed prompts/system.v1.txt
var systemText string

var systemPrompt = template.Must(template.New("system").Parse(systemText))

// promptVersion is written into every run. A prompt that changes gets another one.
const promptVersion = "v1"

// task is what the model is asked. Its values in the system message come from enums only; everything else is data, in messages of their own.
type task struct {
	tool      string
	Task      string
	Tone      string
	Words     int
	Language  string
	options   map[string]any
	text      string // Markdown; "" for none
	title     string
	mostWords int
	check     func(answer string) bool
}

var tones = map[string]string{"": "plain and clear", "plain": "plain and clear", "friendly": "friendly", "formal": "formal", "lively": "lively"}

var lengths = map[string]int{"": 700, "short": 300, "medium": 700, "long": 1500}

// messages are the request for a run. The canary is a code that no answer may have.
func (t task) messages(canary string) ([]ai.Message, error) {
	var system bytes.Buffer
	if err := systemPrompt.Execute(&system, struct {
		task
		Canary string
	}{t, canary}); err != nil {
		return nil, err
	}
	options, err := json.Marshal(t.options)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(map[string]string{"title": t.title, "text": t.text})
	if err != nil {
		return nil, err
	}
	return []ai.Message{{Role: "system", Content: system.String()}, {Role: "user", Content: plain(string(options))}, {Role: "user", Content: plain(string(text))}}, nil
}

// Quota of a user and a day.
const (
	dailyRuns   = 50
	dailyTokens = 200_000
)

// kept is how long the result of a run can be read again.
const kept = 24 * time.Hour

// tokensPerWord is how much an answer of some words may take, with markup, in any language.
const tokensPerWord = 3

var (
	errBusy      = fault.New(fault.TooMany, "ai_busy", "The language model is busy. Try again in a moment.").WithRetryAfter(10 * time.Second)
	errLostParts = fault.New(fault.BadGateway, "ai_lost_parts", "The language model lost pictures, formulas or tables of the text. Nothing was changed. Try again, or with a part of it.")
	errRepeated  = fault.New(fault.BadGateway, "ai_refused", "The language model gave its own instructions in place of a text. Nothing was changed.")
	errShort     = fault.New(fault.BadGateway, "ai_bad_answer", "The language model sent an answer that can't be used. Try again.")
)

// digest identifies what is asked, for the person's own cache.
func (t task) digest(model string) (string, error) {
	messages, err := t.messages("")
	if err != nil {
		return "", err
	}
	text, err := json.Marshal([]any{t.tool, promptVersion, model, messages})
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), err
}

// ask has the model do a task, unless the caller has had it done within a day. It counts and charges the call.
func (s *Service) ask(ctx context.Context, who access.Caller, t task, fresh bool) (answer string, w WritingRun, err error) {
	if s.deps.Model == nil {
		return "", w, s.metered(ctx, who, t.tool, func() error { return errNotConfigured })
	}
	key, err := t.digest(s.deps.Model.Model())
	if err != nil {
		return "", w, err
	}
	if !fresh {
		r, err := lastRun(ctx, s.deps.DB.Reader(), who.ID, key, s.deps.Clock.Now().Add(-kept))
		if err != nil || r.ID != "" {
			return r.Result, r.shown(), err
		}
	}
	release, err := s.calls.Take(ctx, who.ID)
	if err != nil {
		if ctx.Err() == nil {
			err = errBusy
		}
		return "", w, err
	}
	defer release()
	r, messages, err := s.begin(ctx, who, t, key)
	if err != nil {
		return "", w, err
	}
	a, called := s.call(ctx, t, messages, r.canary)
	if err := s.settle(ctx, &r.run, a, called); err != nil {
		return "", w, err
	}
	w = r.shown()
	if a.IsCut || a.IsLong {
		w.Warnings = append(w.Warnings, warnCut)
	}
	return a.Text, w, called
}

// begun is a run with the code that its answer may not have.
type begun struct {
	run
	canary string
}

// begin reserves what a call can cost, and notes it.
func (s *Service) begin(ctx context.Context, who access.Caller, t task, key string) (b begun, messages []ai.Message, err error) {
	b.canary = rand.Text()
	if messages, err = t.messages(b.canary); err != nil {
		return b, nil, err
	}
	reserved := t.mostWords * tokensPerWord
	for _, m := range messages {
		reserved += ai.Tokens(m.Content)
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		day, err := s.today(ctx, tx)
		if err != nil {
			return err
		}
		now := s.deps.Clock.Now()
		b.run = run{ID: db.NewID(), UserID: who.ID, Tool: t.tool, Model: s.deps.Model.Model(), PromptVersion: promptVersion, State: running, Day: day, Reserved: int64(reserved), CacheKey: key, BeganAt: now}
		granted, err := reserve(ctx, tx, who.ID, day, int64(reserved), dailyRuns, dailyTokens)
		if err == nil && !granted {
			err = s.quotaReached(ctx, tx, who, now)
		}
		if err != nil {
			return err
		}
		return insertRun(ctx, tx, b.run)
	})
	return b, messages, err
}

// QuotaUsed says how much of a quota is used.
type QuotaUsed struct {
	Limit    int64     `json:"limit" doc:"Runs of a day."`
	Used     int64     `json:"used"`
	ResetsAt time.Time `json:"resetsAt"`
}

func (s *Service) quotaReached(ctx context.Context, q bun.IDB, who access.Caller, now time.Time) error {
	quota, err := s.quota(ctx, q, who.ID)
	if err != nil {
		return err
	}
	return fault.New(fault.TooMany, "ai_quota_reached", "You have used the language model as often as you may today. Tags, descriptions and the text check work without it.").
		WithRetryAfter(quota.ResetsAt.Sub(now)).WithDetails(QuotaUsed{dailyRuns, dailyRuns - quota.RunsLeft, quota.ResetsAt})
}

// call asks the model, and once more if the answer lacks parts of the text. An answer that repeats its instructions is none.
func (s *Service) call(ctx context.Context, t task, messages []ai.Message, canary string) (a ai.Answer, err error) {
	used := ai.Usage{}
	for range 2 {
		a, err = s.deps.Model.Complete(ctx, ai.Request{Messages: messages, MaxTokens: t.mostWords * tokensPerWord, Temperature: 0.3})
		used.Input, used.Output, used.IsEstimated = used.Input+a.Usage.Input, used.Output+a.Usage.Output, used.IsEstimated || a.Usage.IsEstimated
		switch {
		case err != nil:
		case strings.Contains(a.Text, canary):
			err = errRepeated
		case strings.TrimSpace(a.Text) == "":
			err = errShort
		case !t.check(a.Text):
			if err = errLostParts; !a.IsCut && !a.IsLong {
				continue
			}
		}
		break
	}
	a.Usage = used
	return a, err
}

// settle charges what a call has used in place of what was reserved, and keeps its answer. It does so also when the caller has gone.
func (s *Service) settle(ctx context.Context, r *run, a ai.Answer, called error) error {
	ctx = context.WithoutCancel(ctx)
	now := s.deps.Clock.Now()
	r.State, r.EndedAt = done, &now
	outcome := outcomeModel
	if known := new(fault.Error); errors.As(called, &known) {
		outcome = known.Code
	} else if called != nil {
		outcome = "cancelled"
	}
	if called != nil {
		r.State, r.ErrorCode = failed, outcome
	}
	r.InputTokens, r.OutputTokens, r.IsEstimated, r.Result = int64(a.Usage.Input), int64(a.Usage.Output), a.Usage.IsEstimated, ""
	if called == nil {
		r.Result = a.Text
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		ended, err := endRun(ctx, tx, *r)
		if err != nil || !ended {
			return err
		}
		if err := charge(ctx, tx, r.UserID, r.Day, r.InputTokens+r.OutputTokens-r.Reserved); err != nil {
			return err
		}
		took := now.Sub(r.BeganAt).Milliseconds()
		return addUsage(ctx, tx, usage{Day: r.Day, UserID: r.UserID, Tool: r.Tool, Outcome: outcome, Runs: 1, Millis: took, Slowest: took})
	})
}
