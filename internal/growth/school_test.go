// Package growth tests that the cost of requests does not grow with the school: which statements a request makes, how many,
// and how the database finds their rows.
package growth

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/sample"
	"lectern/internal/testapp"
)

// school is an installation with n of everything that can be listed.
type school struct {
	*testapp.App
	t                       *testing.T
	n                       int
	admin, teacher, learner testapp.User
	names                   map[string]string // ids in paths and queries, by kind
}

// newSchool fills a school. The teacher teaches all courses and the student takes them; one course, "course", has n of
// everything that a course has.
func newSchool(t *testing.T, n int) *school {
	t.Helper()
	s := &school{App: testapp.New(t), t: t, n: n, names: map[string]string{}}
	in := sample.Installation{App: s.App.App, DB: s.DB}
	if err := sample.FillSchool(t.Context(), in, sample.School{Courses: int64(n), Learners: int64(2 * n)}, func(string) {}); err != nil {
		t.Fatal(err)
	}
	s.admin, s.teacher, s.learner = s.User(access.Admin), s.User(access.Instructor), s.User(access.Student)
	s.Exec(`INSERT INTO legal_documents (kind, version, texts, requires_acceptance, published_at, published_by)
		SELECT 'terms', 1, '[{"language":"en","title":"Terms","body":"<p>Be kind.</p>"}]', FALSE, created_at, id FROM users WHERE id = ?`, s.admin.ID)
	s.name("course", "SELECT min(id) FROM courses")
	s.Exec("INSERT INTO course_instructors (course_id, user_id) SELECT id, ? FROM courses", s.teacher.ID)
	s.Exec("INSERT INTO enrollments (id, user_id, course_id, status, created_at, updated_at) SELECT 'of-the-learner-' || id, ?, id, 'active', created_at, created_at FROM courses", s.learner.ID)
	s.Exec("INSERT INTO saved_courses (user_id, course_id, created_at) SELECT ?, id, created_at FROM courses", s.learner.ID)
	s.Exec("INSERT INTO home_courses (course_id, position) VALUES (?, 1)", s.names["course"])
	s.teach()
	s.names["user"] = s.learner.ID
	s.changeAll()
	s.importAll()
	s.fillCourse()
	s.fillPeople()
	s.certify()
	return s
}

// certify issues certificates of the course to the learner: n, of which all but one were replaced.
func (s *school) certify() {
	s.names["certificate"] = "a-certificate"
	s.Exec(`INSERT INTO certificates (id, code, user_id, course_id, cycle, status, name, course_title, issuer, facts, issued_at, cause, reason, asked_name, asked_reason, pdf_sha256, pdf_size, credential, list, list_index)
		VALUES ('a-certificate', '0000000000000', ?, ?, 1, 'superseded', 'Ann', 'Bees', 'Lectern', '{"language":"en"}', ?, '', '', '', '', '', 0, '{}', 1, 0)`, s.learner.ID, s.names["course"], s.Clock.Now())
	for i := range s.n {
		s.Exec(`INSERT INTO certificates (id, code, user_id, course_id, cycle, status, name, course_title, issuer, facts, issued_at, cause, reason, asked_name, asked_reason, pdf_sha256, pdf_size, credential, list, list_index, replaces_id)
			SELECT CAST(? AS TEXT), CAST(? AS TEXT), user_id, course_id, cycle, CAST(? AS TEXT), name, course_title, issuer, facts, issued_at, cause, reason, asked_name, asked_reason, pdf_sha256, pdf_size, credential, list, CAST(? AS BIGINT), CAST(? AS TEXT)
			FROM certificates WHERE id = 'a-certificate'`, fmt.Sprint("certificate-", i), fmt.Sprintf("%013d", i+1), map[bool]string{true: "issued", false: "superseded"}[i == 0], i+1,
			map[bool]string{true: "a-certificate", false: fmt.Sprint("certificate-", i-1)}[i == 0])
	}
}

// name stores the result of a query as a name.
func (s *school) name(name, query string, args ...any) {
	s.t.Helper()
	var id string
	if err := s.DB.Reader().NewRaw(query, args...).Scan(s.t.Context(), &id); err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
	s.names[name] = id
}

