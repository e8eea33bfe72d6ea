package signup

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/people/emaillink"
	"lectern/internal/people/legal"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// Invitation lets the owner of an address create an account with roles: the only way to become an administrator without
// access to the machine.
type Invitation struct {
	bun.BaseModel `bun:"table:invitations,alias:i" json:"-"`

	ID        string                 `bun:",pk" json:"id"`
	Email     string                 `json:"email"`
	Roles     db.JSON[[]access.Role] `json:"-"`
	InvitedBy string                 `json:"invited_by" doc:"Id of the administrator."`
	CreatedAt time.Time              `json:"created_at"`
	ExpiresAt time.Time              `json:"expires_at"`
	EndedAt   *time.Time             `json:"-"`
}

// InvitationView is an invitation as shown to administrators.
type InvitationView struct {
	Invitation
	Roles []access.Role `json:"roles" enum:"student,instructor,corporate,admin"`
}

type NewInvitation struct {
	Email string        `json:"email" pattern:"\\S" maxLength:"254" msg:"Please enter the email address;maxLength=An email address has at most 254 characters"`
	Roles []access.Role `json:"roles" minItems:"1" maxItems:"4" enum:"student,instructor,corporate,admin" msg:"Please choose at least one role;enum=This role doesn't exist. Choose student, instructor, corporate or admin"`
}

// Acceptance is the form behind an invitation link.
type Acceptance struct {
	emaillink.LinkRedemption
	FullName string                  `json:"full_name" pattern:"\\S" maxLength:"120" msg:"Please enter your name;maxLength=Your name must be at most 120 characters"`
	Password string                  `json:"password" minLength:"10" maxLength:"128" msg:"Please choose a password;minLength=Your password must have at least 10 characters;maxLength=Your password must have at most 128 characters"`
	Accepted []legal.DocumentVersion `json:"accepted_documents,omitempty" maxItems:"2" msg:"Please name the versions that were accepted" doc:"The legal documents of GET /school in the versions that the new user has accepted: all of them. Absent while there are none."`
}

const (
	acceptance         emaillink.Purpose = "join"
	acceptancePage                       = "/join"
	invitationLifetime                   = 7 * 24 * time.Hour
)

// Invite sends an invitation. For administrators; fault.Forbidden for a new administrator when the caller's session is not fresh,
// fault.Invalid when a rule is violated, fault.Conflict when the address has an account.
func (s *Service) Invite(ctx context.Context, who access.Caller, n NewInvitation) (InvitationView, error) {
	var broken fault.Fields
	email := strings.TrimSpace(n.Email)
	broken.Require(directory.IsAddress(email), "email", "invalid_format", "This is not a valid email address")
	if err := broken.Err(); err != nil {
		return InvitationView{}, err
	}
	slices.Sort(n.Roles)
	now := s.clock.Now()
	row := Invitation{ID: db.NewID(), Email: email, Roles: db.JSON[[]access.Role]{V: slices.Compact(n.Roles)}, InvitedBy: who.ID,
		CreatedAt: now, ExpiresAt: now.Add(invitationLifetime)}
	return InvitationView{row, row.Roles.V}, s.db.InTx(ctx, func(tx bun.IDB) error {
		if slices.Contains(n.Roles, access.Admin) {
			if err := s.sessions.Fresh(ctx, tx, who); err != nil {
				return err
			}
		}
		if _, err := directory.ByEmail(ctx, tx, directory.EmailKey(email)); !fault.Is(err, fault.NotFound) {
			if err == nil {
				err = fault.New(fault.Conflict, "email_taken", "There is already an account with this email address.")
			}
			return err
		}
		if err := insertInvitation(ctx, tx, row); err != nil {
			return err
		}
		err := s.audit.Write(ctx, tx, who, audit.Entry{Action: "invitation.sent", TargetKind: "invitation", TargetID: row.ID,
			After: map[string]any{"roles": row.Roles.V}})
		if err != nil {
			return err
		}
		return s.orderInvitation(ctx, tx, row.ID)
	})
}

