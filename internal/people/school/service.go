package school

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/people/legal"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/palette"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
)

// Sessions is the part of signing in that this feature needs.
type Sessions interface {
	// Fresh is fault.Forbidden when the caller has not proven their identity within the last minutes.
	Fresh(ctx context.Context, q bun.IDB, who access.Caller) error
}

// Deps of the service.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Blob     blob.Store
	Queue    *jobs.Queue
	Audit    *audit.Log
	Settings *settings.Store
	Sessions Sessions
	Pictures *picture.Renderer
	// DemoAccounts are shown to everybody.
	DemoAccounts []DemoAccount `optional:"this is not the demo"`
}

// Service implements the use cases.
type Service struct {
	db       *db.DB
	audit    *audit.Log
	settings *settings.Store
	sessions Sessions
	pictures *picture.Renderer
	logos    *picture.Store
	demo     []DemoAccount
}

func New(d Deps) *Service {
	deps.Require(d)
	s := &Service{db: d.DB, audit: d.Audit, settings: d.Settings, sessions: d.Sessions, pictures: d.Pictures, demo: append([]DemoAccount{}, d.DemoAccounts...)}
	s.logos = picture.NewStore(picture.StoreDeps{DB: d.DB, Clock: d.Clock, Blob: d.Blob, Queue: d.Queue, Prefix: objectkey.Logos, Job: logoJob, InUse: s.isLogoInUse})
	return s
}

// Handlers of jobs.
func (s *Service) Handlers() map[string]jobs.Handler { return s.logos.Handlers() }

// Info returns what everybody may know. Public.
func (s *Service) Info(ctx context.Context) (SchoolInfo, error) {
	current, err := s.settings.Current(ctx, s.db.Reader())
	if err != nil {
		return SchoolInfo{}, err
	}
	documents, err := legal.Newest(ctx, s.db.Reader())
	info := infoOf(current, documents)
	info.DemoAccounts = s.demo
	return info, err
}

// preview returns what would be derived from a primary colour. For administrators. fault.Invalid for what is no colour.
func preview(color string) (palette.Palette, error) {
	chosen := settings.AppearanceSettings{PrimaryColor: color}
	chosen.Normalize()
	if err := chosen.Violations().Err(); err != nil {
		return palette.Palette{}, err
	}
	return palette.Of(chosen.PrimaryColor), nil
}

// group selects one group of the settings.
type group[T any] func(*settings.Settings) *T

// pointer is a *T that is a settings.Group.
type pointer[T any] interface {
	*T
	settings.Group
}

// load returns a group as it is stored now. For administrators.
func load[T any, P pointer[T]](ctx context.Context, s *Service, q bun.IDB, of group[T]) (SettingsGroup[T], error) {
	all, states, err := s.settings.Load(ctx, q)
	if err != nil {
		return SettingsGroup[T]{}, err
	}
	chosen := of(&all)
	state := states[P(chosen).Key()]
	return SettingsGroup[T]{*chosen, state.Fixed, state.ChangedAt, state.Version}, nil
}

// save replaces a group. For administrators with a fresh session, else fault.Forbidden. fault.Invalid for broken rules, fault.Conflict for
// what the operator has fixed, fault.Precondition, with the current values, when they were changed since the version that the caller
// names.
func save[T any, P pointer[T]](ctx context.Context, s *Service, who access.Caller, of group[T], values T, held rest.IfMatch) (saved SettingsGroup[T], err error) {
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		before, err := load[T, P](ctx, s, tx, of)
		if err != nil {
			return err
		}
		err = s.replace(ctx, tx, who, held, before.version, P(&values), &before.Values)
		if fault.Is(err, fault.Precondition) {
			return changedBy(before)
		}
		if err != nil {
			return err
		}
		saved, err = load[T, P](ctx, s, tx, of)
		return err
	})
	if err == nil {
		s.settings.Forget()
	}
	return saved, err
}

// changedBy is settings.ErrChanged with what is there now.
func changedBy(now any) error {
	return fault.New(fault.Precondition, settings.ErrChanged.Code, settings.ErrChanged.Message).WithDetails(now)
}

// replace stores a group in place of its version before, and records what was there.
func (s *Service) replace(ctx context.Context, tx bun.IDB, who access.Caller, held rest.IfMatch, version int64, values settings.Group, before any) error {
	if err := s.sessions.Fresh(ctx, tx, who); err != nil {
		return err
	}
	if !held.Matches(version) {
		return settings.ErrChanged
	}
	if err := s.settings.Save(ctx, tx, values, version); err != nil {
		return err
	}
	return s.audit.Write(ctx, tx, who, audit.Entry{Action: "settings.changed", TargetKind: "settings", TargetID: values.Key(), Before: before, After: values})
}
