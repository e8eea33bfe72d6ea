package company

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sign"
)

// Accounts is what this package needs of users.
type Accounts interface {
	// EmailKey is equal for all spellings of an email address.
	EmailKey(email string) string
	// AddRole gives a user a role, with the transaction of the caller.
	AddRole(ctx context.Context, tx bun.IDB, userID string, role access.Role) error
}

// Seats is what this package needs of the seats of companies.
type Seats interface {
	// Take gives a user who belongs to a company now what was offered to their address.
	Take(ctx context.Context, tx bun.IDB, company, userID, emailKey string) error
	// Leave ends the seats of a user who does not belong to it any more.
	Leave(ctx context.Context, tx bun.IDB, company, userID string) error
}

type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Queue       *jobs.Queue
	Audit       *audit.Log
	Limits      *ratelimit.Limiter
	Accounts    Accounts
	Seats       Seats
	Mail        mail.Sender
	Preferences mail.Preferences
	Key         []byte // signs the links of invitations; shared by all servers
	Address     string // public address of the site; "" in a worker that does not know it, which leaves emails to others
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

func (s *Service) signer() sign.Signer { return sign.New(s.deps.Key, "invitation to a company") }

// List lists companies, newest first, those of a search by name, and their number. For administrators.
func (s *Service) List(ctx context.Context, f CompanyFilter, limit, offset int64) ([]Company, rest.Count, error) {
	q := s.deps.DB.Reader()
	n, err := count(ctx, q, f)
	if err != nil {
		return nil, n, err
	}
	found, err := list(ctx, q, f, s.deps.Clock.Now(), limit, offset)
	return found, n, err
}

// Create adds a company, and invites its first manager if their address is given. For administrators. fault.Invalid.
func (s *Service) Create(ctx context.Context, who access.Caller, n NewCompany) (c Company, err error) {
	now, email := s.deps.Clock.Now(), strings.TrimSpace(n.ManagerEmail)
	if email != "" && !isAddress(email) {
		return c, fault.InvalidField("manager_email", "invalid_format", "This is not a valid email address")
	}
	c = Company{ID: db.NewID(), Status: Active, CreatedAt: now}.with(CompanyChange{Name: &n.Name, Country: &n.Country, TaxID: &n.TaxID, Address: &n.Address, Note: &n.Note}, now)
	return c, s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := insert(ctx, tx, c); err != nil {
			return err
		}
		if email != "" {
			if _, err := s.invite(ctx, tx, who, c.ID, []invitee{{email: email, key: s.deps.Accounts.EmailKey(email), role: Manager}}); err != nil {
				return err
			}
			c.Invitations = 1
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "company.created", TargetKind: "company", TargetID: c.ID, After: c})
	})
}

// Mine lists the companies to which the caller belongs. For signed-in callers.
func (s *Service) Mine(ctx context.Context, who access.Caller) ([]CompanyMembership, error) {
	return memberships(ctx, s.deps.DB.Reader(), who.ID)
}

// Get returns a company. For its managers, those who look after its bills, and administrators. fault.NotFound, fault.Forbidden.
func (s *Service) Get(ctx context.Context, who access.Caller, id string) (Company, error) {
	q := s.deps.DB.Reader()
	c, err := s.Require(ctx, q, who, id, Manager, Billing)
	if err != nil {
		return c, err
	}
	if !who.HasRole(access.Admin) {
		c.Note = ""
	}
	return c, countPeople(ctx, q, &c, s.deps.Clock.Now())
}

// Require returns a company to administrators and to those who have one of the roles in it. Strangers get fault.NotFound, people of the company with other
// roles fault.Forbidden.
func (s *Service) Require(ctx context.Context, q bun.IDB, who access.Caller, id string, roles ...string) (Company, error) {
	c, err := find(ctx, q, id, who.ID)
	if err != nil || who.HasRole(access.Admin) {
		return c, err
	}
	if c.OwnRole == "" {
		return Company{}, errNoCompany
	}
	for _, role := range roles {
		if c.OwnRole == role {
			return c, nil
		}
	}
	return Company{}, refuseRole(roles)
}

