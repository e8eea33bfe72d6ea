package publication

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
)

// State returns what learners see of a course and what publishing it would change, for teachers of the course.
func (s *Service) State(ctx context.Context, who access.Caller, courseID string) (PublicationState, error) {
	return s.read(ctx, s.deps.DB.Reader(), who, courseID)
}

func (s *Service) read(ctx context.Context, q bun.IDB, who access.Caller, courseID string) (PublicationState, error) {
	c, err := find(ctx, q, who, courseID)
	if err != nil {
		return PublicationState{}, err
	}
	r, err := orEmpty(outline.Read(ctx, q, courseID))
	if err != nil {
		return PublicationState{}, err
	}
	return s.state(ctx, q, c, r)
}

func (s *Service) state(ctx context.Context, q bun.IDB, c row, r outline.Record) (st PublicationState, err error) {
	st = PublicationState{Status: c.Status, Version: r.PublishedVersion, Lessons: r.PublishedOutline.V.Totals().Lessons, Draft: compareLessons(r), PublishAt: r.PublishAt}
	if r.PublishStatus != nil {
		st.PublishStatus = *r.PublishStatus
	}
	if st.Learners, err = learners(ctx, q, c.ID); err != nil {
		return st, err
	}
	if st.Checklist, err = s.checklist(ctx, q, c, r); err != nil {
		return st, err
	}
	st.Ready = len(blockers(st.Checklist)) == 0
	p, err := latest(ctx, q, c.ID)
	if err == nil && p != nil && p.stands(c.Course, r) {
		st.Undoable = p
	}
	return st, err
}

// stands reports whether learners see what a publication has made of a course.
func (p CoursePublication) stands(c course.Course, r outline.Record) bool {
	return p.UndoneAt == nil && p.StatusAfter == c.Status && p.VersionAfter == r.PublishedVersion
}

func (s *Service) checklist(ctx context.Context, q bun.IDB, c row, r outline.Record) ([]CheckedPart, error) {
	videos, err := videosOf(ctx, q, r.Outline.V, c.ID)
	if err != nil {
		return nil, err
	}
	covered := []course.Course{c.Course}
	if err := course.ReadCovers(ctx, q, covered); err != nil {
		return nil, err
	}
	list := []CheckedPart{
		{"lessons", s.deps.Curricula.Check(c.CourseType, r.Outline.V)},
		{"videos", checkVideos(videos)},
		{"details", checkDetails(c.Record)},
		{"cover", checkCover(covered[0])},
	}
	if c.CourseType == course.Live {
		list = append(list, CheckedPart{"schedule", checkSchedule(len(c.Schedule.V.Entries))})
	}
	for i := range list {
		if list[i].Issues == nil {
			list[i].Issues = []outline.Issue{}
		}
	}
	return list, nil
}

// blockers lists what keeps a course from being published.
func blockers(list []CheckedPart) (issues []outline.Issue) {
	for _, part := range list {
		issues = append(issues, errorsIn(part.Issues)...)
	}
	return issues
}

func errorsIn(issues []outline.Issue) []outline.Issue {
	return slices.DeleteFunc(slices.Clone(issues), func(i outline.Issue) bool { return i.Severity != isError })
}
