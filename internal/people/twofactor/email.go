package twofactor

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
)

// event is why the owner of an account gets a letter: whatever opens it has changed or been used.
type event string

const (
	onAuthenticator     event = "authenticator"
	onAuthenticatorGone event = "authenticator_gone"
	onPasskey           event = "passkey"
	onPasskeyGone       event = "passkey_gone"
	onCopiedPasskey     event = "copied_passkey"
	onNewCodes          event = "new_codes"
	onRecoveryCode      event = "recovery_code"
	onLock              event = "lock"
	onReset             event = "reset"
)

// securityKind is what the security log calls it.
func (o event) securityKind() string {
	return map[event]string{
		onAuthenticator: "authenticator_added", onAuthenticatorGone: "authenticator_removed",
		onPasskey: "passkey_added", onPasskeyGone: "passkey_removed", onCopiedPasskey: "passkey_refused",
		onNewCodes: "recovery_codes_renewed", onRecoveryCode: "recovery_code_used",
		onLock: "second_step_locked", onReset: "second_step_reset",
	}[o]
}

const emailJob = "twofactor.letter"

type order struct {
	Occasion event
	User     string
	About    string // the name of a passkey
}

// recordEvent tells the owner, and keeps in the audit log, that who has changed what opens the account of user.
func (s *Service) recordEvent(ctx context.Context, tx bun.IDB, who access.Caller, user string, o event, about string) error {
	if err := s.queueEmail(ctx, tx, user, o, about); err != nil {
		return err
	}
	e := audit.Entry{Action: "two_factor." + string(o), TargetKind: "user", TargetID: user}
	if about != "" {
		e.After = PasskeyName{about}
	}
	return s.audit.Write(ctx, tx, who, e)
}

// Changed is told when what opens an account beside the password has changed or been used. Its owner gets a letter.
type Changed struct{ UserID string }

func (Changed) EventName() string { return "two_factor.changed" }

// queueEmail orders a letter with the transaction tx, keeps its reason in the security log, and tells others of it.
func (s *Service) queueEmail(ctx context.Context, tx bun.IDB, user string, o event, about string) error {
	if err := s.security.Record(ctx, tx, user, o.securityKind()); err != nil {
		return err
	}
	if _, err := s.queue.Add(ctx, tx, jobs.New{Kind: emailJob, Payload: order{o, user, about}}); err != nil {
		return err
	}
	return events.Publish(ctx, tx, s.clock.Now(), Changed{user})
}

// Handlers are the jobs of this package.
func (s *Service) Handlers() map[string]jobs.Handler {
	if s.address == "" { // a worker that does not know where links lead leaves emails to others
		return nil
	}
	return map[string]jobs.Handler{emailJob: {Do: func(ctx context.Context, claim []jobs.Job) error { return s.sendEmail(ctx, claim[0]) }}}
}

// sendEmail sends a letter that was ordered.
func (s *Service) sendEmail(ctx context.Context, j jobs.Job) error {
	o, err := jobs.Payload[order](j)
	if err != nil {
		return err
	}
	u, err := accountOf(ctx, s.db.Reader(), o.User)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	language, err := mail.LanguageFor(ctx, s.preferences, s.db.Reader(), o.User, "")
	if err != nil {
		return err
	}
	l := mail.Email{ID: j.ID, To: u.Email, Name: u.FullName, At: j.CreatedAt, Language: language, ActionURL: s.address + "/settings/security"}
	l.SetText(texts[o.Occasion], "{passkey}", o.About)
	return mail.JobError(s.mail.Send(ctx, l), s.clock.Now().Sub(j.CreatedAt))
}
