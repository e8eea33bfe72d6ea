package authoring

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/searchindex"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
	"lectern/internal/platform/words"
)

// readRow reads a course that the caller may see, or returns course.ErrNotFound.
func readRow(ctx context.Context, q bun.IDB, who access.Caller, id string) (r row, err error) {
	err = course.SelectVisible(q, who, id, &r).
		ColumnExpr("EXISTS (SELECT 1 FROM saved_courses AS k WHERE k.course_id = c.id AND k.user_id = ?) AS saved", who.ID).
		ColumnExpr("(SELECT count(*) FROM (SELECT 1 FROM enrolled_students AS e WHERE e.course_id = c.id LIMIT ?) AS l) AS learners", course.MostShownLearners).Scan(ctx)
	return r, db.One(err, course.ErrNotFound)
}

func insert(ctx context.Context, tx bun.IDB, r row) error {
	if _, err := tx.NewInsert().Model(&r).Exec(ctx); err != nil {
		return fmt.Errorf("insert course: %w", err)
	}
	_, err := tx.NewRaw("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", r.ID, r.CreatedBy).Exec(ctx)
	return err
}

// update writes what authors may set: all columns except those that other operations change, so that a new column is
// included.
func update(ctx context.Context, tx bun.IDB, r course.Record) error {
	_, err := tx.NewUpdate().Model(&r).Where("c.id = ?", r.ID).ExcludeColumn("id", "status", "origin", "created_by", "created_at",
		"is_free", "course_fee", "fee_currency", "access_type", "access_from", "access_until", "cover_id", "cover_width",
		"rating_average", "rating_count", "rating_distribution", "rating_rank").Exec(ctx)
	return err
}

func remove(ctx context.Context, tx bun.IDB, id string) error {
	if err := searchindex.BumpVersion(ctx, tx); err != nil {
		return err
	}
	var gone []string
	if err := tx.NewRaw("SELECT word FROM course_words WHERE course_id = ?", id).Scan(ctx, &gone); err != nil {
		return err
	}
	if _, err := tx.NewRaw("DELETE FROM courses WHERE id = ?", id).Exec(ctx); err != nil {
		return err
	}
	return words.Forget(ctx, tx, gone)
}

// contents counts what must not be deleted unnoticed.
type contents struct{ Videos, Enrollments, Batches, Orders int64 }

func contentsOf(ctx context.Context, q bun.IDB, id string) (c contents, err error) {
	err = q.NewRaw(`SELECT (SELECT count(*) FROM videos WHERE course_id = ?0) + (SELECT count(*) FROM upload_sessions WHERE course_id = ?0) AS videos,
		(SELECT count(*) FROM enrollments WHERE course_id = ?0) + (SELECT count(*) FROM retained_learners WHERE course_id = ?0) AS enrollments,
		(SELECT count(*) FROM batches WHERE course_id = ?0 AND status NOT IN ('Completed', 'Cancelled')) AS batches,
		(SELECT count(*) FROM order_lines AS l JOIN orders AS o ON o.id = l.order_id WHERE l.course_id = ?0 AND o.paid > 0) AS orders`, id).Scan(ctx, &c)
	return c, err
}

func putBrochure(ctx context.Context, tx bun.IDB, id string, f brochureFile, now time.Time) error {
	_, err := tx.NewRaw("UPDATE courses SET brochure = ?, updated_at = ? WHERE id = ?", db.JSON[brochureFile]{V: f}, now, id).Exec(ctx)
	return err
}

func putCover(ctx context.Context, tx bun.IDB, c course.Course) error {
	_, err := tx.NewRaw("UPDATE courses SET cover_id = ?, cover_width = ?, updated_at = ? WHERE id = ?", c.CoverID, c.CoverWidth, c.UpdatedAt, c.ID).Exec(ctx)
	return err
}

// isCoverInUse reports whether a course has the picture.
func isCoverInUse(ctx context.Context, q bun.IDB, picture string) (used bool, err error) {
	err = q.NewRaw("SELECT EXISTS (SELECT 1 FROM courses WHERE cover_id = ?)", picture).Scan(ctx, &used)
	return used, err
}

func brochureOf(ctx context.Context, q bun.IDB, id string) (brochureFile, error) {
	var r struct{ Brochure db.JSON[brochureFile] }
	err := q.NewRaw("SELECT brochure FROM courses WHERE id = ?", id).Scan(ctx, &r)
	return r.Brochure.V, db.One(err, errNoBrochure)
}

// withBrochure are the courses of the catalogue that have a brochure.
const withBrochure = "status = 'Published' AND brochure ->> 'ID' <> ''"

