package planning

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
)

// Enrollments is what this package needs of the enrollments in courses.
type Enrollments interface {
	// Admit enrols a user in a course, or lets them pay for it first. It returns fault.NotFound, fault.Forbidden unless the caller teaches
	// the course, or fault.Conflict for a user who may not be enrolled.
	Admit(ctx context.Context, tx bun.IDB, who access.Caller, courseID, userID string) error
}

type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Calendars   *classsession.Calendars
	Settings    *settings.Store
	Enrollments Enrollments
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// List returns the batches that the caller may see, a page of them, and their number.
func (s *Service) List(ctx context.Context, who access.Caller, f BatchFilter, limit, offset int64) ([]Batch, rest.Count, error) {
	found, err := list(ctx, s.deps.DB.Reader(), who, f, limit, offset)
	batches, now := make([]Batch, len(found)), s.deps.Clock.Now()
	for i, b := range found {
		batches[i] = shown(b, nil, now)
	}
	if err == nil {
		err = addDisputes(ctx, s.deps.DB.Reader(), batches)
	}
	if err != nil {
		return nil, rest.Count{}, err
	}
	n, err := count(ctx, s.deps.DB.Reader(), who, f)
	return batches, n, err
}

const sessionsForStrangers = 3

// Batch returns a batch that the caller may see, or batch.ErrNotFound: with its schedule for members and instructors, otherwise with its
// next sessions.
func (s *Service) Batch(ctx context.Context, who access.Caller, id string) (Batch, error) {
	return s.read(ctx, s.deps.DB.Reader(), who, id)
}

func (s *Service) read(ctx context.Context, q bun.IDB, who access.Caller, id string) (Batch, error) {
	f, err := batch.Find(ctx, q, who, id)
	if err != nil {
		return Batch{}, err
	}
	var schedule []classsession.Session
	now := s.deps.Clock.Now()
	if f.Teaches || f.IsMember() {
		schedule, err = classsession.Of(ctx, q, id)
	} else {
		schedule, err = classsession.NextOf(ctx, q, id, now, sessionsForStrangers)
	}
	if err != nil {
		return Batch{}, err
	}
	b := shown(f, schedule, now)
	if b.Rooms, err = classsession.RoomsIn(ctx, q, schedule); err != nil {
		return b, err
	}
	if b.Substitutes, err = substitutesIn(ctx, q, schedule); err == nil {
		err = b.addWaiting(ctx, q, who, f)
	}
	if err == nil {
		one := []Batch{b}
		err = addDisputes(ctx, q, one)
		b = one[0]
	}
	return b, err
}

