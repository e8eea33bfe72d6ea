package notification

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
)

const letterJob = "notification.letter"

// letterOrder is the payload of a letter: one notification, or those of a digest.
type letterOrder struct {
	User   string
	IDs    []string
	Digest bool
}

const mostInDigest = 50 // what is beyond is on the page

// order lets a letter be sent, with the transaction tx.
func (s *Service) order(ctx context.Context, tx bun.IDB, userID string, ids ...string) error {
	_, err := s.Queue.Add(ctx, tx, jobs.New{Kind: letterJob, Payload: letterOrder{User: userID, IDs: ids}})
	return err
}

// Handlers are the jobs of this package.
func (s *Service) Handlers() map[string]jobs.Handler {
	handlers := map[string]jobs.Handler{
		"notification.digest": {Every: time.Minute, Do: func(ctx context.Context, _ []jobs.Job) error { return s.Collect(ctx) }},
	}
	if s.Address != "" { // a worker that does not know where links lead leaves emails to others
		handlers[letterJob] = jobs.Handler{Do: func(ctx context.Context, claim []jobs.Job) error { return s.send(ctx, claim[0]) }}
	}
	return handlers
}

// send sends a letter that was ordered, unless nobody wants it any more.
func (s *Service) send(ctx context.Context, j jobs.Job) error {
	o, err := jobs.Payload[letterOrder](j)
	if err != nil {
		return err
	}
	l, err := s.compose(ctx, o, j)
	if err != nil || l == nil {
		return err
	}
	return mail.JobError(s.Mail.Send(ctx, *l), s.Clock.Now().Sub(j.CreatedAt))
}

// compose is the letter of an order, and nil when nobody is to get it.
func (s *Service) compose(ctx context.Context, o letterOrder, j jobs.Job) (*mail.Email, error) {
	q := s.DB.Reader()
	to, err := readerOf(ctx, q, o.User)
	if err != nil || to == nil {
		return nil, err
	}
	rows, err := toMail(ctx, q, o.User, o.IDs)
	if err != nil {
		return nil, err
	}
	wanted := rows[:0]
	for _, n := range rows { // they may have unsubscribed since
		wish, err := choiceOf(ctx, q, o.User, n.Kind)
		if err != nil {
			return nil, err
		}
		if wish.Mail {
			wanted = append(wanted, n)
		}
	}
	if len(wanted) == 0 {
		return nil, nil
	}
	language, err := s.language(ctx, q, o.User)
	l := mail.Email{ID: j.ID, To: to.Email, Name: to.FullName, At: j.CreatedAt, Language: language,
		Settings: s.Address + "/settings/notifications"}
	if o.Digest {
		s.wordDigest(&l, o, wanted)
	} else {
		s.wordOne(&l, wanted[0])
	}
	return &l, err
}

// wordOne is the letter of one notification.
func (s *Service) wordOne(l *mail.Email, n stored) {
	words := n.Kind.words(l.Language)
	l.Subject, l.Lines = n.fill(words.title), []string{n.fill(words.body)}
	if path := n.path(); path != "" && words.button != "" {
		l.Action, l.ActionURL = words.button, s.Address+path
	}
	l.Unsubscribe = s.unsubscribeAddress(n.UserID, string(n.Kind))
}

// wordDigest is the letter of many.
func (s *Service) wordDigest(l *mail.Email, o letterOrder, rows []stored) {
	words := digests[l.Language]
	l.Subject, l.Lines = words.subject(len(rows)), []string{words.intro}
	for _, n := range rows[:min(len(rows), mostInDigest)] {
		of := n.Kind.words(l.Language)
		item := mail.Item{Title: n.fill(of.title), Text: n.fill(of.body)}
		if path := n.path(); path != "" {
			item.URL = s.Address + path
		}
		l.Items = append(l.Items, item)
	}
	l.Action, l.ActionURL = words.button, s.Address+"/notifications"
	l.Unsubscribe = s.unsubscribeAddress(o.User, allMail)
}

// Collect makes the digests that are due. For the periodic job.
func (s *Service) Collect(ctx context.Context) error {
	for {
		due, err := dueSchedules(ctx, s.DB.Reader(), s.Clock.Now())
		if err != nil || len(due) == 0 {
			return err
		}
		for _, r := range due {
			if err := s.DB.InTx(ctx, func(tx bun.IDB) error { return s.collect(ctx, tx, r.UserID) }); err != nil {
				return err
			}
		}
	}
}

// collect orders one digest and sets when the next comes, in one transaction: none is made twice, however many workers look.
func (s *Service) collect(ctx context.Context, tx bun.IDB, userID string) error {
	now := s.Clock.Now()
	r, due, err := lockDueSchedule(ctx, tx, userID, now)
	if err != nil || !due {
		return err
	}
	r.NextAt = r.next(now)
	if err := putSchedule(ctx, tx, r); err != nil {
		return err
	}
	ids, err := collect(ctx, tx, userID)
	if err != nil || len(ids) == 0 {
		return err
	}
	_, err = s.Queue.Add(ctx, tx, jobs.New{Kind: letterJob, Payload: letterOrder{userID, ids, true}})
	return err
}

func sortedByNumber(rows []stored) []stored {
	slices.SortFunc(rows, func(a, b stored) int { return int(a.Number - b.Number) })
	return rows
}

// Sweeps runs Sweep from time to time.
func (s *Service) Sweeps() jobs.Sweeps { return jobs.Sweeps{"notification.sweep": s.Sweep} }