func publishedBrochure(ctx context.Context, q bun.IDB, course string) (brochureFile, error) {
	var r struct{ Brochure db.JSON[brochureFile] }
	err := q.NewRaw("SELECT brochure FROM courses WHERE id = ? AND "+withBrochure, course).Scan(ctx, &r)
	return r.Brochure.V, db.One(err, errNoBrochure)
}

func listBrochures(ctx context.Context, q bun.IDB, limit, offset int64) (all []BrochureEntry, n rest.Count, err error) {
	some := q.NewSelect().TableExpr("courses").ColumnExpr("1").Where(withBrochure).Limit(rest.MaxCount + 1)
	total, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	if err != nil {
		return nil, n, err
	}
	var rows []struct {
		ID, Title string
		Brochure  db.JSON[brochureFile]
	}
	all = []BrochureEntry{}
	err = q.NewRaw("SELECT id, title, brochure FROM courses WHERE "+withBrochure+" ORDER BY title, id LIMIT ? OFFSET ?", limit, offset).Scan(ctx, &rows)
	for _, r := range rows {
		all = append(all, BrochureEntry{r.Brochure.V.ID, r.ID, r.Title, r.Brochure.V.Name, r.Brochure.V.Size})
	}
	return all, rest.CountUpTo(total), err
}

// taughtBy returns the courses that a user teaches.
func taughtBy(ctx context.Context, q bun.IDB, userID string) (ids []string, err error) {
	return ids, q.NewRaw("SELECT course_id FROM course_instructors WHERE user_id = ?", userID).Scan(ctx, &ids)
}

// putCategory creates a category if there is none of this name.
func putCategory(ctx context.Context, tx bun.IDB, name string) error {
	_, err := tx.NewRaw("INSERT INTO course_categories (name, parent, position) VALUES (?, '', 0) ON CONFLICT (name) DO NOTHING", name).Exec(ctx)
	return err
}

// courseTag is a feature or tool of a course, indexed for filters.
type courseTag struct {
	bun.BaseModel `bun:"table:course_tags"`

	CourseID, Kind, TagKey, Tag string
}

// putTags replaces the features and tools of a course; n must be normalised.
func putTags(ctx context.Context, tx bun.IDB, id string, n course.NewCourse) error {
	if _, err := tx.NewRaw("DELETE FROM course_tags WHERE course_id = ?", id).Exec(ctx); err != nil {
		return err
	}
	var tags []courseTag
	for kind, list := range map[string][]string{"feature": n.Features, "tool": n.ToolsTechnologies} {
		for _, tag := range list {
			tags = append(tags, courseTag{CourseID: id, Kind: kind, TagKey: text.Fold(tag), Tag: tag})
		}
	}
	if len(tags) == 0 {
		return nil
	}
	_, err := tx.NewInsert().Model(&tags).Exec(ctx)
	return err
}

const mostTeachers = 20 // in a search result

// ableTeachers returns users who may teach, by name; all of them if search is empty.
func ableTeachers(ctx context.Context, q bun.IDB, search string) (is []course.Instructor, err error) {
	is = []course.Instructor{}
	s := q.NewSelect().TableExpr("users AS u").ColumnExpr("DISTINCT u.id, u.full_name, u.name_key").
		Join("JOIN user_roles AS r ON r.user_id = u.id AND r.role IN (?)", bun.List(course.Authors)).Where("u.status = 'active'")
	db.WhereUserMatches(s, "u.id", search)
	var rows []struct{ ID, FullName, NameKey string }
	err = s.OrderExpr("u.name_key, u.id").Limit(mostTeachers).Scan(ctx, &rows)
	for _, r := range rows {
		is = append(is, course.Instructor{ID: r.ID, FullName: r.FullName})
	}
	return is, err
}

// putInstructors replaces the teachers of a course; it returns false if one of them does not hold the role.
func putInstructors(ctx context.Context, tx bun.IDB, id string, people []string, now time.Time) (bool, error) {
	people = slices.Compact(slices.Sorted(slices.Values(people)))
	able, err := tx.NewSelect().TableExpr("users AS u").Where("u.id IN (?) AND u.status = 'active'", bun.List(people)).
		Where("EXISTS (SELECT 1 FROM user_roles AS r WHERE r.user_id = u.id AND r.role IN (?))", bun.List(course.Authors)).Count(ctx)
	if err != nil || able != int64(len(people)) {
		return false, err
	}
	if _, err := tx.NewRaw("DELETE FROM course_instructors WHERE course_id = ?", id).Exec(ctx); err != nil {
		return false, err
	}
	for _, person := range people {
		if _, err := tx.NewRaw("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", id, person).Exec(ctx); err != nil {
			return false, err
		}
	}
	_, err = tx.NewRaw("UPDATE courses SET updated_at = ? WHERE id = ?", now, id).Exec(ctx)
	return err == nil, err
}
