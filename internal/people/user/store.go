package user

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
)

// query is a page of the list.
type query struct {
	db            bun.IDB
	filter        Filter
	now           time.Time
	behind        []string // sort value and id of the last user before the page; nil for the first page
	broad         bool     // the search finds so many that each user is better asked on the way
	numbered      string   // the user whose student number is searched for; "" when nobody has it
	limit, offset int64
	paged         bool // the statement reads a page, not the count
}

// newQuery picks the users of a filter.
func newQuery(ctx context.Context, q bun.IDB, f Filter, now time.Time) (query, error) {
	broad, err := db.MatchesMoreUsersThan(ctx, q, f.Search, rest.MaxCount)
	if err != nil || f.Search == "" {
		return query{db: q, filter: f, now: now, broad: broad}, err
	}
	numbered, err := userOfNumber(ctx, q, f.Search)
	return query{db: q, filter: f, now: now, broad: broad, numbered: numbered}, err
}

// narrow applies the filter to s.
func (q query) narrow(s *bun.SelectQuery) *bun.SelectQuery {
	f := q.filter
	s.Where("NOT EXISTS (SELECT 1 FROM deletion_requests AS g WHERE g.user_id = u.id AND g.erased_at IS NOT NULL)") // of whom nothing is left
	q.searching(s)
	q.holding(s)
	if f.Status != "" {
		s.Where("u.status = ?", f.Status)
	}
	if f.Verified != "" {
		s.Where(map[string]string{"true": "u.email_verified_at IS NOT NULL", "false": "u.email_verified_at IS NULL"}[f.Verified])
	}
	if f.Locked != "" {
		s.Where(map[string]string{"true": "u.id IN (?)", "false": "u.id NOT IN (?)"}[f.Locked], bun.SafeQuery(lockedNow, q.now, q.now))
	}
	if f.CreatedFrom != "" {
		s.Where("u.created_at >= ?", f.from)
	}
	if f.CreatedTo != "" {
		s.Where("u.created_at < ?", f.to)
	}
	if f.SeenFrom != "" {
		s.Where("? >= ?", q.lastSeen(), f.seenFrom)
	}
	if f.SeenTo != "" {
		s.Where("? < ?", q.lastSeen(), f.seenTo)
	}
	return s
}

// searching limits s to whom the search finds.
func (q query) searching(s *bun.SelectQuery) {
	match := db.WhereFewUsersMatch
	if q.broad {
		match = db.WhereUserMatches
	}
	if q.numbered == "" {
		match(s, "u.id", q.filter.Search)
		return
	}
	s.WhereGroup(" AND ", func(s *bun.SelectQuery) *bun.SelectQuery {
		return match(s, "u.id", q.filter.Search).WhereOr("u.id = ?", q.numbered)
	})
}

// lastSeen is the column as a filter compares it. A page in another order walks the index of that order: the column stands in an
// expression there, so that no planner takes its index and sorts everything found.
func (q query) lastSeen() bun.Safe {
	if q.paged && q.order().column != "last_seen_at" {
		return "coalesce(u.last_seen_at, u.created_at)"
	}
	return "u.last_seen_at"
}

// holding limits s to holders of the filter's role. By id it walks the index of roles; in another order it walks the index
// of users for a role that nearly everybody holds, and otherwise looks up the holders first.
func (q query) holding(s *bun.SelectQuery) {
	switch role := q.filter.Role; {
	case role == "":
	case q.id() != "u.id":
		s.Join("JOIN user_roles AS h ON h.user_id = u.id AND h.role = ?", role)
	case role == common:
		s.Where("EXISTS (SELECT 1 FROM user_roles AS h WHERE h.user_id = u.id AND h.role = ?)", role)
	default:
		s.Where("u.id IN (SELECT h.user_id FROM user_roles AS h WHERE h.role = ?)", role)
	}
}

// common is the role that nearly everybody holds.
const common = string(access.Student)

// id returns the id column of the table that the query walks.
func (q query) id() string {
	if q.filter.Role != "" && q.order().column == "" {
		return "h.user_id"
	}
	return "u.id"
}

// lockedNow selects users who cannot sign in at an instant, which is bound twice. A lock of password changes does not
// count.
const lockedNow = `SELECT user_id FROM lockouts WHERE locked_until > ? AND reason IN ('failed_login_attempts', 'two_factor_attempts') AND user_id IS NOT NULL
	UNION ALL SELECT user_id FROM admin_locks WHERE locked_until IS NULL OR locked_until > ?`

// order is the SQL of a sort.
type order struct {
	column string // "" for id alone, which is ordered by creation time
	down   bool
	unique bool // values are unique, so that the id is not needed as a tie-breaker
	value  func(u UserRow) string
}

func (q query) order() order {
	f := q.filter
	switch f.Sort {
	case byName, byNameDown:
		return order{"name_key", f.Sort == byNameDown, false, func(u UserRow) string { return u.NameKey }}
	case byMail, byMailDown:
		return order{"email_key", f.Sort == byMailDown, true, func(u UserRow) string { return u.EmailKey }}
	}
	if f.Sort == bySeen || f.Sort == bySeenDown {
		return order{"last_seen_at", f.Sort == bySeenDown, false, func(u UserRow) string {
			if u.LastSeenAt == nil {
				return directory.NeverSeen.Format(time.RFC3339Nano)
			}
			return u.LastSeenAt.Format(time.RFC3339Nano)
		}}
	}
	if (f.Role == "" || f.Role == common) && (f.CreatedFrom != "" || f.CreatedTo != "") { // the same order; but the index of this one finds the first
		return order{"created_at", f.Sort != oldest, false, func(u UserRow) string { return u.CreatedAt.Format(time.RFC3339Nano) }}
	}
	return order{"", f.Sort != oldest, false, func(UserRow) string { return "" }}
}

