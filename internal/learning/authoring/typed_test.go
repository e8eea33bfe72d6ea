package authoring_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/authoring"
	"lectern/internal/learning/schedule"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type typedOne = rest.Answer[authoring.TypedCourse]

func TestTypedAndPlainPathsShareCourse(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	c := teacher.CreateTypedCourse("live", `,"schedule":{"timezone":"Europe/Berlin","entries":[{"date":"2026-10-01","start_time":"18:00","end_time":"19:30"}]}`)
	if got := teacher.GetCourse(c.ID); got.Title != "Typed" || len(got.Schedule.Entries) != 1 || got.Schedule.Entries[0].StartsAt.Format(time.RFC3339) != "2026-10-01T16:00:00Z" {
		t.Errorf("%+v", got)
	}
	teacher.Do("GET", "/tcourse/live/"+c.ID, "", 200)
	teacher.Do("GET", "/tcourse/free/"+c.ID, "", 404)
	teacher.Do("GET", "/tcourse/video/"+c.ID, "", 400)
	teacher.Do("PUT", "/tcourse/live/"+c.ID, `{"title":"Other","category":"Nature","course_type":"free"}`, 400)
	teacher.Do("PUT", "/tcourse/live/"+c.ID, `{"title":"Other","category":"Nature","course_type":"live","access":{"access_type":"open"}}`, 400)
	if got := testapp.Read[typedOne](t, teacher.Do("PUT", "/tcourse/live/"+c.ID, `{"title":"Newer","category":"Nature","course_type":"live"}`, 200)).Data; got.Title != "Newer" || len(got.Schedule.Entries) != 1 {
		t.Errorf("%+v", got)
	}
	teacher.Do("POST", "/tcourse", `{"title":"x","category":"x","course_type":"blended","schedule":{"entries":[]}}`, 400)
	if n := app.Count("SELECT count(*) FROM courses"); n != 1 {
		t.Errorf("refused requests left %d courses", n)
	}
	teacher.Do("PATCH", "/courses/"+c.ID+"/archive", "{}", 200)
	teacher.Do("DELETE", "/tcourse/free/"+c.ID, "", 404)
	teacher.Do("DELETE", "/tcourse/live/"+c.ID, "", 200)
}

func TestLiveCourseSchedule(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	c := teacher.CreateTypedCourse("live", "")
	entry := func(date, start, end string) string {
		return fmt.Sprintf(`{"date":%q,"start_time":%q,"end_time":%q}`, date, start, end)
	}
	put := func(entries string, want int) string {
		t.Helper()
		return teacher.Do("PUT", "/tcourse/live/"+c.ID+"/schedule", `{"timezone":"Europe/Berlin","entries":[`+entries+`]}`, want)
	}
	for entries, message := range map[string]string{
		"":                                   "At least one schedule entry is required",
		entry("2026-9-30", "10:00", "11:00"): "Invalid date format for entry 1. Use YYYY-MM-DD format",
		entry("2026-09-30", "10:00", "11:00") + "," + entry("2026-09-30", "12:00", "13:00"): "There are two entries on 2026-09-30",
		entry("2026-08-31", "10:00", "11:00"):                                               "Date 2026-08-31 is in the past",
		entry("2026-09-30", "", "11:00"):                                                    "Start time is required for entry 1",
		entry("2026-09-30", "9:00", "11:00"):                                                "Invalid time format for entry 1. Use HH:MM format",
		entry("2026-09-30", "11:00", "10:00"):                                               "End time must be after start time for entry 1",
		entry("2026-09-30", "10:00", "10:29"):                                               "Session must be at least 30 minutes for entry 1",
		entry("2026-09-30", "10:00", "18:01"):                                               "Session must be at most 8 hours for entry 1",
		entry("2027-03-28", "02:30", "04:00"):                                               "On 2027-03-28 the clocks in Europe/Berlin go forward from before 02:30 to after it, so that time doesn't exist. Choose another one",
	} {
		if got := testapp.Read[rest.Problem](t, put(entries, 400)).Message; got != message {
			t.Errorf("%s: %q, want %q", entries, got, message)
		}
	}
	teacher.Do("PUT", "/tcourse/live/"+c.ID+"/schedule", `{"timezone":"Local","entries":[`+entry("2026-09-30", "10:00", "11:00")+`]}`, 400)
	if got := teacher.GetCourse(c.ID).Schedule.Entries; len(got) != 0 {
		t.Errorf("a refused schedule was stored: %+v", got)
	}
	// 02:30 occurs twice when clocks go back; the first is used
	got := testapp.Read[typedOne](t, put(entry("2026-10-25", "02:30", "04:00")+","+entry("2026-09-30", "10:00", "18:00"), 200)).Data.Schedule
	if got.Entries[0].StartsAt.Format(time.RFC3339) != "2026-10-25T00:30:00Z" || got.Entries[1].EndsAt.Format(time.RFC3339) != "2026-09-30T16:00:00Z" {
		t.Errorf("%+v", got)
	}
	app.Clock.Advance(40 * 24 * time.Hour)
	put(entry("2026-10-25", "02:30", "04:00")+","+entry("2026-09-30", "10:00", "18:00"), 200) // entries that were there may lie in the past
	put(entry("2026-09-30", "10:00", "17:00"), 400)
}

