package announcement

import (
	"context"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/teaching/batch"
)

// usersOf selects the ids of the active users of one audience. It is the inverse of view.current.
func usersOf(q bun.IDB, key string) *bun.SelectQuery {
	s := q.NewSelect().TableExpr("users AS u").ColumnExpr("u.id AS user_id").Where("u.status = 'active'")
	kind, id, _ := strings.Cut(key, ":")
	switch kind {
	case "role":
		s.Join("JOIN user_roles AS o ON o.user_id = u.id").Where("o.role = ?", id)
	case "course":
		s.Join("JOIN enrolled_students AS e ON e.user_id = u.id").Where("e.course_id = ?", id)
	case "batch":
		s.Join("JOIN batch_members AS m ON m.user_id = u.id").Where("m.batch_id = ? AND m.status <> 'dropped'", id)
	}
	return s
}

// people selects the ids of an audience's users, each once. narrow restricts the users u of each part.
func (to audience) people(q bun.IDB, narrow func(*bun.SelectQuery) *bun.SelectQuery) *bun.RawQuery {
	var parts []string
	var args []any
	for _, key := range to.keys {
		parts, args = append(parts, "SELECT p.user_id FROM (?) AS p"), append(args, usersOf(q, key).Apply(narrow))
	}
	if len(to.students) > 0 {
		parts, args = append(parts, "SELECT p.user_id FROM (?) AS p"), append(args, usersOf(q, "").Where("u.id IN (?)", bun.List(to.students)).Apply(narrow))
	}
	return q.NewRaw(strings.Join(parts, " UNION "), args...)
}

// upTo restricts each part of an audience to its first users after an id, as many as are wanted of the whole.
func upTo(most int64, after string) func(*bun.SelectQuery) *bun.SelectQuery {
	return func(s *bun.SelectQuery) *bun.SelectQuery {
		return s.Where("u.id > ?", after).OrderExpr("u.id").Limit(most)
	}
}

// nextPeople returns the ids of an audience's users after an id, in order.
func nextPeople(ctx context.Context, q bun.IDB, to audience, after string, most int64) (found []string, err error) {
	err = q.NewRaw("SELECT a.user_id FROM (?) AS a ORDER BY a.user_id LIMIT ?", to.people(q, upTo(most, after)), most).Scan(ctx, &found)
	return found, err
}

// countPeople counts an audience's users, up to most.
func countPeople(ctx context.Context, q bun.IDB, to audience, most int64) (n int64, err error) {
	err = q.NewRaw("SELECT count(*) FROM (SELECT a.user_id FROM (?) AS a LIMIT ?) AS c", to.people(q, upTo(most, "")), most).Scan(ctx, &n)
	return n, err
}

// countMails counts the users of an audience, up to most, who get the emails of announcements: their address is confirmed, and they have not
// switched this kind of notification off.
func countMails(ctx context.Context, q bun.IDB, to audience, kind string, most int64) (n int64, err error) {
	mailed := func(s *bun.SelectQuery) *bun.SelectQuery {
		return upTo(most, "")(s).Where("u.email_verified_at IS NOT NULL").
			Where("NOT EXISTS (SELECT 1 FROM notification_preferences AS np WHERE np.user_id = u.id AND np.kind = ? AND NOT np.mail)", kind)
	}
	err = q.NewRaw("SELECT count(*) FROM (SELECT a.user_id FROM (?) AS a LIMIT ?) AS c", to.people(q, mailed), most).Scan(ctx, &n)
	return n, err
}

// countEach counts the users of each key of an audience, up to most.
func countEach(ctx context.Context, q bun.IDB, to audience, most int64) (counts []AudienceCount, err error) {
	var parts []string
	var args []any
	for _, key := range to.keys {
		parts = append(parts, "SELECT ? AS type, count(*) AS count FROM (?) AS p")
		args = append(args, sentAs(key), usersOf(q, key).Limit(most))
	}
	if len(parts) == 0 {
		return []AudienceCount{}, nil
	}
	err = q.NewRaw(strings.Join(parts, " UNION ALL "), args...).Scan(ctx, &counts)
	return counts, err
}