func (o order) mark(u UserRow) string { return rest.EncodeCursor(o.value(u), u.ID) }

// sort orders s and starts after the user of the cursor.
func (q query) sort(s *bun.SelectQuery) error {
	o := q.order()
	direction, beyond := "ASC", ">"
	if o.down {
		direction, beyond = "DESC", "<"
	}
	if o.column != "" {
		s.OrderExpr("u.? "+direction, bun.Ident(o.column))
	}
	if !o.unique {
		s.OrderExpr(q.id() + " " + direction)
	}
	switch {
	case q.behind == nil:
		s.Offset(q.offset)
	case o.unique:
		s.Where("u.? "+beyond+" ?", bun.Ident(o.column), q.behind[0])
	case o.column == "":
		s.Where(q.id()+" "+beyond+" ?", q.behind[1])
	default:
		var value any = q.behind[0]
		if o.column == "created_at" || o.column == "last_seen_at" {
			at, err := time.Parse(time.RFC3339Nano, q.behind[0])
			if err != nil {
				return rest.InvalidCursor()
			}
			value = at.UTC()
		}
		s.Where("(u.?, u.id) "+beyond+" (?, ?)", bun.Ident(o.column), value, q.behind[1])
	}
	return nil
}

// page returns at most limit users, without their roles.
func (q query) page(ctx context.Context, limit int64) (us []UserRow, err error) {
	s, err := q.statement(&us, limit)
	if err != nil {
		return nil, err
	}
	return us, s.Scan(ctx)
}

func (q query) statement(into *[]UserRow, limit int64) (*bun.SelectQuery, error) {
	q.paged = true
	s := q.columns(q.narrow(q.db.NewSelect().Model(into))).Limit(limit)
	return s, q.sort(s)
}

func (q query) columns(s *bun.SelectQuery) *bun.SelectQuery {
	return s.ColumnExpr("u.id, u.email, u.email_key, u.full_name, coalesce(u.student_number, '') AS student_number, u.name_key, u.status, u.email_verified_at, u.created_at, u.updated_at").
		ColumnExpr(`(EXISTS (SELECT 1 FROM lockouts AS l WHERE l.user_id = u.id AND l.locked_until > ? AND l.reason IN ('failed_login_attempts', 'two_factor_attempts'))
			OR EXISTS (SELECT 1 FROM admin_locks AS a WHERE a.user_id = u.id AND (a.locked_until IS NULL OR a.locked_until > ?))) AS locked`, q.now, q.now).
		ColumnExpr("(SELECT CASE WHEN g.requested_by = g.user_id THEN 'owner' ELSE 'administrator' END FROM deletion_requests AS g WHERE g.user_id = u.id AND g.erased_at IS NULL) AS deletion_by").
		ColumnExpr("(SELECT g.erase_at FROM deletion_requests AS g WHERE g.user_id = u.id AND g.erased_at IS NULL) AS deletion_at").
		ColumnExpr("nullif(u.last_seen_at, ?) AS last_seen_at", directory.NeverSeen)
}

func (q query) count(ctx context.Context) (rest.Count, error) {
	q.filter.Sort = newest // the cheapest; the count does not depend on the order
	some := q.narrow(q.db.NewSelect().Model((*UserRow)(nil))).ColumnExpr("1").Limit(rest.MaxCount + 1)
	n, err := q.db.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(int64(n)), err
}

// readRoles fills in the roles of the users with one query.
func readRoles(ctx context.Context, q bun.IDB, us []UserRow) error {
	if len(us) == 0 {
		return nil
	}
	ids, place := make([]string, len(us)), make(map[string]int, len(us))
	for i := range us {
		ids[i], place[us[i].ID] = us[i].ID, i
		us[i].Roles = []access.Role{}
	}
	var rows []struct {
		UserID string
		Role   access.Role
	}
	err := q.NewSelect().Table("user_roles").Column("user_id", "role").Where("user_id IN (?)", bun.List(ids)).Order("user_id", "role").Scan(ctx, &rows)
	for _, r := range rows {
		u := &us[place[r.UserID]]
		u.Roles = append(u.Roles, r.Role)
	}
	return err
}

// userOfNumber returns the user of a student number; "" for none.
func userOfNumber(ctx context.Context, q bun.IDB, number string) (id string, err error) {
	err = q.NewRaw("SELECT id FROM users WHERE student_number_key = ?", directory.StudentNumberKey(number)).Scan(ctx, &id)
	return id, db.One(err, nil)
}

// namesOf reads the names and addresses of those users who exist.
func namesOf(ctx context.Context, q bun.IDB, ids []string) (found []UserRow, err error) {
	return found, q.NewSelect().Model(&found).Column("id", "full_name", "email").Where("u.id IN (?)", bun.List(ids)).Scan(ctx)
}
