package announcement

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// Create stores an announcement and plans its notifications. For administrators, and instructors, who address courses and batches that they
// teach and learners of these. fault.Invalid, and fault.NotFound for a course or batch that there is not or that they do not teach.
func (s *Service) Create(ctx context.Context, who access.Caller, n NewAnnouncement) (created Announcement, err error) {
	v := s.viewOf(who)
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		r, to, err := s.write(row{ID: db.NewID(), Version: 1, CreatedBy: who.ID, CreatedAt: v.now}, audience{}, n, v.now)
		if err == nil {
			err = s.checkAudience(ctx, tx, who, to)
		}
		if err != nil {
			return err
		}
		if err := s.completeNotify(ctx, tx, &r, to); err != nil {
			return err
		}
		if err := insert(ctx, tx, r); err != nil {
			return err
		}
		if err := s.store(ctx, tx, &r, to); err != nil {
			return err
		}
		if err := s.audit(ctx, tx, who, "announcement.created", r.ID, nil, r.recorded(to)); err != nil {
			return err
		}
		created, err = s.read(ctx, tx, v, r.ID)
		return err
	})
	return created, err
}

// completeNotify decides how the audience is notified if the author did not.
func (s *Service) completeNotify(ctx context.Context, q bun.IDB, r *row, to audience) (err error) {
	if r.Notify != "" {
		return nil
	}
	var reach int64
	if r.Priority == "medium" {
		reach, err = countPeople(ctx, q, to, mostByDefault+1)
	}
	r.Notify = defaultNotify(r.Priority, reach)
	return err
}

// store plans the notifications of an announcement and writes it with its audience.
func (s *Service) store(ctx context.Context, tx bun.IDB, r *row, to audience) error {
	if err := s.plan(ctx, tx, r); err != nil {
		return err
	}
	if err := update(ctx, tx, *r); err != nil {
		return err
	}
	return putTargets(ctx, tx, *r, to)
}

// checkAudience returns fault.Forbidden for an audience that only administrators address, fault.NotFound for a course or batch that there is
// not or that the caller does not teach, and fault.Invalid for students whom they cannot address.
func (s *Service) checkAudience(ctx context.Context, q bun.IDB, who access.Caller, to audience) error {
	if !who.HasRole(access.Admin) && !to.isRestricted() {
		return fault.New(fault.Forbidden, "audience_not_allowed", "Instructors can address their own courses, batches and learners. Only administrators can address everyone.")
	}
	n, err := countTaught(ctx, q, who, to)
	if err != nil {
		return err
	}
	if n != len(to.of("course"))+len(to.of("batch")) {
		return fault.New(fault.NotFound, "audience_not_found", "This course or batch doesn't exist, or you don't teach it.")
	}
	missing, err := unknown(ctx, q, who, to.students)
	if err != nil {
		return err
	}
	return unknownStudents(missing)
}

// owned returns an announcement that the caller may change, with its audience. errNotFound for what they do not see, errNotOwn for what they
// did not write, or of which they no longer teach the audience.
func (s *Service) owned(ctx context.Context, q bun.IDB, who access.Caller, id string) (r row, to audience, err error) {
	v := s.viewOf(who)
	f, err := byID(ctx, q, v, id)
	if err != nil {
		return r, to, err
	}
	of, err := targetsOf(ctx, q, []string{id})
	if err != nil {
		return r, to, err
	}
	to = of[id]
	if !v.canEdit(f.row) {
		return f.row, to, errNotOwn
	}
	if n, err := countTaught(ctx, q, who, to); err != nil {
		return f.row, to, err
	} else if !who.HasRole(access.Admin) && (n != len(to.keys) || !to.isRestricted()) {
		return f.row, to, errNotOwn
	}
	return f.row, to, nil
}

// lockOwned is owned for a change: the announcement stays as it is until the transaction ends.
func (s *Service) lockOwned(ctx context.Context, tx bun.IDB, who access.Caller, id string) (row, audience, error) {
	if _, err := lock(ctx, tx, id); err != nil {
		return row{}, audience{}, err
	}
	return s.owned(ctx, tx, who, id)
}

