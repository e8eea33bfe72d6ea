package sitefeedback

import (
	"context"
	"net/mail"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/formguard"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

const (
	formPurpose = "feedback"
	mostShown   = 12 // testimonials
)

// sendRule is a limit against robots and floods.
var sendRule = ratelimit.Rule{Name: "site feedback", Limit: 5, Window: time.Hour}

type Deps struct {
	DB     *db.DB
	Clock  clock.Clock
	Audit  *audit.Log
	Forms  *formguard.Guard
	Limits *ratelimit.Limiter
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// Form opens a form. For everybody.
func (s *Service) Form() FeedbackForm { return FeedbackForm{s.deps.Forms.Open(formPurpose)} }

// Send receives feedback. For everybody. Sent twice, a form counts once. fault.Invalid, fault.Gone for a form that has expired, fault.TooMany, fault.Conflict for who has to enter a code from an email.
func (s *Service) Send(ctx context.Context, who access.Caller, n NewSiteFeedback) error {
	f := SiteFeedback{ID: db.NewID(), FullName: text.Printable(text.OneLine(n.FullName), 120), Email: strings.TrimSpace(n.Email), Rating: n.Rating, Body: strings.TrimSpace(n.Text),
		PublishConsent: n.PublishConsent, Status: fresh, CreatedAt: s.deps.Clock.Now()}
	if err := s.identify(ctx, who, &f); err != nil {
		return err
	}
	var form formguard.Form
	if n.Form != "" {
		var err error
		if form, err = s.deps.Forms.Read(formPurpose, n.Form); err != nil {
			return fault.New(fault.Gone, "form_expired", "This form has expired. Send it again.").WithCause(err)
		}
		f.FormID = &form.ID
		if known, err := isKnownForm(ctx, s.deps.DB.Reader(), form.ID); err != nil || known {
			return err
		}
	}
	subject := who.ID
	if who.ID == "" {
		subject = access.ClientOf(ctx).NetworkKey()
		if _, err := s.deps.Forms.Check(ctx, formguard.Submission{Purpose: formPurpose, Form: form, Website: n.Website, Email: f.Email, Code: n.EmailCode}); err != nil {
			return err
		}
	}
	if err := s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: sendRule, Subject: subject}); err != nil {
		return err
	}
	err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return insert(ctx, tx, f) })
	if err != nil || who.ID != "" {
		return err
	}
	return s.deps.Forms.Sent(ctx, formPurpose)
}

// identify fills in who says it. fault.Invalid for a visitor without name or address.
func (s *Service) identify(ctx context.Context, who access.Caller, f *SiteFeedback) (err error) {
	if who.ID != "" {
		f.UserID = &who.ID
		f.FullName, f.Email, err = nameAndEmail(ctx, s.deps.DB.Reader(), who.ID)
	}
	f.EmailKey = strings.ToLower(f.Email)
	parsed, invalid := mail.ParseAddress(f.Email)
	var broken fault.Fields
	broken.Require(f.FullName != "", "full_name", "required", "Enter your name")
	broken.Require(invalid == nil && parsed.Address == f.Email && !strings.ContainsFunc(f.Email, text.IsUnprintable), "email", "invalid_format", "Enter a valid email address")
	if err != nil {
		return err
	}
	return broken.Err()
}

// List returns feedback, newest first, and its number. For administrators.
func (s *Service) List(ctx context.Context, f FeedbackFilter, p rest.Page) ([]SiteFeedback, rest.Count, error) {
	limit, offset := p.LimitOffset()
	q := s.deps.DB.Reader()
	n, err := count(ctx, q, f)
	if err != nil {
		return nil, n, err
	}
	found, err := list(ctx, q, f, limit, offset)
	return found, n, err
}

// Published returns the newest feedback that is published. For everybody.
func (s *Service) Published(ctx context.Context) ([]Testimonial, error) {
	shown := []Testimonial{}
	found, err := newestPublished(ctx, s.deps.DB.Reader(), mostShown)
	for _, f := range found {
		first, _, _ := strings.Cut(f.FullName, " ")
		shown = append(shown, Testimonial{f.ID, first, f.Rating, f.Body, f.CreatedAt})
	}
	return shown, err
}

// Decide publishes or hides feedback. For administrators. fault.NotFound, fault.Conflict for publishing what its author did not agree to.
func (s *Service) Decide(ctx context.Context, who access.Caller, id string, d FeedbackDecision) (f SiteFeedback, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if f, err = lock(ctx, tx, id); err != nil || f.Status == d.Status {
			return err
		}
		if d.Status == published && !f.PublishConsent {
			return fault.New(fault.Conflict, "no_consent", "Its author has not agreed to have it published.")
		}
		before := f.Status
		f.Status, f.PublishedAt = d.Status, nil
		if d.Status == published {
			f.PublishedAt = new(s.deps.Clock.Now())
		}
		if err := decide(ctx, tx, f); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "site_feedback.decided", TargetKind: "site_feedback", TargetID: id,
			Before: map[string]any{"status": before}, After: map[string]any{"status": f.Status}})
	})
	return f, err
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{{Table: "site_feedback", Column: "user_id", Export: []string{"full_name", "email", "rating", "body", "publish_consent", "status", "created_at"}}}
}

// Erase deletes what a user has said, in the transaction that erases the user.
func (*Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	_, err := personaldata.DeleteSent(ctx, tx, "site_feedback", user)
	return err
}
