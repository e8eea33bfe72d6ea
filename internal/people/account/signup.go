package account

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/ratelimit"
)

// SignUpRequest is a registration, with what the newcomer applies for besides being a student.
type SignUpRequest struct {
	Registration
	Application *NewApplication `json:"application,omitempty" doc:"To be an instructor or a corporate client too; an administrator decides."`
}

// signUp is a registration that waits for its address to be confirmed. There is no account yet, so that nobody takes an
// address which is another's, and of an address that has an account there may be one as well.
type signUp struct {
	bun.BaseModel `bun:"table:sign_ups,alias:s"`

	ID           string `bun:",pk"`
	Email        string
	EmailKey     string
	FullName     string
	PasswordHash string
	Application  db.JSON[*NewApplication]
	CreatedAt    time.Time
	ExpiresAt    time.Time
	EndedAt      *time.Time
}

const (
	toSignUp      purpose = "sign up"
	inBrowser     purpose = "sign up in a browser" // in which it was begun
	signUpPage            = "/complete-registration"
	signUpLives           = 24 * time.Hour     // the link, from the letter on
	signUpWaiting         = 7 * 24 * time.Hour // in which another letter can be asked for
)

var signUpLimit = limit{
	ratelimit.Rule{Name: "sign-up client", Limit: 120, Window: time.Hour},
	ratelimit.Rule{Name: "sign-up account", Limit: 5, Window: time.Hour}, // each is a letter
}

// SignUp begins an account for a student: a letter to the address says how to go on, also where there is one already.
// For anybody; the answer and the work tell nobody whether there is. fault.Invalid when a rule is broken, fault.TooMany.
func (s *Service) SignUp(ctx context.Context, r SignUpRequest, from access.Client) error {
	if err := s.take(ctx, signUpLimit, from, emailKey(r.Email)); err != nil {
		return err
	}
	u, err := s.newcomer(ctx, r.Registration, access.Student)
	if err != nil {
		return err
	}
	row := signUp{ID: u.ID, Email: u.Email, EmailKey: u.EmailKey, FullName: u.FullName, PasswordHash: u.PasswordHash,
		Application: db.JSON[*NewApplication]{V: r.Application}, CreatedAt: u.CreatedAt, ExpiresAt: u.CreatedAt.Add(signUpLives)}
	return s.DB.InTx(ctx, func(tx bun.IDB) error { return s.beginSignUp(ctx, tx, row) })
}

func (s *Service) beginSignUp(ctx context.Context, tx bun.IDB, row signUp) error {
	if err := insertSignUp(ctx, tx, row); err != nil {
		return err
	}
	return s.write(ctx, tx, order{Occasion: onSignUp, Email: row.EmailKey, About: row.ID})
}

// SignUpCompletion is what the page of a link to sign up sends. The link shows that the address is theirs, the password that it
// was they who signed up: otherwise somebody could sign up with the address of another, who opens the letter and
// shares an account with a stranger from then on.
type SignUpCompletion struct {
	LinkToken
	Password string `json:"password,omitempty" maxLength:"1024" msg:"maxLength=This is not the password that was chosen" doc:"That was chosen at sign-up; absent where none was, of who came from elsewhere."`
	Key      string `json:"key,omitempty" maxLength:"200" msg:"maxLength=This is not the key of this sign-up" doc:"Of who came from elsewhere: what the browser got when it came back from there."`
}

// CompleteSignUp makes the account of a sign-up, whose address is confirmed thereby, and lets them in. For whoever holds the
// link and has chosen the password, or came from elsewhere in the same browser. fault.Gone when the link is not good, or the address has got an account meanwhile,
// fault.Invalid when the password is another and fault.Forbidden in another browser, which leaves the link good, fault.TooMany.
func (s *Service) CompleteSignUp(ctx context.Context, c SignUpCompletion, from access.Client) (answer Entry, err error) {
	if err := s.take(ctx, linkLimit, from, ""); err != nil {
		return Entry{}, err
	}
	id, ok := s.readLinkToken(toSignUp, c.Token)
	if !ok {
		return Entry{}, errDeadLink
	}
	if err := s.proveSignUp(ctx, id, c); err != nil {
		return Entry{}, err
	}
	now := s.Clock.Now()
	return answer, s.DB.InTx(ctx, func(tx bun.IDB) error {
		row, err := endSignUp(ctx, tx, id, now)
		if err != nil {
			return err
		}
		u := User{ID: db.NewID(), Email: row.Email, EmailKey: row.EmailKey, FullName: row.FullName, Roles: []access.Role{access.Student},
			PasswordHash: row.PasswordHash, EmailVerifiedAt: &now, Status: active, CreatedAt: now, UpdatedAt: now}
		if err := insertUser(ctx, tx, u); fault.Is(err, fault.Conflict) {
			return errDeadLink
		} else if err != nil {
			return err
		}
		if err := s.Outside.Settle(ctx, tx, row.ID, u.ID); err != nil {
			return err
		}
		if n := row.Application.V; n != nil {
			if err := s.apply(ctx, tx, s.newApplication(u.ID, *n)); err != nil {
				return err
			}
		}
		answer, err = s.letIn(ctx, tx, u, "", from)
		return err
	})
}

// proveSignUp is nil for whoever has signed up: fault.Invalid when the password is not the one that was chosen with it,
// fault.Forbidden where none was and the browser is another, errDeadLink when there is no such sign-up.
func (s *Service) proveSignUp(ctx context.Context, id string, c SignUpCompletion) error {
	hash, err := passwordOfSignUp(ctx, s.DB.Reader(), id, s.Clock.Now())
	if err != nil {
		return err
	}
	if hash == "" {
		if begun, ok := s.readLinkToken(inBrowser, c.Key); !ok || begun != id {
			return fault.New(fault.Forbidden, "other_browser", "This sign-up was begun in another browser or on another device, with an account at another site. "+
				"Please open the link there. Or sign in here with that account again: another letter comes, whose link you open here. If it was not you, do nothing.")
		}
		return nil
	}
	right, err := s.Hasher.Matches(ctx, c.Password, hash)
	if err != nil {
		return err
	}
	var broken fault.Fields
	broken.Require(c.Password != "", "password", "required", "Please enter the password that you have chosen")
	broken.Require(right || c.Password == "", "password", "wrong_password",
		"This is not the password that was chosen with this address. If it was not you, please sign up yourself: that makes an account of your own")
	return broken.Err()
}

// composeSignUp is the letter about a sign-up to an address without an account, and nil when there is none that waits.
func (s *Service) composeSignUp(ctx context.Context, o order, j jobs.Job) (*mail.Email, error) {
	row, err := waitingSignUp(ctx, s.DB.Reader(), o, s.Clock.Now().Add(-signUpWaiting))
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	err = s.DB.InTx(ctx, func(tx bun.IDB) error { return prolongSignUp(ctx, tx, row.ID, j.CreatedAt.Add(signUpLives)) })
	l := mail.Email{ID: j.ID, To: row.Email, Name: row.FullName, At: j.CreatedAt, Language: mail.Language(o.Browser),
		ActionURL: s.Address + signUpPage + "#" + s.linkToken(toSignUp, row.ID)}
	l.SetText(welcome)
	return &l, err
}