// teach adds one of each kind of work to the course and publishes it.
func (s *school) teach() {
	type made = rest.Answer[struct{ ID string }]
	make := func(path, body string, status int) string {
		return testapp.Read[made](s.t, s.teacher.Do("POST", path, body, status)).Data.ID
	}
	base := "/curriculum/course/" + s.names["course"]
	s.names["section"] = make(base+"/sections", `{"title":"Basics","kind":"week"}`, 201)
	lessons := base + "/sections/" + s.names["section"] + "/lessons"
	s.names["lesson"] = make(lessons, `{"type":"text","title":"Bees","content":{"html":"x"}}`, 201)
	question := make("/question-banks/"+s.names["course"]+"/questions", `{"kind":"true_false","prompt":"Bees dance","tags":["bees"]}`, 201)
	s.names["question"] = question
	s.names["quiz"] = make(lessons, `{"type":"quiz","title":"Bees","content":{"questions":[{"question_id":"`+question+`"}]}}`, 201)
	s.names["assignment"] = make(lessons, `{"type":"assignment","title":"Bees","content":{}}`, 201)
	s.teacher.Do("POST", base+"/publish", "{}", 200)
	s.names["template"] = make("/curriculum/templates", `{"course_id":"`+s.names["course"]+`","title":"Bees","category":"Nature"}`, 201)
	s.names["attempt"] = make("/quizzes/"+s.names["quiz"]+"/attempts", "{}", 200)
	s.names["thread"] = make("/progress/lessons/"+s.names["lesson"]+"/comments", `{"body":"Bees"}`, 201)
	testapp.Read[made](s.t, s.learner.Do("POST", "/progress/lessons/"+s.names["lesson"]+"/notes", `{"body":"Bees"}`, 201))
	s.names["goal"] = testapp.Read[made](s.t, s.learner.Do("POST", "/goals", `{"title":"Bees","kind":"course","courseId":"`+s.names["course"]+`","milestones":[{"title":"Bees","kind":"lesson","ref":"`+s.names["lesson"]+`"}]}`, 201)).Data.ID
	testapp.Read[made](s.t, s.learner.Do("POST", "/goals", `{"title":"Bees","kind":"minutes","period":"week","target":60}`, 201))
	s.Exec(`INSERT INTO submissions (id, course_id, lesson_id, user_id, status, number, late, excused, draft_text, draft_link, draft_sequence, submitted_at,
		revision, grade, returned_grade, created_at, updated_at) VALUES ('the-submission', ?, ?, ?, 'submitted', 1, ?, ?, '', '', 0, ?, 0, 'null', 'null', ?, ?)`,
		s.names["course"], s.names["assignment"], s.teacher.ID, false, false, s.Clock.Now(), s.Clock.Now(), s.Clock.Now())
	s.Exec("INSERT INTO submission_versions (submission_id, number, text, link, penalty, submitted_at) VALUES ('the-submission', 1, 'Bees', '', 0, ?)", s.Clock.Now())
	s.names["teacher"] = s.teacher.ID
	s.names["batch"] = make("/batches/courses/"+s.names["course"]+"/batches", `{"batch_name":"Bees","roster_visible":true,"assigned_instructor":"`+s.teacher.ID+`","schedule":[{"date":"2026-12-07","start_time":"18:00","end_time":"19:00"}]}`, 201)
	s.teacher.Do("POST", "/batches/enroll-students", `{"batch_id":"`+s.names["batch"]+`","student_ids":["`+s.learner.ID+`"]}`, 200)
	var session string
	if err := s.DB.Reader().NewRaw("SELECT id FROM batch_sessions WHERE batch_id = ?", s.names["batch"]).Scan(s.t.Context(), &session); err != nil {
		s.t.Fatal(err)
	}
	s.names["session"] = session
	s.names["announcement"] = make("/announcements", `{"title":"Bees","content":"Bees","type":"general","notify":"none","targetAudience":"course:`+s.names["course"]+`"}`, 201)
	s.names["online meeting"] = make("/online-meetings/create", `{"title":"Office hours","date":"2026-10-20","start_time":"07:00","end_time":"08:00","timezone":"UTC","audience":"course:`+s.names["course"]+`","provider":"link","url":"https://bees.example.org"}`, 201)
	s.names["post"] = make("/blogs", `{"title":"Bees"}`, 201)
	s.teacher.Do("PUT", "/blogs/"+s.names["post"], `{"title":"Bees","html":"<p>Bees</p>","tags":["bees"]}`, 200)
	s.admin.Do("POST", "/blogs/"+s.names["post"]+"/publish", "{}", 200)
	s.name("revision", "SELECT live_id FROM posts WHERE id = ?", s.names["post"])
	s.names["model run"] = "the-run"
	s.Exec(`INSERT INTO ai_runs (id, user_id, tool, model, prompt_version, state, day, reserved, input_tokens, output_tokens, is_estimated, error_code, cache_key, result, accepted, refused, began_at)
		VALUES ('the-run', ?, 'enhance', 'm', 'v1', 'done', '2026-09-01', 0, 1, 1, ?, '', '', 'Bees', 0, 0, ?)`, s.teacher.ID, false, s.Clock.Now())
	s.names["demo"] = s.bookDemo()
	s.names["demo feedback"] = s.rateDemo(s.names["demo"])
	s.names["submission"] = "the-submission"
	s.names["video"] = db.NewID()
	s.Exec(`INSERT INTO videos (id, course_id, owner_id, title, description, position, is_preview, original_file_name, content_type, file_size,
		status, generation, live_generation, failure_code, failure_reason, duration_ms, width, height, poster, created_at, updated_at)
		VALUES (?, ?, ?, 'Bees', '', 1, ?, 'bees.mp4', 'video/mp4', 1, 'processing', 1, 0, '', '', 0, 0, 0, 0, ?, ?)`,
		s.names["video"], s.names["course"], s.teacher.ID, false, s.Clock.Now(), s.Clock.Now())
	s.Exec("INSERT INTO lesson_videos (course_id, lesson_id, video_id, position) VALUES (?, ?, ?, 1)", s.names["course"], s.names["lesson"], s.names["video"])
	s.Exec(`INSERT INTO video_generations (video_id, generation, source_key, plan, playable, has_images, images_settled, images_fence, thumbnails_at, started_at)
		VALUES (?, 1, '', 'null', ?, ?, ?, 0, '[]', ?)`, s.names["video"], false, false, false, s.Clock.Now())
	s.Exec("INSERT INTO video_logs (id, video_id, generation, level, step, message, detail, created_at) VALUES ('the-log', ?, 1, 'info', 'upload', 'Received', '', ?)",
		s.names["video"], s.Clock.Now())
	s.Exec("INSERT INTO course_files (id, course_id, name, type, size, uploaded_by, created_at) VALUES ('the-file', ?, 'bees.pdf', 'application/pdf', 1, ?, ?)",
		s.names["course"], s.teacher.ID, s.Clock.Now())
}