// activeCompany is Require for what only an active company can do: fault.Conflict for others.
func (s *Service) activeCompany(ctx context.Context, q bun.IDB, who access.Caller, id string, roles ...string) (Company, error) {
	c, err := s.Require(ctx, q, who, id, roles...)
	if err == nil && c.Status != Active {
		err = errNotActive
	}
	return c, err
}

// BilledTo is activeCompany for its managers and those who look after its bills, for package order.
func (s *Service) BilledTo(ctx context.Context, q bun.IDB, who access.Caller, id string) (Company, error) {
	return s.activeCompany(ctx, q, who, id, Manager, Billing)
}

// Manage is activeCompany for managers, for package seat.
func (s *Service) Manage(ctx context.Context, q bun.IDB, who access.Caller, id string) error {
	_, err := s.activeCompany(ctx, q, who, id, Manager)
	return err
}

// Read is Require for managers, and with billing for those who look after the bills, for package seat.
func (s *Service) Read(ctx context.Context, q bun.IDB, who access.Caller, id string, billing bool) error {
	roles := []string{Manager}
	if billing {
		roles = append(roles, Billing)
	}
	_, err := s.Require(ctx, q, who, id, roles...)
	return err
}

// Colleagues returns the ids of those of these addresses who belong to a company, by the key of their address.
func (s *Service) Colleagues(ctx context.Context, q bun.IDB, id string, keys []string) (map[string]string, error) {
	return activeByEmail(ctx, q, id, keys)
}

// EnsureInvited invites those of these addresses that have no open invitation to a company, in the transaction of a caller who may. fault.Invalid for what is no address.
func (s *Service) EnsureInvited(ctx context.Context, tx bun.IDB, who access.Caller, id string, emails []string) error {
	people, err := s.invitees(NewCompanyInvitations{Emails: emails, Role: Member})
	if err != nil {
		return err
	}
	keys := make([]string, len(people))
	for i, p := range people {
		keys[i] = p.key
	}
	open, err := invitedAlready(ctx, tx, id, keys, s.deps.Clock.Now())
	if err != nil {
		return err
	}
	_, err = s.invite(ctx, tx, who, id, slices.DeleteFunc(people, func(p invitee) bool { return slices.Contains(open, p.key) }))
	return err
}

// EmailKey is equal for all spellings of an email address.
func (s *Service) EmailKey(email string) string { return s.deps.Accounts.EmailKey(email) }

// Patch changes a company. For its managers, and status and note for administrators. fault.NotFound, fault.Forbidden, fault.Precondition with the company as
// it is if it was changed since.
func (s *Service) Patch(ctx context.Context, who access.Caller, id string, n CompanyChange, version rest.IfMatch) (c Company, err error) {
	if (n.Note != nil || n.Status != nil) && !who.HasRole(access.Admin) {
		n.Note, n.Status = nil, nil
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := lock(ctx, tx, id); err != nil {
			return err
		}
		before, err := s.Require(ctx, tx, who, id, Manager)
		if err != nil {
			return err
		}
		if !version.Matches(before.Version) {
			return stale(before)
		}
		c = before.with(n, s.deps.Clock.Now())
		if err := update(ctx, tx, c); err != nil {
			return err
		}
		if err := s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "company.changed", TargetKind: "company", TargetID: id, Before: before, After: c}); err != nil {
			return err
		}
		return countPeople(ctx, tx, &c, s.deps.Clock.Now())
	})
	if !who.HasRole(access.Admin) {
		c.Note = ""
	}
	return c, err
}

