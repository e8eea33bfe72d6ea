package course

import (
	"cmp"
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// unplaced is behind the positions of all lessons.
const unplaced = 1 << 30

// posters selects those of videos that are previews themselves, or that a previewable lesson shows.
func posters(q bun.IDB) *bun.SelectQuery {
	return q.NewSelect().TableExpr("videos AS v").Join("JOIN video_generations AS g ON g.video_id = v.id AND g.generation = v.live_generation").
		ColumnExpr("v.course_id, v.id AS video_id, v.live_generation AS generation, g.images_fence AS fence, v.poster AS frame, v.width, v.height, v.position").
		ColumnExpr("coalesce((SELECT min(p.position) FROM published_lessons AS p WHERE p.video_id = v.id AND p.course_id = v.course_id), ?) AS lesson", unplaced).
		Where("g.has_images AND v.width > 0 AND v.height > 0").
		Where("(v.is_preview OR EXISTS (SELECT 1 FROM published_lessons AS p WHERE p.video_id = v.id AND p.course_id = v.course_id AND p.previewable))")
}

// PosterOf returns the poster of a video, if it is open to everybody; otherwise missing.
func PosterOf(ctx context.Context, q bun.IDB, videoID string, missing error) (p Poster, err error) {
	err = posters(q).Where("v.id = ?", videoID).Scan(ctx, &p)
	return p, db.One(err, missing)
}

// ReadCovers fills in the covers of courses, in at most one query.
func ReadCovers(ctx context.Context, q bun.IDB, cs []Course) error {
	place := map[string]int{}
	for i, c := range cs {
		if cs[i].Cover = c.chosen(); cs[i].Cover == nil {
			place[c.ID] = i
		}
	}
	if len(place) == 0 {
		return nil
	}
	ids := make([]string, 0, len(place))
	for id := range place {
		ids = append(ids, id)
	}
	var found []Poster
	if err := posters(q).Where("v.course_id IN (?)", bun.List(ids)).Scan(ctx, &found); err != nil {
		return err
	}
	slices.SortFunc(found, func(a, b Poster) int {
		return cmp.Or(cmp.Compare(a.Lesson, b.Lesson), cmp.Compare(a.Position, b.Position), cmp.Compare(a.VideoID, b.VideoID))
	})
	for _, p := range found {
		if c := &cs[place[p.CourseID]]; c.Cover == nil {
			c.Cover = p.cover()
		}
	}
	return nil
}

// CoverOf returns the cover of a course, nil for none and when there is no such course.
func CoverOf(ctx context.Context, q bun.IDB, id string) (*Cover, error) {
	one := make([]Course, 1)
	err := q.NewSelect().Model(&one[0]).Where("c.id = ?", id).Scan(ctx)
	if err == nil {
		err = ReadCovers(ctx, q, one)
	}
	return one[0].Cover, db.One(err, nil)
}

// Complete fills in what lists show of courses beside their rows: teachers and covers.
func Complete(ctx context.Context, q bun.IDB, cs []Course) error {
	if err := ReadInstructors(ctx, q, cs); err != nil {
		return err
	}
	return ReadCovers(ctx, q, cs)
}
