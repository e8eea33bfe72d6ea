package faults

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	manyUsers     = 20_000
	largeLessons  = 24        // of the largest text: as a whole more than the memory that is left for Go
	largeText     = 500 << 10 // bytes of text of one lesson
	manyQuestions = 10_000    // as many as a course has at most

	bulkJob = "00000000-0000-7000-8004-000000000000" // of a bulk job and of an import that refused all users
)

// furnish makes by requests what the walk needs: courses, an assignment, a video with captions.
func (w *fileWalk) furnish() {
	type made struct{ ID string }
	var course, section, lesson made
	w.chief.must("POST", "/courses/create", map[string]string{"title": "Target", "category": "Tests", "course_type": "free"}, &course)
	w.target = course.ID
	base := "/curriculum/course/" + w.target
	w.chief.must("POST", base+"/sections", map[string]any{"kind": "section", "title": "One"}, &section)
	w.chief.must("POST", base+"/sections/"+section.ID+"/lessons", map[string]any{"type": "assignment", "title": "Task",
		"content": map[string]any{"instructions": "Do it", "max_file_size": 100 * mib}}, &lesson)
	w.task = lesson.ID
	w.chief.must("POST", base+"/publish", map[string]any{}, nil)
	clip := filepath.Join(w.dir, "clip.mp4")
	if out, err := exec.Command("ffmpeg", "-v", "error", "-i", "../testdata/clips/bbb-360p-10s.webm", "-t", "1", "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", clip).CombinedOutput(); err != nil {
		w.t.Fatalf("%v %s", err, out)
	}
	w.video = upload(w.t, clip, w.target, w.chief)
	completed(w.t, w.chief, w.video)
}

// fill writes to the database what would take many requests: users in the course of the installation and what the logs say of them, a
// large curriculum and a large question bank.
func (w *fileWalk) fill() {
	d := w.database()
	run := func(statement string, args ...any) {
		w.t.Helper()
		if _, err := d.ExecContext(w.t.Context(), statement, args...); err != nil {
			w.t.Fatal(err)
		}
	}
	const now = "2026-11-01 12:00:00+00:00"
	count := fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < %d) ", manyUsers)
	run("UPDATE courses SET status = 'Published'")
	run("INSERT INTO course_instructors (course_id, user_id) SELECT c.id, u.id FROM courses AS c, users AS u WHERE u.email = 'chief@lectern.test' AND c.id = ?", w.course)
	run(count+`INSERT INTO users (id, email, email_key, full_name, password_hash, status, created_at, updated_at)
		SELECT printf('00000000-0000-7000-8000-%012d', i), 'user' || i || '@lectern.test', 'user' || i || '@lectern.test', printf('User %d %.150c', i, 'x'), '', 'active', ?, ? FROM n`, now, now)
	run(count + `INSERT INTO user_roles (user_id, role) SELECT printf('00000000-0000-7000-8000-%012d', i), 'student' FROM n`)
	run(count+`INSERT INTO enrollments (id, user_id, course_id, status, created_at, updated_at)
		SELECT printf('00000000-0000-7000-8001-%012d', i), printf('00000000-0000-7000-8000-%012d', i), ?, 'active', ?, ? FROM n`, w.course, now, now)
	run(`INSERT INTO enrollments (id, user_id, course_id, status, created_at, updated_at) SELECT '00000000-0000-7000-8002-000000000000', u.id, ?, 'active', ?, ?
		FROM users AS u WHERE u.email = 'pupil@lectern.test'`, w.target, now, now)
	agent := strings.Repeat("a", 200)
	run(count+`INSERT INTO security_events (id, user_id, at, kind, network, address, user_agent)
		SELECT printf('00000000-0000-7000-8000-%012d', i), printf('00000000-0000-7000-8000-%012d', i), ?, 'signed_in', '192.0.2.0/24', '', ? FROM n`, now, agent)
	run(count+`INSERT INTO audit_log (id, at, actor_id, on_behalf_of_id, action, area, target_kind, target_id, before, after, network, user_agent)
		SELECT printf('00000000-0000-7000-8000-%012d', i), ?, '', '', 'user.changed', 'user', 'user', '', json_object('name', ?), json_object('name', ?), '', ? FROM n`, now, agent, agent, agent)
	run("INSERT INTO bulk_jobs (id, admin_id, action, role, filter, dry_run, state, reason, total, changed, unchanged, refused, created_at, finished_at)"+
		" SELECT ?, u.id, 'lock', '', '*', 0, 'done', '', ?, 0, 0, ?, ?, ? FROM users AS u WHERE u.email = 'chief@lectern.test'", bulkJob, manyUsers, manyUsers, now, now)
	run(count+`INSERT INTO bulk_job_users (job_id, position, user_id, outcome, code, message)
		SELECT ?, i, printf('00000000-0000-7000-8000-%012d', i), 'refused', 'none', ? FROM n`, bulkJob, strings.Repeat("No. ", 50))
	run("INSERT INTO user_imports (id, admin_id, dry_run, updates, missing_role, state, reason, sheet_rows, total, created, updated, deactivated, existing, refused, created_at, finished_at)"+
		" SELECT ?, u.id, 0, 0, '', 'done', '', ?, ?, 0, 0, 0, 0, ?, ?, ? FROM users AS u WHERE u.email = 'chief@lectern.test'", bulkJob, manyUsers, manyUsers, manyUsers, now, now)
	run(count+`INSERT INTO user_import_rows (import_id, position, line, email_key, cells, outcome, columns, faults)
		SELECT ?, i, i, '', 'null', 'refused', '', json_array(json_object('row', i, 'column', 'email', 'code', 'taken', 'reason', ?)) FROM n`, bulkJob, strings.Repeat("No. ", 50))
	w.fillCurriculum(run, now)
	w.fillBlog(run, now)
	question, err := json.Marshal(map[string]any{"kind": "short", "format": "plain", "prompt": strings.Repeat("What is it? ", 30), "points": 1, "accepted": []string{"it"}})
	if err != nil {
		w.t.Fatal(err)
	}
	run(fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < %d) ", manyQuestions)+
		`INSERT INTO quiz_questions (id, course_id, kind, body, search_text, revision, created_at, updated_at)
		SELECT printf('00000000-0000-7000-8000-%012d', i), ?, 'short', ?, '', 1, ?, ? FROM n`, w.course, string(question), now, now)
	if err := d.Close(); err != nil {
		w.t.Fatal(err)
	}
}

