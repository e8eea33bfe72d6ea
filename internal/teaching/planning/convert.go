package planning

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
)

// BatchConversion says how a group becomes individual batches.
type BatchConversion struct {
	MaintainSchedule         bool                   `json:"maintain_schedule,omitempty" msg:"maintain_schedule must be true or false" doc:"Each learner keeps the times of the group, so each needs another instructor. The default, unless the sessions are redistributed."`
	RedistributeSessions     bool                   `json:"redistribute_sessions,omitempty" msg:"redistribute_sessions must be true or false" doc:"In place of maintain_schedule: the sessions of each learner are laid into the free hours of their instructor, on the same weekdays where there is room."`
	NewInstructorAssignments []InstructorAssignment `json:"new_instructor_assignments,omitempty" maxItems:"500" msg:"Assign at most 500 instructors"`
	ConversionReason         string                 `json:"conversion_reason,omitempty" maxLength:"500" msg:"The reason must be at most 500 characters" doc:"Why, for members and instructors."`
}

// InstructorAssignment says who teaches a learner in their individual batch. Without one it is the instructor of the group.
type InstructorAssignment struct {
	StudentID    string `json:"student_id" maxLength:"36" msg:"This student doesn't exist"`
	InstructorID string `json:"instructor_id" maxLength:"36" msg:"This instructor doesn't exist"`
}

// ConvertedBatch is a group with the individual batches that it has become.
type ConvertedBatch struct {
	OriginalBatch     Batch                  `json:"original_batch"`
	IndividualBatches []Batch                `json:"individual_batches"`
	ConversionSummary BatchConversionSummary `json:"conversion_summary"`
}

// BatchConversionSummary says what has become of the members of a group.
type BatchConversionSummary struct {
	TotalStudents         int64              `json:"total_students" doc:"Active members of the group before."`
	SuccessfulConversions int64              `json:"successful_conversions"`
	FailedConversions     []FailedConversion `json:"failed_conversions" doc:"They stay in the group, which then goes on."`
	DryRun                bool               `json:"dry_run" doc:"Nothing was changed."`

	Rooms []classsession.DroppedRoom `json:"dropped_rooms" doc:"Classrooms of the group in which sessions of individual batches are not, because they are archived or taken then."`
}

// FailedConversion is a learner for whom there is no individual batch, and why.
type FailedConversion struct {
	StudentID string                          `json:"student_id"`
	Code      string                          `json:"code"`
	Message   string                          `json:"message" doc:"The same as a sentence."`
	Conflicts []classsession.ScheduleConflict `json:"conflicts" doc:"What is in the way of sessions, with other times."`
}

var errNoRoom = fault.New(fault.Conflict, "no_room", "The instructor has no free hours for all of the sessions. Choose another instructor, or add hours first.")

// converting is a group that becomes individual batches, within one transaction.
type converting struct {
	*Service
	who    access.Caller
	wanted BatchConversion
	source batch.Found
	course courseRow
	begun  bool                   // a session has taken place
	ahead  []classsession.Session // that are not cancelled
	now    time.Time
	made   []string // ids of individual batches
	result *BatchConversionSummary

	room     *string                // the classroom of new sessions of the group; nil for none, and if it is archived
	inRooms  []classsession.Session // those ahead, without archived classrooms
	archived []classsession.DroppedRoom
}

