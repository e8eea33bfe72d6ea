package lead

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/formguard"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sign"
)

// Brochures are those of courses.
type Brochures interface {
	// Require returns fault.NotFound unless the course is in the catalogue and has a brochure.
	Require(ctx context.Context, q bun.IDB, courseID string) error
	// Open returns the brochure of a course of the catalogue. fault.NotFound.
	Open(ctx context.Context, courseID string) (name string, o blob.Object, err error)
}

// Invitations let the owner of an address create an account.
type Invitations interface {
	// Invite returns fault.Conflict if there is an account with this address.
	Invite(ctx context.Context, who access.Caller, email string, role access.Role) error
}

type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Audit       *audit.Log
	Forms       *formguard.Guard
	Limits      *ratelimit.Limiter
	Queue       *jobs.Queue
	Mail        mail.Sender
	Brochures   Brochures
	Invitations Invitations
	Key         []byte // for the links to brochures
	Address     string `optional:"a worker that does not know it leaves emails to others"`
}

type Service struct {
	deps  Deps
	links sign.Signer
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d, sign.New(d.Key, "brochure links")}
}

// position is where a row stands in a list with the newest first.
func (l Lead) position() (time.Time, string) { return l.CreatedAt, l.ID }

// List returns leads of a filter, newest first, and their number, and the cursor of the next page. Those that are part of another are not listed. For administrators. fault.Invalid.
func (s *Service) List(ctx context.Context, f LeadFilter, p rest.Page, c rest.CursorParam) (found []Lead, n rest.Count, next string, err error) {
	if err = f.parse(); err != nil {
		return nil, n, "", err
	}
	q := s.deps.DB.Reader()
	return rest.NewestFirst(s.deps.Clock.Now(), p, c, func() (rest.Count, error) { return count(ctx, q, f) },
		func(at rest.TimePosition) ([]Lead, error) { return list(ctx, q, f, at) }, Lead.position)
}

// Get returns a lead with what has happened to it. For administrators. fault.NotFound.
func (s *Service) Get(ctx context.Context, id string) (LeadDetail, error) {
	return s.read(ctx, s.deps.DB.Reader(), id)
}

func (s *Service) read(ctx context.Context, q bun.IDB, id string) (d LeadDetail, err error) {
	if d.Lead, err = find(ctx, q, id); err != nil {
		return d, err
	}
	if d.Events, err = eventsOf(ctx, q, id); err != nil {
		return d, err
	}
	if d.Parts, err = partsOf(ctx, q, id); err != nil {
		return d, err
	}
	if d.Duplicates, err = duplicatesOf(ctx, q, d.Lead); err != nil {
		return d, err
	}
	d.HasAccount, err = hasAccount(ctx, q, d.EmailKey)
	return d, err
}

// Change changes a lead. For administrators. fault.NotFound, fault.Invalid, fault.Precondition with the lead as it is if it was changed since.
func (s *Service) Change(ctx context.Context, who access.Caller, id string, patch rest.MergePatch[LeadEdit], version rest.IfMatch) (LeadDetail, error) {
	return s.change(ctx, who, id, func(tx bun.IDB, l *Lead) error {
		if !version.Matches(l.Version) {
			current, err := s.read(ctx, tx, id)
			if err != nil {
				return err
			}
			return fault.New(fault.Precondition, "stale_version", "Another administrator has changed this lead. Your change is not saved yet.").WithDetails(current)
		}
		to, err := patch.Apply(l.edit())
		if err != nil {
			return err
		}
		return s.apply(ctx, tx, who, l, to)
	})
}

// change locks a lead, changes it, and returns it.
func (s *Service) change(ctx context.Context, who access.Caller, id string, to func(tx bun.IDB, l *Lead) error) (d LeadDetail, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		l, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := to(tx, &l); err != nil {
			return err
		}
		d, err = s.read(ctx, tx, id)
		return err
	})
	return d, err
}

// apply stores an edit, each part of it with its event.
func (s *Service) apply(ctx context.Context, tx bun.IDB, who access.Caller, l *Lead, to LeadEdit) error {
	before, now := *l, s.deps.Clock.Now()
	to.NextAction = strings.TrimSpace(to.NextAction)
	var happened []LeadEvent
	if to.Status != l.Status {
		happened = append(happened, LeadEvent{Action: actStatus, Before: l.Status, After: to.Status})
		if l.Status = to.Status; l.ContactedAt == nil && to.Status != Fresh && to.Status != Spam {
			l.ContactedAt, l.ContactHours = &now, new(int64(now.Sub(l.CreatedAt).Round(time.Hour)/time.Hour))
		}
	}
	if to.AssignedTo != deref(l.AssignedTo) {
		if err := requireAdministrator(ctx, tx, to.AssignedTo); err != nil {
			return err
		}
		happened = append(happened, LeadEvent{Action: actAssigned, Before: deref(l.AssignedTo), After: to.AssignedTo})
		l.AssignedTo = pointer(to.AssignedTo)
	}
	if to.NextAction != l.NextAction || !sameTime(to.NextActionAt, l.NextActionAt) {
		happened = append(happened, LeadEvent{Action: actNextAction, Note: to.NextAction})
		l.NextAction, l.NextActionAt = to.NextAction, to.NextActionAt
	}
	if len(happened) == 0 {
		return nil
	}
	for _, e := range happened {
		if err := s.record(ctx, tx, who, l.ID, e); err != nil {
			return err
		}
	}
	return s.store(ctx, tx, who, before, l, "lead.changed")
}