// bookDemo adds a demo class of the learner with the teacher.
func (s *school) bookDemo() string {
	id, start := db.NewID(), s.Clock.Now().AddDate(0, 0, 7)
	s.Exec(`INSERT INTO demo_bookings (id, hold_id, user_id, email, email_key, full_name, phone_number, starts_at, ends_at, timezone, instructor_id, demo_type, source, course_interest, experience_level,
		requirements, notes, utm, status, is_late, reschedules, cancellation_reason, completion_notes, rating, feedback, no_show_side, languages, manage_digest, sequence, created_at, updated_at)
		VALUES (?, ?, ?, '', '', 'Ann', '', ?, ?, 'UTC', ?, 'course_demo', 'website', '', '', '', '', '{}', 'confirmed', ?, 0, '', '', 0, '', '', '', ?, 0, ?, ?)`,
		id, id, s.learner.ID, start, start.Add(time.Hour), s.teacher.ID, false, id, start, start)
	s.Exec("INSERT INTO demo_history (id, booking_id, action, side, starts_at, reason, created_at) VALUES (?, ?, 'booked', 'learner', ?, '', ?)", id, id, start, start)
	return id
}

// rateDemo adds feedback of the learner on a demo class.
func (s *school) rateDemo(bookingID string) string {
	id, now := db.NewID(), s.Clock.Now()
	s.Exec(`INSERT INTO demo_feedback (id, booking_id, user_id, instructor_id, overall_rating, content_quality, instructor_performance, would_recommend, additional_comments, liked_most, improvement_areas,
		specific_feedback, follow_up_interest, source, response, response_is_internal, version, created_at, updated_at)
		VALUES (?, ?, ?, ?, 5, 'good', 'good', ?, '', 'Bees', '', '{}', ?, 'website_form', '', ?, 1, ?, ?)`, id, bookingID, s.learner.ID, s.teacher.ID, true, false, false, now, now)
	return id
}