// Convert gives each active member of a group an individual batch with the sessions that are ahead, each in its classroom if that is free. If all have one, the group ends; who cannot have one stays in it, and it goes on.
// For instructors of the batch. fault.NotFound, batch.ErrNotTaught, fault.Invalid, fault.Conflict for a batch that is over, individual, without members or without
// sessions ahead. A dry run is rolled back. By section 3.6 of the design.
func (s *Service) Convert(ctx context.Context, who access.Caller, id string, n BatchConversion, dryRun bool) (done ConvertedBatch, err error) {
	err = db.Try(ctx, s.deps.Calendars.InTx, dryRun, func(tx bun.IDB) error {
		done = ConvertedBatch{IndividualBatches: []Batch{}, ConversionSummary: BatchConversionSummary{DryRun: dryRun, FailedConversions: []FailedConversion{}, Rooms: []classsession.DroppedRoom{}}}
		c := converting{Service: s, who: who, wanted: n, now: s.deps.Clock.Now(), result: &done.ConversionSummary}
		members, err := c.prepare(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := c.convertAll(ctx, tx, members); err != nil {
			return err
		}
		for _, made := range c.made {
			b, err := s.read(ctx, tx, who, made)
			if err != nil {
				return err
			}
			done.IndividualBatches = append(done.IndividualBatches, b)
		}
		done.OriginalBatch, err = s.read(ctx, tx, who, id)
		return err
	})
	return done, err
}

// prepare locks the group and the calendars of all instructors and classrooms, and returns the active members.
func (c *converting) prepare(ctx context.Context, tx bun.IDB, id string) (members []batch.Member, err error) {
	if c.source, err = batch.FindTaught(ctx, tx, c.who, id); err != nil {
		return nil, err
	}
	if c.course, err = courseOf(ctx, tx, c.who, c.source.CourseID); err != nil {
		return nil, err
	}
	if members, err = activeMembers(ctx, tx, id); err != nil {
		return nil, err
	}
	if err := c.check(members); err != nil {
		return nil, err
	}
	all, err := classsession.Of(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		switch {
		case s.Status == classsession.Cancelled:
		case !s.HasBegun(c.now):
			c.ahead = append(c.ahead, s)
		default:
			c.begun = true
		}
	}
	if len(c.ahead) == 0 {
		return nil, fault.New(fault.Conflict, "nothing_ahead", "This batch has no sessions ahead, so there is nothing to convert.")
	}
	c.result.TotalStudents = int64(len(members))
	instructors := c.source.InstructorIDs()
	for _, a := range c.wanted.NewInstructorAssignments {
		instructors = append(instructors, a.InstructorID)
	}
	if err := c.deps.Calendars.Instructors.Lock(ctx, tx, instructors); err != nil {
		return nil, err
	}
	if err := c.deps.Calendars.LockRooms(ctx, tx, c.ahead); err != nil {
		return nil, err
	}
	c.inRooms = slices.Clone(c.ahead)
	c.room, c.archived, err = classsession.WithoutArchived(ctx, tx, c.source.RoomID, c.inRooms)
	return members, err
}

// check refuses what cannot be converted at all.
func (c *converting) check(members []batch.Member) error {
	var broken fault.Fields
	broken.Require(!c.wanted.MaintainSchedule || !c.wanted.RedistributeSessions, "redistribute_sessions", "not_allowed", "Either keep the schedule or redistribute the sessions")
	for _, a := range c.wanted.NewInstructorAssignments {
		known := false
		for _, m := range members {
			known = known || m.UserID == a.StudentID
		}
		broken.Require(known, "new_instructor_assignments", "unknown_value", "Assign instructors to active members of this batch only")
	}
	switch {
	case c.source.BatchType != batch.Group:
		return fault.New(fault.Conflict, "batch_individual", "This batch is individual already.")
	case c.source.CheckOpen() != nil:
		return fault.New(fault.Conflict, "batch_over", "This batch is over, so it can't be converted. Change its status first.")
	case len(members) == 0:
		return fault.New(fault.Conflict, "no_members", "This batch has no active members, so there is nothing to convert.")
	}
	return broken.Err()
}

var errSomeFailed = errors.New("some learners can't be converted")

// convertAll first tries as if the group ended, which frees its times. If some learners cannot be converted even so, the group goes on and keeps its times, so it tries again
// without them.
func (c *converting) convertAll(ctx context.Context, tx bun.IDB, members []batch.Member) error {
	err := tx.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		if err := c.endSource(ctx, tx); err != nil {
			return err
		}
		if err := c.convertEach(ctx, tx, members); err != nil {
			return err
		}
		if len(c.result.FailedConversions) > 0 {
			return errSomeFailed
		}
		return nil
	})
	if !errors.Is(err, errSomeFailed) {
		return err
	}
	return c.convertEach(ctx, tx, members)
}

// convertEach converts those members who can be, and notes the others.
func (c *converting) convertEach(ctx context.Context, tx bun.IDB, members []batch.Member) error {
	c.made, c.result.FailedConversions, c.result.Rooms = nil, []FailedConversion{}, []classsession.DroppedRoom{}
	for _, m := range members {
		var id string
		var dropped []classsession.DroppedRoom
		err := tx.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) (err error) {
			id, dropped, err = c.convert(ctx, tx, m)
			return err
		})
		refused, ok := errors.AsType[*fault.Error](err)
		switch {
		case err == nil:
			c.made = append(c.made, id)
			c.result.Rooms = classsession.AddDropped(c.result.Rooms, dropped)
		case ok && (refused.Kind == fault.Conflict || refused.Kind == fault.Invalid):
			conflicts, _ := conflictsIn(err)
			c.result.FailedConversions = append(c.result.FailedConversions, FailedConversion{StudentID: m.UserID, Code: refused.Code, Message: refused.Message,
				Conflicts: append([]classsession.ScheduleConflict{}, conflicts...)})
		default:
			return err
		}
	}
	c.result.SuccessfulConversions = int64(len(c.made))
	return nil
}

// convert makes the individual batch of a member, who leaves the group for it, and returns which classrooms of the group it lacks.
func (c *converting) convert(ctx context.Context, tx bun.IDB, m batch.Member) (id string, dropped []classsession.DroppedRoom, err error) {
	p, err := c.plan(ctx, tx, m)
	if err != nil {
		return "", nil, err
	}
	taken, err := p.schedule.WithoutTaken(ctx, tx, c.deps.Calendars, p.row, c.now)
	if err != nil {
		return "", nil, err
	}
	if p.schedule.HasRoom(c.room) {
		p.row.RoomID = c.room
	}
	if err := c.complete(ctx, tx, c.course, &p.row, c.now); err != nil {
		return "", nil, err
	}
	if _, err := c.store(ctx, tx, c.who, p, "fail", c.now); err != nil {
		return "", nil, err
	}
	return p.row.ID, classsession.AddDropped(c.archived, taken), c.move(ctx, tx, m, p.row.ID)
}

