package announcement

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// view is what a caller may know of at an instant.
type view struct {
	who access.Caller
	now time.Time
}

// current returns a query for the ids of the announcements that are shown to the caller: those with one of the caller's audiences.
func (v view) current(q bun.IDB) *bun.SelectQuery {
	id := v.who.ID
	return q.NewSelect().Distinct().TableExpr("announcement_targets AS t").Column("t.announcement_id").
		Join(`JOIN (SELECT 'all' AS audience UNION ALL SELECT ? UNION ALL SELECT 'role:' || o.role FROM user_roles AS o WHERE o.user_id = ?
			UNION ALL SELECT 'course:' || e.course_id FROM enrolled_students AS e WHERE e.user_id = ?
			UNION ALL SELECT 'batch:' || m.batch_id FROM batch_members AS m WHERE m.user_id = ? AND m.status <> 'dropped') AS k ON k.audience = t.audience`,
			userPrefix+id, id, id, id).
		Where("t.visible_until > ? AND t.visible_from <= ?", v.now, v.now)
}

// unread returns current for announcements that the caller has not read.
func (v view) unread(q bun.IDB) *bun.SelectQuery {
	return v.current(q).Where("NOT EXISTS (SELECT 1 FROM announcement_receipts AS r WHERE r.user_id = ? AND r.announcement_id = t.announcement_id AND r.read_at IS NOT NULL)", v.who.ID)
}

// managed restricts a query to announcements a that the caller may see as one of those who announce: all for administrators, for instructors
// those that they wrote or whose audience they teach. Others see none.
func (v view) managed(s *bun.SelectQuery) *bun.SelectQuery {
	switch id := v.who.ID; {
	case v.who.HasRole(access.Admin):
		return s
	case v.who.HasRole(access.Instructor):
		return s.Where(`a.id IN (SELECT w.id FROM announcements AS w WHERE w.created_by = ? UNION SELECT t.announcement_id FROM announcement_targets AS t
			JOIN (SELECT 'course:' || i.course_id AS audience FROM course_instructors AS i WHERE i.user_id = ?
				UNION ALL SELECT 'batch:' || b.id FROM batches AS b WHERE b.assigned_instructor = ?
				UNION ALL SELECT 'batch:' || b.id FROM batches AS b JOIN course_instructors AS i ON i.course_id = b.course_id WHERE i.user_id = ?) AS k ON k.audience = t.audience)`,
			id, id, id, id)
	}
	return s.Where("1 = 0")
}

// visible restricts a query to announcements that are shown to the caller, or that they manage.
func (v view) visible(q bun.IDB, s *bun.SelectQuery) *bun.SelectQuery {
	if v.who.HasRole(access.Admin) {
		return s
	}
	if !v.who.HasRole(access.Instructor) {
		return s.Where("a.id IN (?)", v.current(q))
	}
	return s.WhereGroup(" AND ", func(s *bun.SelectQuery) *bun.SelectQuery {
		return v.managed(s).WhereOr("a.id IN (?)", v.current(q))
	})
}

// selectInto selects announcements with what the caller has done with them.
func (v view) selectInto(q bun.IDB, model any) *bun.SelectQuery {
	return q.NewSelect().Model(model).ColumnExpr("?TableColumns, u.full_name AS author_name, r.read_at, r.acknowledged_at").Join("JOIN users AS u ON u.id = a.created_by").
		Join("LEFT JOIN announcement_receipts AS r ON r.announcement_id = a.id AND r.user_id = ?", v.who.ID)
}

// orders are the ORDER BY of each sort.
var orders = map[string]string{
	"publishDate": "a.publish_at DESC, a.id DESC",
	"createdAt":   "a.created_at DESC, a.id DESC",
	"title":       "a.title_key, a.id",
}

// forReader is the order in which readers see announcements.
const forReader = "r.read_at IS NOT NULL, a.sticky DESC, a.publish_at DESC, a.id DESC"

func list(ctx context.Context, q bun.IDB, v view, f Filter, limit, offset int64) (items []found, err error) {
	s := v.narrow(q, v.selectInto(q, &items), f)
	order := orders[f.SortBy]
	if f.Mine {
		order = forReader
	}
	err = s.OrderExpr(order).Limit(limit).Offset(offset).Scan(ctx)
	return items, err
}

