// Package signup creates accounts: of users who register and confirm their address, come from an identity provider or were
// invited, and of the first administrator. It also handles applications for roles.
package signup

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/people/emaillink"
	"lectern/internal/people/legal"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
)

// SignUpRequest is a registration, with the role that the new user applies for.
type SignUpRequest struct {
	directory.Registration
	Application *NewApplication         `json:"application,omitempty" doc:"To be an instructor or a corporate client too; an administrator decides."`
	Accepted    []legal.DocumentVersion `json:"accepted_documents,omitempty" maxItems:"2" msg:"Please name the versions that were accepted" doc:"The legal documents of GET /school in the versions that the new user has accepted: all of them. Absent while there are none."`
}

// SignUpCompletion is the form behind a sign-up link. The link proves the address, and the password proves who signed up:
// otherwise a stranger could sign up with another user's address, who opens the link and from then on shares the account
// with the stranger.
type SignUpCompletion struct {
	emaillink.LinkRedemption
	Password string `json:"password,omitempty" maxLength:"1024" msg:"maxLength=This is not the password you chose" doc:"That was chosen at sign-up; absent where none was, of who came from elsewhere."`
	Key      string `json:"key,omitempty" maxLength:"200" msg:"maxLength=This is not the key of this sign-up" doc:"Of who came from elsewhere: what the browser got when it came back from there."`
}

// Entry is the answer to a proven identity: a session, or the second step.
type Entry = rest.Either[authn.SignedIn, authn.SecondStep]

// pending is a registration whose address is not confirmed yet. There is no account, so that nobody can occupy another
// user's address; it may exist even for an address that has an account.
type pending struct {
	bun.BaseModel `bun:"table:sign_ups,alias:s"`

	ID           string `bun:",pk"`
	Email        string
	EmailKey     string
	FullName     string
	PasswordHash string // "" when the user came from an identity provider
	Application  db.JSON[*NewApplication]
	Accepted     db.JSON[[]legal.DocumentAcceptance]
	CreatedAt    time.Time
	ExpiresAt    time.Time
	EndedAt      *time.Time
}

const (
	completion     emaillink.Purpose = "sign up"
	browserKey     emaillink.Purpose = "sign up in a browser" // the browser in which it was begun
	completionPage                   = "/complete-registration"
	linkLifetime                     = 24 * time.Hour     // from when the email is sent
	pendingFor                       = 7 * 24 * time.Hour // while another email can be requested
)

var signUpLimit = authn.Limit{
	Client:  authn.ClientRule{Rule: ratelimit.Rule{Name: "sign-up client", Window: time.Hour}, Setting: func(l settings.LimitSettings) int64 { return l.SignUps }},
	Account: ratelimit.Rule{Name: "sign-up account", Limit: 5, Window: time.Hour}, // each is an email
}

// SignUp begins a student's account: an email to the address says how to continue, also when there is an account. Public;
// neither the answer nor the work reveals whether there is one. fault.Invalid when a rule is violated, fault.Conflict
// when other documents have to be accepted than were, fault.TooMany.
func (s *Service) SignUp(ctx context.Context, r SignUpRequest, from access.Client) error {
	if err := s.limits.Take(ctx, signUpLimit, from, directory.EmailKey(r.Email)); err != nil {
		return err
	}
	if err := s.requireOpen(ctx, s.db.Reader(), r.Email); err != nil {
		return err
	}
	if err := legal.RequireAll(ctx, s.db.Reader(), r.Accepted); err != nil {
		return err
	}
	u, err := r.NewStrongUser(ctx, s.passwords, s.clock.Now(), access.Student)
	if err != nil {
		return err
	}
	row := pending{ID: u.ID, Email: u.Email, EmailKey: u.EmailKey, FullName: u.FullName, PasswordHash: u.PasswordHash,
		Application: db.JSON[*NewApplication]{V: r.Application},
		Accepted:    db.JSON[[]legal.DocumentAcceptance]{V: legal.AcceptedBy(from, u.CreatedAt, r.Accepted)}, CreatedAt: u.CreatedAt, ExpiresAt: u.CreatedAt.Add(linkLifetime)}
	return s.db.InTx(ctx, func(tx bun.IDB) error { return s.begin(ctx, tx, row) })
}

func (s *Service) begin(ctx context.Context, tx bun.IDB, row pending) error {
	if err := insertPending(ctx, tx, row); err != nil {
		return err
	}
	return s.mailer.Queue(ctx, tx, emailJob, accountmail.QueuedEmail{Template: signUpEmail, Email: row.EmailKey, Subject: row.ID})
}

