package zoommeeting_test

import (
	"bytes"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/onlinemeeting"
	"lectern/internal/teaching/recording"
	"lectern/internal/testapp"
)

// recordedMeeting is a world an hour after office hours at Zoom, which has recorded them. With a course, they belong to it; Ann is invited by name either way.
func recordedMeeting(t *testing.T, ofCourse bool) (w *world, id string) {
	t.Helper()
	w, id = newOnline(t, 1, func(d *app.Deps) { d.Config.ChunkSize = chunkSize })
	if ofCourse {
		w.changeOnline(id, w.officeHours(fmt.Sprintf(`,"course_id":%q`, w.CourseID)))
	}
	w.at(-time.Minute)
	w.plan()
	w.recorded()
	return w, id
}

func (w *world) lessonsOfMeeting(who testapp.User, id string) []recording.RecordedLesson {
	w.t.Helper()
	return testapp.Read[rest.Answer[[]recording.RecordedLesson]](w.t, who.Do("GET", "/online-meetings/"+id+"/recorded-lessons", "", 200)).Data
}

// filesOfMeeting are the states of the files of a meeting, the video first.
func (w *world) filesOfMeeting(id string) (states []string) {
	w.t.Helper()
	for _, f := range testapp.Read[rest.Answer[[]recording.RecordedFile]](w.t, w.Teacher.Do("GET", "/online-meetings/"+id+"/recording-files", "", 200)).Data {
		state := f.Kind + " " + f.State
		if f.NeedsCourse {
			state += " needs course"
		}
		states = append(states, state)
	}
	return states
}

// What Zoom has recorded of a meeting that belongs to a course becomes one video in its library, which the people of the meeting can watch once it is processed, and nobody else.
func TestRecordingOfAMeetingOfACourse(t *testing.T) {
	t.Parallel()
	w, id := recordedMeeting(t, true)
	for _, kind := range []string{"recording.completed", "recording.transcript_completed", "recording.completed"} {
		w.says(kind)
	}
	if got := fmt.Sprint(w.filesOfMeeting(id)); got != "[video imported transcript imported]" || !bytes.Equal(w.stored(), randomBytes(1, fileSize)) {
		t.Fatalf("%s, %d bytes", got, len(w.stored()))
	}
	list := w.lessonsOfMeeting(w.ann, id)
	if len(list) != 1 || list[0].State != recording.Processing || list[0].Title != "Office hours · 2026-09-07" || list[0].MeetingID != id || list[0].SessionID != "" || list[0].SessionTitle != "Office hours" {
		t.Fatalf("%+v", list)
	}
	video := list[0].VideoID
	if n := w.Count("SELECT count(*) FROM videos WHERE owner_id = ? AND course_id = ? AND NOT is_shared", w.Teacher.ID, w.CourseID); n != 1 || w.Count("SELECT count(*) FROM videos") != 1 {
		t.Errorf("%d videos of the instructor", n)
	}
	heard := "SELECT count(*) FROM notifications WHERE kind = 'meeting.recorded'"
	if w.Count(heard) != 0 {
		t.Error("people are notified of a recording that can't be watched")
	}
	w.processed(video)
	w.processed(video)
	if n := w.Count(heard+" AND user_id = ?", w.ann.ID); n != 1 || w.Count(heard) != 2 { // and who holds it
		t.Errorf("%d notifications of %d", n, w.Count(heard))
	}
	if got := w.lessonsOfMeeting(w.ann, id)[0]; got.State != recording.Ready || got.URL != "/learn/"+w.CourseID+"/"+video || got.CourseTitle == "" || got.StartsAt.IsZero() || got.Timezone != "Europe/Berlin" {
		t.Errorf("%+v", got)
	}
	watch, videos := "/video-streaming/"+video+"/captions", "/video-streaming/courses/"+w.CourseID+"/videos"
	w.ann.Do("GET", watch, "", 200)
	if got := w.ann.Do("GET", videos, "", 200); !strings.Contains(got, video) {
		t.Errorf("the player doesn't find it: %s", got)
	}
	classmate := w.User(access.Student) // in the course, not in the meeting
	w.Enroll(classmate, w.CourseID)
	classmate.Do("GET", watch, "", 404)
	classmate.Do("GET", "/online-meetings/"+id+"/recorded-lessons", "", 404)
	if got := classmate.Do("GET", videos, "", 200); strings.Contains(got, video) {
		t.Errorf("shown to others: %s", got)
	}
	w.meetingIsNotManagedBy(id, list[0].ID)
	w.unpublishes(id, video)
}