func (s *Service) orderInvitation(ctx context.Context, tx bun.IDB, id string) error {
	return s.mailer.Queue(ctx, tx, emailJob, accountmail.QueuedEmail{Template: invitationEmail, Subject: id})
}

// Invitations returns a page of the open invitations, newest first, and their number. For administrators.
func (s *Service) Invitations(ctx context.Context, limit, offset int64) (views []InvitationView, total int64, err error) {
	rows, total, err := openInvitations(ctx, s.db.Reader(), s.clock.Now(), limit, offset)
	for _, row := range rows {
		views = append(views, InvitationView{row, row.Roles.V})
	}
	return views, total, err
}

// RevokeInvitation revokes an invitation. For administrators. fault.NotFound when it was accepted or has expired.
func (s *Service) RevokeInvitation(ctx context.Context, who access.Caller, id string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := endInvitation(ctx, tx, id, s.clock.Now()); err != nil {
			return err
		}
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "invitation.taken_back", TargetKind: "invitation", TargetID: id})
	})
}

// ResendInvitation sends the email of an invitation again and extends its validity to seven days from now. For
// administrators. fault.NotFound when it was accepted, revoked or has expired.
func (s *Service) ResendInvitation(ctx context.Context, who access.Caller, id string) error {
	now := s.clock.Now()
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := extendInvitation(ctx, tx, id, now, now.Add(invitationLifetime)); err != nil {
			return err
		}
		if err := s.audit.Write(ctx, tx, who, audit.Entry{Action: "invitation.sent_again", TargetKind: "invitation", TargetID: id}); err != nil {
			return err
		}
		return s.orderInvitation(ctx, tx, id)
	})
}

// AcceptInvitation creates the account of an invitation and signs its user in. The link authorises it. fault.Gone when the
// link is invalid, fault.Invalid when a rule is violated, which leaves it valid, fault.Conflict when the address has an
// account by now or other documents have to be accepted than were, fault.TooMany.
func (s *Service) AcceptInvitation(ctx context.Context, a Acceptance, from access.Client) (Entry, error) {
	return authn.Guarded(ctx, s.limits, authn.DeadLinks("invitation"), from, func() (Entry, error) { return s.acceptInvitation(ctx, a, from) })
}

func (s *Service) acceptInvitation(ctx context.Context, a Acceptance, from access.Client) (Entry, error) {
	id, ok := s.links.Read(acceptance, a.Token)
	if !ok {
		return Entry{}, emaillink.ErrDead
	}
	i, err := openInvitation(ctx, s.db.Reader(), id, s.clock.Now())
	if fault.Is(err, fault.NotFound) {
		err = emaillink.ErrDead
	}
	if err != nil {
		return Entry{}, err
	}
	u, err := directory.Registration{FullName: a.FullName, Email: i.Email, Password: a.Password}.NewStrongUser(ctx, s.passwords, s.clock.Now(), i.Roles.V...)
	if err != nil {
		return Entry{}, err
	}
	if err := legal.RequireAll(ctx, s.db.Reader(), a.Accepted); err != nil {
		return Entry{}, err
	}
	u.EmailVerifiedAt = &u.CreatedAt // the link was sent to this address
	var answer Entry
	return answer, s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := endInvitation(ctx, tx, id, s.clock.Now()); err != nil {
			return emaillink.ErrDead
		}
		if err := directory.Insert(ctx, tx, u); fault.Is(err, fault.Conflict) {
			return fault.New(fault.Conflict, "email_taken", "There is already an account with this email address. Sign in instead.").WithCause(err)
		} else if err != nil {
			return err
		}
		if err := legal.Accept(ctx, tx, u.ID, legal.AcceptedBy(from, u.CreatedAt, a.Accepted)); err != nil {
			return err
		}
		if err := s.publish(ctx, tx, InvitationAccepted{i.ID, i.InvitedBy, u.ID}); err != nil {
			return err
		}
		answer, err = s.sessions.Start(ctx, tx, u, from)
		return err
	})
}
