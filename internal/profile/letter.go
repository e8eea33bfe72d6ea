package profile

import (
	"context"

	"lectern/internal/fault"
	"lectern/internal/jobs"
	"lectern/internal/mail"
)

// occasion is why a letter is sent.
type occasion string

const (
	onLeaving occasion = "leaving"
	onReturn  occasion = "return"
	onErasure occasion = "erasure"
	onExport  occasion = "export"
)

const letterJob = "profile.letter"

// letterWork is a letter to be sent. It names the person, not the address.
type letterWork struct {
	User     string
	Occasion occasion
}

// sendLetter sends a letter to a person, if they are still there.
func (s *Service) sendLetter(ctx context.Context, j jobs.Job) error {
	w, err := jobs.Read[letterWork](j)
	if err != nil {
		return err
	}
	d, err := deletionOf(ctx, s.DB.Reader(), w.User)
	if err == nil && d.ErasedAt != nil {
		return nil
	}
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	c, err := readPerson(ctx, s.DB.Reader(), w.User, s.Clock.Now())
	if err != nil {
		return err
	}
	l := mail.Letter{ID: j.ID, To: c.Email, Name: c.FullName, At: j.CreatedAt}
	if w.Occasion.word(&l); w.Occasion == onExport {
		l.Action, l.Address = "Fetch the archive", s.Address+"/settings/data"
	}
	return mail.Judged(s.Mail.Send(ctx, l), s.Clock.Now().Sub(j.CreatedAt))
}

// word writes the letter.
func (o occasion) word(l *mail.Letter) {
	switch o {
	case onLeaving:
		l.Subject = "Your account will be deleted on " + l.At.Add(returnFor).Format("2 January 2006")
		l.Lines = []string{"Your account is closed. Until that day everything in it is kept, and after it nothing that tells who you are.",
			"If you have closed it yourself and change your mind, sign in again before then: that takes it back. Otherwise please contact the people who run this site."}
	case onReturn:
		l.Subject = "Your account is yours again"
		l.Lines = []string{"Your account will not be deleted. Everything is as you left it.",
			"If it was not you who signed in, choose a new password at once: somebody else may know yours."}
	case onErasure:
		l.Subject = "Your account is deleted"
		l.Lines = []string{"Your account and everything that tells who you are is deleted for good. This is the last letter that you get from us."}
	case onExport:
		l.Subject = "Your data are ready"
		l.Lines = []string{"The archive of everything that we hold about you is ready. You find it in your settings, where it is kept for a week."}
		l.Afterword = []string{"If you have not asked for it, choose a new password at once: somebody else may know yours."}
	}
}