// of is the id of student i of the school, and of another that counts from i, as SQL.
const (
	person = "'00000000-0000-7000-8000-' || substr(CAST(1000000000000 + i - 1 AS TEXT), 2)"
	other  = "'00000000-0000-7000-a000-' || substr(CAST(1000000000000 + i AS TEXT), 2)"
)

// fillCourse creates n of everything in a course.
func (s *school) fillCourse() {
	quiz, lesson, course := s.names["quiz"], s.names["lesson"], s.names["course"]
	s.Exec(`INSERT INTO enrollments (id, user_id, course_id, status, created_at, updated_at)
		SELECT 'at-home-' || u.id, u.id, c.id, 'active', c.created_at, c.created_at FROM users AS u CROSS JOIN courses AS c
		WHERE c.id = ? AND NOT EXISTS (SELECT 1 FROM enrollments AS e WHERE e.user_id = u.id AND e.course_id = c.id)`, course)
	s.multiply("quiz_attempts", "lesson_id = ?", quiz, map[string]string{"id": other, "user_id": person, "status": "'submitted'", "submitted_at": "started_at", "earned": "'1'", "percent": "100"})
	s.multiply("submissions", "id = ?", "the-submission", map[string]string{"id": other, "user_id": person})
	s.multiply("submission_versions", "submission_id = ?", "the-submission", map[string]string{"submission_id": other})
	s.multiply("lesson_comments", "id = ?", s.names["thread"], map[string]string{"id": other, "author_id": person})
	s.multiply("lesson_comments", "id = ?", s.names["thread"], map[string]string{"id": "'answer-' || i", "author_id": person, "thread_id": "id"})
	s.multiply("goals", "id = ?", s.names["goal"], map[string]string{"id": other, "user_id": person})
	s.multiply("goal_milestones", "goal_id = ?", s.names["goal"], map[string]string{"id": other, "goal_id": other})
	s.multiply("goal_events", "goal_id = ?", s.names["goal"], map[string]string{"id": other, "goal_id": other})
	s.multiply("lesson_notes", "lesson_id = ?", lesson, map[string]string{"id": other})
	s.multiply("quiz_questions", "id = ?", s.names["question"], map[string]string{"id": other})
	s.multiply("quiz_question_tags", "question_id = ?", s.names["question"], map[string]string{"question_id": other, "tag": "tag || i"})
	s.multiply("curriculum_versions", "course_id = ?", course, map[string]string{"number": "1000 + i"})
	s.multiply("curriculum_templates", "id = ?", s.names["template"], map[string]string{"id": other})
	s.multiply("course_files", "id = ?", "the-file", map[string]string{"id": other})
	s.Exec(`INSERT INTO course_reviews (id, course_id, user_id, stars, body, revision, created_at, answer, open_reports, hidden_reason)
		VALUES ('the-review', ?, ?, 4, 'Bees', 1, ?, '', 1, '')`, course, s.learner.ID, s.Clock.Now())
	s.multiply("course_reviews", "id = ?", "the-review", map[string]string{"id": other, "user_id": person})
	s.Exec("INSERT INTO course_review_reports (review_id, user_id, reason, details, created_at, is_open) VALUES ('the-review', ?, 'spam', '', ?, ?)", s.teacher.ID, s.Clock.Now(), true)
	s.multiply("course_review_reports", "review_id = ?", "the-review", map[string]string{"review_id": other})
	s.multiply("batches", "id = ?", s.names["batch"], map[string]string{"id": other, "batch_code": "'code-' || i"})
	feed := testapp.Read[struct{ Data struct{ URL string } }](s.t, s.learner.Do("POST", "/calendar/feeds", `{"name":"Phone"}`, 201)).Data.URL
	s.names["calendar feed"] = strings.TrimSuffix(feed[strings.LastIndex(feed, "/")+1:], ".ics")
	s.multiply("calendar_feeds", "user_id = ?", s.learner.ID, map[string]string{"id": other, "user_id": person, "digest": other})
	s.teacher.Do("POST", "/calendar/external", `{"name":"Private","url":"https://127.0.0.1/private.ics"}`, 201)
	s.multiply("external_calendars", "instructor_id = ?", s.teacher.ID, map[string]string{"id": other, "instructor_id": person})
	s.Exec("INSERT INTO external_busy (calendar_id, instructor_id, from_at, until_at) SELECT id, instructor_id, created_at, next_at FROM external_calendars")
	s.names["coupon"] = testapp.Read[rest.Answer[struct{ ID string }]](s.t, s.admin.Do("POST", "/payments/coupons",
		`{"code":"BEES","active":true,"kind":"percent","rate_ppm":100000,"course_ids":["`+course+`"]}`, 201)).Data.ID
	s.employ(person, other)
	s.multiply("coupons", "id = ?", s.names["coupon"], map[string]string{"id": other, "code_key": other})
	s.fillLeads(course)
	s.fillComplaints(course)
	s.fillNewsletter()
	s.learner.Do("POST", "/feedback", `{"rating":5,"text":"Bees","publish_consent":true}`, 200)
	s.names["feedback"] = testapp.Read[rest.List[struct{ ID string }]](s.t, s.admin.Do("GET", "/feedback", "", 200)).Data[0].ID
	s.admin.Do("PATCH", "/feedback/"+s.names["feedback"], `{"status":"published"}`, 200)
	s.multiply("site_feedback", "id = ?", s.names["feedback"], map[string]string{"id": other, "form_id": other, "user_id": person, "email_key": other})
	s.Exec("INSERT INTO batch_waiting (id, batch_id, user_id, position, status, created_at, updated_at) VALUES ('the-wish', ?, ?, 1, 'waiting', ?, ?)", s.names["batch"], s.learner.ID, s.Clock.Now(), s.Clock.Now())
	s.names["waiting"] = "the-wish"
	s.multiply("batch_waiting", "id = ?", "the-wish", map[string]string{"id": other, "user_id": person, "position": "1 + i"})
	s.multiply("batch_members", "batch_id = ?", s.names["batch"], map[string]string{"user_id": person})
	s.multiply("announcements", "id = ?", s.names["announcement"], map[string]string{"id": other})
	s.multiply("announcement_targets", "announcement_id = ?", s.names["announcement"], map[string]string{"announcement_id": other})
	s.Exec("INSERT INTO announcement_receipts (user_id, announcement_id, seen_at, read_at) SELECT u.id, ?, ?, ? FROM users AS u", s.names["announcement"], s.Clock.Now(), s.Clock.Now())
	s.multiply("online_meetings", "id = ?", s.names["online meeting"], map[string]string{"id": other})
	s.multiply("ai_runs", "id = ?", s.names["model run"], map[string]string{"id": other})
	s.multiply("posts", "id = ?", s.names["post"], map[string]string{"id": other})
	s.multiply("post_contents", "id = ?", s.names["revision"], map[string]string{"id": other})
	s.names["media"] = "the-media"
	s.Exec(`INSERT INTO media (id, version, name, name_key, alt, credit, width, height, content_hash, uploaded_by, created_at, updated_at)
		VALUES ('the-media', 1, 'Bees', 'bees', '', '', 800, 600, 'x', ?, ?, ?)`, s.teacher.ID, s.Clock.Now(), s.Clock.Now())
	s.multiply("media", "id = ?", "the-media", map[string]string{"id": other, "content_hash": other})
	s.Exec("INSERT INTO media_uses (media_id, post_id) SELECT 'the-media', id FROM posts")
	s.multiply("post_slugs", "post_id = ?", s.names["post"], map[string]string{"slug": other, "post_id": other})
	s.multiply("blog_tags", "slug = ?", "bees", map[string]string{"id": other, "name_key": other, "slug": other})
	s.multiply("post_tags", "post_id = ?", s.names["post"], map[string]string{"post_id": other})
	s.learner.Do("POST", "/blogs/"+s.names["post"]+"/like", "", 200)
	s.multiply("post_likes", "post_id = ?", s.names["post"], map[string]string{"post_id": other})
	s.Exec(`INSERT INTO blog_comments (id, post_id, thread_id, answers_id, author_id, body, body_hash, hosts, status, score, reasons, reports, form_id, created_at, reason)
		VALUES ('the-blog-comment', ?, '', '', ?, 'Bees', 'x', '[]', 'pending', 0, '[]', 1, 'f', ?, '')`, s.names["post"], s.learner.ID, s.Clock.Now())
	s.multiply("blog_comments", "id = ?", "the-blog-comment", map[string]string{"id": other, "author_id": person, "body_hash": other, "form_id": other})
	s.Exec("INSERT INTO blog_comment_reports (comment_id, user_id, reason, created_at) VALUES ('the-blog-comment', ?, 'spam', ?)", s.teacher.ID, s.Clock.Now())
	s.multiply("blog_comment_reports", "comment_id = ?", "the-blog-comment", map[string]string{"comment_id": other})
	s.multiply("demo_bookings", "id = ?", s.names["demo"], map[string]string{"id": other, "hold_id": other, "manage_digest": other, "user_id": person})
	s.multiply("demo_feedback", "id = ?", s.names["demo feedback"], map[string]string{"id": other, "booking_id": other, "user_id": person})
	s.multiply("videos", "id = ?", s.names["video"], map[string]string{"id": other})
	s.multiply("video_logs", "id = ?", "the-log", map[string]string{"id": other})
}

