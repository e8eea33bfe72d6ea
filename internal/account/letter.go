package account

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/fault"
	"lectern/internal/jobs"
	"lectern/internal/mail"
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
}

// write orders a letter with the transaction tx.
func (s *Service) write(ctx context.Context, tx bun.IDB, o order) error {
	_, err := s.Queue.Add(ctx, tx, jobs.New{Kind: letterJob, Payload: o})
	return err
}

// Handlers are the jobs of this package.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{letterJob: {Do: func(ctx context.Context, claim []jobs.Job) error { return s.sendLetter(ctx, claim[0]) }}}
}

// sendLetter sends a letter that was ordered, if there is somebody to get it.
func (s *Service) sendLetter(ctx context.Context, j jobs.Job) error {
	o, err := jobs.Read[order](j)
	if err != nil {
		return err
	}
	letter, err := s.compose(ctx, o, j)
	if err != nil || letter == nil {
		return err
	}
	return mail.Judged(s.Mail.Send(ctx, *letter), s.Clock.Now().Sub(j.CreatedAt))
}

// compose is the letter of an order, and nil when nobody is to get it.
func (s *Service) compose(ctx context.Context, o order, j jobs.Job) (*mail.Letter, error) {
	if o.Occasion == onInvitation {
		return s.composeInvitation(ctx, o.About, j)
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
	l := mail.Letter{ID: j.ID, To: u.Email, Name: u.FullName, At: j.CreatedAt}
	if purpose, path := o.Occasion.link(); purpose != "" {
		if l.Address, err = s.newLink(ctx, u, purpose, o.Occasion.lives(purpose), path, j); err != nil {
			return nil, err
		}
	}
	if o.Occasion == onDecision {
		return &l, s.wordDecision(ctx, o.About, &l)
	}
	o.Occasion.word(&l)
	return &l, nil
}

// composeInvitation is the letter of an invitation, and nil when it has been taken back.
func (s *Service) composeInvitation(ctx context.Context, id string, j jobs.Job) (*mail.Letter, error) {
	i, err := openInvitation(ctx, s.DB.Reader(), id, s.Clock.Now())
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	return &mail.Letter{ID: j.ID, To: i.Email, At: j.CreatedAt, Subject: "You are invited to Lectern",
		Lines:  []string{"You are invited to an account with which you can take part."},
		Action: "Make my account", Address: s.Address + invitedPage + "#" + s.linkToken(toJoin, i.ID),
		Afterword: []string{"The link works once, within a week. If you do not know why you get this letter, do nothing."}}, err
}

// wordDecision tells an applicant what was decided.
func (s *Service) wordDecision(ctx context.Context, id string, l *mail.Letter) error {
	a, err := applicationByID(ctx, s.DB.Reader(), id)
	if err != nil {
		return err
	}
	if l.Subject = "Your application is accepted"; a.Status == "approved" {
		l.Lines = []string{"Your account now has the role " + string(a.Role) + ". You find what it opens when you are signed in."}
		l.Action, l.Address = "Open Lectern", s.Address+"/"
	} else {
		l.Subject = "About your application"
		l.Lines = []string{"Your application for the role " + string(a.Role) + " was not accepted."}
	}
	if a.Note != "" {
		l.Lines = append(l.Lines, "They write: "+a.Note)
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

// word writes the letter.
func (o occasion) word(l *mail.Letter) {
	const notYou = "If this was not you, choose a new password at once: somebody else may know yours."
	switch o {
	case onSignUp:
		l.Subject, l.Action = "Please confirm your e-mail address", "Confirm my address"
		l.Lines = []string{"Please confirm that this address is yours, so that letters about your account reach you."}
		l.Afterword = []string{"The link works once, within 24 hours. If you have no account, do nothing."}
	case onTaken:
		l.Subject, l.Action = "You have an account already", "Choose a new password"
		l.Lines = []string{"Somebody, hopefully you, wanted to make an account with this address. There is one already: " +
			"please sign in. If you do not know its password any more, choose a new one."}
		l.Afterword = []string{"The link works once, within 30 minutes. If it was not you, do nothing: nothing has changed."}
	case onWelcome:
		l.Subject, l.Action = "You have an account with Lectern", "Choose a password"
		l.Lines = []string{"An account has been made for you. Choose a password to sign in with it."}
		l.Afterword = []string{"The link works once, within a week. Afterwards ask for a new one with \"Forgot password\" on the sign-in page."}
	case onForgot:
		l.Subject, l.Action = "Choose a new password", "Choose a new password"
		l.Lines = []string{"Somebody, hopefully you, has asked for a new password for your account."}
		l.Afterword = []string{"The link works once, within 30 minutes. If you have not asked for it, do nothing: your password stays as it is."}
	case onLockout:
		l.Subject, l.Action = "Your account is locked for a while", "Unlock my account"
		l.Lines = []string{"Several wrong passwords have been tried on your account, so that signing in is closed for some minutes. " +
			"Devices on which you have signed in before are not concerned."}
		l.Afterword = []string{"The link opens it again at once. It works once, within 30 minutes. If it was not you who tried, you need do nothing."}
	case onLockByHand:
		l.Subject = "Your account has been locked"
		l.Lines = []string{"An administrator has locked your account. You have been signed out everywhere and cannot sign in for now; what is yours is kept.",
			"If you do not know why, or it is a mistake, please write to the people who run this site."}
	case onPasswordChange:
		l.Subject = "Your password has been changed"
		l.Lines = []string{"The password of your account has just been changed.", notYou}
	case onReuse:
		l.Subject = "You have been signed out on one device"
		l.Lines = []string{"What keeps one of your devices signed in was used in two places, which happens when it is stolen. " +
			"We have ended that session; please sign in again.", notYou}
	}
}