// move takes a member from the group to their individual batch.
func (c *converting) move(ctx context.Context, tx bun.IDB, m batch.Member, to string) error {
	if _, err := batch.PutMember(ctx, tx, m, batch.MemberState{Status: batch.MemberDropped}, c.now); err != nil {
		return err
	}
	if err := batch.SetTransferred(ctx, tx, m.BatchID, m.UserID, to); err != nil {
		return err
	}
	if err := events.Publish(ctx, tx, c.now, batch.MemberRemoved{BatchID: m.BatchID, UserID: m.UserID, ActorID: c.who.ID}); err != nil {
		return err
	}
	return events.Publish(ctx, tx, c.now, batch.MemberAdded{BatchID: to, UserID: m.UserID, ActorID: c.who.ID})
}

// plan computes the individual batch of a member. It returns fault.Conflict where the instructor has no room.
func (c *converting) plan(ctx context.Context, q bun.IDB, m batch.Member) (p plan, err error) {
	source := c.source.Row
	p.row = batch.Row{ID: db.NewID(), CourseID: source.CourseID, BatchType: batch.Individual, StudentID: &m.UserID, Status: batch.Upcoming, AssignedInstructor: c.instructorOf(m),
		BatchNotes: source.BatchNotes, Version: 1, CreatedBy: c.who.ID, CreatedAt: c.now, UpdatedAt: c.now, Timezone: source.Timezone}
	if p.row.AssignedInstructor == nil {
		return p, fault.InvalidField("new_instructor_assignments", "required", "Instructor is required for an individual batch")
	}
	entries := entriesOf(c.ahead)
	if c.wanted.RedistributeSessions {
		laid, ok, err := classsession.Redistribute(ctx, q, c.deps.Calendars, p.row, c.ahead, c.now)
		if err != nil || !ok {
			return p, cmp.Or[error](err, errNoRoom)
		}
		entries = laid
	}
	rooms := classsession.Rooms{}
	for i, e := range entries {
		rooms[e.Date] = c.inRooms[i].RoomID
	}
	var broken fault.Fields
	p.schedule = classsession.NewSchedule{Entries: entries, Member: "schedule", Rooms: rooms}.Plan(p.row.Zone(), nil, c.now, &broken)
	first, last := span(p.schedule.Entries)
	BatchDetails{Capacity: 1, AssignedInstructor: *p.row.AssignedInstructor, Timezone: source.Timezone, StartDate: first, EndDate: max(source.EndDate, last),
		SessionDurationMinutes: source.SessionDurationMinutes, PaymentPlan: source.PaymentPlan, HourlyRate: &source.HourlyRate, Currency: source.Currency}.apply(&p.row, &broken)
	return p, broken.Err()
}

// instructorOf returns who is to teach a member, nil for nobody.
func (c *converting) instructorOf(m batch.Member) *string {
	for _, a := range c.wanted.NewInstructorAssignments {
		if a.StudentID == m.UserID {
			return &a.InstructorID
		}
	}
	return c.source.AssignedInstructor
}

func entriesOf(sessions []classsession.Session) []timetable.NewScheduleEntry {
	entries := make([]timetable.NewScheduleEntry, len(sessions))
	for i, s := range sessions {
		entries[i] = timetable.NewScheduleEntry{Date: s.Date, StartTime: s.StartTime, EndTime: s.EndTime, Title: s.Title, Description: s.Description}
	}
	return entries
}

// endSource cancels the sessions of the group that are ahead and ends it: it is completed if it ever met, else cancelled.
func (c *converting) endSource(ctx context.Context, tx bun.IDB) error {
	row, cancelled := c.source.Row, make([]classsession.Session, len(c.ahead))
	for i, s := range c.ahead {
		s.Status, s.Reason, s.Sequence, s.UpdatedAt = classsession.Cancelled, c.wanted.ConversionReason, s.Sequence+1, c.now
		cancelled[i] = s
	}
	if err := classsession.Book(ctx, tx, c.deps.Calendars, c.who, row, cancelled, c.now); err != nil {
		return err
	}
	if err := classsession.Update(ctx, tx, cancelled, c.ahead); err != nil {
		return err
	}
	row.Status, row.Reason = batch.Cancelled, text.OneLine(c.wanted.ConversionReason)
	if c.begun {
		row.Status, row.Reason = batch.Completed, ""
	}
	if err := batch.Update(ctx, tx, &row, c.now); err != nil {
		return err
	}
	return batch.CloseWaiting(ctx, tx, c.now)
}
