package curriculum

import (
	"context"
	"encoding/json"

	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
)

type Sync struct {
	Title string `json:"title"`
	Added int64  `json:"added" doc:"Videos of the course that had no lesson and have one now."`
}

// SyncWithCourse gives the draft the title of the course and adds a lesson for each video that has none, in a new
// section at the end. For teachers of the course.
func (s *Service) SyncWithCourse(ctx context.Context, who access.Caller, courseID string) (done Sync, err error) {
	err = s.Edit(ctx, who, courseID, "Synchronised with the course", func(c *outline.Edit) error {
		about, err := coursework.CourseByID(ctx, c.Tx, courseID)
		if err != nil {
			return err
		}
		videos, err := videosOf(ctx, c.Tx, courseID)
		if err != nil {
			return err
		}
		c.Outline.Title, done.Title = about.Title, about.Title
		used := map[string]bool{}
		for _, l := range c.Outline.AllLessons() {
			used[l.VideoID] = true
		}
		fresh := c.NewSection(outline.KindSection, "Videos", "")
		for _, v := range videos {
			if used[v.ID] {
				continue
			}
			l, err := s.videoLesson(ctx, c, v)
			if err != nil {
				return err
			}
			fresh.Lessons = append(fresh.Lessons, l)
		}
		if done.Added = int64(len(fresh.Lessons)); done.Added == 0 {
			return nil
		}
		ids := []string{fresh.ID}
		for _, l := range fresh.Lessons {
			ids = append(ids, l.ID)
		}
		if err := outline.RegisterIDs(ctx, c.Tx, courseID, ids, c.Now); err != nil {
			return err
		}
		return c.Outline.AddSection(fresh, "", 0)
	})
	return done, err
}

func (s *Service) videoLesson(ctx context.Context, c *outline.Edit, v video) (outline.Lesson, error) {
	l := c.NewLesson("video", v.Title)
	l.Previewable, l.DurationSeconds = v.IsPreview, v.DurationMS/1000
	packed, err := json.Marshal(content.Video{VideoID: v.ID})
	if err != nil {
		return l, err
	}
	return l, s.putContent(ctx, c, &l, packed)
}
