package classsession

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/busy"
	"lectern/internal/teaching/batch"
)

// DroppedRoom is a classroom that sessions, or what becomes of new ones, had in a batch, and have not in what was made from it.
type DroppedRoom struct {
	RoomID   string `json:"room_id"`
	RoomName string `json:"room_name"`
	Reason   string `json:"reason" enum:"archived,taken" doc:"archived: it can't be chosen any more. taken: another batch is in it at these times."`
	Sessions int64  `json:"sessions" doc:"How many sessions are in no classroom for it. 0: only new ones would have been in it."`
}

// Rooms are the classrooms of sessions by day, as a batch has one session a day; nil for none.
type Rooms map[string]*string

// WithoutArchived takes archived classrooms from sessions that are not cancelled, and from what a batch gives to new ones. It returns the room that is left to those.
func WithoutArchived(ctx context.Context, q bun.IDB, batchRoom *string, sessions []Session) (*string, []DroppedRoom, error) {
	archived, err := archivedOf(ctx, q, append(roomsOf(sessions), roomsOf([]Session{{RoomID: batchRoom}})...))
	if err != nil {
		return nil, nil, err
	}
	dropped := []DroppedRoom{}
	for _, r := range archived {
		d := DroppedRoom{RoomID: r.ID, RoomName: r.Name, Reason: "archived"}
		for i, s := range sessions {
			if s.Status != Cancelled && s.RoomID != nil && *s.RoomID == r.ID {
				sessions[i].RoomID = nil
				d.Sessions++
			}
		}
		isOfBatch := batchRoom != nil && *batchRoom == r.ID
		if isOfBatch {
			batchRoom = nil
		}
		if d.Sessions > 0 || isOfBatch {
			dropped = append(dropped, d)
		}
	}
	return batchRoom, dropped, nil
}

// WithoutArchived takes archived classrooms from the sessions of a schedule, as the function of this name does: sessions that are left out do not count.
func (p Schedule) WithoutArchived(ctx context.Context, q bun.IDB, batchRoom *string) (*string, []DroppedRoom, error) {
	planned := make([]Session, len(p.Entries))
	for i, e := range p.Entries {
		planned[i].RoomID = p.rooms[e.Date]
	}
	room, dropped, err := WithoutArchived(ctx, q, batchRoom, planned)
	for i, e := range p.Entries {
		p.rooms[e.Date] = planned[i].RoomID
	}
	return room, dropped, err
}

// WithoutTaken takes classrooms that are not free from the sessions of a schedule of a batch, so that those can be added in the same transaction: it keeps the calendars as they are.
func (p Schedule) WithoutTaken(ctx context.Context, tx bun.IDB, calendars *Calendars, b batch.Row, now time.Time) ([]DroppedRoom, error) {
	sessions, _ := p.Sessions(b, now)
	if err := calendars.Instructors.Lock(ctx, tx, b.InstructorIDs()); err != nil {
		return nil, err
	}
	if err := calendars.LockRooms(ctx, tx, sessions); err != nil {
		return nil, err
	}
	found, err := calendars.Rooms.Overlaps(ctx, tx, busy.Session, nil, timesOf(b, sessions, now).rooms)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	rooms, err := RoomsIn(ctx, tx, sessions)
	if err != nil {
		return nil, err
	}
	taken := map[string]bool{} // sessions
	for _, o := range found {
		taken[o.Wanted.RefID] = true
	}
	var dropped []DroppedRoom
	for _, r := range rooms {
		d := DroppedRoom{RoomID: r.ID, RoomName: r.Name, Reason: "taken"}
		for _, s := range sessions {
			if taken[s.ID] && *s.RoomID == r.ID {
				p.rooms[s.Date] = nil
				d.Sessions++
			}
		}
		if d.Sessions > 0 {
			dropped = append(dropped, d)
		}
	}
	return dropped, nil
}

// HasRoom reports whether a session of a schedule whose sessions have classrooms of their own is in one; never for nil.
func (p Schedule) HasRoom(id *string) bool {
	for _, room := range p.rooms {
		if id != nil && room != nil && *room == *id {
			return true
		}
	}
	return false
}

// AddDropped adds classrooms to others, each once for a reason.
func AddDropped(to, more []DroppedRoom) []DroppedRoom {
	all := slices.Clone(to)
	for _, d := range more {
		at := slices.IndexFunc(all, func(a DroppedRoom) bool { return a.RoomID == d.RoomID && a.Reason == d.Reason })
		if at < 0 {
			all = append(all, d)
		} else {
			all[at].Sessions += d.Sessions
		}
	}
	return all
}