// fillCurriculum gives the course of the installation lessons of the largest text.
func (w *fileWalk) fillCurriculum(run func(string, ...any), now string) {
	paragraph := "<p>" + strings.Repeat("bees and bumblebees ", 50) + "</p>"
	text, err := json.Marshal(map[string]string{"html": strings.Repeat(paragraph, largeText/len(paragraph)-20)})
	if err != nil {
		w.t.Fatal(err)
	}
	var lessons []map[string]any
	for i := range largeLessons {
		id := fmt.Sprintf("00000000-0000-7000-8000-%012d", i)
		run("INSERT INTO lessons (id, course_id, created_at) VALUES (?, ?, ?)", id, w.course, now)
		run("INSERT INTO lesson_contents (id, course_id, content, created_at) VALUES (?, ?, ?, ?)", id, w.course, string(text), now)
		lessons = append(lessons, map[string]any{"id": id, "type": "text", "title": fmt.Sprintf("Lesson %d", i), "required": true, "content_id": id, "revision": 1,
			"release": map[string]any{}, "completion": map[string]any{"rule": "view"}})
	}
	outline, err := json.Marshal(map[string]any{"title": "Large", "sections": []any{map[string]any{"id": "00000000-0000-7000-8003-000000000000",
		"kind": "section", "title": "All", "revision": 1, "lessons": lessons}}})
	if err != nil {
		w.t.Fatal(err)
	}
	run(`INSERT INTO curricula (course_id, outline, revision, published_version, published_outline, created_at, updated_at, updated_by)
		SELECT ?, ?, 1, 0, '{}', ?, ?, id FROM users WHERE email = 'chief@lectern.test'`, w.course, string(outline), now, now)
}