// fillLeads creates n leads that ask about a course.
func (s *school) fillLeads(course string) {
	s.learner.Do("POST", "/enroll-form", `{"full_name":"Bee","email":"bee@school.test","course_id":"`+course+`"}`, 200)
	id := testapp.Read[rest.List[struct{ ID string }]](s.t, s.admin.Do("GET", "/contacts", "", 200)).Data[0].ID
	s.names["lead"] = id
	s.admin.Do("PATCH", "/contacts/"+id, `{"assigned_to":"`+s.admin.ID+`"}`, 200)
	s.multiply("leads", "id = ?", id, map[string]string{"id": other, "form_id": other, "user_id": person, "email_key": other})
	s.multiply("lead_events", "lead_id = ?", id, map[string]string{"id": "id || i", "lead_id": other})
	s.multiply("lead_search_keys", "lead_id = ?", id, map[string]string{"lead_id": other})
	s.Exec("UPDATE courses SET brochure = '{\"ID\":\"bees\",\"Name\":\"bees.pdf\",\"Size\":1}'")
}

// fillNewsletter creates n subscribers, and n campaigns of which one is sent to all of them.
func (s *school) fillNewsletter() {
	s.learner.Do("POST", "/newsletter/subscribe", `{"email":"bee@school.test","consent":true}`, 200)
	list := testapp.Read[rest.Answer[[]struct{ ID string }]](s.t, s.admin.Do("GET", "/newsletter/lists", "", 200)).Data[0].ID
	id := testapp.Read[rest.Answer[struct{ ID string }]](s.t, s.admin.Do("POST", "/newsletter/campaigns", `{"list_id":"`+list+`","subject":"Bees","body":"Bees"}`, 201)).Data.ID
	s.names["campaign"] = id
	s.multiply("newsletter_campaigns", "id = ?", id, map[string]string{"id": other})
	s.multiply("newsletter_subscribers", "email_key = ?", "bee@school.test", map[string]string{"id": other, "email_key": other})
	s.Exec("UPDATE newsletter_subscribers SET status = 'confirmed'")
	s.Exec("DELETE FROM newsletter_subscriptions")
	s.Exec("INSERT INTO newsletter_subscriptions (list_id, subscriber_id, confirmed) SELECT ?, id, TRUE FROM newsletter_subscribers", list)
	s.Exec("INSERT INTO newsletter_deliveries (id, campaign_id, subscriber_id, state) SELECT id, ?, id, 'sent' FROM newsletter_subscribers", id)
}