// count counts the announcements of a list, up to rest.MaxCount.
func count(ctx context.Context, q bun.IDB, v view, f Filter) (rest.Count, error) {
	some := v.narrow(q, q.NewSelect().TableExpr("announcements AS a"), f).ColumnExpr("1").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

// narrow applies a filter.
func (v view) narrow(q bun.IDB, s *bun.SelectQuery, f Filter) *bun.SelectQuery {
	switch {
	case f.Mine && f.Unread:
		s.Where("a.id IN (?)", v.unread(q))
	case f.Mine:
		s.Where("a.id IN (?)", v.current(q))
	case f.Unread:
		v.visible(q, s).Where("a.id IN (?)", v.unread(q))
	default:
		v.visible(q, s)
	}
	if f.Type != "" {
		s.Where("a.type = ?", f.Type)
	}
	if f.Priority != "" {
		s.Where("a.priority = ?", f.Priority)
	}
	if f.Audience != "" {
		from, until := storedRange(f.Audience)
		s.Where("EXISTS (SELECT 1 FROM announcement_targets AS t WHERE t.announcement_id = a.id AND t.audience >= ? AND t.audience <= ?)", from, until)
	}
	if f.Search != "" {
		s.Where(`a.title_key LIKE ? ESCAPE '\'`, "%"+db.EscapeLike(text.Fold(f.Search))+"%")
	}
	return whereStatus(s, f.Status, v.now)
}

// storedRange returns the first and the last key of an audience as it is sent.
func storedRange(sent string) (from, until string) {
	if sent == specificStudents {
		return userPrefix, userPrefix + "\U0010FFFF"
	}
	key := keyOf(sent)
	return key, key
}

func whereStatus(s *bun.SelectQuery, status string, now time.Time) *bun.SelectQuery {
	switch status {
	case draft, archived:
		return s.Where("a.state = ?", status)
	case scheduled:
		return s.Where("a.state = 'released' AND a.publish_at > ?", now)
	case published:
		return s.Where("a.state = 'released' AND a.publish_at <= ? AND (a.expires_at IS NULL OR a.expires_at > ?)", now, now)
	case expired:
		return s.Where("a.state = 'released' AND a.expires_at <= ?", now)
	}
	return s
}

// recent lists what is shown to the caller, sticky ones first, then the newest.
func recent(ctx context.Context, q bun.IDB, v view, limit int64) (items []found, err error) {
	err = v.selectInto(q, &items).Where("a.id IN (?)", v.current(q)).OrderExpr("a.sticky DESC, a.publish_at DESC, a.id DESC").Limit(limit).Scan(ctx)
	return items, err
}

// countUnread counts up to most.
func countUnread(ctx context.Context, q bun.IDB, v view, most int64) (n int64, err error) {
	err = q.NewSelect().TableExpr("(?) AS c", v.unread(q).Limit(most)).ColumnExpr("count(*)").Scan(ctx, &n)
	return n, err
}

// byID reads an announcement that is shown to the caller or that they manage, or returns errNotFound.
func byID(ctx context.Context, q bun.IDB, v view, id string) (f found, err error) {
	err = v.visible(q, v.selectInto(q, &f)).Where("a.id = ?", id).Scan(ctx)
	return f, db.One(err, errNotFound)
}

// shownByID reads an announcement that is shown to the caller, or returns errNotFound.
func shownByID(ctx context.Context, q bun.IDB, v view, id string) (f found, err error) {
	err = v.selectInto(q, &f).Where("a.id = ?", id).Where("a.id IN (?)", v.current(q)).Scan(ctx)
	return f, db.One(err, errNotFound)
}

// receipt is what a user has done with an announcement.
type receipt struct {
	bun.BaseModel `bun:"table:announcement_receipts,alias:r"`

	UserID         string `bun:",pk"`
	AnnouncementID string `bun:",pk"`
	SeenAt         time.Time
	ReadAt         *time.Time
	AcknowledgedAt *time.Time
}

// putReceipt notes what a user has done. What they did before keeps its time.
func putReceipt(ctx context.Context, tx bun.IDB, r receipt) error {
	_, err := tx.NewInsert().Model(&r).On("CONFLICT (user_id, announcement_id) DO UPDATE").
		Set("read_at = coalesce(r.read_at, excluded.read_at), acknowledged_at = coalesce(r.acknowledged_at, excluded.acknowledged_at)").Exec(ctx)
	return err
}

// readAll notes that the caller has read everything that is shown to them.
func readAll(ctx context.Context, tx bun.IDB, v view) error {
	_, err := tx.NewRaw(`INSERT INTO announcement_receipts (user_id, announcement_id, seen_at, read_at) SELECT ?, n.announcement_id, ?, ? FROM (?) AS n WHERE true
		ON CONFLICT (user_id, announcement_id) DO UPDATE SET read_at = excluded.read_at`, v.who.ID, v.now, v.now, v.unread(tx)).Exec(ctx)
	return err
}

// targetsOf reads the keys of some announcements, in order.
func targetsOf(ctx context.Context, q bun.IDB, announcements []string) (map[string]audience, error) {
	var rows []struct{ AnnouncementID, Audience string }
	if err := q.NewSelect().TableExpr("announcement_targets AS t").Column("t.announcement_id", "t.audience").Where("t.announcement_id IN (?)", bun.List(announcements)).
		OrderExpr("t.announcement_id, t.audience").Scan(ctx, &rows); err != nil {
		return nil, err
	}
	keys := map[string][]string{}
	for _, r := range rows {
		keys[r.AnnouncementID] = append(keys[r.AnnouncementID], r.Audience)
	}
	of := map[string]audience{}
	for id, all := range keys {
		of[id] = audienceOf(all)
	}
	return of, nil
}