// addDisputes adds to batches that the caller teaches how many disputes of attendance are to be answered.
func addDisputes(ctx context.Context, q bun.IDB, batches []Batch) error {
	var ids []string
	for _, b := range batches {
		if b.Can.Edit {
			ids = append(ids, b.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	open, err := openDisputes(ctx, q, ids)
	for i := range batches {
		if n := open[batches[i].ID]; batches[i].Can.Edit {
			batches[i].OpenDisputes = &n
		}
	}
	return err
}

// addWaiting adds what the caller may know of the waiting list: their own place, and for instructors how many wait.
func (b *Batch) addWaiting(ctx context.Context, q bun.IDB, who access.Caller, f batch.Found) (err error) {
	if b.Waiting, err = batch.PlaceOf(ctx, q, f.ID, who.ID); err != nil || !f.Teaches {
		return err
	}
	n, err := batch.CountWaiting(ctx, q, f.ID)
	b.WaitingCount = &n
	return err
}

// Create creates a batch with its sessions, and an individual one with its learner. For instructors of the course and administrators.
// fault.NotFound for other courses, fault.Invalid, fault.Conflict if the instructor is not free. A dry run is rolled back.
func (s *Service) Create(ctx context.Context, who access.Caller, courseID string, n NewBatch, dryRun bool) (created CreatedBatch, err error) {
	now := s.deps.Clock.Now()
	err = db.Try(ctx, s.deps.Calendars.InTx, dryRun, func(tx bun.IDB) error {
		c, err := courseOf(ctx, tx, who, courseID)
		if err != nil {
			return err
		}
		current, err := s.deps.Settings.Current(ctx, tx)
		if err != nil {
			return err
		}
		n := n.normalise(current.School.TimeZone, now)
		holidays, err := classsession.HolidaysFor(ctx, tx, n.Recurrence)
		if err != nil {
			return err
		}
		p, err := n.plan(courseID, holidays, now)
		if err != nil {
			return err
		}
		p.row.CreatedBy, p.row.CreatedAt, p.row.UpdatedAt = who.ID, now, now
		if err := s.complete(ctx, tx, c, &p.row, now); err != nil {
			return err
		}
		if _, err := s.store(ctx, tx, who, p, n.OnConflict, now); err != nil {
			return err
		}
		if created.Batch, err = s.read(ctx, tx, who, p.row.ID); err != nil {
			return err
		}
		created.Warnings, err = s.warn(ctx, tx, who, p.row, created.Schedule, dryRun)
		return err
	})
	return created, err
}

// complete checks the people of a new batch, and gives it what it has no name and code of.
func (s *Service) complete(ctx context.Context, tx bun.IDB, c courseRow, r *batch.Row, now time.Time) error {
	instructor, err := checkInstructor(ctx, tx, *r)
	if err != nil {
		return err
	}
	if err := classsession.CheckRoom(ctx, tx, r.RoomID); err != nil {
		return err
	}
	if r.BatchType == batch.Individual {
		student, err := nameOfStudent(ctx, tx, *r.StudentID)
		if err != nil {
			return err
		}
		if r.BatchName == "" {
			setName(r, individualName(c.Title, instructor, student))
		}
		if err := checkIndividualOf(ctx, tx, r.AssignedInstructor); err != nil {
			return err
		}
	}
	if r.BatchCode == "" {
		r.BatchCode, err = freeCode(ctx, tx, *r, now)
	}
	return err
}

// checkIndividualOf returns fault.Conflict for an instructor, who may be nil, with as many individual batches as they may have.
func checkIndividualOf(ctx context.Context, tx bun.IDB, instructorID *string) error {
	if instructorID == nil {
		return nil
	}
	n, err := countIndividual(ctx, tx, *instructorID)
	if err == nil && n >= batch.MostIndividual {
		err = fault.New(fault.Conflict, "instructor_over_cap", "This instructor already has 10 individual batches that are active or upcoming. Choose another instructor.")
	}
	return err
}

// freeCode returns the code of a batch, or that of the next millisecond of which no other batch has it.
func freeCode(ctx context.Context, tx bun.IDB, r batch.Row, now time.Time) (string, error) {
	for {
		code := codeOf(r, now)
		taken, err := hasCode(ctx, tx, code)
		if err != nil || !taken {
			return code, err
		}
		now = now.Add(time.Millisecond)
	}
}

// store writes a new batch with its sessions and the learner of an individual one, and returns what was in the way of sessions.
func (s *Service) store(ctx context.Context, tx bun.IDB, who access.Caller, p plan, onConflict string, now time.Time) ([]classsession.ScheduleConflict, error) {
	r := p.row
	if err := batch.Insert(ctx, tx, r); err != nil {
		return nil, err
	}
	_, conflicts, err := classsession.Add(ctx, tx, s.deps.Calendars, who, r, p.schedule, onConflict, now)
	if found, ok := conflictsIn(err); ok && onConflict == "unassigned" {
		conflicts, r.AssignedInstructor = found, nil
		if err = batch.Update(ctx, tx, &r, now); err == nil {
			_, _, err = classsession.Add(ctx, tx, s.deps.Calendars, who, r, p.schedule, onConflict, now)
		}
	}
	if err != nil || r.BatchType != batch.Individual {
		return conflicts, err
	}
	if err := s.deps.Enrollments.Admit(ctx, tx, who, r.CourseID, *r.StudentID); err != nil {
		return nil, err
	}
	_, err = batch.AddMember(ctx, tx, batch.Member{BatchID: r.ID, UserID: *r.StudentID, MemberState: batch.MemberState{Status: batch.MemberActive}, JoinedAt: now, UpdatedAt: now})
	return conflicts, err
}

// conflictsIn returns what is in the way of sessions, if that is what an error says.
func conflictsIn(err error) ([]classsession.ScheduleConflict, bool) {
	refused, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return nil, false
	}
	found, ok := refused.Details.(classsession.ScheduleConflicts)
	return found.Conflicts, ok
}

// Change replaces the details of a batch. For its instructors. fault.NotFound, fault.Invalid, fault.Precondition with the batch if it was
// changed since, fault.Conflict if a new instructor or classroom is not free.
func (s *Service) Change(ctx context.Context, who access.Caller, id string, n BatchDetails, version rest.OptionalIfMatch, noEmails bool) (changed Batch, err error) {
	now := s.deps.Clock.Now()
	err = s.deps.Calendars.InTx(ctx, func(tx bun.IDB) error {
		f, err := batch.FindTaught(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if !version.Matches(f.Version) {
			current, err := s.read(ctx, tx, who, id)
			if err != nil {
				return err
			}
			return fault.New(fault.Precondition, "stale_version", "Another user has changed this batch. Your change is not saved yet.").WithDetails(current)
		}
		sessions, err := classsession.Of(ctx, tx, id)
		if err != nil {
			return err
		}
		row := f.Row
		if err := n.change(&row, sessions); err != nil {
			return err
		}
		if _, err := checkInstructor(ctx, tx, row); err != nil {
			return err
		}
		moved, err := changeRoom(ctx, tx, sessions, f.Row, row, now)
		if err != nil {
			return err
		}
		if err := batch.Update(ctx, tx, &row, now); err != nil {
			return err
		}
		if err := batch.OfferSeats(ctx, tx, id, now); err != nil {
			return err
		}
		if err := classsession.Book(ctx, tx, s.deps.Calendars, who, row, sessions, now); err != nil {
			return err
		}
		if err := classsession.Update(ctx, tx, moved, sessions); err != nil {
			return err
		}
		if err := publishRoom(ctx, tx, who, moved, row, noEmails, now); err != nil {
			return err
		}
		if err := publishInstructor(ctx, tx, who, f.Row, row, noEmails, now); err != nil {
			return err
		}
		changed, err = s.read(ctx, tx, who, id)
		return err
	})
	return changed, err
}

// Erase deletes a user's memberships, in the transaction that erases the user. What they taught stays with the course.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return batch.EraseMember(ctx, tx, user)
}