func TestBlendedCourseDoubtSessions(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, learner := app.User(access.Instructor), app.User(access.Student)
	c := teacher.CreateTypedCourse("blended", "")
	teacher.Do("PATCH", "/courses/toggle-status/"+c.ID, "", 200)
	app.Enroll(learner, c.ID)
	path := "/tcourse/blended/" + c.ID
	for _, slots := range []string{`[{"weekday":8,"start_time":"10:00","end_time":"11:00"}]`, `[{"weekday":1,"start_time":"11:00","end_time":"10:00"}]`,
		`[{"weekday":1,"start_time":"10:00","end_time":"11:00"},{"weekday":1,"start_time":"10:30","end_time":"12:00"}]`} {
		teacher.Do("PUT", path+"/doubt-schedule", `{"timezone":"Asia/Kolkata","slots":`+slots+`}`, 400)
	}
	got := testapp.Read[typedOne](t, teacher.Do("PUT", path+"/doubt-schedule", `{"timezone":"Asia/Kolkata","slots":[{"weekday":1,"start_time":"10:00","end_time":"11:00"}]}`, 200)).Data
	if len(got.DoubtSchedule.Slots) != 1 || got.DoubtSchedule.Timezone != "Asia/Kolkata" {
		t.Errorf("%+v", got.DoubtSchedule)
	}
	learner.Do("POST", path+"/doubt-session", `{}`, 403)
	teacher.Do("POST", path+"/doubt-session", `{"date":"2026-08-01","start_time":"10:00","end_time":"11:00"}`, 400)
	teacher.Do("POST", path+"/doubt-session", `{"date":"2026-09-02","start_time":"10:00","end_time":"11:00","timezone":"Asia/Kolkata","title":"Stings"}`, 201)
	sessions := func(who testapp.User) []schedule.DoubtSession {
		t.Helper()
		return slices.DeleteFunc(testapp.Read[typedOne](t, who.Do("GET", path, "", 200)).Data.DoubtSessions, func(d schedule.DoubtSession) bool { return d.IsWeekly || d.Status != "scheduled" })
	}
	see := func(who testapp.User) int { t.Helper(); return len(sessions(who)) }
	if see(learner) != 1 || see(teacher) != 1 || see(app.Nobody()) != 0 {
		t.Error("doubt sessions are visible to others than students and teachers")
	}
	session := path + "/doubt-session/" + sessions(teacher)[0].ID
	learner.Do("DELETE", session, "", 403)
	app.User(access.Instructor).Do("DELETE", session, "", 403)
	teacher.Do("DELETE", path+"/doubt-session/none", "", 404)
	if see(learner) != 1 {
		t.Error("a caller removed a session without permission")
	}
	teacher.Do("DELETE", session, "", 200)
	teacher.Do("DELETE", session, "", 200) // it stays cancelled
	if see(learner) != 0 {
		t.Error("a cancelled session still takes place")
	}
	live := teacher.CreateTypedCourse("live", "")
	teacher.Do("POST", "/tcourse/blended/"+live.ID+"/doubt-session", `{"date":"2026-09-02","start_time":"10:00","end_time":"11:00"}`, 404)
}

