package company

import (
	"context"
	"fmt"
	"net/mail"
	"strings"
	"time"
	"unicode"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
)

// invitationLifetime is how long an invitation can be accepted.
const invitationLifetime = 14 * 24 * time.Hour

// NewCompanyInvitations invites people to a company, or again.
type NewCompanyInvitations struct {
	Emails     []string `json:"emails" minItems:"1" maxItems:"500" maxLength:"254" msg:"Please enter an email address;maxItems=At most 500 people can be invited at once;maxLength=An email address has at most 254 characters"`
	Role       string   `json:"role,omitempty" enum:"manager,billing,member" default:"member" msg:"role must be manager, billing or member"`
	Department string   `json:"department,omitempty" maxLength:"120" msg:"The department must be at most 120 characters"`
}

// CompanyInvitation waits for one to accept it.
type CompanyInvitation struct {
	bun.BaseModel `bun:"table:company_invitations,alias:i" json:"-"`

	ID         string    `bun:",pk" json:"id"`
	CompanyID  string    `json:"-"`
	Email      string    `json:"email"`
	EmailKey   string    `json:"-"`
	FullName   string    `json:"full_name" doc:"As the company writes it; may be empty."`
	Role       string    `json:"role" enum:"manager,billing,member"`
	Department string    `json:"department"`
	State      string    `json:"-"`
	InvitedBy  *string   `json:"-"`
	UserID     *string   `json:"-"`
	CreatedAt  time.Time `json:"created_at"`
	ExpiresAt  time.Time `json:"expires_at"`
}

// Invited is what became of invitations.
type Invited struct {
	Invited  int64 `json:"invited" doc:"To whom an email is sent."`
	Existing int64 `json:"existing" doc:"Who belong to the company already. Nothing changes for them."`
}

// InvitationPreview is an invitation as one who has its link sees it.
type InvitationPreview struct {
	CompanyName string    `json:"company_name"`
	Email       string    `json:"email" doc:"The account that has this address can accept it."`
	Role        string    `json:"role" enum:"manager,billing,member"`
	ExpiresAt   time.Time `json:"expires_at"`
}

// invitationRule limits how many emails a company sends.
var invitationRule = ratelimit.Rule{Name: "company invitations", Limit: 30, Window: time.Hour}

var errDead = fault.New(fault.Gone, "link_dead", "This invitation has expired, was accepted already or was taken back. Ask your company for a new one.")

// invitee is one who is to be invited.
type invitee struct{ email, key, fullName, role, department string }

func isAddress(email string) bool {
	a, err := mail.ParseAddress(email)
	return err == nil && a.Address == email && strings.Contains(email, "@") && !strings.ContainsFunc(email, unicode.IsSpace)
}

// invitees returns the people of a request, each once. fault.Invalid.
func (s *Service) invitees(n NewCompanyInvitations) (all []invitee, err error) {
	var broken fault.Fields
	seen := map[string]bool{}
	for i, email := range n.Emails {
		email = strings.TrimSpace(email)
		broken.Require(isAddress(email), fmt.Sprintf("emails.%d", i), "invalid_format", "This is not a valid email address")
		key := s.deps.Accounts.EmailKey(email)
		if !seen[key] {
			all = append(all, invitee{email, key, "", n.Role, strings.TrimSpace(n.Department)})
		}
		seen[key] = true
	}
	return all, broken.Err()
}

// Invite sends invitations to a company; one that is open is sent again and holds for 14 days from now. For its managers and administrators.
// It returns fault.NotFound, fault.Forbidden, fault.Invalid, fault.Conflict unless the company is active, fault.TooMany.
func (s *Service) Invite(ctx context.Context, who access.Caller, id string, n NewCompanyInvitations) (done Invited, err error) {
	people, err := s.invitees(n)
	if err != nil {
		return done, err
	}
	if _, err := s.activeCompany(ctx, s.deps.DB.Reader(), who, id, Manager); err != nil {
		return done, err
	}
	if err := s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: invitationRule, Subject: id}); err != nil {
		return done, err
	}
	return done, s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, err := s.activeCompany(ctx, tx, who, id, Manager); err != nil {
			return err
		}
		done, err = s.invite(ctx, tx, who, id, people)
		return err
	})
}

