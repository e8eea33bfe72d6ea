// Package classroom keeps the physical rooms of the school, in which sessions take place. Their time is taken like that of instructors: no two sessions are in one at once.
package classroom

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/consistency"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// Classroom is a physical room of the school.
type Classroom struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Capacity int64  `json:"capacity" doc:"How many learners find a seat."`
	Place    string `json:"place" doc:"How to find it; learners see it too. Empty where nothing is said."`
	Active   bool   `json:"active" doc:"It can be chosen. false: it is archived."`
	Ahead    int64  `json:"sessions_ahead" doc:"How many sessions that are not over take its time."`

	Version int64 `json:"version" doc:"Of the classroom, for If-Match."`
}

// EditVersion implements rest.Versioned.
func (c Classroom) EditVersion() int64 { return c.Version }

// NewClassroom is a classroom as administrators add it.
type NewClassroom struct {
	Name     string `json:"name" pattern:"\\S" maxLength:"80" msg:"Enter the name of the classroom;maxLength=The name must be at most 80 characters"`
	Capacity int64  `json:"capacity" minimum:"1" maximum:"10000" msg:"The capacity must be a whole number from 1 to 10000"`
	Place    string `json:"place,omitempty" maxLength:"200" msg:"Say in at most 200 characters how to find it" doc:"How to find it, such as a street and a floor."`
}

// ClassroomChange is what administrators change of a classroom. What is not given stays.
type ClassroomChange struct {
	Name     string  `json:"name,omitempty" maxLength:"80" msg:"The name must be at most 80 characters"`
	Capacity int64   `json:"capacity,omitempty" minimum:"0" maximum:"10000" msg:"The capacity must be a whole number from 1 to 10000"`
	Place    *string `json:"place,omitempty" maxLength:"200" msg:"Say in at most 200 characters how to find it"`
	Active   *bool   `json:"active,omitempty" msg:"active must be true or false" doc:"false archives it, unless batches that are not over are in it."`
}

// apply returns a classroom as a change leaves it.
func (n ClassroomChange) apply(c Classroom) Classroom {
	if name := text.OneLine(n.Name); name != "" {
		c.Name = name
	}
	if n.Capacity > 0 {
		c.Capacity = n.Capacity
	}
	if n.Place != nil {
		c.Place = text.OneLine(*n.Place)
	}
	if n.Active != nil {
		c.Active = *n.Active
	}
	c.Version++
	return c
}

// ClassroomUses are the batches that are not over and in a classroom, by name.
type ClassroomUses struct {
	Batches []ClassroomUse `json:"batches" doc:"Up to 100."`
}

// ClassroomUse is a batch that is in a classroom.
type ClassroomUse struct {
	BatchID   string `json:"batch_id"`
	BatchName string `json:"batch_name"`
	Sessions  int64  `json:"sessions" doc:"How many of its sessions ahead are in it. 0: only new ones would be."`
}

var (
	errNotFound = fault.New(fault.NotFound, "room_not_found", "This classroom doesn't exist.")
	errNameUsed = fault.New(fault.Conflict, "room_name_taken", "Another classroom has this name. Choose another one.")
)

type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Audit     *audit.Log
	Calendars *busy.Calendars // of resources
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// List returns all classrooms by name, those that are archived last. For instructors and administrators.
func (s *Service) List(ctx context.Context) ([]Classroom, error) {
	return list(ctx, s.deps.DB.Reader(), s.deps.Clock.Now())
}

// Add adds a classroom. For administrators. fault.Conflict if another has its name.
func (s *Service) Add(ctx context.Context, who access.Caller, n NewClassroom) (added Classroom, err error) {
	now := s.deps.Clock.Now()
	added = Classroom{ID: db.NewID(), Name: text.OneLine(n.Name), Capacity: n.Capacity, Place: text.OneLine(n.Place), Active: true, Version: 1}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := insert(ctx, tx, added, now); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "classroom.added", TargetKind: "classroom", TargetID: added.ID, After: added})
	})
	return added, err
}

// Change changes a classroom. For administrators. fault.NotFound, fault.Precondition with the classroom if it was changed since, fault.Conflict if another has its name, or
// with ClassroomUses if it is to be archived and a batch is in it.
func (s *Service) Change(ctx context.Context, who access.Caller, id string, n ClassroomChange, version rest.IfMatch) (changed Classroom, err error) {
	now := s.deps.Clock.Now()
	err = s.deps.Calendars.InTx(ctx, func(tx bun.IDB) error {
		before, err := s.locked(ctx, tx, id)
		if err != nil {
			return err
		}
		if !version.Matches(before.Version) {
			return fault.New(fault.Precondition, "stale_version", "Another administrator has changed this classroom. Your change is not saved yet.").WithDetails(before)
		}
		if changed = n.apply(before); before.Active && !changed.Active {
			if err := s.checkUnused(ctx, tx, id, "Batches that are not over are in this classroom, so it can't be archived. Choose another classroom for them first."); err != nil {
				return err
			}
		}
		if err := update(ctx, tx, changed, now); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "classroom.changed", TargetKind: "classroom", TargetID: id, Before: before, After: changed})
	})
	return changed, err
}

// Delete deletes a classroom; sessions that were in it are in none. For administrators. fault.NotFound, fault.Conflict with ClassroomUses if a batch is in it.
func (s *Service) Delete(ctx context.Context, who access.Caller, id string) error {
	return s.deps.Calendars.InTx(ctx, func(tx bun.IDB) error {
		before, err := s.locked(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := s.checkUnused(ctx, tx, id, "Batches that are not over are in this classroom, so it can't be deleted. Choose another classroom for them first."); err != nil {
			return err
		}
		if err := remove(ctx, tx, id); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "classroom.deleted", TargetKind: "classroom", TargetID: id, Before: before})
	})
}

// locked returns a classroom whose calendar stays as it is until the transaction ends, so that no session comes into it. errNotFound.
func (s *Service) locked(ctx context.Context, tx bun.IDB, id string) (Classroom, error) {
	now := s.deps.Clock.Now()
	if _, err := find(ctx, tx, id, now); err != nil {
		return Classroom{}, err
	}
	if err := s.deps.Calendars.Lock(ctx, tx, []string{id}); err != nil {
		return Classroom{}, err
	}
	return find(ctx, tx, id, now)
}

// checkUnused returns fault.Conflict with a message if batches that are not over are in a classroom.
func (s *Service) checkUnused(ctx context.Context, q bun.IDB, id, message string) error {
	uses, err := usesOf(ctx, q, id, s.deps.Clock.Now())
	if err == nil && len(uses) > 0 {
		err = fault.New(fault.Conflict, "room_in_use", message).WithDetails(ClassroomUses{uses})
	}
	return err
}

// Checks compare the sessions ahead with the times that their classrooms are taken.
func (s *Service) Checks() []consistency.Check {
	return []consistency.Check{func(ctx context.Context, _ consistency.Options) ([]consistency.Finding, error) {
		const part = "sessions in classrooms"
		sessions, wrong, err := disagreeing(ctx, s.deps.DB.Reader(), s.deps.Clock.Now())
		if err != nil {
			return nil, err
		}
		if len(wrong) > 0 {
			return []consistency.Finding{consistency.List(part, false, "The calendar of their classroom doesn't have these sessions at their time; choose the classroom of each again: ", wrong)}, nil
		}
		return []consistency.Finding{{Part: part, OK: true, Text: fmt.Sprintf("%d sessions ahead take the time of their classroom", sessions)}}, nil
	}}
}