// Learners are notified once of other weekly times, but not of another order, of another instructor, or of a course that they can't see yet.
func TestLearnersAreNotifiedOfWeeklyTimes(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, learner := app.User(access.Instructor), app.User(access.Student)
	c := teacher.CreateTypedCourse("blended", "")
	app.Enroll(learner, c.ID)
	const monday, friday = `{"weekday":1,"start_time":"10:00","end_time":"11:00"}`, `{"weekday":5,"start_time":"10:00","end_time":"11:00"}`
	put := func(slots string, status int) {
		t.Helper()
		teacher.Do("PUT", "/tcourse/blended/"+c.ID+"/doubt-schedule", `{"timezone":"Asia/Kolkata","slots":[`+slots+`]}`, status)
	}
	isNotified := func(who testapp.User, times int) {
		t.Helper()
		app.Work()
		all := testapp.Read[rest.List[struct{ Kind, Title string }]](t, who.Do("GET", "/notifications?limit=100", "", 200)).Data
		got := slices.DeleteFunc(all, func(n struct{ Kind, Title string }) bool { return n.Kind != "course.weekly_times" })
		if len(got) != times || times > 0 && !strings.HasPrefix(got[0].Title, "New Q&A times: ") {
			t.Errorf("%d times: %v", times, got)
		}
	}
	put(monday, 200)
	isNotified(learner, 0) // it is a draft
	teacher.Do("PATCH", "/courses/toggle-status/"+c.ID, "", 200)
	put(monday+","+friday, 200)
	isNotified(learner, 1)
	isNotified(teacher, 0)
	put(friday+","+monday, 200)
	put(`{"weekday":1,"start_time":"10:00","end_time":"11:00","instructor_id":"`+teacher.ID+`"},`+friday, 200)
	put(monday+","+monday, 400)
	isNotified(learner, 1)
	put("", 200)
	isNotified(learner, 2)
	put("", 200)
	isNotified(learner, 2)
}

