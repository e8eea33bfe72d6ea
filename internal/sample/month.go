package sample

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/internal/learning/course"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// act is what one user does at a time.
type act struct {
	at time.Time
	do func(ctx context.Context) error
}

// liveCourse is a course of the demo with what was published.
type liveCourse struct {
	courseFile
	id       string
	teacher  access.Caller
	lessons  []outline.LessonEntry
	contents []lessonFile // of the lessons, in the same order
}

// schoolMonth is the plan of a month: who does what when. The same for every fill of one length.
type schoolMonth struct {
	in      Installation
	start   time.Time
	now     time.Time // the end of the month
	callers map[string]access.Caller
	courses []liveCourse
	acts    []act
}

// FillMonth lets the school that FillCourses has created live for a month, until now: people enrol, learn, take quizzes, hand
// in, ask, answer and review. Jobs that follow are worked off day by day, except those that need media tools. Repeating it does
// nothing; an interrupted month is continued on the day that it has reached.
func FillMonth(ctx context.Context, in Installation) error {
	state, _, err := in.state(ctx)
	if err != nil || state == full {
		return err
	}
	now := in.Clock.Now()
	defer in.moveTo(now)
	m := schoolMonth{in: in, start: now.Add(-month), now: now}
	in.moveTo(m.start)
	if err := m.prepare(ctx); err != nil {
		return err
	}
	if err := m.setCovers(ctx); err != nil {
		return err
	}
	m.plan()
	reached, _ := strconv.Atoi(state) // 0 unless a day has been reached
	if err := m.live(ctx, reached); err != nil {
		return err
	}
	in.moveTo(now)
	return in.mark(ctx, full)
}

// prepare creates the learners and reads the courses.
func (m *schoolMonth) prepare(ctx context.Context) (err error) {
	if m.callers, err = m.in.accounts(ctx, slices.Concat(staff, learners)); err != nil {
		return err
	}
	files, err := readCourses()
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.Draft {
			continue
		}
		c := liveCourse{courseFile: f, teacher: m.callers[strings.Fields(f.Teachers)[0]]}
		if c.id, _, err = m.in.findOrCreate(ctx, c.teacher, f.details(m.start)); err != nil {
			return err
		}
		published, err := m.in.Lessons.Get(ctx, c.teacher, c.id, false)
		if err != nil {
			return err
		}
		c.lessons = published.Lessons
		for _, w := range f.Weeks {
			c.contents = append(c.contents, w.Lessons...)
		}
		if len(c.lessons) != len(c.contents) {
			return fmt.Errorf("sample course %q has %d published lessons in place of %d", f.Title, len(c.lessons), len(c.contents))
		}
		m.courses = append(m.courses, c)
	}
	return nil
}

// plan fills acts.
func (m *schoolMonth) plan() {
	m.planOffice()
	m.planLeads()
	m.planComplaints()
	m.planFeedback()
	m.planNewsletter()
	m.planAnnouncements()
	m.planPosts()
	m.planBlogComments()
	m.planBatches()
	m.planQuestions()
	m.planDemos()
	m.planOrders()
	m.planCompanies()
	m.planMina()
	m.planGoals()
	for i, p := range learners {
		for n := range coursesOf(i) {
			m.planLearner(p, &m.courses[(i+4*n)%len(m.courses)], n)
		}
	}
	for i := range m.courses {
		m.planComments(&m.courses[i])
	}
	slices.SortStableFunc(m.acts, func(a, b act) int { return cmp.Or(a.at.Compare(b.at)) })
}

// coursesOf returns how many courses learner i takes.
func coursesOf(i int) int { return 2 + i%3 }

// add plans an act, unless it is in the future.
func (m *schoolMonth) add(at time.Time, do func(ctx context.Context) error) {
	if at.Before(m.now) {
		m.acts = append(m.acts, act{at, do})
	}
}

// live performs the acts from a day on.
func (m *schoolMonth) live(ctx context.Context, day int) error {
	const days = int(month / (24 * time.Hour))
	for ; day < days; day++ {
		from, to := m.start.AddDate(0, 0, day), m.start.AddDate(0, 0, day+1)
		for _, a := range m.acts {
			if a.at.Before(from) || !a.at.Before(to) {
				continue
			}
			m.in.moveTo(a.at)
			if err := a.do(ctx); err != nil && !fault.Is(err, fault.Conflict) { // a conflict: an interrupted fill has done it
				return fmt.Errorf("on day %d of the demo: %w", day, err)
			}
		}
		if err := m.in.Runner.Drain(ctx); err != nil {
			return err
		}
		if err := m.in.mark(ctx, strconv.Itoa(day+1)); err != nil {
			return err
		}
	}
	return nil
}

// chance returns a source of random numbers that is the same in every fill.
func chance(of ...string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(strings.Join(of, "\x00")))
	return rand.New(rand.NewPCG(h.Sum64(), 1))
}

// find returns the course of a title.
func (m *schoolMonth) find(title string) *liveCourse {
	i := slices.IndexFunc(m.courses, func(c liveCourse) bool { return c.Title == title })
	return &m.courses[i]
}

// planLearner plans how a learner takes a course, after n others: some finish it, some get half way, and one in six stays away. Each
// begins a week after the one before, so that there is something going on until the end of the month.
func (m *schoolMonth) planLearner(p person, c *liveCourse, n int) {
	r := chance(p.key, c.Title)
	at := m.start.AddDate(0, 0, 7*n).Add(time.Duration(r.IntN(10*24)) * time.Hour)
	m.enrol(at, p, c)
	if r.IntN(6) == 0 {
		return
	}
	reach := 1 + r.IntN(len(c.lessons))
	if r.IntN(2) == 0 {
		reach = len(c.lessons)
	}
	for i := range reach {
		at = at.Add(time.Duration(5+r.IntN(44)) * time.Hour)
		m.planLesson(at, r, p, c, i)
	}
	if 2*reach >= len(c.lessons) {
		m.planReview(at.Add(3*time.Hour), p, c)
	}
}

// enrol enrols a learner; into a course with a price an administrator does, as its payment has come in.
func (m *schoolMonth) enrol(at time.Time, p person, c *liveCourse) {
	who := m.callers[p.key]
	m.add(at, func(ctx context.Context) error {
		if _, err := m.in.Enrollments.Enroll(ctx, who, c.id); err != nil || c.Format == course.Free {
			return err
		}
		_, err := m.in.Enrollments.ChangeEnrollment(ctx, m.callers["asha"], c.id, who.ID, activate)
		return err
	})
}
