package exchange

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/content"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

var errNoTemplate = fault.New(fault.NotFound, "template_not_found", "This template doesn't exist.")

func templates(ctx context.Context, q bun.IDB, f TemplateFilter, limit, offset int64) (ts []CurriculumTemplate, total int64, err error) {
	s := q.NewSelect().Model(&ts).ExcludeColumn("archive").OrderExpr("t.created_at DESC, t.id DESC")
	if f.Category != "" {
		s.Where("t.category = ?", f.Category)
	}
	if f.Difficulty != "" {
		s.Where("t.difficulty = ?", f.Difficulty)
	}
	if f.Duration > 0 {
		s.Where("t.weeks <= ?", f.Duration)
	}
	if !f.IncludeEmpty {
		s.Where("t.lessons > 0")
	}
	total, err = s.Limit(limit).Offset(offset).ScanAndCount(ctx)
	return ts, total, err
}

func templateByID(ctx context.Context, q bun.IDB, id string) (t CurriculumTemplate, err error) {
	err = q.NewSelect().Model(&t).Where("t.id = ?", id).Scan(ctx)
	return t, db.One(err, errNoTemplate)
}

func insertTemplate(ctx context.Context, tx bun.IDB, t CurriculumTemplate) error {
	_, err := tx.NewInsert().Model(&t).Exec(ctx)
	return err
}

func deleteTemplate(ctx context.Context, tx bun.IDB, id string, who access.Caller) error {
	own := tx.NewRaw("DELETE FROM curriculum_templates WHERE id = ? AND (created_by = ? OR ?)", id, who.ID, who.HasRole(access.Admin))
	return db.MustChange(ctx, own, errNoTemplate)
}

// filesNamed returns those of the files of a course.
func filesNamed(ctx context.Context, q bun.IDB, courseID string, ids map[string]bool) (named []content.CourseFile, err error) {
	var all []content.CourseFile
	err = q.NewSelect().Model(&all).Where("f.course_id = ?", courseID).OrderExpr("f.id").Scan(ctx)
	for _, f := range all {
		if ids[f.ID] {
			named = append(named, f)
		}
	}
	return named, err
}