// CompleteSignUp creates the account of a sign-up, whose address is thereby confirmed, and signs its user in. It requires
// the link and the chosen password or, after a federated sign-in, the same browser. fault.Gone when the link is invalid or
// the address has an account by now; fault.Invalid for a wrong password and fault.Forbidden in another browser, both of
// which leave the link valid; fault.TooMany.
func (s *Service) CompleteSignUp(ctx context.Context, c SignUpCompletion, from access.Client) (Entry, error) {
	return authn.Guarded(ctx, s.limits, authn.DeadLinks("sign-up"), from, func() (Entry, error) { return s.completeSignUp(ctx, c, from) })
}

func (s *Service) completeSignUp(ctx context.Context, c SignUpCompletion, from access.Client) (answer Entry, err error) {
	id, ok := s.links.Read(completion, c.Token)
	if !ok {
		return Entry{}, emaillink.ErrDead
	}
	if err := s.prove(ctx, id, c); err != nil {
		return Entry{}, err
	}
	return answer, s.db.InTx(ctx, func(tx bun.IDB) error {
		u, err := s.complete(ctx, tx, id)
		if err != nil {
			return err
		}
		answer, err = s.sessions.Start(ctx, tx, u, from)
		return err
	})
}

// complete creates the account of a sign-up, with the identity and the application that wait for it.
func (s *Service) complete(ctx context.Context, tx bun.IDB, id string) (directory.User, error) {
	now := s.clock.Now()
	row, err := endPending(ctx, tx, id, now)
	if err != nil {
		return directory.User{}, err
	}
	if err := s.requireOpen(ctx, tx, row.Email); err != nil { // it may have been closed since
		return directory.User{}, err
	}
	u := directory.User{ID: db.NewID(), Email: row.Email, EmailKey: row.EmailKey, FullName: row.FullName, Roles: []access.Role{access.Student},
		PasswordHash: row.PasswordHash, EmailVerifiedAt: &now, Status: directory.Active, CreatedAt: now, UpdatedAt: now}
	if err := directory.Insert(ctx, tx, u); fault.Is(err, fault.Conflict) {
		return u, emaillink.ErrDead
	} else if err != nil {
		return u, err
	}
	if err := legal.Accept(ctx, tx, u.ID, row.Accepted.V); err != nil {
		return u, err
	}
	if err := s.identities.ConnectPending(ctx, tx, row.ID, u.ID); err != nil {
		return u, err
	}
	if n := row.Application.V; n != nil {
		return u, s.apply(ctx, tx, s.newApplication(u.ID, *n))
	}
	return u, nil
}

// requireOpen is fault.Forbidden when registration is closed, and fault.Invalid when it is not open to the owner of an address.
func (s *Service) requireOpen(ctx context.Context, q bun.IDB, email string) error {
	current, err := s.settings.Current(ctx, q)
	if err != nil || current.Registration.Admits(strings.TrimSpace(email)) {
		return err
	}
	if current.Registration.Mode == settings.ByInvitation {
		return fault.New(fault.Forbidden, "registration_closed", "Only people with an invitation can create an account here. Ask your school for one.")
	}
	return fault.InvalidField("email", "domain_not_admitted", "Please sign up with an email address at "+strings.Join(current.Registration.Domains, " or ")+".")
}

// prove checks that the caller is who signed up: fault.Invalid for a wrong password, fault.Forbidden when there is none and
// the browser is another, emaillink.ErrDead when there is no such sign-up.
func (s *Service) prove(ctx context.Context, id string, c SignUpCompletion) error {
	hash, err := passwordOf(ctx, s.db.Reader(), id, s.clock.Now())
	if err != nil {
		return err
	}
	if hash == "" {
		if begun, ok := s.links.Read(browserKey, c.Key); !ok || begun != id {
			return fault.New(fault.Forbidden, "other_browser", "This sign-up was started in another browser or on another device with an account at another site. "+
				"Open the link there, or sign in here with that account again to get a new email. If you didn't sign up, do nothing.")
		}
		return nil
	}
	right, err := s.hasher.Matches(ctx, c.Password, hash)
	if err != nil {
		return err
	}
	var broken fault.Fields
	broken.Require(c.Password != "", "password", "required", "Please enter the password you chose")
	broken.Require(right || c.Password == "", "password", "wrong_password",
		"This is not the password that was chosen for this email address. If you didn't sign up, sign up now to create your own account")
	return broken.Err()
}
