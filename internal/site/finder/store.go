package finder

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/text"
)

// source finds things of one kind, in one statement.
type source struct {
	kind     string
	signedIn bool // visitors find none
	find     func(ctx context.Context, q bun.IDB, w wanted) ([]FoundItem, error)
}

// sources in the order in which they are shown.
var sources = []source{
	{"course", false, ownCourses}, {"lesson", true, lessons}, {"post", false, posts}, {"tag", false, tags}, {"person", false, people}, {"batch", true, batches},
	{"order", true, orders}, {"video", true, videos},
}

type row struct{ ID, Title, Hint, Parent string }

// ofCaller are the courses in which a user learns or teaches. Its arguments are their id, twice.
const ofCaller = "(SELECT course_id FROM enrolled_students WHERE user_id = ? UNION SELECT course_id FROM course_instructors WHERE user_id = ?)"

// ownCourses finds courses in which the caller learns or teaches, published or not. Those of the catalogue are found by its index.
func ownCourses(ctx context.Context, q bun.IDB, w wanted) ([]FoundItem, error) {
	if w.who.ID == "" {
		return nil, nil
	}
	var rows []row
	err := q.NewRaw("SELECT c.id, c.title, '' AS hint, '' AS parent FROM courses AS c WHERE c.id IN "+ofCaller+` AND c.title_key LIKE ? ESCAPE '\' ORDER BY c.title_key, c.id LIMIT ?`,
		w.who.ID, w.who.ID, w.pattern, w.limit).Scan(ctx, &rows)
	return pathed(rows, "/courses/{id}"), err
}

// lessons finds published lessons of courses in which the caller learns or teaches, by title.
func lessons(ctx context.Context, q bun.IDB, w wanted) ([]FoundItem, error) {
	var rows []row
	err := q.NewRaw("SELECT p.lesson_id AS id, p.title, c.title AS hint, p.course_id AS parent FROM courses AS c JOIN published_lessons AS p ON p.course_id = c.id WHERE c.id IN "+ofCaller+
		` AND lower(p.title) LIKE ? ESCAPE '\' ORDER BY c.title_key, c.id, p.position LIMIT ?`, w.who.ID, w.who.ID, w.pattern, w.limit).Scan(ctx, &rows)
	return pathed(rows, "/learn/{of}/{id}"), err
}

// newest is how many of the newest posts are searched.
const newest = 1000

// posts finds published posts by title, the newest first.
func posts(ctx context.Context, q bun.IDB, w wanted) ([]FoundItem, error) {
	var rows []row
	err := q.NewRaw(`SELECT p.id, t.title, '' AS hint, s.slug AS parent FROM (SELECT id, live_id, published_at FROM posts WHERE status = 'published'
		ORDER BY published_at DESC, id DESC LIMIT ?) AS p JOIN post_contents AS t ON t.id = p.live_id JOIN post_slugs AS s ON s.post_id = p.id AND s.is_current
		WHERE t.title_key LIKE ? ESCAPE '\' ORDER BY p.published_at DESC, p.id DESC LIMIT ?`, newest, w.pattern, w.limit).Scan(ctx, &rows)
	return pathed(rows, "/blog/{of}"), err
}

// tags finds tags of published posts, those with the most posts first.
func tags(ctx context.Context, q bun.IDB, w wanted) ([]FoundItem, error) {
	var rows []row
	err := q.NewRaw(`SELECT t.id, t.name AS title, '' AS hint, t.slug AS parent FROM (SELECT * FROM blog_tags WHERE posts > 0 ORDER BY posts DESC, name_key LIMIT ?) AS t
		WHERE t.name_key LIKE ? ESCAPE '\' ORDER BY t.posts DESC, t.name_key LIMIT ?`, newest, w.pattern, w.limit).Scan(ctx, &rows)
	return pathed(rows, "/blog?tag={of}"), err
}

