package classsession

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
)

// SessionClassroom is a classroom as sessions and batches show it.
type SessionClassroom struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Place    string `json:"place" doc:"How to find it; empty where nothing is said."`
	Capacity int64  `json:"capacity" doc:"How many learners find a seat."`
}

// Location says where a session takes place, as calendars show it; "" for no classroom.
func (r SessionClassroom) Location() string {
	if r.Place == "" {
		return r.Name
	}
	return r.Name + ", " + r.Place
}

func selectRooms(q bun.IDB) *bun.SelectQuery {
	return q.NewSelect().TableExpr("classrooms AS c").Join("JOIN resources AS r ON r.id = c.id").ColumnExpr("c.id, r.name, c.place, c.capacity")
}

// RoomsIn returns the classrooms of some sessions, by name; none for sessions without one.
func RoomsIn(ctx context.Context, q bun.IDB, sessions []Session) ([]SessionClassroom, error) {
	return RoomsByID(ctx, q, roomsOf(sessions))
}

// RoomsByID returns classrooms, by name.
func RoomsByID(ctx context.Context, q bun.IDB, ids []string) (rooms []SessionClassroom, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return rooms, selectRooms(q).Where("c.id IN (?)", bun.List(ids)).OrderExpr("c.name_key, c.id").Scan(ctx, &rooms)
}

// archivedOf returns those of some classrooms that are archived, by name.
func archivedOf(ctx context.Context, q bun.IDB, ids []string) (rooms []SessionClassroom, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return rooms, selectRooms(q).Where("c.id IN (?) AND NOT c.active", bun.List(ids)).OrderExpr("c.name_key, c.id").Scan(ctx, &rooms)
}

// largeEnough returns the classrooms that can be chosen for so many learners, the smallest first.
func largeEnough(ctx context.Context, q bun.IDB, learners int64) (rooms []SessionClassroom, err error) {
	return rooms, selectRooms(q).Where("c.active AND c.capacity >= ?", learners).OrderExpr("c.capacity, c.name_key, c.id").Limit(mostRooms).Scan(ctx, &rooms)
}

// mostRooms is how many classrooms are tried as alternatives.
const mostRooms = 50

// CheckRoom returns fault.Invalid for a classroom that can't be chosen, because it doesn't exist or is archived; none is fine.
func CheckRoom(ctx context.Context, q bun.IDB, id *string) error {
	if id == nil {
		return nil
	}
	return checkRooms(ctx, q, []string{*id})
}

// checkRooms is CheckRoom of several, which are all different.
func checkRooms(ctx context.Context, q bun.IDB, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	n, err := q.NewSelect().Table("classrooms").Where("id IN (?) AND active", bun.List(ids)).Count(ctx)
	if err == nil && n < int64(len(ids)) {
		err = fault.InvalidField("room_id", "unknown_value", "This classroom is archived or doesn't exist. Choose another one")
	}
	return err
}
