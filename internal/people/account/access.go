package account

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// SendReset emails a user a link to choose another password; the current one stays valid until then. For administrators.
// fault.NotFound, fault.Conflict when the account is disabled.
func (s *Service) SendReset(ctx context.Context, who access.Caller, user string) error {
	return s.help(ctx, who, user, "user.reset_sent", func(tx bun.IDB, u directory.User) error { return s.recovery.SendReset(ctx, tx, u.ID) })
}

// SendWelcome repeats the email with which the owner of a new account chooses a password. For administrators. fault.NotFound,
// fault.Conflict when the account is disabled or has a password.
func (s *Service) SendWelcome(ctx context.Context, who access.Caller, user string) error {
	return s.help(ctx, who, user, "user.welcome_sent", func(tx bun.IDB, u directory.User) error {
		if u.PasswordHash != "" {
			return fault.New(fault.Conflict, "password_chosen", "This user has already chosen a password. Send a link to choose a new one instead.")
		}
		return s.mailer.QueueAlert(ctx, tx, emailJob, accountmail.QueuedEmail{Template: welcomeEmail, User: u.ID})
	})
}

// RequireNewPassword voids a user's password, signs the user out everywhere and emails a link to choose another one. For
// administrators with a fresh session. fault.Forbidden, fault.NotFound, fault.Conflict when the account is disabled, has no password, or
// is the caller's.
func (s *Service) RequireNewPassword(ctx context.Context, who access.Caller, user string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.requireProof(ctx, tx, who, who.ID != user); err != nil {
			return err
		}
		changed, err := s.VoidPassword(ctx, tx, who, user)
		if err == nil && !changed {
			err = fault.New(fault.Conflict, "no_password", "This user has no password. Send the link to choose one.")
		}
		return err
	})
}

// VoidPassword is RequireNewPassword with the transaction tx, for callers who have confirmed their identity. It reports whether there
// was a password. For package user.
func (s *Service) VoidPassword(ctx context.Context, tx bun.IDB, who access.Caller, user string) (changed bool, err error) {
	if who.ID == user {
		return false, fault.New(fault.Conflict, "own_account", "Change your own password in your settings.")
	}
	u, err := s.lockActive(ctx, tx, user)
	if err != nil || u.PasswordHash == "" {
		return false, err
	}
	if err := directory.VoidPassword(ctx, tx, u.ID, s.clock.Now()); err != nil {
		return false, err
	}
	if err := s.recovery.RevokeLinks(ctx, tx, u.ID); err != nil {
		return false, err
	}
	if err := s.sessions.EndSessionsOf(ctx, tx, u.ID); err != nil {
		return false, err
	}
	if err := s.security.Record(ctx, tx, u.ID, "password_voided"); err != nil {
		return false, err
	}
	if err := s.recovery.SendReset(ctx, tx, u.ID); err != nil {
		return false, err
	}
	return true, s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.password_voided", TargetKind: "user", TargetID: u.ID})
}

// help does something for a user who may sign in, and audits it.
func (s *Service) help(ctx context.Context, who access.Caller, user, action string, do func(tx bun.IDB, u directory.User) error) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		u, err := s.lockActive(ctx, tx, user)
		if err != nil {
			return err
		}
		if err := do(tx, u); err != nil {
			return err
		}
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: action, TargetKind: "user", TargetID: u.ID})
	})
}

// lockActive returns a user, whose row is locked. fault.NotFound, fault.Conflict when the account is disabled.
func (s *Service) lockActive(ctx context.Context, tx bun.IDB, user string) (directory.User, error) {
	u, err := s.lockForUpdate(ctx, tx, user, nil)
	if err == nil && u.Status != directory.Active {
		err = fault.New(fault.Conflict, "account_disabled", "This account is deactivated. Reactivate it first.")
	}
	return u, err
}

type helpInput struct {
	ID string `path:"id"`
}

// registerHelp mounts how administrators help users back into their accounts.
func (s *Service) registerHelp(api *rest.API) {
	for _, op := range []struct {
		path, summary, done string
		do                  func(ctx context.Context, who access.Caller, user string) error
	}{
		{"send-reset", "Send a user a link to choose a new password", "An email with the link is on its way to them", s.SendReset},
		{"send-welcome", "Resend the welcome email with the link to choose a password", "The email is on its way again", s.SendWelcome},
		{"require-new-password", "Invalidate a user's password and send them a link to choose a new one; the caller confirms their identity first",
			"Their password is good no more. An email tells them how to choose another one.", s.RequireNewPassword},
	} {
		rest.Handle(api, rest.Roles(access.Admin), rest.Post("/users/{id}/"+op.path, op.summary, fault.NotFound, fault.Conflict).Idempotent(),
			func(ctx context.Context, who access.Caller, in *helpInput) (rest.Answer[rest.Nothing], error) {
				return rest.Done(op.done, op.do(ctx, who, in.ID))
			})
	}
}
