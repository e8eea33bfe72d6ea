package account

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// occasion is why a letter is sent.
type occasion string

const (
	onSignUp         occasion = "sign_up"
	onTaken          occasion = "taken"
	onForgot         occasion = "forgot"
	onLockout        occasion = "lockout"
	onLockByHand     occasion = "lock_by_hand"
	onPasswordChange occasion = "password_change"
	onReuse          occasion = "reuse"
	onDecision       occasion = "decision"
	onInvitation     occasion = "invitation"
	onWelcome        occasion = "welcome"
	onMove           occasion = "move"  // to another address
	onMoved          occasion = "moved" // from it
)

const letterJob = "account.letter"

// order is a letter to be sent: to a user, or to whoever has an address, which may be nobody. Whether it is somebody is
// found out by the job, so that the request that orders it takes the same time either way.
type order struct {
	Occasion occasion
	User     string // "" to go by Email
	Email    string // as emailKey gives it
	About    string // id of the application, the invitation or the sign-up
	Browser  string // the languages that it asked for when it made the letter necessary
}

// write orders a letter with the transaction tx.
func (s *Service) write(ctx context.Context, tx bun.IDB, o order) error {
	if o.Occasion != onLockout && o.Occasion != onLockByHand && o.Occasion != onReuse { // which somebody else brings about
		o.Browser = text.Truncate(rest.ClientOf(ctx).Languages, 100)
	}
	_, err := s.Queue.Add(ctx, tx, jobs.New{Kind: letterJob, Payload: o})
	return err
}

// Handlers are the jobs of this package.
func (s *Service) Handlers() map[string]jobs.Handler {
	if s.Address == "" { // a worker that does not know where links lead leaves emails to others
		return nil
	}
	return map[string]jobs.Handler{letterJob: {Do: func(ctx context.Context, claim []jobs.Job) error { return s.sendLetter(ctx, claim[0]) }}}
}

// sendLetter sends a letter that was ordered, if there is somebody to get it.
func (s *Service) sendLetter(ctx context.Context, j jobs.Job) error {
	o, err := jobs.Payload[order](j)
	if err != nil {
		return err
	}
	letter, err := s.compose(ctx, o, j)
	if err != nil || letter == nil {
		return err
	}
	return mail.JobError(s.Mail.Send(ctx, *letter), s.Clock.Now().Sub(j.CreatedAt))
}

// compose is the letter of an order, and nil when nobody is to get it.
func (s *Service) compose(ctx context.Context, o order, j jobs.Job) (*mail.Email, error) {
	if o.Occasion == onInvitation {
		return s.composeInvitation(ctx, o, j)
	}
	if o.Occasion == onMove || o.Occasion == onMoved {
		return s.composeMove(ctx, o, j)
	}
	find := func() (User, error) { return userByID(ctx, s.DB.Reader(), o.User) }
	if o.User == "" {
		find = func() (User, error) { return userByEmail(ctx, s.DB.Reader(), o.Email) }
	}
	u, err := find()
	if fault.Is(err, fault.NotFound) && o.Occasion == onSignUp {
		return s.composeSignUp(ctx, o, j)
	}
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	if o.Occasion == onSignUp && o.About != "" {
		o.Occasion = onTaken
	}
	if err != nil || u.Status != active || o.Occasion == onSignUp && u.EmailVerifiedAt != nil {
		return nil, err
	}
	l, err := s.letterTo(ctx, u, o, j)
	if err != nil {
		return nil, err
	}
	if purpose, path := o.Occasion.link(); purpose != "" {
		if l.ActionURL, err = s.newLink(ctx, u, purpose, o.Occasion.lives(purpose), path, j); err != nil {
			return nil, err
		}
	}
	if o.Occasion == onDecision {
		return &l, s.wordDecision(ctx, o.About, &l)
	}
	l.SetText(texts[o.Occasion])
	return &l, nil
}

// letterTo is an empty letter to a user, in their language.
func (s *Service) letterTo(ctx context.Context, u User, o order, j jobs.Job) (mail.Email, error) {
	language, err := mail.LanguageFor(ctx, s.Tastes, s.DB.Reader(), u.ID, o.Browser)
	return mail.Email{ID: j.ID, To: u.Email, Name: u.FullName, At: j.CreatedAt, Language: language}, err
}

// composeInvitation is the letter of an invitation, and nil when it has been taken back.
func (s *Service) composeInvitation(ctx context.Context, o order, j jobs.Job) (*mail.Email, error) {
	i, err := openInvitation(ctx, s.DB.Reader(), o.About, s.Clock.Now())
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	l := mail.Email{ID: j.ID, To: i.Email, At: j.CreatedAt, Language: mail.Language(o.Browser), ActionURL: s.Address + invitedPage + "#" + s.linkToken(toJoin, i.ID)}
	l.SetText(texts[onInvitation])
	return &l, err
}

// wordDecision tells an applicant what was decided.
func (s *Service) wordDecision(ctx context.Context, id string, l *mail.Email) error {
	a, err := applicationByID(ctx, s.DB.Reader(), id)
	if err != nil {
		return err
	}
	words := rejected
	if a.Status == "approved" {
		words, l.ActionURL = approved, s.Address+"/"
	}
	l.SetText(words, "{role}", roleName(l.Language, a.Role))
	if a.Note != "" {
		note := mail.Email{Language: l.Language}
		note.SetText(noted, "{note}", a.Note)
		l.Lines = append(l.Lines, note.Lines...)
	}
	return nil
}

// newLink makes the link of a letter, good from when the letter was ordered, and gives its address. The token stands
// behind a #, which browsers keep to themselves: it gets into no log and no Referer.
func (s *Service) newLink(ctx context.Context, u User, p purpose, lives time.Duration, path string, j jobs.Job) (string, error) {
	row := link{ID: j.ID, UserID: u.ID, Purpose: p, CreatedAt: j.CreatedAt, ExpiresAt: j.CreatedAt.Add(lives)}
	err := s.DB.InTx(ctx, func(tx bun.IDB) error { return putLink(ctx, tx, row) })
	return s.Address + path + "#" + s.linkToken(p, j.ID), err
}

// link is what the button of a letter is for, and the page to which it leads.
func (o occasion) link() (purpose, string) {
	switch o {
	case onSignUp:
		return toVerify, "/verify-email"
	case onForgot, onTaken:
		return toReset, "/reset-password"
	case onWelcome:
		return toReset, "/reset-password"
	case onLockout:
		return toUnlock, "/unlock"
	}
	return "", ""
}

// lives is how long the link of a letter is good: one that somebody has not asked for may lie for a while.
func (o occasion) lives(p purpose) time.Duration {
	if o == onWelcome {
		return invitedFor
	}
	return linkLives[p]
}
