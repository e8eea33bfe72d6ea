package app

import (
	"context"
	"iter"
	"runtime"
	"slices"
	"time"

	"lectern/internal/people/profile"
	"lectern/internal/platform/consistency"
	"lectern/internal/platform/events"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/rest"
)

// What a feature may provide. It does so by having the method; a test finds methods with these names and other signatures.
// Parts of the platform with rows or jobs of their own (the audit log, rate limits) are listed like features.
type (
	// A registrar has operations.
	registrar interface{ Register(api *rest.API) }
	// A handler processes background jobs, by kind.
	handler interface {
		Handlers() map[string]jobs.Handler
	}
	// A sweeper deletes expired rows.
	sweeper interface{ Sweeps() jobs.Sweeps }
	// A listener reacts to events.
	listener interface{ Listeners() []events.Listener }
	// A holder has tables about users. It erases personal data as a personaldata.Eraser.
	holder interface {
		Holdings() []personaldata.Holding
	}
	// A checker compares rows with objects, for `lectern doctor`.
	checker interface{ Checks() []consistency.Check }
)

// having returns the features that have the methods of T.
func having[T any](features []any) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, f := range features {
			if t, ok := f.(T); ok && !yield(t) {
				return
			}
		}
	}
}

// assemble connects all features: it registers their operations and collects their jobs.
func (a *App) assemble(p Deps, features ...any) {
	a.Features = features
	a.PersonalData = profile.NewPersonalData(a.Profiles, a.Holdings(), slices.Collect(having[personaldata.Eraser](features)))
	a.Features = append(features, a.PersonalData)
	for f := range having[registrar](a.Features) {
		f.Register(a.API)
	}
	a.Runner = newRunner(p, a.Queue, a.handlers())
}

// Holdings lists the tables of all features with rows about users.
func (a *App) Holdings() (all []personaldata.Holding) {
	for f := range having[holder](a.Features) {
		all = append(all, f.Holdings()...)
	}
	return all
}

// handlers returns the jobs of all features. It panics when two have the same kind, which is a programming mistake.
func (a *App) handlers() map[string]jobs.Handler {
	all := map[string]jobs.Handler{}
	add := func(handlers map[string]jobs.Handler) {
		for kind, h := range handlers {
			if _, twice := all[kind]; twice {
				panic("app: two features handle jobs of the kind " + kind)
			}
			all[kind] = h
		}
	}
	var listeners []events.Listener
	for f := range having[handler](a.Features) {
		add(f.Handlers())
	}
	for f := range having[sweeper](a.Features) {
		add(f.Sweeps().Handlers())
	}
	for f := range having[listener](a.Features) {
		listeners = append(listeners, f.Listeners()...)
	}
	add(events.Handlers(a.Queue, listeners...))
	return all
}

// idlePoll is how often an idle worker looks for jobs.
const idlePoll = 250 * time.Millisecond

func newRunner(p Deps, queue *jobs.Queue, handlers map[string]jobs.Handler) *jobs.Runner {
	encoders := p.Config.Encoders
	if encoders == 0 {
		encoders = runtime.NumCPU()
	}
	return &jobs.Runner{
		Queue: queue, Log: p.Log, Worker: p.Worker, Handlers: handlers, PollInterval: idlePoll,
		Slots: map[jobs.Lane]int{jobs.Light: 2, jobs.Heavy: encoders},
	}
}

// healthChecks are run by /readyz, and by `lectern doctor` first.
func healthChecks(p Deps) []rest.Check {
	return []rest.Check{
		{Name: "database", Critical: true, Run: func(ctx context.Context) (string, error) { return "", p.DB.Check(ctx) }},
		{Name: "storage", Critical: true, Run: func(ctx context.Context) (string, error) { return "", p.Blob.Check(ctx) }},
		{Name: "disk", Critical: true, Run: func(ctx context.Context) (string, error) { return p.diskHealth(ctx) }},
		{Name: "media", Run: func(context.Context) (string, error) { return p.mediaHealth() }},
	}
}