// people finds accounts for administrators, and learners for those who teach them, by the beginning of a part of their name or email address. Instructors
// are found by the index of the catalogue.
func people(ctx context.Context, q bun.IDB, w wanted) ([]FoundItem, error) {
	if w.who.HasRole(access.Admin) {
		return accounts(ctx, q, w)
	}
	if !w.who.HasRole(access.Instructor) {
		return nil, nil
	}
	var rows []row
	err := db.WhereUserMatches(q.NewSelect().TableExpr("users AS u").ColumnExpr("u.id, u.full_name AS title, u.email AS hint, '' AS parent").Where("u.status = 'active'").
		Where("u.id IN (SELECT e.user_id FROM enrolled_students AS e JOIN course_instructors AS i ON i.course_id = e.course_id WHERE i.user_id = ?)", w.who.ID), "u.id", w.typed).
		OrderExpr("u.name_key, u.id").Limit(w.limit).Scan(ctx, &rows)
	return pathed(rows, "/teach/learners/{id}"), err
}

const mostParts = 4 // of the name and the email address of one account that may match

// accounts finds accounts by the beginning of a part of their name or email address.
func accounts(ctx context.Context, q bun.IDB, w wanted) ([]FoundItem, error) {
	if text.SearchPrefix(w.typed) == "" {
		return nil, nil
	}
	var rows []row
	err := db.SelectUsersMatching(q, w.typed, mostParts*w.limit).ColumnExpr("u.id, u.full_name AS title, u.email AS hint, '' AS parent").Where("u.status = 'active'").Scan(ctx, &rows)
	slices.SortFunc(rows, func(a, b row) int { return cmp.Or(cmp.Compare(a.Title, b.Title), cmp.Compare(a.ID, b.ID)) })
	seen := map[string]bool{}
	rows = slices.DeleteFunc(rows, func(r row) bool {
		again := seen[r.ID]
		seen[r.ID] = true
		return again
	})
	return pathed(rows[:min(int64(len(rows)), w.limit)], "/admin/users/{id}"), err
}

// batches finds batches to which the caller belongs or which they teach, by name.
func batches(ctx context.Context, q bun.IDB, w wanted) ([]FoundItem, error) {
	var rows []row
	err := q.NewRaw(`SELECT b.id, b.batch_name AS title, c.title AS hint, '' AS parent FROM batches AS b JOIN courses AS c ON c.id = b.course_id
		WHERE (b.id IN (SELECT batch_id FROM batch_members WHERE user_id = ? AND status <> 'dropped') OR b.course_id IN (SELECT course_id FROM course_instructors WHERE user_id = ?))
		AND lower(b.batch_name) LIKE ? ESCAPE '\' ORDER BY b.batch_name, b.id LIMIT ?`, w.who.ID, w.who.ID, w.pattern, w.limit).Scan(ctx, &rows)
	return pathed(rows, "/batches/{id}"), err
}

// orders finds the caller's own orders by a part of their number, and any order by its whole number for administrators.
func orders(ctx context.Context, q bun.IDB, w wanted) ([]FoundItem, error) {
	var rows []row
	if w.who.HasRole(access.Admin) {
		err := q.NewRaw(`SELECT o.id, o.number AS title, u.full_name AS hint, '' AS parent FROM orders AS o JOIN users AS u ON u.id = o.buyer_id
			WHERE o.number = ?`, strings.ToUpper(strings.TrimSpace(w.typed))).Scan(ctx, &rows)
		if err != nil || len(rows) > 0 {
			return pathed(rows, "/checkout?order={id}"), err
		}
	}
	err := q.NewRaw(`SELECT o.id, o.number AS title, '' AS hint, '' AS parent FROM orders AS o WHERE o.buyer_id = ? AND lower(o.number) LIKE ? ESCAPE '\'
		ORDER BY o.created_at DESC, o.id DESC LIMIT ?`, w.who.ID, w.pattern, w.limit).Scan(ctx, &rows)
	return pathed(rows, "/checkout?order={id}"), err
}

// videos finds videos of courses that the caller teaches, by title.
func videos(ctx context.Context, q bun.IDB, w wanted) ([]FoundItem, error) {
	var rows []row
	err := q.NewRaw(`SELECT v.id, v.title, c.title AS hint, '' AS parent FROM videos AS v JOIN courses AS c ON c.id = v.course_id
		WHERE v.course_id IN (SELECT course_id FROM course_instructors WHERE user_id = ?) AND v.status <> 'cancelled' AND lower(v.title) LIKE ? ESCAPE '\'
		ORDER BY v.title, v.id LIMIT ?`, w.who.ID, w.pattern, w.limit).Scan(ctx, &rows)
	return pathed(rows, "/teach/videos?video={id}"), err
}
