package report_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

// school is a small school whose source tables are written at random.
type school struct {
	*testapp.Class
	t                 *testing.T
	r                 *rand.Rand
	zone              string
	began             time.Time
	users             []string
	courses           []string
	lessons, ofCourse map[string]string
}

func newSchool(t *testing.T) *school {
	c := testapp.NewClass(t)
	s := &school{Class: c, t: t, r: rand.New(rand.NewPCG(13, 4)), zone: "UTC", began: c.Clock.Now(), courses: []string{c.CourseID, c.Course(c.Teacher)}, lessons: map[string]string{}}
	for range 5 {
		s.users = append(s.users, c.User(access.Student).ID)
	}
	for _, course := range s.courses {
		s.lessons[course] = db.NewID()
		c.Exec("INSERT INTO lessons (id, course_id, created_at) VALUES (?, ?, ?)", s.lessons[course], course, c.Clock.Now())
	}
	return s
}

// change writes one random row of a source, perhaps of a day long ago, perhaps one that is there already.
func (s *school) change() {
	user, course := s.users[s.r.IntN(len(s.users))], s.courses[s.r.IntN(len(s.courses))]
	at := s.Clock.Now().Add(-time.Duration(s.r.IntN(1+s.r.IntN(60*24*4))) * 15 * time.Minute).Truncate(15 * time.Minute)
	switch s.r.IntN(8) {
	case 0, 1, 2:
		s.Exec(`INSERT INTO lesson_activity (user_id, lesson_id, course_id, starts_at, acts, seconds, completed) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (user_id, lesson_id, starts_at) DO UPDATE SET acts = excluded.acts, seconds = excluded.seconds, completed = excluded.completed`,
			user, s.lessons[course], course, at, s.r.IntN(3), s.r.IntN(1200), s.r.IntN(3) == 0)
	case 3:
		s.Exec("DELETE FROM lesson_activity WHERE user_id = ? AND starts_at > ?", user, at)
	case 4:
		s.Exec(`INSERT INTO enrollments (id, user_id, course_id, status, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (user_id, course_id) DO UPDATE SET status = excluded.status, updated_at = excluded.updated_at`,
			db.NewID(), user, course, []string{"active", "withdrawn", "waitlisted"}[s.r.IntN(3)], at, at.Add(time.Hour))
	case 5:
		s.Exec(`INSERT INTO course_progress (user_id, course_id, version, completed, required, percent, time_spent, last_lesson, started_at, last_at, completed_at, updated_at)
			VALUES (?, ?, 1, 1, 1, 100, 0, '', ?, ?, ?, ?) ON CONFLICT (user_id, course_id) DO UPDATE SET completed_at = excluded.completed_at`, user, course, at, at, at, at)
	case 6:
		s.Exec("UPDATE users SET created_at = ?, email_verified_at = CASE WHEN email_verified_at IS NULL THEN created_at END WHERE id = ?", at, user)
	case 7: // who begins to teach is no learner any more
		if s.r.IntN(2) == 0 {
			s.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING", course, user)
		} else {
			s.Exec("DELETE FROM course_instructors WHERE course_id = ? AND user_id = ?", course, user)
		}
	}
}

// Pair is a user and a course.
type Pair struct{ UserID, CourseID string }

// recount counts everything from the sources, one row after the other, in the simplest way.
func (s *school) recount() map[string]int64 {
	zone, err := time.LoadLocation(s.zone)
	if err != nil {
		s.t.Fatal(err)
	}
	day := func(at time.Time) string { return at.In(zone).Format(time.DateOnly) }
	sums := map[string]int64{}
	add := func(metric, course, day string, value int64) {
		if value == 0 {
			return
		}
		sums[metric+" school "+day] += value
		if course != "" {
			sums[metric+" course:"+course+" "+day] += value
		}
	}
	var teaching []Pair
	s.read(&teaching, "SELECT user_id, course_id FROM course_instructors")
	teaches := map[Pair]bool{}
	for _, p := range teaching {
		teaches[p] = true
	}
	s.countActivity(teaches, day, add, sums)
	var enrollments []struct {
		Pair
		Status               string
		CreatedAt, UpdatedAt time.Time
	}
	s.read(&enrollments, "SELECT user_id, course_id, status, created_at, updated_at FROM enrollments")
	for _, e := range enrollments {
		if teaches[e.Pair] || e.Status == "waitlisted" {
			continue
		}
		add("enrolments", e.CourseID, day(e.CreatedAt), 1)
		if e.Status == "withdrawn" {
			add("withdrawals", e.CourseID, day(e.UpdatedAt), 1)
		}
	}
	var done []struct {
		Pair
		CompletedAt time.Time
	}
	s.read(&done, "SELECT user_id, course_id, completed_at FROM course_progress WHERE completed_at IS NOT NULL")
	for _, d := range done {
		if !teaches[d.Pair] {
			add("courses_done", d.CourseID, day(d.CompletedAt), 1)
		}
	}
	var verified []struct{ CreatedAt time.Time }
	s.read(&verified, "SELECT created_at FROM users WHERE email_verified_at IS NOT NULL")
	for _, u := range verified {
		add("sign_ups", "", day(u.CreatedAt), 1)
	}
	return sums
}