// People lists those who belong to a company, or have, the newest first, with their number and the cursor of the next page. For its managers and
// administrators. fault.NotFound, fault.Forbidden, fault.Invalid for an invalid cursor.
func (s *Service) People(ctx context.Context, who access.Caller, id string, f CompanyPeopleFilter, scroll rest.CursorParam, limit int64) (ps []CompanyPerson, n rest.Count, next string, err error) {
	q := s.deps.DB.Reader()
	if _, err := s.Require(ctx, q, who, id, Manager); err != nil {
		return nil, n, "", err
	}
	before, beforeID, err := scroll.DecodeTime(s.deps.Clock.Now())
	if err != nil {
		return nil, n, "", err
	}
	if n, err = countFiltered(ctx, q, id, f); err != nil {
		return nil, n, "", err
	}
	if ps, err = people(ctx, q, id, f, before, beforeID, limit+1); err != nil {
		return nil, n, "", err
	}
	ps, next = rest.CutAtTime(ps, limit, func(p CompanyPerson) (time.Time, string) { return p.JoinedAt, p.UserID })
	return ps, n, next, nil
}

// ChangePerson changes the role or department of one who belongs to a company. For its managers and administrators. fault.NotFound, fault.Forbidden,
// fault.Conflict for its last manager.
func (s *Service) ChangePerson(ctx context.Context, who access.Caller, id, userID string, n CompanyPersonChange) (p CompanyPerson, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		before, err := s.lockPerson(ctx, tx, who, id, userID, Manager)
		if err != nil {
			return err
		}
		p = before
		if n.Department != nil {
			p.Department = strings.TrimSpace(*n.Department)
		}
		if n.Role != nil {
			p.Role = *n.Role
		}
		if before.Role == Manager && p.Role != Manager {
			if err := requireOtherManager(ctx, tx, id, userID); err != nil {
				return err
			}
		}
		if err := updatePerson(ctx, tx, p); err != nil {
			return err
		}
		if p.Role == before.Role {
			return nil
		}
		return s.admit(ctx, tx, who, id, userID, p.Role)
	})
	return p, err
}

// lockPerson returns one who belongs to a company, which no other transaction changes until this one ends.
func (s *Service) lockPerson(ctx context.Context, tx bun.IDB, who access.Caller, id, userID string, roles ...string) (CompanyPerson, error) {
	if err := lock(ctx, tx, id); err != nil {
		return CompanyPerson{}, err
	}
	if _, err := s.Require(ctx, tx, who, id, roles...); err != nil {
		return CompanyPerson{}, err
	}
	return activePerson(ctx, tx, id, userID)
}

// Remove ends that a user belongs to a company; what they have learned stays theirs. For its managers, administrators, and the user. fault.NotFound, fault.Forbidden,
// fault.Conflict for its last manager.
func (s *Service) Remove(ctx context.Context, who access.Caller, id, userID string) error {
	roles := []string{Manager}
	if userID == who.ID {
		roles = []string{Manager, Billing, Member}
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		p, err := s.lockPerson(ctx, tx, who, id, userID, roles...)
		if err != nil {
			return err
		}
		if p.Role == Manager && !who.HasRole(access.Admin) {
			if err := requireOtherManager(ctx, tx, id, userID); err != nil {
				return err
			}
		}
		if err := leave(ctx, tx, id, userID, s.deps.Clock.Now()); err != nil {
			return err
		}
		if err := s.deps.Seats.Leave(ctx, tx, id, userID); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "company.person_removed", TargetKind: "user", TargetID: userID, Before: map[string]any{"company_id": id, "role": p.Role}})
	})
}

// retention is how long addresses that were invited and never came are kept.
const retention = 30 * 24 * time.Hour

// Sweeps delete invitations that expired long ago, so that addresses of people who never came are not kept.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"company.sweep": func(ctx context.Context) error {
		return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return deleteOldInvitations(ctx, tx, s.deps.Clock.Now().Add(-retention)) })
	}}
}

// Erase deletes what is stored about a user in companies.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return deleteOf(ctx, tx, user)
}
