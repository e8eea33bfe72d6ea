package goal

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

// totals returns what was learned since each of some goals was set, in its course or in all.
func totals(ctx context.Context, q bun.IDB, goalIDs []string) (map[string]total, error) {
	var rows []total
	err := q.NewRaw(`SELECT g.id AS goal_id, coalesce(sum(a.seconds), 0) AS seconds, coalesce(sum(CASE WHEN a.completed THEN 1 ELSE 0 END), 0) AS completed
		FROM goals AS g JOIN lesson_activity AS a ON a.user_id = g.user_id AND a.starts_at >= g.counts_from AND (g.course_id = '' OR a.course_id = g.course_id)
		WHERE g.id IN (?) AND g.period = 'once' GROUP BY g.id`, bun.List(goalIDs)).Scan(ctx, &rows)
	by := make(map[string]total, len(rows))
	for _, r := range rows {
		by[r.GoalID] = r
	}
	return by, err
}

func factsOfCourses(ctx context.Context, q bun.IDB, userID string, courseIDs []string) (map[string]courseFacts, error) {
	by := map[string]courseFacts{}
	if len(courseIDs) == 0 {
		return by, nil
	}
	var rows []courseFacts
	err := q.NewRaw("SELECT course_id, coalesce(percent, 0) AS percent, completed_at FROM course_progress WHERE user_id = ? AND course_id IN (?)",
		userID, bun.List(courseIDs)).Scan(ctx, &rows)
	for _, r := range rows {
		by[r.CourseID] = r
	}
	return by, err
}

// factsOfLessons returns a user's progress in the lessons to which milestones of goals refer.
func factsOfLessons(ctx context.Context, q bun.IDB, userID string, goalIDs []string) (map[string]lessonFacts, error) {
	var rows []lessonFacts
	err := q.NewRaw(`SELECT p.course_id, p.lesson_id, p.completed_at, p.score FROM goal_milestones AS m JOIN goals AS g ON g.id = m.goal_id
		JOIN lesson_progress AS p ON p.user_id = ? AND p.lesson_id = m.ref AND p.course_id = g.course_id
		WHERE m.goal_id IN (?) AND m.kind IN ('lesson', 'quiz_score')`, userID, bun.List(goalIDs)).Scan(ctx, &rows)
	by := make(map[string]lessonFacts, len(rows))
	for _, r := range rows {
		by[r.CourseID+" "+r.LessonID] = r
	}
	return by, err
}

// factsOfSections counts the lessons of the sections to which milestones of goals refer: the required ones or, where there are none, all.
func factsOfSections(ctx context.Context, q bun.IDB, userID string, goalIDs []string) (map[string]sectionFacts, error) {
	var rows []struct {
		CourseID, SectionID                string
		Required, Done, Lessons, Completed int64
	}
	err := q.NewRaw(`SELECT l.course_id, l.section_id, count(*) AS lessons, sum(CASE WHEN l.required THEN 1 ELSE 0 END) AS required,
		sum(CASE WHEN p.completed_at IS NOT NULL THEN 1 ELSE 0 END) AS completed,
		sum(CASE WHEN l.required AND p.completed_at IS NOT NULL THEN 1 ELSE 0 END) AS done
		FROM published_lessons AS l LEFT JOIN lesson_progress AS p ON p.user_id = ? AND p.lesson_id = l.lesson_id
		WHERE (l.course_id, l.section_id) IN (SELECT g.course_id, m.ref FROM goal_milestones AS m JOIN goals AS g ON g.id = m.goal_id
			WHERE m.goal_id IN (?) AND m.kind = 'section') GROUP BY l.course_id, l.section_id`, userID, bun.List(goalIDs)).Scan(ctx, &rows)
	by := make(map[string]sectionFacts, len(rows))
	for _, r := range rows {
		facts := sectionFacts{r.CourseID, r.SectionID, r.Required, r.Done}
		if r.Required == 0 {
			facts.Lessons, facts.Completed = r.Lessons, r.Completed
		}
		by[r.CourseID+" "+r.SectionID] = facts
	}
	return by, err
}

// quartersSince returns what a user has learned since an instant, by time.
func quartersSince(ctx context.Context, q bun.IDB, userID string, since time.Time) (qs []quarter, err error) {
	return qs, q.NewRaw(`SELECT a.starts_at, a.course_id, sum(a.acts) AS acts, sum(a.seconds) AS seconds, sum(CASE WHEN a.completed THEN 1 ELSE 0 END) AS completed
		FROM lesson_activity AS a WHERE a.user_id = ? AND a.starts_at >= ? GROUP BY a.starts_at, a.course_id ORDER BY a.starts_at`, userID, since).Scan(ctx, &qs)
}

// weeksOver returns the last weeks of some goals that are over, by goal, the latest first.
func weeksOver(ctx context.Context, q bun.IDB, goalIDs []string, limit int64) (map[string][]GoalWeek, error) {
	var rows []GoalWeek
	err := q.NewRaw(`SELECT goal_id, starts_on, value, target FROM (SELECT goal_id, starts_on, value, target,
		row_number() OVER (PARTITION BY goal_id ORDER BY starts_on DESC) AS place FROM goal_weeks WHERE goal_id IN (?)) AS w
		WHERE place <= ? ORDER BY goal_id, starts_on DESC`, bun.List(goalIDs), limit).Scan(ctx, &rows)
	by := map[string][]GoalWeek{}
	for _, r := range rows {
		by[r.GoalID] = append(by[r.GoalID], r)
	}
	return by, err
}

// isEnrolled reports whether a course is open to a user.
func isEnrolled(ctx context.Context, q bun.IDB, userID, courseID string) (is bool, err error) {
	return is, q.NewRaw("SELECT EXISTS (SELECT 1 FROM enrolled_students WHERE user_id = ? AND course_id = ?)", userID, courseID).Scan(ctx, &is)
}

// publishedRefs returns the ids of the published lessons of a course and of their sections.
func publishedRefs(ctx context.Context, q bun.IDB, courseID string) (lessons, sections map[string]bool, err error) {
	var rows []struct{ LessonID, SectionID string }
	err = q.NewRaw("SELECT lesson_id, section_id FROM published_lessons WHERE course_id = ?", courseID).Scan(ctx, &rows)
	lessons, sections = make(map[string]bool, len(rows)), map[string]bool{}
	for _, r := range rows {
		lessons[r.LessonID], sections[r.SectionID] = true, true
	}
	return lessons, sections, err
}
