package curriculum

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// VideoOpens says whether one of the published lessons with a video opens for the caller; placed is false where no lesson
// shows it, and then the curriculum has nothing to say. For playback, which asks often.
func (s *Service) VideoOpens(ctx context.Context, who access.Caller, courseID, videoID string) (open, placed bool, err error) {
	lessons, err := lessonsShowing(ctx, s.DB.Reader(), courseID, videoID)
	if err != nil || len(lessons) == 0 {
		return false, false, err
	}
	as, err := s.readerOf(ctx, who, courseID)
	if fault.Is(err, fault.NotFound) {
		return false, true, nil
	}
	locked := as.lock(nil)
	for _, l := range lessons {
		open = open || locked(l) == nil
	}
	return open && err == nil, true, err
}
