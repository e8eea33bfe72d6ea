package profile

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/objectkey"
)

// returnFor is how long an account that is left can be had back.
const returnFor = 30 * 24 * time.Hour

// Deletion is somebody's wish to be forgotten, or that of an administrator. Once ErasedAt is set they are.
type Deletion struct {
	bun.BaseModel `bun:"table:deletion_requests,alias:d" json:"-"`

	UserID      string     `bun:",pk" json:"userId"`
	RequestedBy string     `json:"-"`
	RequestedAt time.Time  `json:"requestedAt"`
	EraseAt     time.Time  `json:"eraseAt" doc:"Until then the account can be had back: by signing in, or by an administrator."`
	ErasedAt    *time.Time `json:"-"`
}

const (
	eraseJob   = "profile.erase"
	letterWait = time.Hour // for which the last letter holds up the erasing, while the mail server is away
)

type personWork struct{ User string }

var errNoDeletion = fault.New(fault.NotFound, "person_not_found", "There is no such person.")

// Leave ends the caller's own account: at once for good, or so that signing in within 30 days takes it back.
// fault.Forbidden, "confirm_identity", when it is a while ago that they have proven who they are; fault.Conflict for the last
// administrator.
func (s *Service) Leave(ctx context.Context, who access.Caller, permanent bool) (d Deletion, err error) {
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.sessions.Fresh(ctx, tx, who); err != nil {
			return err
		}
		d, err = s.close(ctx, tx, who, who.ID, permanent)
		return err
	})
	return d, err
}

// Dismiss ends somebody else's account, as Leave; only an administrator can take it back. For administrators.
// fault.NotFound when there is no such person, fault.Conflict for oneself and for the last administrator.
func (s *Service) Dismiss(ctx context.Context, who access.Caller, user string, permanent bool) (d Deletion, err error) {
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		if permanent {
			if err := s.sessions.Fresh(ctx, tx, who); err != nil {
				return err
			}
		}
		d, err = s.dismiss(ctx, tx, who, user, permanent)
		return err
	})
	return d, err
}

// DismissSoftly is Dismiss with the transaction tx, not for good; it leaves somebody alone who is on the way out already and
// says whether they were not. For package user.
func (s *Service) DismissSoftly(ctx context.Context, tx bun.IDB, who access.Caller, user string) (closed bool, err error) {
	if _, err := deletionOf(ctx, tx, user); !fault.Is(err, fault.NotFound) {
		return false, err
	}
	_, err = s.dismiss(ctx, tx, who, user, false)
	return err == nil, err
}

func (s *Service) dismiss(ctx context.Context, tx bun.IDB, who access.Caller, user string, permanent bool) (Deletion, error) {
	if who.ID == user {
		return Deletion{}, fault.New(fault.Conflict, "own_account", "Delete your own account in your settings.")
	}
	d, err := s.close(ctx, tx, who, user, permanent)
	if err != nil {
		return Deletion{}, err
	}
	return d, s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.deleted", TargetKind: "user", TargetID: user,
		After: map[string]any{"permanent": permanent, "erase_at": d.EraseAt}})
}

// close keeps a person out and notes when they are to be forgotten. One who has been is not there any more.
func (s *Service) close(ctx context.Context, tx bun.IDB, who access.Caller, user string, permanent bool) (Deletion, error) {
	before, err := deletionOf(ctx, tx, user)
	if err == nil && before.ErasedAt != nil {
		return Deletion{}, errNoDeletion
	}
	if err != nil && !fault.Is(err, fault.NotFound) {
		return Deletion{}, err
	}
	if err := s.accounts.Close(ctx, tx, user); err != nil {
		return Deletion{}, err
	}
	now := s.clock.Now()
	d := Deletion{UserID: user, RequestedBy: who.ID, RequestedAt: now, EraseAt: now.Add(returnFor)}
	order := jobs.New{Kind: letterJob, Payload: letterWork{User: user, Occasion: onLeaving}}
	if permanent {
		d.EraseAt = now
		order = jobs.New{Kind: eraseJob, Ref: user, Payload: personWork{user}}
	}
	if err := upsertDeletion(ctx, tx, d); err != nil {
		return Deletion{}, err
	}
	_, err = s.queue.Add(ctx, tx, order)
	return d, err
}

// Restore takes a deletion back that has not happened yet. For administrators. fault.NotFound when there is none.
func (s *Service) Restore(ctx context.Context, who access.Caller, user string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		d, err := deletionOf(ctx, tx, user)
		if err == nil && (d.ErasedAt != nil || !d.EraseAt.After(s.clock.Now())) {
			err = errNoDeletion
		}
		if err != nil {
			return err
		}
		if err := s.deletions.Return(ctx, tx, user); err != nil {
			return err
		}
		if err := s.accounts.Reopen(ctx, tx, user); err != nil {
			return err
		}
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.restored", TargetKind: "user", TargetID: user})
	})
}

// erase erases a user, unless they have come back. It first notifies them, which it cannot do afterwards.
func (s *PersonalData) erase(ctx context.Context, j jobs.Job) error {
	w, err := jobs.Payload[personWork](j)
	if err != nil {
		return err
	}
	due, err := isDue(ctx, s.db.Reader(), w.User, s.clock.Now())
	if err != nil || !due {
		return err
	}
	if err := s.tellLast(ctx, w.User, j); err != nil {
		return err
	}
	if err := s.eraseObjects(ctx, w.User); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if due, err := isDue(ctx, tx, w.User, s.clock.Now()); err != nil || !due {
			return err
		}
		for _, e := range s.erasers {
			if err := e.Erase(ctx, tx, w.User); err != nil {
				return err
			}
		}
		return eraseProfile(ctx, tx, w.User, s.clock.Now())
	})
}

// tellLast says that this is the end. A mail server that is away is waited for, but not for long.
func (s *PersonalData) tellLast(ctx context.Context, user string, j jobs.Job) error {
	c, err := readComprehensive(ctx, s.db.Reader(), user, s.clock.Now())
	if err != nil {
		return err
	}
	err = s.mail.Send(ctx, s.letter(c, onErasure, j))
	if err == nil || errors.Is(err, mail.ErrRefused) || s.clock.Now().Sub(j.CreatedAt) > letterWait {
		return nil
	}
	return jobs.Postpone(err, time.Minute)
}

// eraseObjects removes the picture and the archives of a person.
func (s *PersonalData) eraseObjects(ctx context.Context, user string) error {
	avatar, exports, err := objectsOf(ctx, s.db.Reader(), user)
	if err != nil {
		return err
	}
	if avatar != "" {
		if err := s.blob.DeletePrefix(ctx, objectkey.Avatar(avatar)); err != nil {
			return err
		}
	}
	return deleteExports(ctx, s.blob, exports)
}

func deleteExports(ctx context.Context, store blob.Store, ids []string) error {
	keys := make([]string, len(ids))
	for i, id := range ids {
		keys[i] = objectkey.Export(id)
	}
	return store.Delete(ctx, keys...)
}

// Sweep has those users erased whose 30 days are over, and removes archives that have expired. For the periodic job.
func (s *PersonalData) Sweep(ctx context.Context) error {
	now := s.clock.Now()
	err := s.db.InTx(ctx, func(tx bun.IDB) error {
		users, err := claimDueDeletions(ctx, tx, now)
		for _, user := range users {
			if _, err := s.queue.Add(ctx, tx, jobs.New{Kind: eraseJob, Ref: user, Payload: personWork{user}}); err != nil {
				return err
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	return s.sweepExports(ctx, now)
}
