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

// event is a change to a user's second factors, or a use of one, that they are notified of by email.
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

// securityKind returns the event's kind in the security log.
func (e event) securityKind() string {
	return map[event]string{
		onAuthenticator: "authenticator_added", onAuthenticatorGone: "authenticator_removed",
		onPasskey: "passkey_added", onPasskeyGone: "passkey_removed", onCopiedPasskey: "passkey_refused",
		onNewCodes: "recovery_codes_renewed", onRecoveryCode: "recovery_code_used",
		onLock: "second_step_locked", onReset: "second_step_reset",
	}[e]
}

const emailJob = "twofactor.email"

type emailPayload struct {
	Event event `json:"Occasion"` // as it is called in queued jobs
	User  string
	About string // name of a passkey
}

// recordEvent notifies the owner and records in the audit log that the caller changed the second factors of user.
func (s *Service) recordEvent(ctx context.Context, tx bun.IDB, who access.Caller, user string, ev event, about string) error {
	if err := s.queueEmail(ctx, tx, user, ev, about); err != nil {
		return err
	}
	e := audit.Entry{Action: "two_factor." + string(ev), TargetKind: "user", TargetID: user}
	if about != "" {
		e.After = NamedPasskey{about}
	}
	return s.audit.Write(ctx, tx, who, e)
}

// Changed is published when a user's second factors have changed or been used; the user is notified by email.
type Changed struct{ UserID string }

func (Changed) EventName() string { return "two_factor.changed" }

// queueEmail queues the email, records the event in the security log and publishes Changed, all in the transaction tx.
func (s *Service) queueEmail(ctx context.Context, tx bun.IDB, user string, ev event, about string) error {
	if err := s.security.Record(ctx, tx, user, ev.securityKind()); err != nil {
		return err
	}
	if _, err := s.queue.Add(ctx, tx, jobs.New{Kind: emailJob, Payload: emailPayload{ev, user, about}}); err != nil {
		return err
	}
	return events.Publish(ctx, tx, s.clock.Now(), Changed{user})
}

func (s *Service) Handlers() map[string]jobs.Handler {
	if s.address == "" { // a worker without the public address cannot make links and leaves emails to others
		return nil
	}
	return map[string]jobs.Handler{emailJob: {Do: jobs.One(s.sendEmail)}}
}

// sendEmail sends a queued email.
func (s *Service) sendEmail(ctx context.Context, j jobs.Job) error {
	p, err := jobs.Payload[emailPayload](j)
	if err != nil {
		return err
	}
	u, err := accountOf(ctx, s.db.Reader(), p.User)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	language, err := mail.LanguageFor(ctx, s.preferences, s.db.Reader(), p.User, "")
	if err != nil {
		return err
	}
	l := mail.Email{ID: j.ID, To: u.Email, Name: u.FullName, At: j.CreatedAt, Language: language, ActionURL: s.address + "/settings/security"}
	l.SetText(texts[p.Event], "{passkey}", p.About)
	return mail.JobError(s.mail.Send(ctx, l), s.clock.Now().Sub(j.CreatedAt))
}
