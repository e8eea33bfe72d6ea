package onlinemeeting

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/attendancedispute"
	"lectern/internal/teaching/meetingaccess"
)

// disputed is an open dispute with who has made it.
type disputed struct {
	attendancedispute.Filed

	FullName string
	IsNamed  bool
}

// openDisputes returns a page of the open disputes of the meetings that a user may change, the oldest first, and their number.
func openDisputes(ctx context.Context, q bun.IDB, who access.Caller, limit, offset int64, now time.Time) (list []OpenMeetingDispute, total int64, err error) {
	of := func() *bun.SelectQuery {
		return attendancedispute.Select(q, attendance.OfMeeting).Join("JOIN online_meetings AS m ON m.id = d.meeting_id").Where("d.state = 'open'").Where(meetingaccess.Manages, meetingaccess.Mine(who)...)
	}
	n, err := of().Count(ctx)
	if err != nil {
		return nil, 0, err
	}
	var page []disputed
	err = of().Join("JOIN users AS u ON u.id = d.user_id").ColumnExpr("u.full_name").
		ColumnExpr("EXISTS (SELECT 1 FROM online_meeting_people AS p WHERE p.meeting_id = d.meeting_id AND p.user_id = d.user_id) AS is_named").
		OrderExpr("d.created_at, d.meeting_id, d.user_id").Limit(limit).Offset(offset).Scan(ctx, &page)
	if err != nil {
		return nil, 0, err
	}
	list, err = withEvidence(ctx, q, page, now)
	return list, int64(n), err
}

// withEvidence adds to open disputes their meetings, and the attendance of those who have made them.
func withEvidence(ctx context.Context, q bun.IDB, page []disputed, now time.Time) ([]OpenMeetingDispute, error) {
	list := make([]OpenMeetingDispute, len(page))
	if len(page) == 0 {
		return list, nil
	}
	var ids, users []string
	for _, d := range page {
		ids, users = append(ids, d.OwnerID), append(users, d.UserID)
	}
	var meetings []OnlineMeeting
	if err := withCourses(q, &meetings).Where("m.id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
		return nil, err
	}
	by := make(map[string]OnlineMeeting, len(meetings))
	for _, m := range meetings {
		by[m.ID] = m
	}
	known, err := recordOf(ctx, q, meetings, users, now)
	for i, d := range page {
		m, a := by[d.OwnerID], MeetingAttendee{UserID: d.UserID, FullName: d.FullName, IsNamed: d.IsNamed}
		known.fill(&a, m)
		list[i] = OpenMeetingDispute{MeetingID: m.ID, Kind: m.Kind, MeetingTitle: m.Title, CourseTitle: m.CourseTitle, StartsAt: m.StartsAt, Timezone: m.Timezone, Learner: a}
	}
	return list, err
}
