// Package settings holds what administrators choose for the whole installation, in groups of fields that are edited together.
// A feature that depends on a setting asks for it each time, so that a change applies without a restart: on the server that made it at
// once, on the others within Interval.
package settings

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/palette"
)

// Interval is how long a server may go on with settings that another one has changed.
const Interval = 2 * time.Second

// Settings are all groups, as they apply.
type Settings struct {
	School       SchoolSettings
	Appearance   AppearanceSettings
	Logo         LogoSettings
	Registration RegistrationSettings
	Passwords    PasswordSettings
	Sessions     SessionSettings
	Limits       LimitSettings
	Retention    RetentionSettings
	Forms        FormSettings
	Sales        SalesSettings
	Blog         BlogSettings
	Home         HomeSettings
	Crawlers     CrawlerSettings
}

// Defaults apply until an administrator chooses otherwise.
func Defaults() Settings {
	return Settings{
		School:       SchoolSettings{Name: "Lectern", TimeZone: "UTC"},
		Appearance:   AppearanceSettings{PrimaryColor: palette.Default},
		Registration: RegistrationSettings{Mode: Everybody, Domains: []string{}},
		Passwords:    PasswordSettings{MinLength: 10, LockAfter: 3, LongestLock: 30},
		Sessions:     SessionSettings{IdleDays: 30},
		Limits:       LimitSettings{SignInFailures: 600, SignUps: 600, Emails: 300, DeadLinks: 120, TrustedNetworks: []string{}},
		Forms:        FormSettings{EmailCode: CodeSuspicious, Blocked: []string{}},
		Sales:        SalesSettings{RefundDays: 14, TaxRates: []TaxRate{}},
		Blog:         BlogSettings{Comments: CommentsFirstApproved, BlockedTerms: []string{}},
		Home:         HomeSettings{Search: true, Sections: slices.Clone(homeSections[:])},
	}
}

// groups lists pointers to all groups of s.
func (s *Settings) groups() []Group {
	return []Group{&s.School, &s.Appearance, &s.Logo, &s.Registration, &s.Passwords, &s.Sessions, &s.Limits, &s.Retention, &s.Forms, &s.Sales, &s.Blog, &s.Home, &s.Crawlers}
}

// Group is a pointer to one of the groups.
type Group interface {
	// Key is the name of the group in the database and in paths.
	Key() string
	// Normalize trims what was typed.
	Normalize()
	// Violations lists the rules that do not hold.
	Violations() fault.Fields
}

// State is what a group has besides its values.
type State struct {
	Version   int64      // 0 until it is changed for the first time
	Fixed     []string   // names of the fields that the operator has fixed
	ChangedAt *time.Time // nil until then
}

// Deps are what New needs.
type Deps struct {
	Clock clock.Clock
	Fixed Fixed `optional:"the operator fixes nothing"`
}

// Store reads and writes the settings.
type Store struct {
	deps Deps

	mu     sync.Mutex
	cached Settings
	until  time.Time // when cached is read again
}

func New(d Deps) *Store {
	deps.Require(d)
	return &Store{deps: d}
}

// Current returns the settings that apply now. Within a transaction q is the transaction.
func (s *Store) Current(ctx context.Context, q bun.IDB) (Settings, error) {
	now := s.deps.Clock.Now()
	s.mu.Lock()
	cached, fresh := s.cached, now.Before(s.until)
	s.mu.Unlock()
	if fresh {
		return cached, nil
	}
	current, _, err := s.Load(ctx, q)
	if err != nil {
		return Settings{}, err
	}
	s.mu.Lock()
	s.cached, s.until = current, now.Add(Interval)
	s.mu.Unlock()
	return current, nil
}

// Forget makes the next reader on this server read again. Call it after the commit of a change.
func (s *Store) Forget() {
	s.mu.Lock()
	s.until = time.Time{}
	s.mu.Unlock()
}

// Load returns the settings past the cache, with the state of each group by its key, for those who edit them.
func (s *Store) Load(ctx context.Context, q bun.IDB) (current Settings, states map[string]State, err error) {
	rows, err := allRows(ctx, q)
	if err != nil {
		return current, nil, err
	}
	current, states = Defaults(), map[string]State{}
	for _, g := range current.groups() {
		key := g.Key()
		state := State{Fixed: slices.AppendSeq([]string{}, maps.Keys(s.deps.Fixed[key]))}
		slices.Sort(state.Fixed)
		if r, stored := rows[key]; stored {
			state.Version, state.ChangedAt = r.Version, &r.ChangedAt
			if err := json.Unmarshal(r.Value.V, g); err != nil {
				return current, nil, fmt.Errorf("settings %q: %w", key, err)
			}
		}
		if err := s.deps.Fixed.apply(g); err != nil {
			return current, nil, err
		}
		states[key] = state
	}
	return current, states, nil
}

// Save stores a group in place of the version that was loaded, with the transaction tx. fault.Invalid for broken rules,
// fault.Conflict for a field that the operator has fixed, ErrChanged when another user has saved it.
func (s *Store) Save(ctx context.Context, tx bun.IDB, g Group, version int64) error {
	g.Normalize()
	if err := g.Violations().Err(); err != nil {
		return err
	}
	value, err := json.Marshal(g)
	if err != nil {
		return err
	}
	if err := s.deps.Fixed.refuse(g, value); err != nil {
		return err
	}
	return saveRow(ctx, tx, row{Name: g.Key(), Value: db.JSON[json.RawMessage]{V: value}, Version: version + 1, ChangedAt: s.deps.Clock.Now()})
}

// ErrChanged answers those who would overwrite a change of another administrator.
var ErrChanged = fault.New(fault.Precondition, "stale_version", "Another user has changed these settings. Nothing was saved.")
