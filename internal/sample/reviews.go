package sample

import (
	"context"
	"time"

	"lectern/internal/learning/review"
	"lectern/internal/platform/rest"
)

// planReview plans that a learner who has got far in a course writes its next review, that the teacher answers it a day later, and that
// another user reports it.
func (m *schoolMonth) planReview(at time.Time, p person, c *liveCourse) {
	if len(c.Reviews) == 0 || !at.Before(m.now) {
		return
	}
	written := c.Reviews[0]
	c.Reviews = c.Reviews[1:]
	author := m.callers[p.key]
	own := func(ctx context.Context) (review.OwnReview, error) { return m.in.Reviews.Own(ctx, author, c.id) }
	m.add(at, func(ctx context.Context) error {
		o, err := own(ctx)
		if err != nil || o.Review != nil || !o.MayReview {
			return err
		}
		_, err = m.in.Reviews.Put(ctx, author, c.id, review.NewReview{Stars: written.Stars, Body: plain(written.Text)}, rest.IfMatch{})
		return err
	})
	m.add(at.Add(26*time.Hour), func(ctx context.Context) error {
		o, err := own(ctx)
		if err != nil || o.Review == nil {
			return err
		}
		if written.Answer != "" && o.Review.Answer == "" {
			_, err = m.in.Reviews.Answer(ctx, c.teacher, o.Review.ID, review.AnswerToReview{Text: written.Answer}, rest.IfMatch{})
		}
		if err == nil && written.Reported != "" {
			err = m.in.Reviews.Report(ctx, m.callers["jonas"], o.Review.ID, review.NewReport{Reason: written.Reported})
		}
		return err
	})
}