// fillComplaints creates n complaints of the learner, about a course.
func (s *school) fillComplaints(course string) {
	s.learner.Do("POST", "/complaints", `{"category":"course","subject":"Bees","text":"They sting","course_id":"`+course+`"}`, 201)
	id := testapp.Read[rest.List[struct{ ID string }]](s.t, s.learner.Do("GET", "/complaints", "", 200)).Data[0].ID
	s.names["complaint"] = id
	s.admin.Do("PATCH", "/complaints/"+id, `{"assigned_to":"`+s.admin.ID+`"}`, 200)
	s.multiply("complaints", "id = ?", id, map[string]string{"id": other, "number": other, "form_id": other, "user_id": person, "email_key": other})
	s.multiply("complaint_entries", "complaint_id = ?", id, map[string]string{"id": "id || i", "complaint_id": other})
}

// fillPeople creates n of everything about a user and in the administration.
func (s *school) fillPeople() {
	now := s.Clock.Now()
	s.Exec(`INSERT INTO notifications (id, user_id, dedup_key, kind, data, number, in_app, mail, created_at)
		VALUES ('the-notification', ?, '1', 'sign_in', '{}', 1, ?, 'none', ?)`, s.learner.ID, true, now)
	s.multiply("notifications", "id = ?", "the-notification", map[string]string{"id": other, "dedup_key": other, "number": "1 + i"})
	s.Exec(`INSERT INTO audit_log (id, at, actor_id, on_behalf_of_id, action, area, target_kind, target_id, network, user_agent)
		VALUES ('the-deed', ?, ?, '', 'user.role_changed', 'user', 'user', ?, '', '')`, now, s.admin.ID, s.learner.ID)
	s.multiply("audit_log", "id = ?", "the-deed", map[string]string{"id": other, "actor_id": person})
	s.Exec("INSERT INTO security_events (id, user_id, at, kind, network, user_agent) VALUES ('the-sign-in', ?, ?, 'sign_in', '', '')", s.learner.ID, now)
	s.multiply("security_events", "id = ?", "the-sign-in", map[string]string{"id": other})
	s.multiply("sessions", "user_id = ?", s.learner.ID, map[string]string{"id": other})
	s.Exec("INSERT INTO invitations (id, email, roles, invited_by, created_at, expires_at) VALUES ('the-invitation', 'a@lectern.test', '[]', ?, ?, ?)", s.admin.ID, now, now.AddDate(1, 0, 0))
	s.multiply("invitations", "id = ?", "the-invitation", map[string]string{"id": other})
	s.Exec("INSERT INTO role_applications (id, user_id, role, about, status, note, created_at) VALUES ('the-wish', ?, 'instructor', '', 'pending', '', ?)", s.teacher.ID, now)
	s.multiply("role_applications", "id = ?", "the-wish", map[string]string{"id": other, "user_id": person})
	s.multiply("role_applications", "id = ?", "the-wish", map[string]string{"id": "'mine-' || i", "user_id": "'" + s.learner.ID + "'", "status": "'rejected'"})
	s.Exec("INSERT INTO admin_locks (user_id, locked_by, note, locked_at) VALUES (?, ?, '', ?)", s.User(access.Student).ID, s.admin.ID, now)
	s.multiply("admin_locks", "locked_by = ?", s.admin.ID, map[string]string{"user_id": person})
	s.Exec("INSERT INTO user_filters (id, owner_id, name, query, created_at) VALUES ('the-filter', ?, 'x', '', ?)", s.admin.ID, now)
	s.multiply("user_filters", "id = ?", "the-filter", map[string]string{"id": other, "name": "name || i"})
	s.Exec(`INSERT INTO data_exports (id, user_id, status, tables_done, tables_total, size_bytes, created_at, expires_at)
		VALUES ('the-export', ?, 'expired', 1, 1, 0, ?, ?)`, s.learner.ID, now, now)
	s.multiply("data_exports", "id = ?", "the-export", map[string]string{"id": other})
}

