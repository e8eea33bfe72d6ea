package recording

import (
	"cmp"
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/teaching/meetingaccess"
)

// aboutOf returns what recordings take from their owner; errNoSession, meetingaccess.ErrNoMeeting.
func aboutOf(ctx context.Context, q bun.IDB, o Owner) (a about, err error) {
	if o.MeetingID != "" {
		return aboutMeeting(ctx, q, o.MeetingID)
	}
	err = q.NewRaw(`SELECT b.id AS batch_id, b.course_id, b.batch_name AS name, s.title, s.date, coalesce(b.assigned_instructor, '') AS instructor
		FROM batch_sessions AS s JOIN batches AS b ON b.id = s.batch_id WHERE s.id = ?`, o.SessionID).Scan(ctx, &a)
	if err != nil || a.Instructor != "" {
		return a, db.One(err, errNoSession)
	}
	a.Instructor, err = uploader(ctx, q, a.CourseID, "")
	return a, err
}

// aboutMeeting is aboutOf for a meeting: its course is its own, or the one that was chosen for its recordings.
func aboutMeeting(ctx context.Context, q bun.IDB, id string) (a about, err error) {
	var host string
	err = q.NewRaw(`SELECT coalesce(m.course_id, (SELECT min(f.course_id) FROM recording_files AS f WHERE f.meeting_id = m.id), '') AS course_id,
			coalesce(nullif(m.title, ''), c.title, '') AS name, m.date, coalesce(m.instructor_id, '') AS host
		FROM online_meetings AS m LEFT JOIN courses AS c ON c.id = m.course_id WHERE m.id = ?`, id).Scan(ctx, &a.CourseID, &a.Name, &a.Date, &host)
	if err != nil || a.CourseID == "" {
		return a, db.One(err, meetingaccess.ErrNoMeeting)
	}
	a.Instructor, err = uploader(ctx, q, a.CourseID, host)
	return a, err
}

// uploader returns who uploads to the library of a course: preferred, if they teach it, or the first who does; "" for nobody.
func uploader(ctx context.Context, q bun.IDB, courseID, preferred string) (id string, err error) {
	err = q.NewRaw("SELECT user_id FROM course_instructors WHERE course_id = ? ORDER BY CASE WHEN user_id = ? THEN 0 ELSE 1 END, user_id LIMIT 1", courseID, preferred).Scan(ctx, &id)
	return id, db.One(err, nil)
}

// uploadOf returns a file as an upload: by who has begun it, or its instructor; errNoInstructor, errNoCourse.
func uploadOf(ctx context.Context, q bun.IDB, f file) (u Upload, err error) {
	of, err := aboutOf(ctx, q, f.Owner)
	if err != nil {
		return u, err
	}
	condition, id := f.rows("e")
	before, err := q.NewSelect().TableExpr("recording_files AS e").Where(condition, id).Where("e.kind = ? AND e.started_at < ?", f.Kind, f.StartedAt).Count(ctx)
	if err != nil {
		return u, err
	}
	owner := of.Instructor
	if f.OwnerID != nil {
		owner = cmp.Or(*f.OwnerID, owner)
	}
	title := of.videoTitle(int64(before) + 1)
	u = Upload{ID: f.UploadID, OwnerID: owner, CourseID: of.CourseID, Title: title, FileName: title + ".mp4", Size: f.Size}
	switch {
	case of.CourseID == "":
		err = errNoCourse
	case owner == "":
		err = errNoInstructor
	}
	return u, err
}

// canUpload reports whether the caller teaches a course, or as an administrator whether anybody does.
func canUpload(ctx context.Context, q bun.IDB, who access.Caller, courseID string) (bool, error) {
	return q.NewSelect().Table("course_instructors").Where("course_id = ?", courseID).Where("(? OR user_id = ?)", who.HasRole(access.Admin), who.ID).Exists(ctx)
}

// chooseCourse stores into the library of which course the files of a meeting come; false if it has none without a course.
func chooseCourse(ctx context.Context, tx bun.IDB, o Owner, courseID string) (bool, error) {
	return db.Changed(tx.NewRaw("UPDATE recording_files SET course_id = ? WHERE meeting_id = ? AND course_id IS NULL", courseID, o.MeetingID).Exec(ctx))
}
