package school

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/people/legal"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
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
	Audit    *audit.Log
	Settings *settings.Store
	Sessions Sessions
}

// Service implements the use cases.
type Service struct {
	db       *db.DB
	audit    *audit.Log
	settings *settings.Store
	sessions Sessions
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d.DB, d.Audit, d.Settings, d.Sessions}
}

// Info returns what everybody may know. Public.
func (s *Service) Info(ctx context.Context) (SchoolInfo, error) {
	current, err := s.settings.Current(ctx, s.db.Reader())
	if err != nil {
		return SchoolInfo{}, err
	}
	documents, err := legal.Newest(ctx, s.db.Reader())
	return infoOf(current, documents), err
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
		if err := s.sessions.Fresh(ctx, tx, who); err != nil {
			return err
		}
		before, err := load[T, P](ctx, s, tx, of)
		if err != nil {
			return err
		}
		err = settings.ErrChanged
		if held.Matches(before.version) {
			err = s.settings.Save(ctx, tx, P(&values), before.version)
		}
		if fault.Is(err, fault.Precondition) {
			return fault.New(fault.Precondition, settings.ErrChanged.Code, settings.ErrChanged.Message).WithDetails(before)
		}
		if err != nil {
			return err
		}
		if saved, err = load[T, P](ctx, s, tx, of); err != nil {
			return err
		}
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "settings.changed", TargetKind: "settings", TargetID: P(&values).Key(),
			Before: before.Values, After: saved.Values})
	})
	if err == nil {
		s.settings.Forget()
	}
	return saved, err
}
