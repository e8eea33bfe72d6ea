package lesson_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/content"
	"lectern/internal/learning/lesson"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func TestContent(t *testing.T) {
	t.Parallel()
	w := testapp.NewClass(t)
	s := w.Section("")
	video := w.Teacher.Video(w.CourseID)
	for _, c := range []struct{ kind, content, want string }{
		{"text", `{"html":"<p onclick=x>a</p><script>1</script>"}`, `{"html":"<p>a</p>"}`},
		{"embed", `{"url":"https://youtu.be/x1"}`, `{"url":"https://www.youtube-nocookie.com/embed/x1"}`},
		{"embed", `{"url":"https://evil.test/"}`, ""},
		{"video", `{"video_id":"` + video + `"}`, `{"video_id":"` + video + `"}`},
		{"video", `{"video_id":"none"}`, ""},
		{"pdf", `{"file_id":"none"}`, ""},
		{"text", `"x"`, ""},
		{"live_session", `{"date":"2027-01-10","start_time":"18:00","duration_minutes":60,"timezone":"Asia/Kolkata"}`,
			`{"date":"2027-01-10","start_time":"18:00","duration_minutes":60,"timezone":"Asia/Kolkata","starts_at":"2027-01-10T12:30:00Z"}`},
		{"live_session", `{"date":"2027-03-28","start_time":"02:30","duration_minutes":60,"timezone":"Europe/Berlin"}`, ""}, // clocks go forward
		{"live_session", `{"date":"2027-01-10","start_time":"18:00","duration_minutes":29,"timezone":"Mars/Olympus"}`, ""},
	} {
		body, code := `{"type":"`+c.kind+`","title":"T","content":`+c.content+`}`, 201
		if c.want == "" {
			code = 400
		}
		answer := w.Teacher.Do("POST", w.Base+"/sections/"+s.ID+"/lessons", body, code)
		if c.want == "" {
			continue
		}
		id := testapp.Read[rest.Answer[outline.LessonEntry]](t, answer).Data.ID
		var got, want any
		_ = json.Unmarshal(testapp.Read[rest.Answer[lesson.LessonDetail]](t, w.Teacher.Do("GET", w.Base+"/lesson/"+id+"?draft=true", "", 200)).Data.Content, &got)
		_ = json.Unmarshal([]byte(c.want), &want)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s %s: %v, want %v", c.kind, c.content, got, want)
		}
	}
	if n := len(w.Curriculum(w.Teacher, "?draft=true").Lessons); n != 4 {
		t.Errorf("a refused lesson was stored: %d lessons", n)
	}
}

// A video lesson lasts as long as its video, unless its teacher has said something else.
func TestVideoLessonsLastAsLongAsTheirVideos(t *testing.T) {
	t.Parallel()
	w := testapp.NewClass(t)
	s := w.Section("")
	video := w.Teacher.Video(w.CourseID)
	w.Exec("UPDATE videos SET duration_ms = 190500 WHERE id = ?", video)
	for _, duration := range []int{0, 600} {
		w.Teacher.Do("POST", w.Base+"/sections/"+s.ID+"/lessons", fmt.Sprintf(`{"type":"video","title":"Hives","duration_seconds":%d,"content":{"video_id":%q}}`, duration, video), 201)
	}
	w.Teacher.Do("POST", w.Base+"/publish", "{}", 200)
	shown := w.Curriculum(w.Nobody(), "")
	if l := shown.Lessons; l[0].DurationSeconds != 190 || l[1].DurationSeconds != 600 || shown.Totals.DurationSeconds != 790 || shown.Sections[0].Lessons[0].DurationSeconds != 190 {
		t.Errorf("%+v, %+v", l, shown.Totals)
	}
	if l := w.Curriculum(w.Teacher, "?draft=true").Lessons; l[0].DurationSeconds != 0 {
		t.Errorf("the draft has %d seconds that nobody has entered", l[0].DurationSeconds)
	}
}

func TestFiles(t *testing.T) {
	t.Parallel()
	w := testapp.NewClass(t)
	send := func(name, body string, want int) rest.Answer[content.CourseFile] {
		t.Helper()
		r := httptest.NewRequest("POST", "/api/v1"+w.Base+"/files?name="+name, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/octet-stream")
		a := w.Teacher.SendRaw(r)
		if a.Code != want {
			t.Errorf("%s: %d, want %d: %s", name, a.Code, want, a.Body)
		}
		return testapp.Read[rest.Answer[content.CourseFile]](t, a.Body.String())
	}
	send("a.pdf", "", 400)
	for _, c := range []struct{ name, content, kind, disposition string }{
		{"a.pdf", "%PDF-1.7 …", "application/pdf", "inline; filename=a.pdf"},
		{"x.html", "<script>alert(1)</script>", "application/octet-stream", "attachment; filename=x.html"},
		{"x.svg", "<svg onload=alert(1)>", "application/octet-stream", "attachment; filename=x.svg"},
		{"..%2F..%2Fetc%2Fpasswd", "root", "application/octet-stream", "attachment; filename=passwd"},
	} {
		f := send(c.name, c.content, 201).Data
		a := w.Nobody().Send("GET", f.Address, "")
		if a.Code != 200 || a.Body.String() != c.content || a.Header().Get("Content-Type") != c.kind || a.Header().Get("Content-Disposition") != c.disposition ||
			a.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d %v", c.name, a.Code, a.Header())
		}
		if a := w.Nobody().Send("GET", f.Address[:len(f.Address)-1]+"!", ""); a.Code != 401 {
			t.Errorf("a wrong signature: %d", a.Code)
		}
		w.Clock.Advance(25 * time.Hour)
		if a := w.Nobody().Send("GET", f.Address, ""); a.Code != 401 {
			t.Errorf("a day later: %d", a.Code)
		}
	}
}
