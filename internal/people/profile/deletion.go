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

// returnFor is how long a deleted account can be restored.
const returnFor = 30 * 24 * time.Hour

// Deletion is a request to delete an account, by its user or an administrator. ErasedAt is set once the account is erased.
type Deletion struct {
	bun.BaseModel `bun:"table:deletion_requests,alias:d" json:"-"`

	UserID      string     `bun:",pk" json:"userId"`
	RequestedBy string     `json:"-"`
	RequestedAt time.Time  `json:"requestedAt"`
	EraseAt     time.Time  `json:"eraseAt" doc:"Until then the account can be had back: by signing in, or by an administrator."`
	ErasedAt    *time.Time `json:"-"`
}

const (
	eraseJob       = "profile.erase"
	finalEmailWait = time.Hour // longest delay of the erasure by a failing final email
)

type personWork struct{ User string }

var errNoDeletion = fault.New(fault.NotFound, "person_not_found", "This user doesn't exist.")

// DeleteOwnAccount deletes the caller's own account, permanently or such that signing in within 30 days restores it. fault.Forbidden,
// "confirm_identity", when the session is not fresh; fault.Conflict for the last administrator.
func (s *Service) DeleteOwnAccount(ctx context.Context, who access.Caller, permanent bool) (d Deletion, err error) {
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.sessions.Fresh(ctx, tx, who); err != nil {
			return err
		}
		d, err = s.close(ctx, tx, who, who.ID, permanent)
		return err
	})
	return d, err
}

// DeleteAccount deletes another user's account, like DeleteOwnAccount; only an administrator can restore it. Permanently only where the operator allows
// it: a mistake, or an administrator's stolen session, would be beyond repair. For administrators. fault.Forbidden where that is not
// allowed, and when the session is not fresh; fault.NotFound when there is no such user, fault.Conflict for themselves and for the last administrator.
func (s *Service) DeleteAccount(ctx context.Context, who access.Caller, user string, permanent bool) (d Deletion, err error) {
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		if permanent {
			if !s.eraseAtOnce {
				return fault.New(fault.Forbidden, "erasing_at_once_not_allowed", "Accounts can't be deleted at once here: they can be restored for 30 days. The operator of the servers can allow it.")
			}
			if err := s.sessions.Fresh(ctx, tx, who); err != nil {
				return err
			}
		}
		d, err = s.dismiss(ctx, tx, who, user, permanent)
		return err
	})
	return d, err
}

// ScheduleDeletion is DeleteAccount with the transaction tx, never permanently. It skips users whose account is already being
// deleted and reports whether it did anything. For package user.
func (s *Service) ScheduleDeletion(ctx context.Context, tx bun.IDB, who access.Caller, user string) (closed bool, err error) {
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

// close closes an account and records when to erase it. fault.NotFound once it has been erased.
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
	order := jobs.New{Kind: emailJob, Payload: emailPayload{User: user, Kind: deletionEmail}}
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

// Restore cancels a deletion before the account is erased. For administrators. fault.NotFound when there is none.
func (s *Service) Restore(ctx context.Context, who access.Caller, user string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		d, err := deletionOf(ctx, tx, user)
		if err == nil && (d.ErasedAt != nil || !d.EraseAt.After(s.clock.Now())) {
			err = errNoDeletion
		}
		if err != nil {
			return err
		}
		if err := s.deletions.Restore(ctx, tx, user); err != nil {
			return err
		}
		if err := s.accounts.Reopen(ctx, tx, user); err != nil {
			return err
		}
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.restored", TargetKind: "user", TargetID: user})
	})
}

// erase erases a user unless the deletion was cancelled. It emails them first, because afterwards the address is gone.
func (s *PersonalData) erase(ctx context.Context, j jobs.Job) error {
	w, err := jobs.Payload[personWork](j)
	if err != nil {
		return err
	}
	due, err := isDue(ctx, s.db.Reader(), w.User, s.clock.Now())
	if err != nil || !due {
		return err
	}
	if err := s.sendFinalEmail(ctx, w.User, j); err != nil {
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

// sendFinalEmail sends the final email. It retries while the mail server is down, for a limited time.
func (s *PersonalData) sendFinalEmail(ctx context.Context, user string, j jobs.Job) error {
	c, err := readComprehensive(ctx, s.db.Reader(), user, s.clock.Now())
	if err != nil {
		return err
	}
	err = s.mail.Send(ctx, s.composeEmail(c, erasedEmail, j))
	if err == nil || errors.Is(err, mail.ErrRefused) || s.clock.Now().Sub(j.CreatedAt) > finalEmailWait {
		return nil
	}
	return jobs.Postpone(err, time.Minute)
}

// eraseObjects deletes a user's avatar and archives.
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

// Sweep queues the erasure of users whose 30 days are over, and removes expired archives. For the periodic job.
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