// named reads users by their ids, in order.
func named(ctx context.Context, q bun.IDB, users []string) (found []AddressableStudent, err error) {
	found = []AddressableStudent{}
	if len(users) == 0 {
		return found, nil
	}
	err = q.NewSelect().TableExpr("users AS u").Column("u.id", "u.full_name", "u.email").Where("u.id IN (?)", bun.List(users)).OrderExpr("u.id").Scan(ctx, &found)
	return found, err
}

// addressable selects the students u whom the caller may address: all for administrators, those of their courses for instructors.
func addressable(q bun.IDB, who access.Caller) *bun.SelectQuery {
	s := q.NewSelect().TableExpr("users AS u").Where("u.status = 'active'").
		Where("EXISTS (SELECT 1 FROM user_roles AS o WHERE o.user_id = u.id AND o.role = 'student')")
	if !who.HasRole(access.Admin) {
		s.Where("u.id IN (SELECT e.user_id FROM enrolled_students AS e JOIN course_instructors AS i ON i.course_id = e.course_id WHERE i.user_id = ?)", who.ID)
	}
	return s
}

// searchStudents lists students whom the caller may address, by name.
func searchStudents(ctx context.Context, q bun.IDB, who access.Caller, search string, limit int64) (found []AddressableStudent, err error) {
	s := addressable(q, who).Column("u.id", "u.full_name", "u.email")
	found = []AddressableStudent{}
	err = db.WhereUserMatches(s, "u.id", search).OrderExpr("u.name_key, u.id").Limit(limit).Scan(ctx, &found)
	return found, err
}

// unknown returns those of the ids whom the caller may not address.
func unknown(ctx context.Context, q bun.IDB, who access.Caller, students []string) ([]string, error) {
	missing := []string{}
	if len(students) == 0 {
		return missing, nil
	}
	var known []string
	if err := addressable(q, who).Column("u.id").Where("u.id IN (?)", bun.List(students)).Scan(ctx, &known); err != nil {
		return nil, err
	}
	is := map[string]bool{}
	for _, id := range known {
		is[id] = true
	}
	for _, id := range students {
		if !is[id] {
			missing = append(missing, id)
		}
	}
	return missing, nil
}

// countTaught counts those of the courses and batches of an audience that there are and that the caller may address.
func countTaught(ctx context.Context, q bun.IDB, who access.Caller, to audience) (n int, err error) {
	if courses := to.of("course"); len(courses) > 0 {
		s := q.NewSelect().TableExpr("courses AS c").Where("c.id IN (?)", bun.List(courses))
		if !who.HasRole(access.Admin) {
			s.Where("EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.course_id = c.id AND i.user_id = ?)", who.ID)
		}
		known, err := s.Count(ctx)
		if err != nil {
			return 0, err
		}
		n += int(known)
	}
	if batches := to.of("batch"); len(batches) > 0 {
		var found []batch.Found
		if err := batch.SelectVisible(q, who, &found).Where("b.id IN (?)", bun.List(batches)).Scan(ctx); err != nil {
			return 0, err
		}
		for _, b := range found {
			if b.Teaches {
				n++
			}
		}
	}
	return n, nil
}

// namesOf returns the titles of courses and the names of batches by their keys.
func namesOf(ctx context.Context, q bun.IDB, of map[string]audience) (map[string]string, error) {
	var courses, batches []string
	for _, to := range of {
		courses, batches = append(courses, to.of("course")...), append(batches, to.of("batch")...)
	}
	var rows []struct{ Key, Name string }
	err := q.NewRaw(`SELECT 'course:' || c.id AS key, c.title AS name FROM courses AS c WHERE c.id IN (?)
		UNION ALL SELECT 'batch:' || b.id, b.batch_name FROM batches AS b WHERE b.id IN (?)`, bun.List(ids(courses)), bun.List(ids(batches))).Scan(ctx, &rows)
	names := map[string]string{}
	for _, r := range rows {
		names[r.Key] = r.Name
	}
	return names, err
}