// A Q&A session takes the time of its instructor as every other session does, until it is cancelled or its course is deleted.
func TestDoubtSessionsTakeTime(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, colleague, admin, stranger := app.User(access.Instructor), app.User(access.Instructor), app.User(access.Admin), app.User(access.Instructor)
	c, other := teacher.CreateTypedCourse("blended", ""), teacher.CreateTypedCourse("blended", "")
	app.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", c.ID, colleague.ID)
	add := func(who testapp.User, course, start, end, more string, want int) schedule.DoubtSession {
		t.Helper()
		body := fmt.Sprintf(`{"date":"2026-09-02","start_time":%q,"end_time":%q,"timezone":"Europe/Berlin","title":"Stings"%s}`, start, end, more)
		answer := who.Do("POST", "/tcourse/blended/"+course+"/doubt-session", body, want)
		if want != 201 {
			return schedule.DoubtSession{}
		}
		return testapp.Read[rest.Answer[schedule.DoubtSession]](t, answer).Data
	}
	taken := func() string {
		return fmt.Sprint(app.Count("SELECT count(*) FROM online_meetings WHERE kind = 'doubt' AND status = 'scheduled'"), app.Count("SELECT count(*) FROM instructor_busy WHERE instructor_id = ? AND kind = 'doubt'", teacher.ID),
			app.Count("SELECT count(*) FROM instructor_busy WHERE instructor_id = ? AND kind = 'doubt'", colleague.ID))
	}
	first := add(teacher, c.ID, "10:00", "11:00", "", 201)
	if first.InstructorID == nil || *first.InstructorID != teacher.ID || first.InstructorName == "" {
		t.Errorf("%+v", first)
	}
	add(teacher, other.ID, "10:30", "11:30", "", 409)
	add(teacher, c.ID, "10:30", "11:30", `,"instructor_id":"`+stranger.ID+`"`, 400)
	if got := taken(); got != "1 1 0" {
		t.Error("a refused session has changed something:", got)
	}
	add(teacher, c.ID, "10:30", "11:30", `,"instructor_id":"`+colleague.ID+`"`, 201)
	byOffice := add(admin, other.ID, "11:00", "12:00", "", 201)
	if *byOffice.InstructorID != teacher.ID || taken() != "3 2 1" {
		t.Error(taken())
	}
	teacher.Do("POST", "/instructors/"+teacher.ID+"/time-off", `{"from":"2026-09-02","until":"2026-09-02","timezone":"Europe/Berlin"}`, 409)
	teacher.Do("DELETE", "/tcourse/blended/"+c.ID+"/doubt-session/"+first.ID, "", 200)
	if got := taken(); got != "2 1 1" {
		t.Error("after it was cancelled:", got)
	}
	add(teacher, c.ID, "10:00", "11:00", "", 201)
	teacher.Do("PUT", "/courses/update/"+c.ID, `{"title":"Typed","category":"Nature","course_type":"free"}`, 200)
	if got := taken(); got != "1 1 0" {
		t.Error("a course that has no Q&A sessions any more takes time:", got)
	}
	teacher.Do("PATCH", "/courses/"+other.ID+"/archive", "{}", 200)
	teacher.Do("DELETE", "/courses/"+other.ID, "", 200)
	if got := taken(); got != "0 0 0" {
		t.Error("a deleted course takes time:", got)
	}
}

func TestLiveCourseRecordings(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, learner := app.User(access.Instructor), app.User(access.Student)
	c, other := teacher.CreateTypedCourse("live", ""), teacher.CreateTypedCourse("live", "")
	teacher.Do("PATCH", "/courses/toggle-status/"+c.ID, "", 200)
	app.Enroll(learner, c.ID)
	week := testapp.Read[rest.Answer[struct{ ID string }]](t, teacher.Do("POST", "/tcourse/live/"+c.ID+"/curriculum/weeks", `{"title":"Week 1"}`, 201)).Data.ID
	ours, theirs := teacher.Video(c.ID), teacher.Video(other.ID)
	path := "/tcourse/live/" + c.ID + "/week/"
	teacher.Do("POST", path+"none/recording", `{"video_id":"`+ours+`"}`, 404)
	teacher.Do("POST", path+week+"/recording", `{"video_id":"`+theirs+`"}`, 404)
	teacher.Do("POST", path+week+"/recording", `{}`, 400)
	teacher.Do("POST", path+week+"/recording", `{"video_id":"`+ours+`"}`, 200)
	teacher.Do("POST", path+week+"/recording", `{"video_id":"`+ours+`","title":"Again"}`, 200)
	see := func(who testapp.User) []authoring.CourseRecording {
		t.Helper()
		return testapp.Read[typedOne](t, who.Do("GET", "/tcourse/live/"+c.ID, "", 200)).Data.Recordings
	}
	if got := see(learner); len(got) != 1 || got[0].Title != "Again" || got[0].WeekID != week || got[0].VideoID != ours {
		t.Errorf("%+v", got)
	}
	if got := see(app.Nobody()); len(got) != 0 {
		t.Errorf("recordings are visible to others than students and teachers: %+v", got)
	}
	recorded := func(who testapp.User) []authoring.RecordedVideo {
		t.Helper()
		return testapp.Read[rest.List[authoring.RecordedVideo]](t, who.Do("GET", "/courses/recorded-videos", "", 200)).Data
	}
	if got := recorded(learner); len(got) != 1 || got[0].VideoID != ours || got[0].CourseTitle != "Typed" || got[0].OfCourse != c.ID || len(recorded(teacher)) != 1 {
		t.Errorf("%+v", got)
	}
	if got := recorded(app.User(access.Student)); len(got) != 0 {
		t.Errorf("recordings of other courses: %+v", got)
	}
	app.Nobody().Do("GET", "/courses/recorded-videos", "", 401)
	app.Exec("UPDATE enrollments SET status = 'suspended'")
	if got := recorded(learner); len(got) != 0 {
		t.Errorf("a suspended student still finds %+v", got)
	}
	app.Exec("UPDATE enrollments SET status = 'active'")
	recording := path + week + "/recording/" + see(teacher)[0].ID
	learner.Do("DELETE", recording, "", 403)
	teacher.Do("DELETE", path+"none/recording/"+see(teacher)[0].ID, "", 404)
	if len(see(learner)) != 1 {
		t.Error("a refused request has removed a recording")
	}
	teacher.Do("DELETE", recording, "", 200)
	if n := app.Count("SELECT count(*) FROM videos WHERE id = ?", ours); len(see(learner)) != 0 || n != 1 {
		t.Errorf("removing a recording deleted its video: %d videos", n)
	}
}

