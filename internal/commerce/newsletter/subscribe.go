package newsletter

import (
	"context"
	"net/mail"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/formguard"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/text"
)

const formPurpose = "newsletter"

// Limits on senders, against robots, and on emails to an address that may not be the sender's.
var (
	sendRule    = ratelimit.Rule{Name: "newsletter forms", Limit: 20, Window: time.Hour}
	addressRule = ratelimit.Rule{Name: "newsletter confirmations", Limit: 5, Window: 24 * time.Hour}
)

// NewsletterForm is a form that was opened.
type NewsletterForm struct {
	FormID string       `json:"form_id" doc:"To send with the form within 2 hours."`
	Lists  []ListChoice `json:"lists"`
}

// ListChoice is a list that can be subscribed to.
type ListChoice struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description"`
}

// NewSubscription subscribes an address.
type NewSubscription struct {
	Email     string   `json:"email" pattern:"\\S" maxLength:"254" msg:"Enter a valid email address"`
	FullName  string   `json:"full_name,omitempty" maxLength:"120" msg:"The name must be at most 120 characters"`
	ListIDs   []string `json:"list_ids,omitempty" maxItems:"50" msg:"Choose a list" doc:"Absent: all."`
	Consent   bool     `json:"consent" doc:"They agree to receive the newsletter."`
	Form      string   `json:"form_id,omitempty" maxLength:"400" msg:"This form has expired. Open it again" doc:"From GET /newsletter/form; without one, senders who are not signed in are asked for a code from an email."`
	Website   string   `json:"website,omitempty" maxLength:"200" doc:"People don't see this field of the form: who fills it in is a robot."`
	EmailCode string   `json:"email_code,omitempty" maxLength:"20" msg:"The code has 6 digits" doc:"Of the email, for visitors whom a refusal has asked for it."`
}

// Open opens a form. For everybody.
func (s *Service) Open(ctx context.Context) (NewsletterForm, error) {
	lists, err := openLists(ctx, s.deps.DB.Reader())
	return NewsletterForm{s.deps.Forms.Open(formPurpose), lists}, err
}

// Subscribe emails a link by which the owner of an address confirms that they subscribe, or, to one who has already, the link to their settings. The answer is the same for every
// address, and an address gets few such emails a day. For everybody. fault.Invalid, fault.Gone for a form that has expired, fault.TooMany, fault.Conflict for who has to enter a code from an email.
func (s *Service) Subscribe(ctx context.Context, who access.Caller, n NewSubscription) error {
	email := strings.TrimSpace(n.Email)
	var broken fault.Fields
	broken.Require(isAddress(email), "email", "invalid_format", "Enter a valid email address")
	broken.Require(n.Consent, "consent", "required", "Agree to receive the newsletter")
	if err := broken.Err(); err != nil {
		return err
	}
	if err := s.admit(ctx, who, email, n); err != nil {
		return err
	}
	asked := Subscriber{ID: db.NewID(), Email: email, EmailKey: strings.ToLower(email), FullName: text.Printable(text.OneLine(n.FullName), 120), Status: Pending,
		Languages: access.ClientOf(ctx).Languages, CreatedAt: s.deps.Clock.Now(), AskedAt: s.deps.Clock.Now()}
	asked.ConsentRow.V = Consent{consentText, consentVersion, asked.AskedAt, access.ClientOf(ctx).NetworkKey()}
	err := s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: addressRule, Subject: asked.EmailKey})
	if fault.Is(err, fault.TooMany) {
		return nil // the answer does not say what is known of an address
	}
	if err != nil {
		return err
	}
	if err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return s.ask(ctx, tx, asked, n.ListIDs) }); err != nil || who.ID != "" {
		return err
	}
	return s.deps.Forms.Sent(ctx, formPurpose)
}

// admit refuses who is no person, has to prove their address first, or has sent too much.
func (s *Service) admit(ctx context.Context, who access.Caller, email string, n NewSubscription) error {
	subject := who.ID
	if who.ID != "" {
		if err := s.deps.Forms.CheckAddress(ctx, email); err != nil {
			return err
		}
	} else {
		subject = access.ClientOf(ctx).NetworkKey()
		var form formguard.Form
		if n.Form != "" {
			var err error
			if form, err = s.deps.Forms.Read(formPurpose, n.Form); err != nil {
				return fault.New(fault.Gone, "form_expired", "This form has expired. Send it again.").WithCause(err)
			}
		}
		if _, err := s.deps.Forms.Check(ctx, formguard.Submission{Purpose: formPurpose, Form: form, Website: n.Website, Email: email, Code: n.EmailCode}); err != nil {
			return err
		}
	}
	return s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: sendRule, Subject: subject})
}

// ask keeps what a form asks for, of who has not confirmed yet, and queues the email.
func (s *Service) ask(ctx context.Context, tx bun.IDB, asked Subscriber, lists []string) error {
	known, err := lockSubscriber(ctx, tx, "email_key", asked.EmailKey)
	if err != nil {
		return err
	}
	kind := confirmEmail
	switch {
	case known == nil:
		if isNew, err := insertSubscriber(ctx, tx, asked); err != nil || !isNew {
			return err // another request was faster, and has queued the email
		}
	case known.Status == Confirmed:
		asked.ID, kind = known.ID, knownEmail
	default:
		asked.ID = known.ID
		err = askAgain(ctx, tx, asked)
	}
	if err == nil && kind == confirmEmail {
		err = s.chooseLists(ctx, tx, asked.ID, lists)
	}
	if err != nil {
		return err
	}
	_, err = s.deps.Queue.Add(ctx, tx, jobs.New{Kind: emailJob, Payload: emailPayload{asked.ID, kind}})
	return err
}

// chooseLists stores to which lists an address is to be subscribed; all, if none are named. fault.Invalid for one that cannot be subscribed to.
func (s *Service) chooseLists(ctx context.Context, tx bun.IDB, subscriber string, lists []string) error {
	open, err := openLists(ctx, tx)
	if err != nil {
		return err
	}
	var chosen []string
	for _, l := range open {
		chosen = append(chosen, l.ID)
	}
	if len(lists) > 0 {
		if !contains(chosen, lists) {
			return fault.InvalidField("list_ids", "unknown", "Choose a list")
		}
		chosen = lists
	}
	return setSubscriptions(ctx, tx, subscriber, chosen)
}

// Confirm confirms the subscription of a link. The link authorises it. Repeating changes nothing. fault.Forbidden for a link that isn't ours, fault.Gone for one that has expired, or of who
// has unsubscribed since.
func (s *Service) Confirm(ctx context.Context, token string) (p Preferences, err error) {
	fields, err := s.confirmations.Read(token, s.deps.Clock.Now(), 1)
	if err != nil {
		if len(fields) == 1 {
			return p, errLinkOver
		}
		return p, errLink
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		found, err := lockSubscriber(ctx, tx, "id", fields[0])
		if err != nil {
			return err
		}
		if found == nil || found.Status != Pending && found.Status != Confirmed {
			return errLinkOver
		}
		if found.Status == Pending {
			if err := setStatus(ctx, tx, found.ID, Confirmed, s.deps.Clock.Now()); err != nil {
				return err
			}
		}
		p, err = s.preferencesOf(ctx, tx, found.ID)
		p.Token = s.linkToken(found.ID, "", "")
		return err
	})
	return p, err
}

func isAddress(email string) bool {
	parsed, err := mail.ParseAddress(email)
	return err == nil && parsed.Address == email && len(email) <= 254 && !strings.ContainsFunc(email, text.IsUnprintable)
}
