package analytics

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/coursework"
	"lectern/internal/platform/access"
)

// Leaderboard ranks the learners of a course by completed lessons. Those who have left it are neither listed nor counted.
type Leaderboard struct {
	Entries []LeaderboardEntry `json:"entries" doc:"The first of them."`
	Own     *LeaderboardEntry  `json:"own,omitempty" doc:"That of the caller; absent for who has not begun, has left it, or teaches."`
	Total   int64              `json:"total" doc:"How many take part."`
	HasLeft bool               `json:"hasLeft" doc:"Whether the caller has left it."`
}

// LeaderboardEntry is one learner. It shows their name and nothing else about them.
type LeaderboardEntry struct {
	Rank      int64  `json:"rank" doc:"From 1; who has completed as much has the same."`
	Name      string `json:"name"`
	Completed int64  `json:"completedLessons" doc:"Required ones."`
	Percent   *int64 `json:"progressPercentage" doc:"null where no lesson is required."`
	IsCaller  bool   `json:"isCaller"`
}

const leaderboardSize = 20 // entries

// Leaderboard returns the leaderboard of a course. For its students and teachers; course.ErrNotFound for others.
func (s *Service) Leaderboard(ctx context.Context, who access.Caller, courseID string) (l Leaderboard, err error) {
	q := s.deps.DB.Reader()
	learns, err := isEnrolled(ctx, q, who.ID, courseID)
	if err == nil && !learns {
		err = coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID)
	}
	if err != nil {
		return l, err
	}
	rows, err := firstRanked(ctx, q, courseID, leaderboardSize)
	if err != nil {
		return l, err
	}
	l.Entries = make([]LeaderboardEntry, len(rows))
	for i, r := range rows {
		l.Entries[i] = r.entry(int64(i)+1, who)
		if i > 0 && rows[i-1].Completed == r.Completed {
			l.Entries[i].Rank = l.Entries[i-1].Rank
		}
	}
	if l.Total, err = countRanked(ctx, q, courseID, -1); err != nil {
		return l, err
	}
	if l.HasLeft, err = hasLeft(ctx, q, who.ID, courseID); err != nil {
		return l, err
	}
	own, err := ranked(ctx, q, courseID, who.ID)
	if err != nil || own == nil {
		return l, err
	}
	ahead, err := countRanked(ctx, q, courseID, own.Completed)
	entry := own.entry(ahead+1, who)
	l.Own = &entry
	return l, err
}

func (r rankedRow) entry(rank int64, who access.Caller) LeaderboardEntry {
	return LeaderboardEntry{Rank: rank, Name: r.FullName, Completed: r.Completed, Percent: r.Percent, IsCaller: r.UserID == who.ID}
}

// LeaveLeaderboard takes the caller off the leaderboard of a course, until they join it again. For students of the course;
// course.ErrNotFound for others.
func (s *Service) LeaveLeaderboard(ctx context.Context, who access.Caller, courseID string) error {
	return s.changeOptOut(ctx, who, courseID, func(tx bun.IDB) error { return optOut(ctx, tx, who.ID, courseID, s.deps.Clock.Now()) })
}

// JoinLeaderboard puts the caller back on the leaderboard of a course. For its students; course.ErrNotFound for others.
func (s *Service) JoinLeaderboard(ctx context.Context, who access.Caller, courseID string) error {
	return s.changeOptOut(ctx, who, courseID, func(tx bun.IDB) error { return optIn(ctx, tx, who.ID, courseID) })
}

func (s *Service) changeOptOut(ctx context.Context, who access.Caller, courseID string, change func(tx bun.IDB) error) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		learns, err := isEnrolled(ctx, tx, who.ID, courseID)
		if err == nil && !learns {
			err = course.ErrNotFound
		}
		if err != nil {
			return err
		}
		return change(tx)
	})
}

// Erase deletes the opt-outs of a user, with the transaction tx. For package profile, when the account is erased.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return eraseOptOuts(ctx, tx, user)
}