func (s *school) countActivity(teaches map[Pair]bool, day func(time.Time) string, add func(metric, course, day string, value int64), sums map[string]int64) {
	var all []struct {
		Pair
		StartsAt      time.Time
		Acts, Seconds int64
		Completed     bool
	}
	s.read(&all, "SELECT user_id, course_id, starts_at, acts, seconds, completed FROM lesson_activity ORDER BY user_id, starts_at, course_id")
	active, firsts, spent := map[[2]string]map[string]bool{}, map[string]string{}, map[string]int64{}
	for _, a := range all {
		if teaches[a.Pair] {
			continue
		}
		on, quarter := day(a.StartsAt), a.UserID+a.StartsAt.String()
		seconds := min(a.Seconds, 900-spent[quarter])
		spent[quarter] += seconds
		add("learning_time", a.CourseID, on, seconds)
		if a.Completed {
			add("lessons_done", a.CourseID, on, 1)
		}
		if a.Acts == 0 {
			continue
		}
		for _, scope := range []string{"school", "course:" + a.CourseID} {
			if active[[2]string{scope, on}] == nil {
				active[[2]string{scope, on}] = map[string]bool{}
			}
			active[[2]string{scope, on}][a.UserID] = true
		}
		if firsts[a.UserID] == "" {
			firsts[a.UserID] = on
			add("new_learners", "", on, 1)
		}
	}
	for key, who := range active {
		sums["active_1 "+key[0]+" "+key[1]] = int64(len(who))
	}
	for metric, length := range map[string]int{"active_7": 7, "active_30": 30} {
		for end := s.now(); end.After(s.began.AddDate(0, 0, -62)); end = end.AddDate(0, 0, -1) {
			people := map[string]bool{}
			for i := range length {
				maps.Copy(people, active[[2]string{"school", day(end.AddDate(0, 0, -i))}])
			}
			if len(people) > 0 {
				sums[metric+" school "+day(end)] = int64(len(people))
			}
		}
	}
}

func (s *school) read(into any, query string) {
	s.t.Helper()
	if err := s.DB.Reader().NewRaw(query).Scan(s.t.Context(), into); err != nil {
		s.t.Fatal(err)
	}
}

func (s *school) today() string { return s.now().Format(time.DateOnly) }

// now is the time on the school's clocks.
func (s *school) now() time.Time {
	zone, err := time.LoadLocation(s.zone)
	if err != nil {
		s.t.Fatal(err)
	}
	return s.Clock.Now().In(zone)
}

// Kept figures equal a recount of everything: after changes in random order, late and repeated ones, new teachers, and moves of the school to other
// time zones.
func TestKeptFiguresEqualARecount(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	zones := []string{"UTC", "Asia/Kolkata", "America/St_Johns", "Pacific/Kiritimati", "Europe/Berlin"}
	for round := range soak.Rounds(25, 150) {
		for range 1 + s.r.IntN(6) {
			s.change()
		}
		if s.r.IntN(3) == 0 {
			s.zone = zones[s.r.IntN(len(zones))]
			s.Exec(`INSERT INTO setting_groups (name, value, version, changed_at) VALUES ('school', ?, 1, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
				fmt.Sprintf(`{"name":"Bees","time_zone":%q}`, s.zone), s.Clock.Now())
			s.Settings.Forget()
		}
		s.Clock.Advance(time.Duration(s.r.IntN(5*24)) * time.Hour)
		if err := s.Reports.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		var rows []struct {
			Metric, Scope, Day string
			Value              int64
		}
		s.read(&rows, "SELECT metric, scope, day, value FROM stat_days WHERE day <= '"+s.today()+"'") // of tomorrow there are sums after a move to the west
		got := map[string]int64{}
		for _, row := range rows {
			got[row.Metric+" "+row.Scope+" "+row.Day] = row.Value
		}
		want := s.recount()
		if !maps.Equal(got, want) {
			for key, value := range want {
				if got[key] != value {
					t.Errorf("round %d, %s: %s is %d in place of %d", round, s.zone, key, got[key], value)
				}
				delete(got, key)
			}
			t.Fatal("and beside these: ", got)
		}
	}
	if n := s.Count("SELECT count(*) FROM report_dirty"); n != 0 {
		t.Errorf("%d marks are left", n)
	}
	again, err := s.Reports.Rebuild(t.Context())
	if err != nil || again.Differences != 0 || again.Parts < 20 {
		t.Errorf("%+v, %v", again, err)
	}
	s.Exec("UPDATE stat_days SET value = value + 1 WHERE metric = 'enrolments' AND scope = 'school' AND day = (SELECT min(day) FROM stat_days WHERE metric = 'enrolments')")
	if found, err := s.Reports.Rebuild(t.Context()); err != nil || found.Differences != 1 {
		t.Errorf("a wrong sum: %+v, %v", found, err)
	}
}