// What was recorded of sessions stands in the week in which they were held, with the session, for members of their batch and teachers; a video that is in a week too, once.
func TestWeeksShowRecordingsOfSessions(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, member, other := app.User(access.Instructor), app.User(access.Student), app.User(access.Student)
	c := teacher.CreateTypedCourse("live", "")
	teacher.Do("PATCH", "/courses/toggle-status/"+c.ID, "", 200)
	var weeks []string
	for _, title := range []string{"Week 1", "Week 2", "Week 3"} {
		weeks = append(weeks, testapp.Read[rest.Answer[struct{ ID string }]](t, teacher.Do("POST", "/tcourse/live/"+c.ID+"/curriculum/weeks", `{"title":"`+title+`"}`, 201)).Data.ID)
	}
	app.Enroll(member, c.ID)
	app.Enroll(other, c.ID)
	batch := testapp.Read[rest.Answer[struct {
		ID       string
		Schedule []struct{ ID string }
	}]](t, teacher.Do("POST", "/batches/courses/"+c.ID+"/batches", `{"batch_name":"Evening","timezone":"Europe/Berlin","start_date":"2026-09-07","end_date":"2026-10-30","assigned_instructor":"`+teacher.ID+`",
		"schedule":[{"date":"2026-09-08","start_time":"18:00","end_time":"19:00"},{"date":"2026-09-15","start_time":"18:00","end_time":"19:00"},{"date":"2026-10-20","start_time":"18:00","end_time":"19:00"}]}`, 201)).Data
	teacher.Do("POST", "/batches/enroll-students", `{"batch_id":"`+batch.ID+`","student_ids":["`+member.ID+`"]}`, 200)
	videos, lessons := make([]string, 3), make([]string, 3)
	for i, s := range batch.Schedule {
		videos[i] = teacher.Video(c.ID)
		lessons[i] = testapp.Read[rest.Answer[struct{ ID string }]](t, teacher.Do("POST", "/batches/"+batch.ID+"/schedule/"+s.ID+"/recorded-lessons", `{"video_id":"`+videos[i]+`","title":"Held"}`, 201)).Data.ID
	}
	teacher.Do("POST", "/tcourse/live/"+c.ID+"/week/"+weeks[2]+"/recording", `{"video_id":"`+videos[0]+`","title":"Put here"}`, 200)
	see := func(who testapp.User) (found []string) {
		t.Helper()
		for _, r := range testapp.Read[typedOne](t, who.Do("GET", "/tcourse/live/"+c.ID, "", 200)).Data.Recordings {
			held := "-"
			if r.Session != nil {
				held = r.Session.BatchName + r.Session.StartsAt.Format(" 01-02T15:04 ") + r.Session.Timezone + fmt.Sprint(" ", r.Session.OnlyThere)
			}
			found = append(found, fmt.Sprint(slices.Index(weeks, r.WeekID), " ", slices.Index(videos, r.VideoID), " ", r.Title, " ", held))
		}
		slices.Sort(found)
		return found
	}
	all := []string{"1 1 Held Evening 09-15T16:00 Europe/Berlin true", "2 0 Put here Evening 09-08T16:00 Europe/Berlin false", "2 2 Held Evening 10-20T16:00 Europe/Berlin true"} // the last week for what is later
	for name, who := range map[string]testapp.User{"a member": member, "the teacher": teacher} {
		if got := see(who); !slices.Equal(got, all) {
			t.Errorf("%s sees %q", name, got)
		}
	}
	if got := see(other); !slices.Equal(got, []string{"2 0 Put here -"}) {
		t.Errorf("who is in no batch sees %q", got)
	}
	app.Exec("UPDATE recorded_lessons SET is_published = FALSE WHERE id = ?", lessons[1])
	app.Exec("UPDATE videos SET live_generation = 0 WHERE id = ?", videos[2])
	if got := see(member); !slices.Equal(got, all[1:2]) {
		t.Errorf("what is held back or not ready is shown: %q", got)
	}
}