// meetingIsNotManagedBy tries what only those may do who can change the meeting.
func (w *world) meetingIsNotManagedBy(id, lesson string) {
	w.t.Helper()
	other := w.User(access.Instructor)
	for _, try := range []struct{ verb, path, body string }{
		{"GET", "/online-meetings/" + id + "/recording-files", ""}, {"POST", "/online-meetings/" + id + "/recording-files/fetch", "{}"},
		{"POST", "/online-meetings/" + id + "/recorded-lessons", `{"title":"Mine","url":"https://example.org/a"}`}, {"DELETE", "/recorded-lessons/" + lesson, ""},
	} {
		w.ann.Do(try.verb, try.path, try.body, 403)
		other.Do(try.verb, try.path, try.body, 404)
	}
	if n := w.Count("SELECT count(*) FROM recorded_lessons"); n != 1 {
		w.t.Errorf("%d recordings", n)
	}
}

// unpublishes lets the host hide a recording, add another and remove it.
func (w *world) unpublishes(id, video string) {
	w.t.Helper()
	shown := w.lessonsOfMeeting(w.Teacher, id)[0]
	r := httptest.NewRequestWithContext(w.t.Context(), "PUT", "/api/v1/recorded-lessons/"+shown.ID, strings.NewReader(`{"title":"Questions about bees","is_published":false}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("If-Match", shown.ETag)
	if got := w.Teacher.SendRaw(r); got.Code != 200 {
		w.t.Fatalf("%d %s", got.Code, got.Body)
	}
	w.ann.Do("GET", "/video-streaming/"+video+"/captions", "", 404)
	if got := w.lessonsOfMeeting(w.ann, id); len(got) != 0 {
		w.t.Errorf("%+v", got)
	}
	of := "/online-meetings/" + id + "/recorded-lessons"
	w.Teacher.Do("POST", of, fmt.Sprintf(`{"video_id":%q}`, video), 409)
	w.Teacher.Do("POST", of, fmt.Sprintf(`{"video_id":%q}`, w.Teacher.Video(w.Course(w.Teacher))), 400)
	w.Teacher.Do("POST", of, `{"title":"Slides","url":"https://example.org/slides"}`, 201)
	if got := w.lessonsOfMeeting(w.ann, id); len(got) != 1 || got[0].Title != "Slides" {
		w.t.Errorf("%+v", got)
	}
	w.Teacher.Do("DELETE", "/recorded-lessons/"+shown.ID, "", 200)
	if w.Count("SELECT count(*) FROM videos WHERE id = ?", video) != 1 {
		w.t.Error("the video is not in the library any more")
	}
}

// Without a course, what Zoom has recorded stays there until who holds the meeting chooses one that they teach, which stays chosen.
func TestRecordingOfAMeetingWithoutACourse(t *testing.T) {
	t.Parallel()
	w, id := recordedMeeting(t, false)
	choose := func(who testapp.User, course string, want int) string {
		t.Helper()
		got := who.Do("POST", "/online-meetings/"+id+"/recording-files/fetch", fmt.Sprintf(`{"course_id":%q}`, course), want)
		w.fetched()
		return got
	}
	if got := choose(w.Teacher, w.CourseID, 409); !strings.Contains(got, "nothing_recorded") {
		t.Error(got)
	}
	poll := w.Runner.Handlers["recording.poll"]
	for range 2 {
		if err := poll.Do(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		w.fetched()
	}
	w.Teacher.Do("POST", "/online-meetings/"+id+"/recording-files/fetch", "{}", 200)
	w.fetched()
	if got := fmt.Sprint(w.filesOfMeeting(id)); got != "[video found needs course transcript found needs course]" || w.Count("SELECT count(*) FROM jobs WHERE kind = 'recording.fetch'") != 0 {
		t.Fatal(got)
	}
	other := w.User(access.Instructor)
	foreign := w.Course(other)
	if got := choose(w.Teacher, foreign, 400); !strings.Contains(got, "you don't teach it") {
		t.Error(got)
	}
	choose(w.admin, "none", 400)
	choose(w.ann, w.CourseID, 403)
	choose(other, foreign, 404)
	if n := w.Count("SELECT count(*) FROM recording_files WHERE course_id IS NOT NULL") + w.Count("SELECT count(*) FROM videos"); n != 0 {
		t.Errorf("%d after refused requests", n)
	}
	choose(w.Teacher, w.CourseID, 200)
	if got := fmt.Sprint(w.filesOfMeeting(id)); got != "[video imported transcript imported]" || !bytes.Equal(w.stored(), randomBytes(1, fileSize)) {
		t.Fatalf("%s, %d bytes", got, len(w.stored()))
	}
	if got := choose(w.admin, foreign, 400); !strings.Contains(got, "another course") {
		t.Error(got)
	}
	choose(w.Teacher, w.CourseID, 200)
	stranger := w.User(access.Student)
	w.Exec("DELETE FROM online_meeting_people WHERE user_id = ?", w.ann.ID)
	w.Exec("INSERT INTO online_meeting_people (meeting_id, user_id) VALUES (?, ?)", id, stranger.ID) // who is not in the course
	video := w.lessonsOfMeeting(stranger, id)[0].VideoID
	w.processed(video)
	stranger.Do("GET", "/video-streaming/"+video+"/captions", "", 200)
	if got := stranger.Do("GET", "/video-streaming/courses/"+w.CourseID+"/videos", "", 200); !strings.Contains(got, video) {
		t.Error(got)
	}
	w.ann.Do("GET", "/video-streaming/"+video+"/captions", "", 404)
}

// What Zoom has recorded of a meeting is listed and deleted there under the names of Zoom too, by those who may change the meeting.
func TestRecordingsOfAMeetingAreDeletedAtZoom(t *testing.T) {
	t.Parallel()
	w, id := recordedMeeting(t, false)
	w.says("recording.completed")
	of := "/zoom/meetings/" + id + "/recordings"
	list := testapp.Read[rest.List[struct {
		ID, Kind  string
		OnlineID  string `json:"online_meeting_id"`
		BatchName string `json:"batch_name"`
	}]](t, w.Teacher.Do("GET", "/zoom/me/recordings", "", 200)).Data
	if len(list) != 2 || list[0].OnlineID != id || list[0].BatchName != "Office hours" {
		t.Fatalf("%+v", list)
	}
	other := w.User(access.Instructor)
	if got := other.Do("GET", "/zoom/me/recordings", "", 200); !strings.Contains(got, `"data":[]`) {
		t.Error(got)
	}
	for _, f := range list {
		other.Do("DELETE", of+"/"+f.ID+"?force=true", "", 404)
		w.ann.Do("DELETE", of+"/"+f.ID+"?force=true", "", 403)
		w.Teacher.Do("DELETE", "/zoom/meetings/"+w.session+"/recordings/"+f.ID, "", 404)
		w.Teacher.Do("DELETE", of+"/"+f.ID, "", 409)
	}
	if len(w.zoom.trash) != 0 {
		t.Errorf("deleted at Zoom by refused requests: %v", w.zoom.trash)
	}
	for _, f := range list {
		w.Teacher.Do("DELETE", of+"/"+f.ID+"?force=true", "", 200)
	}
	if entries := w.logged("zoom_recording.deleted"); len(entries) != 2 || !strings.Contains(entries[0], w.Teacher.ID+": "+id) || len(w.zoom.trash) != 2 || len(w.filesOfMeeting(id)) != 0 {
		t.Error(entries, w.zoom.trash)
	}
}

// The recording of a Q&A session is for the learners of its course, also for those who enrol later.
func TestRecordingOfAQuestionSession(t *testing.T) {
	t.Parallel()
	w, id := recordedMeeting(t, true)
	w.Exec("UPDATE online_meetings SET kind = 'doubt', title = '', for_course = TRUE WHERE id = ?", id)
	w.Exec("DELETE FROM online_meeting_people")
	w.says("recording.completed")
	list := w.lessonsOfMeeting(w.ann, id)
	if len(list) != 1 || !strings.HasSuffix(list[0].Title, " · 2026-09-07") || list[0].Title == " · 2026-09-07" {
		t.Fatalf("%+v", list)
	}
	w.processed(list[0].VideoID)
	watch := "/video-streaming/" + list[0].VideoID + "/captions"
	later := w.User(access.Student)
	later.Do("GET", watch, "", 404)
	w.Enroll(later, w.CourseID)
	later.Do("GET", watch, "", 200)
	colleague := w.User(access.Instructor)
	w.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", w.CourseID, colleague.ID)
	if got := testapp.Read[rest.Answer[onlinemeeting.MeetingDetails]](t, colleague.Do("GET", "/online-meetings/get/"+id, "", 200)).Data; !got.CanManage {
		t.Errorf("%+v", got)
	}
	colleague.Do("GET", "/online-meetings/"+id+"/recording-files", "", 200)
}