// Change replaces an announcement, except an audience that the edit does not name, and asks everyone to read it anew if the edit says so. For
// its author and administrators. errNotFound, errNotOwn, fault.Invalid, fault.Precondition with the announcement if it was changed since, and
// what Create returns for the audience.
func (s *Service) Change(ctx context.Context, who access.Caller, id string, n AnnouncementEdit, version rest.IfMatch) (changed Announcement, err error) {
	v := s.viewOf(who)
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		before, was, err := s.lockOwned(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if !version.Matches(before.Version) {
			current, err := s.read(ctx, tx, v, id)
			if err != nil {
				return err
			}
			return fault.New(fault.Precondition, "stale_version", "Another user has changed this announcement. Your change is not saved yet.").WithDetails(current)
		}
		r, to, err := s.write(before, was, n.NewAnnouncement, v.now)
		if err == nil {
			err = s.checkAudience(ctx, tx, who, to.beyond(was))
		}
		if err != nil {
			return err
		}
		if err := s.replace(ctx, tx, before, &r, to, n.Again); err != nil {
			return err
		}
		if err := s.audit(ctx, tx, who, "announcement.changed", id, before.recorded(was), r.recorded(to)); err != nil {
			return err
		}
		changed, err = s.read(ctx, tx, v, id)
		return err
	})
	return changed, err
}

// replace stores the next version of an announcement, to be read anew or not.
func (s *Service) replace(ctx context.Context, tx bun.IDB, before row, r *row, to audience, again bool) error {
	if err := s.completeNotify(ctx, tx, r, to); err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	if before.statusAt(now) == published {
		r.EditedAt = &now
	}
	if again {
		r.Round, r.SentAt, r.RemindedAt = r.Round+1, nil, nil
		if err := forgetReceipts(ctx, tx, r.ID); err != nil {
			return err
		}
	}
	r.Version++
	return s.store(ctx, tx, r, to)
}

// Delete deletes an announcement for everyone. For its author and administrators; errNotFound, errNotOwn.
func (s *Service) Delete(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		r, to, err := s.lockOwned(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if err := s.deps.Queue.Cancel(ctx, tx, id); err != nil {
			return err
		}
		if err := remove(ctx, tx, id); err != nil {
			return err
		}
		return s.audit(ctx, tx, who, "announcement.deleted", id, r.recorded(to), nil)
	})
}

// Preview returns whom an audience has now. For those who may announce to it, as Create.
func (s *Service) Preview(ctx context.Context, who access.Caller, t Targeting) (p TargetingPreview, err error) {
	q := s.deps.DB.Reader()
	to, err := newAudience(t.TargetAudience, t.SpecificStudents)
	if err != nil {
		return p, err
	}
	if p.UnknownStudents, err = unknown(ctx, q, who, to.students); err != nil {
		return p, err
	}
	to.students = slices.DeleteFunc(to.students, func(id string) bool { return slices.Contains(p.UnknownStudents, id) })
	if err := s.checkAudience(ctx, q, who, to); err != nil {
		return p, err
	}
	p.SpecificStudentsCount, p.AudienceBreakdown, p.Sample = int64(len(to.students)), []AudienceCount{}, []AddressableStudent{}
	if to.isEmpty() {
		return p, nil
	}
	if p.EstimatedReach, err = countPeople(ctx, q, to, mostByDefault+1); err != nil {
		return p, err
	}
	if p.AudienceBreakdown, err = countEach(ctx, q, to, mostByDefault+1); err != nil {
		return p, err
	}
	if p.Mails, err = countMails(ctx, q, to, s.deps.Notices.MailedKind(), mostByDefault+1); err != nil {
		return p, err
	}
	first, err := nextPeople(ctx, q, to, "", sampled)
	if err != nil {
		return p, err
	}
	p.Sample, err = named(ctx, q, first)
	return p, err
}

const sampled = 5 // users of an audience that a preview names

// recorded is what the audit log keeps of an announcement.
func (r row) recorded(to audience) map[string]any {
	return map[string]any{"title": r.Title, "state": r.State, "publish_at": r.PublishAt, "expires_at": r.ExpiresAt, "audience": to.keys, "students": len(to.students), "notify": r.Notify}
}

func (s *Service) audit(ctx context.Context, tx bun.IDB, who access.Caller, action, id string, before, after any) error {
	return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: action, TargetKind: "announcement", TargetID: id, Before: before, After: after})
}