func TestFreeCourseAccess(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, ann := app.User(access.Instructor), app.User(access.Student)
	c := teacher.CreateTypedCourse("free", "")
	teacher.Do("PATCH", "/courses/toggle-status/"+c.ID, "", 200)
	may := func(who testapp.User) bool {
		t.Helper()
		yes, err := app.Courses.MayWatch(t.Context(), access.Caller{ID: who.ID}, c.ID, false)
		if err != nil {
			t.Error(err)
		}
		return yes
	}
	put := func(body string, want int) {
		t.Helper()
		teacher.Do("PUT", "/tcourse/free/"+c.ID+"/access", body, want)
	}
	if may(app.Nobody()) || may(ann) {
		t.Error("by default a free course does not require enrolment")
	}
	put(`{"access_type":"open"}`, 200)
	if !may(app.Nobody()) || !may(ann) {
		t.Error("an open course is not open to everyone")
	}
	teacher.Do("PATCH", "/courses/toggle-status/"+c.ID, "", 200)
	if may(app.Nobody()) {
		t.Error("an open course is still open after it left the catalogue")
	}
	teacher.Do("PATCH", "/courses/toggle-status/"+c.ID, "", 200)
	put(`{"access_type":"sometimes"}`, 400)
	put(`{"access_type":"by_date"}`, 400)
	put(`{"access_type":"by_date","access_from":"2026-09-03T00:00:00Z","access_until":"2026-09-02T00:00:00Z"}`, 400)
	put(`{"access_type":"by_date","access_from":"2026-09-02T00:00:00Z","access_until":"2026-09-03T00:00:00Z"}`, 200)
	enrol := "/courses/" + c.ID + "/enroll"
	if got := ann.Do("POST", enrol, "", 409); !strings.Contains(got, "opens on 2 September 2026") {
		t.Errorf("%s", got)
	}
	if n := app.Count("SELECT count(*) FROM enrollments"); n != 0 {
		t.Errorf("refused requests left %d enrollments", n)
	}
	app.Clock.Advance(24 * time.Hour)
	ann.Do("POST", enrol, "", 200)
	if !may(ann) || may(app.Nobody()) {
		t.Error("between the dates it is not open to enrolled students")
	}
	app.Clock.Advance(24 * time.Hour)
	if may(ann) {
		t.Error("it is still open after the end date")
	}
	app.User(access.Student).Do("POST", enrol, "", 409)
}
