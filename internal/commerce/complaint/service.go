package complaint

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/formguard"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
	"lectern/internal/platform/sign"
)

// Pages of complaints for who complained: of users by the id, of visitors by the private link, whose token stands where no server logs it.
const (
	ownPath   = "/complaints/"
	trackPath = "/complaints/track#"
)

type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *settings.Store
	Audit    *audit.Log
	Forms    *formguard.Guard
	Limits   *ratelimit.Limiter
	Queue    *jobs.Queue
	Mail     mail.Sender
	Blob     blob.Store
	Files    attachment.Signer // signs URLs of files
	Key      []byte            // for the private links
	Address  string            `optional:"a worker that does not know it leaves emails to others"`
}

type Service struct {
	deps  Deps
	links sign.Signer
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d, sign.New(d.Key, "complaint links")}
}

// clocks returns the clocks of the school's time zone.
func (s *Service) clocks(ctx context.Context, q bun.IDB) (clocks, error) {
	current, err := s.deps.Settings.Current(ctx, q)
	return clocks{s.deps.Clock.Now(), current.School.Zone()}, err
}

// position is where a row stands in a list with the newest first.
func (c Complaint) position() (time.Time, string) { return c.CreatedAt, c.ID }

// List returns complaints of a filter, newest first, their number and the cursor of the next page. For administrators. fault.Invalid.
func (s *Service) List(ctx context.Context, f ComplaintFilter, p rest.Page, c rest.CursorParam) (found []Complaint, n rest.Count, next string, err error) {
	q := s.deps.DB.Reader()
	return rest.NewestFirst(s.deps.Clock.Now(), p, c, func() (rest.Count, error) { return count(ctx, q, f) },
		func(at rest.TimePosition) ([]Complaint, error) { return list(ctx, q, f, at) }, Complaint.position)
}

// Get returns a complaint with all that was said. For administrators. fault.NotFound.
func (s *Service) Get(ctx context.Context, id string) (ComplaintDetail, error) {
	return s.read(ctx, s.deps.DB.Reader(), id)
}

func (s *Service) read(ctx context.Context, q bun.IDB, id string) (d ComplaintDetail, err error) {
	if d.Complaint, err = find(ctx, q, id); err != nil {
		return d, err
	}
	if d.Entries, err = entriesOf(ctx, q, id); err != nil {
		return d, err
	}
	files, err := filesOf(ctx, q, id)
	for i := range d.Entries {
		d.Entries[i].Files = []ComplaintFile{}
		for _, f := range files {
			if deref(f.EntryID) == d.Entries[i].ID {
				d.Entries[i].Files = append(d.Entries[i].Files, s.signed(f))
			}
		}
	}
	return d, err
}

// change locks a complaint, changes it, and returns it. to says which statuses or people have changed besides.
func (s *Service) change(ctx context.Context, id string, to func(tx bun.IDB, k clocks, c *Complaint) error) (d ComplaintDetail, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		k, err := s.clocks(ctx, tx)
		if err != nil {
			return err
		}
		c, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := to(tx, k, &c); err != nil {
			return err
		}
		c.AlarmAt, c.Version, c.UpdatedAt = c.alarm(), c.Version+1, k.now
		if err := update(ctx, tx, c); err != nil {
			return err
		}
		d, err = s.read(ctx, tx, id)
		return err
	})
	return d, err
}

// Change changes status, priority or whose it is. For administrators. fault.NotFound, fault.Invalid, fault.Conflict for a status that cannot follow, fault.Precondition with the complaint as it is if it
// was changed since.
func (s *Service) Change(ctx context.Context, who access.Caller, id string, patch rest.MergePatch[ComplaintEdit], version rest.IfMatch) (ComplaintDetail, error) {
	return s.change(ctx, id, func(tx bun.IDB, k clocks, c *Complaint) error {
		if !version.Matches(c.Version) {
			current, err := s.read(ctx, tx, id)
			if err != nil {
				return err
			}
			return fault.New(fault.Precondition, "stale_version", "Another administrator has changed this complaint. Your change is not saved yet.").WithDetails(current)
		}
		to, err := patch.Apply(c.edit())
		if err != nil {
			return err
		}
		return s.apply(ctx, tx, k, who, c, to)
	})
}

func (s *Service) apply(ctx context.Context, tx bun.IDB, k clocks, who access.Caller, c *Complaint, to ComplaintEdit) error {
	before := *c
	var happened []ComplaintEntry
	if to.AssignedTo != deref(c.AssignedTo) {
		if err := requireAdministrator(ctx, tx, to.AssignedTo); err != nil {
			return err
		}
		happened = append(happened, ComplaintEntry{Kind: kindAssigned, Before: deref(c.AssignedTo), After: to.AssignedTo})
		c.AssignedTo = pointer(to.AssignedTo)
	}
	if to.Priority != c.Priority {
		happened = append(happened, ComplaintEntry{Kind: kindPriority, Before: c.Priority, After: to.Priority})
		k.prioritise(c, to.Priority)
	}
	if to.Status != c.Status {
		if !slices.Contains(follows[c.Status], to.Status) {
			return fault.New(fault.Conflict, "status_cannot_follow", "A complaint can't go from its status to this one.")
		}
		happened = append(happened, ComplaintEntry{Kind: kindStatus, Before: c.Status, After: to.Status})
		k.move(c, to.Status)
		if to.Status == Resolved {
			if err := s.turn(ctx, tx, *c, turnResolved, ""); err != nil {
				return err
			}
		}
	}
	for _, e := range happened {
		if err := s.record(ctx, tx, who, c.ID, &e); err != nil {
			return err
		}
	}
	if len(happened) == 0 {
		return nil
	}
	return s.audit(ctx, tx, who, "complaint.changed", before, *c)
}