// store writes a changed lead and the audit log, which holds nothing of its sender.
func (s *Service) store(ctx context.Context, tx bun.IDB, who access.Caller, before Lead, l *Lead, action string) error {
	l.Version, l.UpdatedAt = before.Version+1, s.deps.Clock.Now()
	if err := update(ctx, tx, *l); err != nil {
		return err
	}
	if who.ID == "" {
		return nil // its sender did it: the log is of administrators
	}
	return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: action, TargetKind: "lead", TargetID: l.ID, Before: audited(before), After: audited(*l)})
}

func audited(l Lead) map[string]any {
	return map[string]any{"status": l.Status, "assigned_to": deref(l.AssignedTo), "merged_into": deref(l.MergedInto)}
}

func (s *Service) record(ctx context.Context, tx bun.IDB, who access.Caller, id string, e LeadEvent) error {
	e.ID, e.LeadID, e.UserID, e.CreatedAt = db.NewID(), id, pointer(who.ID), s.deps.Clock.Now()
	return addEvent(ctx, tx, e)
}

func sameTime(a, b *time.Time) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Equal(*b)
}

// LeadNote is a note on a lead.
type LeadNote struct {
	Note string `json:"note" pattern:"\\S" maxLength:"5000" msg:"Write a note;maxLength=The note must be at most 5000 characters"`
}

// Note adds a note to a lead. For administrators. fault.NotFound.
func (s *Service) Note(ctx context.Context, who access.Caller, id string, n LeadNote) (LeadDetail, error) {
	return s.change(ctx, who, id, func(tx bun.IDB, l *Lead) error {
		return s.record(ctx, tx, who, id, LeadEvent{Action: actNote, Note: strings.TrimSpace(n.Note)})
	})
}

// Merge makes a lead a part of another one, under which it is shown from then on. For administrators. It returns the other one. fault.NotFound, fault.Conflict for one that is a part already, or has
// parts, and for itself.
func (s *Service) Merge(ctx context.Context, who access.Caller, id, into string) (LeadDetail, error) {
	cannot := fault.New(fault.Conflict, "cannot_merge", "These leads can't be merged: choose two different ones of which neither is part of another.")
	if id == into {
		return LeadDetail{}, cannot
	}
	return s.change(ctx, who, into, func(tx bun.IDB, whole *Lead) error {
		part, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		parts, err := partsOf(ctx, tx, id)
		if err != nil {
			return err
		}
		if part.MergedInto != nil || whole.MergedInto != nil || len(parts) > 0 {
			return cannot
		}
		before := part
		part.MergedInto = &into
		if err := s.record(ctx, tx, who, into, LeadEvent{Action: actMerged, After: id}); err != nil {
			return err
		}
		return s.store(ctx, tx, who, before, &part, "lead.merged")
	})
}

// LeadConversion says as what the sender of a lead is invited.
type LeadConversion struct {
	As access.Role `json:"as" enum:"student,corporate" msg:"as must be student or corporate"`
}

// Convert wins a lead: its sender is invited to create an account, unless they have one. For administrators. fault.NotFound.
func (s *Service) Convert(ctx context.Context, who access.Caller, id string, n LeadConversion) (LeadDetail, error) {
	l, err := find(ctx, s.deps.DB.Reader(), id)
	if err != nil {
		return LeadDetail{}, err
	}
	invited := l.Email
	if err := s.deps.Invitations.Invite(ctx, who, l.Email, n.As); fault.Is(err, fault.Conflict) {
		invited = ""
	} else if err != nil {
		return LeadDetail{}, err
	}
	return s.change(ctx, who, id, func(tx bun.IDB, l *Lead) error {
		if err := s.record(ctx, tx, who, id, LeadEvent{Action: actConverted, After: invited}); err != nil {
			return err
		}
		to := l.edit()
		to.Status = Won
		return s.apply(ctx, tx, who, l, to)
	})
}

// BulkLeads changes several leads at once.
type BulkLeads struct {
	IDs        []string `json:"ids" minItems:"1" maxItems:"100" msg:"Choose at least one lead;maxItems=At most 100 leads can be changed at once"`
	Status     string   `json:"status,omitempty" enum:",new,contacted,qualified,proposal,won,lost,spam" msg:"This status doesn't exist" doc:"Absent: stays."`
	AssignedTo *string  `json:"assigned_to,omitempty" maxLength:"36" msg:"Choose an administrator" doc:"Absent: stays. Empty: nobody."`
}

// BulkLeadsDone is how many leads were changed.
type BulkLeadsDone struct {
	Changed int64 `json:"changed"`
}

// Bulk changes several leads, all or none. For administrators. fault.NotFound, fault.Invalid.
func (s *Service) Bulk(ctx context.Context, who access.Caller, n BulkLeads) (done BulkLeadsDone, err error) {
	slices.Sort(n.IDs) // so that two administrators don't wait for each other
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		for _, id := range slices.Compact(n.IDs) {
			l, err := lock(ctx, tx, id)
			if err != nil {
				return err
			}
			to, before := l.edit(), l.Version
			if n.Status != "" {
				to.Status = n.Status
			}
			if n.AssignedTo != nil {
				to.AssignedTo = *n.AssignedTo
			}
			if err := s.apply(ctx, tx, who, &l, to); err != nil {
				return err
			}
			done.Changed += l.Version - before
		}
		return nil
	})
	return done, err
}

// Delete deletes a lead with all that is known of it, as its sender may demand. For administrators. fault.NotFound.
func (s *Service) Delete(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		l, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := remove(ctx, tx, id); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "lead.deleted", TargetKind: "lead", TargetID: id, Before: audited(l)})
	})
}