// invite invites people, in the transaction of a caller who may.
func (s *Service) invite(ctx context.Context, tx bun.IDB, who access.Caller, id string, people []invitee) (done Invited, err error) {
	if len(people) == 0 {
		return done, nil
	}
	keys := make([]string, len(people))
	for i, p := range people {
		keys[i] = p.key
	}
	inside, err := activeByEmail(ctx, tx, id, keys)
	if err != nil {
		return done, err
	}
	now := s.deps.Clock.Now()
	for _, p := range people {
		if inside[p.key] != "" {
			done.Existing++
			continue
		}
		invitation, err := upsertInvitation(ctx, tx, CompanyInvitation{ID: db.NewID(), CompanyID: id, Email: p.email, EmailKey: p.key, FullName: p.fullName, Role: p.role, Department: p.department,
			State: "open", InvitedBy: &who.ID, CreatedAt: now, ExpiresAt: now.Add(invitationLifetime)})
		if err != nil {
			return done, err
		}
		if err := s.queueEmail(ctx, tx, invitation); err != nil {
			return done, err
		}
		done.Invited++
	}
	if done.Invited == 0 {
		return done, nil
	}
	return done, s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "company.people_invited", TargetKind: "company", TargetID: id,
		After: map[string]any{"invited": done.Invited, "role": people[0].role}})
}

// Invitations lists the open invitations of a company, newest first, with their number and the cursor of the next page. For its managers and administrators.
// fault.NotFound, fault.Forbidden, fault.Invalid for an invalid cursor.
func (s *Service) Invitations(ctx context.Context, who access.Caller, id string, scroll rest.CursorParam, limit int64) (is []CompanyInvitation, n rest.Count, next string, err error) {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	c, err := s.Require(ctx, q, who, id, Manager)
	if err != nil {
		return nil, n, "", err
	}
	before, beforeID, err := scroll.DecodeTime(now)
	if err != nil {
		return nil, n, "", err
	}
	if err := countPeople(ctx, q, &c, now); err != nil {
		return nil, n, "", err
	}
	if is, err = openInvitations(ctx, q, id, now, before, beforeID, limit+1); err != nil {
		return nil, n, "", err
	}
	is, next = rest.CutAtTime(is, limit, func(i CompanyInvitation) (time.Time, string) { return i.CreatedAt, i.ID })
	return is, rest.Count{Total: c.Invitations}, next, nil
}

// Revoke takes an invitation back. For the managers of the company and administrators. fault.NotFound, also for one that was accepted, fault.Forbidden.
func (s *Service) Revoke(ctx context.Context, who access.Caller, id, invitation string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, err := s.Require(ctx, tx, who, id, Manager); err != nil {
			return err
		}
		return revokeInvitation(ctx, tx, id, invitation)
	})
}

// Preview returns what a link invites to. For everybody who has it. fault.Gone.
func (s *Service) Preview(ctx context.Context, token string) (p InvitationPreview, err error) {
	id, err := s.signer().Read(token, s.deps.Clock.Now(), 1)
	if err != nil {
		return p, errDead
	}
	q := s.deps.DB.Reader()
	i, err := openInvitation(ctx, q, id[0], s.deps.Clock.Now())
	if err != nil {
		return p, err
	}
	c, err := find(ctx, q, i.CompanyID, "")
	return InvitationPreview{c.Name, i.Email, i.Role, i.ExpiresAt}, err
}

// Accept makes the caller belong to the company that has invited them. For signed-in callers whose account has the address that was invited; others get
// fault.Forbidden. fault.Gone.
func (s *Service) Accept(ctx context.Context, who access.Caller, token string) (m CompanyMembership, err error) {
	id, err := s.signer().Read(token, s.deps.Clock.Now(), 1)
	if err != nil {
		return m, errDead
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		now := s.deps.Clock.Now()
		i, err := openInvitation(ctx, tx, id[0], now)
		if err != nil {
			return err
		}
		key, err := emailKeyOf(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if key != i.EmailKey {
			return fault.New(fault.Forbidden, "other_address", "This invitation is for "+i.Email+". Sign in with the account that has this address.")
		}
		if err := acceptInvitation(ctx, tx, i.ID, who.ID); err != nil {
			return err
		}
		if err := join(ctx, tx, CompanyPerson{CompanyID: i.CompanyID, UserID: who.ID, Role: i.Role, Department: i.Department, State: "active", JoinedAt: now}); err != nil {
			return err
		}
		if err := s.admit(ctx, tx, who, i.CompanyID, who.ID, i.Role); err != nil {
			return err
		}
		if err := s.deps.Seats.Take(ctx, tx, i.CompanyID, who.ID, i.EmailKey); err != nil {
			return err
		}
		m, err = membership(ctx, tx, i.CompanyID, who.ID)
		return err
	})
	return m, err
}

// admit gives one who has a role in a company now what belongs to it.
func (s *Service) admit(ctx context.Context, tx bun.IDB, who access.Caller, id, userID, role string) error {
	if role != Member {
		if err := s.deps.Accounts.AddRole(ctx, tx, userID, access.Corporate); err != nil {
			return err
		}
	}
	return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "company.person_admitted", TargetKind: "user", TargetID: userID, After: map[string]any{"company_id": id, "role": role}})
}