// multiply copies a row n times, with some columns replaced by SQL expressions, in which i counts from 1.
func (s *school) multiply(table, where string, of any, changed map[string]string) {
	s.t.Helper()
	rows, err := s.DB.Reader().QueryContext(s.t.Context(), "SELECT * FROM "+table+" WHERE 1 = 0")
	if err != nil {
		s.t.Fatal(err)
	}
	columns, err := rows.Columns()
	if err == nil {
		err = rows.Close()
	}
	if err != nil {
		s.t.Fatal(err)
	}
	values := make([]string, len(columns))
	for i, column := range columns {
		if values[i] = "r." + column; changed[column] != "" {
			values[i] = changed[column]
		}
	}
	before := s.Count("SELECT count(*) FROM " + table)
	s.Exec(fmt.Sprintf("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d), r AS (SELECT * FROM %s WHERE %s LIMIT 1) INSERT INTO %s (%s) SELECT %s FROM r CROSS JOIN n",
		s.n, table, where, table, strings.Join(columns, ", "), strings.Join(values, ", ")), of)
	if after := s.Count("SELECT count(*) FROM " + table); after != before+int64(s.n) {
		s.t.Fatalf("%s: %d rows became %d", table, before, after)
	}
}

// statements records the statements of a database.
type statements struct {
	mu   sync.Mutex
	made []string
}