// audit writes the audit log, which holds nothing of who complained.
func (s *Service) audit(ctx context.Context, tx bun.IDB, who access.Caller, action string, before, after Complaint) error {
	values := func(c Complaint) map[string]any {
		if c.ID == "" {
			return nil
		}
		return map[string]any{"number": c.Number, "status": c.Status, "priority": c.Priority, "assigned_to": deref(c.AssignedTo)}
	}
	return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: action, TargetKind: "complaint", TargetID: before.ID, Before: values(before), After: values(after)})
}

func (s *Service) record(ctx context.Context, tx bun.IDB, who access.Caller, id string, e *ComplaintEntry) error {
	e.ID, e.ComplaintID, e.UserID, e.CreatedAt = db.NewID(), id, pointer(who.ID), s.deps.Clock.Now()
	return addEntry(ctx, tx, *e)
}

// StaffMessage is an answer of the school, or a note that only administrators see.
type StaffMessage struct {
	Body    string   `json:"body" pattern:"\\S" maxLength:"5000" msg:"Write your answer;maxLength=The answer must be at most 5000 characters"`
	Note    bool     `json:"note,omitempty" doc:"For administrators only; nothing else changes."`
	Resolve bool     `json:"resolve,omitempty" doc:"With this answer the complaint is resolved. Otherwise it waits for the person."`
	Files   []string `json:"files,omitempty" maxItems:"5" msg:"A message can have at most 5 files" doc:"Ids of files that were uploaded for it."`
}

// Answer adds an answer of the school or a note. For administrators. fault.NotFound, fault.Invalid, fault.Conflict for an answer to one that is closed.
func (s *Service) Answer(ctx context.Context, who access.Caller, id string, m StaffMessage) (ComplaintDetail, error) {
	return s.change(ctx, id, func(tx bun.IDB, k clocks, c *Complaint) error {
		e := ComplaintEntry{Kind: kindAnswer, Body: strings.TrimSpace(m.Body)}
		if m.Note {
			e.Kind = kindNote
		} else if c.isOver() {
			return fault.New(fault.Conflict, "complaint_over", "This complaint is resolved. Open it again to answer.")
		}
		if err := s.say(ctx, tx, who, c.ID, &e, m.Files, true); err != nil || m.Note {
			return err
		}
		before := *c
		if c.FirstAnswerMinutes == nil {
			c.FirstAnswerMinutes = k.since(c.CreatedAt)
		}
		if c.AssignedTo == nil {
			c.AssignedTo = &who.ID
		}
		to, turn := Waiting, turnAnswered
		if m.Resolve {
			to, turn = Resolved, turnResolved
		}
		k.answered(c)
		if c.Status != to {
			k.move(c, to)
			if err := s.record(ctx, tx, who, c.ID, &ComplaintEntry{Kind: kindStatus, Before: before.Status, After: to}); err != nil {
				return err
			}
		}
		if err := s.audit(ctx, tx, who, "complaint.answered", before, *c); err != nil {
			return err
		}
		return s.turn(ctx, tx, *c, turn, e.ID)
	})
}

// say adds a message with its files. fault.Invalid for files that were not uploaded for it.
func (s *Service) say(ctx context.Context, tx bun.IDB, who access.Caller, id string, e *ComplaintEntry, files []string, fromStaff bool) error {
	if err := s.record(ctx, tx, who, id, e); err != nil {
		return err
	}
	slices.Sort(files)
	for _, file := range slices.Compact(files) {
		if err := attach(ctx, tx, ComplaintFile{ID: file, ComplaintID: id, EntryID: &e.ID, FromStaff: fromStaff}); err != nil {
			return err
		}
	}
	return nil
}

// turn notifies those whose turn it is: users by notifications, visitors by email, who get the private link when the complaint is opened.
func (s *Service) turn(ctx context.Context, tx bun.IDB, c Complaint, turn, entry string) error {
	isForPerson := turn == turnAnswered || turn == turnResolved
	if turn == turnOpened || isForPerson && c.UserID == nil {
		if _, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: emailJob, Payload: emailPayload{c.ID, turn, entry}}); err != nil {
			return err
		}
	}
	return events.Publish(ctx, tx, s.deps.Clock.Now(), ComplaintTurned{c.ID, turn})
}

// Delete deletes a complaint with all that is known of it, as who complained may demand. For administrators. fault.NotFound.
func (s *Service) Delete(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		c, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := remove(ctx, tx, id); err != nil {
			return err
		}
		if err := s.drop(ctx, tx, dropWork{Complaint: id}); err != nil {
			return err
		}
		return s.audit(ctx, tx, who, "complaint.deleted", c, Complaint{})
	})
}
