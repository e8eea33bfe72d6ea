package catalogue

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/text"
)

// related makes one statement: each of its candidates comes from an index, a limited number of them.
func related(ctx context.Context, q bun.IDB, who access.Caller, c course.Record) ([]course.Course, error) {
	alike := course.Where(`SELECT id, ? AS points FROM (SELECT n.id FROM courses AS n WHERE n.status = 'Published' AND n.category = ? ORDER BY n.created_at DESC, n.id DESC LIMIT ?) AS neighbours
		UNION ALL SELECT course_id, ? FROM (SELECT i.course_id FROM course_instructors AS i WHERE i.user_id IN (SELECT user_id FROM course_instructors WHERE course_id = ?) LIMIT ?) AS taught`,
		pointsCategory, c.Category, mostAlike, pointsInstructor, c.ID, mostAlike)
	tools := c.Page.V.ToolsTechnologies
	for _, tool := range tools[:min(len(tools), mostToolsTold)] {
		alike.SQL += ` UNION ALL SELECT course_id, ? FROM (SELECT t.course_id FROM course_tags AS t WHERE t.kind = 'tool' AND t.tag_key = ? ORDER BY t.course_id DESC LIMIT ?) AS tagged`
		alike.Args = append(alike.Args, pointsTool, text.Fold(tool), mostAlike)
	}
	related := []course.Course{}
	err := q.NewSelect().Model(&related).Join("JOIN (SELECT id, sum(points) AS points FROM ("+alike.SQL+") AS alike GROUP BY id) AS common ON common.id = c.id", alike.Args...).
		Where("c.status = 'Published' AND c.id <> ?", c.ID).
		Where("NOT EXISTS (SELECT 1 FROM enrolled_students AS e WHERE e.course_id = c.id AND e.user_id = ?)", who.ID).
		OrderExpr("common.points DESC, c.created_at DESC, c.id DESC").Limit(mostRelated).Scan(ctx)
	return related, err
}
