package account

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// Invitation lets whoever reads the mail of an address make an account with roles: the only way to be an administrator
// without being at the machine.
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

// InvitationView is an invitation as administrators see it.
type InvitationView struct {
	Invitation
	Roles []access.Role `json:"roles" enum:"student,instructor,corporate,admin"`
}

// NewInvitation is what an administrator sends.
type NewInvitation struct {
	Email string        `json:"email" pattern:"\\S" maxLength:"254" msg:"Please enter the e-mail address;maxLength=An e-mail address has at most 254 characters"`
	Roles []access.Role `json:"roles" minItems:"1" maxItems:"4" enum:"student,instructor,corporate,admin" msg:"Please choose at least one role"`
}

// Acceptance is what the page of an invitation sends.
type Acceptance struct {
	LinkToken
	FullName string `json:"full_name" pattern:"\\S" maxLength:"120" msg:"Please enter your name;maxLength=Your name must be at most 120 characters"`
	Password string `json:"password" minLength:"10" maxLength:"128" msg:"Please choose a password;minLength=Your password must have at least 10 characters;maxLength=Your password must have at most 128 characters"`
}

const (
	toJoin      purpose = "join"
	invitedFor          = 7 * 24 * time.Hour
	invitedPage         = "/join"
)

// Invite sends an invitation. For administrators. fault.Invalid when a rule is broken, fault.Conflict when the address
// has an account.
func (s *Service) Invite(ctx context.Context, who access.Caller, n NewInvitation) (InvitationView, error) {
	var broken fault.Fields
	email := strings.TrimSpace(n.Email)
	broken.Require(isAddress(email), "email", "invalid_format", "This is not a valid e-mail address")
	if err := broken.Err(); err != nil {
		return InvitationView{}, err
	}
	slices.Sort(n.Roles)
	now := s.Clock.Now()
	row := Invitation{ID: db.NewID(), Email: email, Roles: db.JSON[[]access.Role]{V: slices.Compact(n.Roles)}, InvitedBy: who.ID,
		CreatedAt: now, ExpiresAt: now.Add(invitedFor)}
	return InvitationView{row, row.Roles.V}, s.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, err := userByEmail(ctx, tx, emailKey(email)); !fault.Is(err, fault.NotFound) {
			if err == nil {
				err = fault.New(fault.Conflict, "email_taken", "There is an account with this e-mail address already.")
			}
			return err
		}
		if err := insertInvitation(ctx, tx, row); err != nil {
			return err
		}
		err := s.Audit.Write(ctx, tx, who, audit.Entry{Action: "invitation.sent", TargetKind: "invitation", TargetID: row.ID, After: UserRoles{row.Roles.V}})
		if err != nil {
			return err
		}
		return s.write(ctx, tx, order{Occasion: onInvitation, About: row.ID})
	})
}

// Invitations is a page of those that may still be accepted, the newest first, and how many there are. For administrators.
func (s *Service) Invitations(ctx context.Context, limit, offset int64) (views []InvitationView, total int64, err error) {
	rows, total, err := openInvitations(ctx, s.DB.Reader(), s.Clock.Now(), limit, offset)
	for _, row := range rows {
		views = append(views, InvitationView{row, row.Roles.V})
	}
	return views, total, err
}

// Uninvite takes an invitation back. For administrators. fault.NotFound when it was accepted or is too old.
func (s *Service) Uninvite(ctx context.Context, who access.Caller, id string) error {
	return s.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := endInvitation(ctx, tx, id, s.Clock.Now()); err != nil {
			return err
		}
		return s.Audit.Write(ctx, tx, who, audit.Entry{Action: "invitation.taken_back", TargetKind: "invitation", TargetID: id})
	})
}

// InviteAgain sends the letter of an invitation once more and gives it its seven days from now. For administrators.
// fault.NotFound when it was accepted, taken back or is too old.
func (s *Service) InviteAgain(ctx context.Context, who access.Caller, id string) error {
	now := s.Clock.Now()
	return s.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := prolongInvitation(ctx, tx, id, now, now.Add(invitedFor)); err != nil {
			return err
		}
		if err := s.Audit.Write(ctx, tx, who, audit.Entry{Action: "invitation.sent_again", TargetKind: "invitation", TargetID: id}); err != nil {
			return err
		}
		return s.write(ctx, tx, order{Occasion: onInvitation, About: id})
	})
}

// Join makes the account of an invitation and lets its holder in. For whoever holds the link. fault.Gone when it is not good,
// fault.Invalid when a rule is broken, which leaves it good, fault.Conflict when the address has got an account, fault.TooMany.
func (s *Service) Join(ctx context.Context, a Acceptance, from access.Client) (Entry, error) {
	if err := s.take(ctx, linkLimit, from, ""); err != nil {
		return Entry{}, err
	}
	id, ok := s.readLinkToken(toJoin, a.Token)
	if !ok {
		return Entry{}, errDeadLink
	}
	i, err := openInvitation(ctx, s.DB.Reader(), id, s.Clock.Now())
	if fault.Is(err, fault.NotFound) {
		err = errDeadLink
	}
	if err != nil {
		return Entry{}, err
	}
	u, err := s.newcomer(ctx, Registration{FullName: a.FullName, Email: i.Email, Password: a.Password}, i.Roles.V...)
	if err != nil {
		return Entry{}, err
	}
	u.EmailVerifiedAt = &u.CreatedAt // the link was sent to it
	var answer Entry
	return answer, s.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := endInvitation(ctx, tx, id, s.Clock.Now()); err != nil {
			return errDeadLink
		}
		if err := insertUser(ctx, tx, u); err != nil {
			return err
		}
		if err := s.tell(ctx, tx, InvitationAccepted{i.ID, i.InvitedBy, u.ID}); err != nil {
			return err
		}
		answer, err = s.letIn(ctx, tx, u, "", from)
		return err
	})
}