// listen records every statement from now on.
func (s *school) listen() *statements {
	h := &statements{}
	s.DB.Reader().(*bun.DB).AddQueryHook(h)
	if !s.DB.Postgres { // whose writer is another handle
		if err := s.DB.InTx(s.t.Context(), func(tx bun.IDB) error { tx.NewSelect().DB().AddQueryHook(h); return nil }); err != nil {
			s.t.Fatal(err)
		}
	}
	return h
}

// changeAll adds a bulk job of all users, who were refused.
func (s *school) changeAll() {
	s.t.Helper()
	s.names["bulk job"] = testapp.Read[struct{ Data struct{ ID string } }](s.t, s.admin.Do("POST", "/users/bulk-jobs", `{"action":"activate","filter":"*"}`, 201)).Data.ID
	s.Exec("UPDATE bulk_job_users SET outcome = 'refused'")
	s.Exec("UPDATE bulk_jobs SET state = 'done'")
}

// importAll adds an import that has changed all users.
func (s *school) importAll() {
	s.t.Helper()
	s.names["import"] = db.NewID()
	s.Exec(`INSERT INTO user_imports (id, admin_id, dry_run, updates, missing_role, state, reason, sheet_rows, total, created, updated, deactivated, existing, refused, created_at)
		SELECT ?, ?, ?, ?, '', 'done', '', count(*), count(*), 0, count(*), 0, 0, 0, ? FROM users`, s.names["import"], s.admin.ID, false, true, s.Clock.Now())
	s.Exec(`INSERT INTO user_import_rows (import_id, position, line, user_id, email_key, cells, outcome, columns, faults)
		SELECT ?, row_number() OVER (ORDER BY id), 1, id, '', 'null', 'updated', '', 'null' FROM users`, s.names["import"])
}

// employ adds companies, one of which has all learners; the learner is its manager.
func (s *school) employ(person, other string) {
	now := s.Clock.Now()
	s.names["company"] = "the-company"
	s.Exec(`INSERT INTO companies (id, name, name_key, country, tax_id, address, status, note, version, created_at, updated_at)
		VALUES ('the-company', 'Bees', 'bees', '', '', '', 'active', '', 1, ?, ?)`, now, now)
	s.multiply("companies", "id = ?", "the-company", map[string]string{"id": other, "name_key": other})
	s.Exec("INSERT INTO company_people (company_id, user_id, role, department, state, joined_at) VALUES ('the-company', ?, 'manager', 'Hives', 'active', ?)", s.learner.ID, now)
	s.multiply("company_people", "company_id = ?", "the-company", map[string]string{"user_id": person})
	s.Exec(`INSERT INTO company_invitations (id, company_id, email, email_key, full_name, role, department, state, created_at, expires_at)
		VALUES ('the-invitation', 'the-company', 'ann@bees.test', 'ann@bees.test', '', 'member', '', 'open', ?, ?)`, now, now.AddDate(1, 0, 0))
	s.multiply("company_invitations", "id = ?", "the-invitation", map[string]string{"id": other, "email_key": other})
	s.names["pool"] = "the-pool"
	s.Exec("INSERT INTO seat_pools (id, company_id, courses, total, taken, starts_at, swap_days, swaps_left, note, created_at) VALUES ('the-pool', 'the-company', '[]', 100000, 0, ?, 0, 0, '', ?)", now, now)
	s.multiply("seat_pools", "id = ?", "the-pool", map[string]string{"id": other})
	s.Exec(`INSERT INTO seats (id, company_id, pool_id, email, email_key, user_id, course_id, state, offered_at, expires_at, taken_at)
		VALUES ('the-seat', 'the-company', 'the-pool', 'ann@bees.test', 'ann@bees.test', ?, ?, 'active', ?, ?, ?)`, s.learner.ID, s.names["course"], now, now, now)
	s.multiply("seats", "id = ?", "the-seat", map[string]string{"id": other, "email_key": other, "user_id": person})
}
