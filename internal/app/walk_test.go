package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

// readers lists confidential texts, by the word by which they are found in answers, and who may read them; nobody else ever
// gets one. The learner owns them; the mate takes the same course.
var readers = map[string][]string{
	"s3cretkey":    {"teacher", "admin"},            // the right answer of a quiz that both students are taking
	"s3cretanswer": {"teacher", "admin", "learner"}, // the student's answer
	"s3cretdraft":  {"teacher", "admin"},            // an unpublished lesson
	"s3cretnote":   {"learner"},
	"s3crethidden": {"teacher", "admin", "learner"}, // a hidden comment
	"s3cretwork":   {"teacher", "admin", "learner"}, // the student's submission
	"s3cretgrade":  {"teacher", "admin"},            // its grade, before it is returned
	"s3cretmarks":  {"teacher", "admin"},            // the mate's grade
	"s3crethash":   {},                              // password hashes
	"s3cretmail":   {"teacher", "admin", "learner"}, // the address of a student, whom the teacher finds among their own learners to announce something
}

// Every reading operation is called for every object by everybody: no field of any answer reveals a text to a user who may
// not read it, and those who may read it find it.
func TestConfidentialTextsReachAuthorizedReadersOnly(t *testing.T) {
	soak.OnceOnly(t)
	t.Parallel()
	w, people, ids := newConfidentialCourse(t)
	for name, who := range people {
		all := w.everything(name, who, ids)
		for secret, may := range readers {
			if found := strings.Contains(all, secret); found != slices.Contains(may, name) {
				at := max(0, strings.Index(all, secret))
				t.Errorf("%s reads %s: %t: %.400s", name, secret, found, all[max(0, min(at-300, len(all))):])
			}
		}
	}
}

// newConfidentialCourse creates a course in which two students work, with all texts of readers.
func newConfidentialCourse(t *testing.T) (w world, people map[string]testapp.User, ids []string) {
	t.Helper()
	type made = rest.Answer[struct{ ID string }]
	w = newWorld(t)
	learner, mate := w.User(access.Student), w.User(access.Student)
	w.Exec("UPDATE courses SET status = 'Published'")
	w.Enroll(learner, w.course)
	w.Enroll(mate, w.course)
	base, bank := "/curriculum/course/"+w.course, "/question-banks/"+w.course+"/questions"
	lessons := base + "/sections/" + w.names.Replace("{sectionId}") + "/lessons"
	question := testapp.Read[made](t, w.owner.Do("POST", bank, `{"kind":"short","prompt":"Who dances?","accepted":["s3cretkey"]}`, 201)).Data.ID
	quiz := testapp.Read[made](t, w.owner.Do("POST", lessons, `{"type":"quiz","title":"Dances","content":{"questions":[{"question_id":"`+question+`"}]}}`, 201)).Data.ID
	w.owner.Do("POST", base+"/publish", "{}", 200)
	w.owner.Do("POST", lessons, `{"type":"text","title":"s3cretdraft","content":{"html":"x"}}`, 201)
	ids = []string{w.course, w.video, w.lesson, w.note, w.comment, w.quiz, quiz, w.attempt, w.assignment, w.submission, w.owner.ID, learner.ID, mate.ID}
	for _, who := range []testapp.User{learner, mate} {
		attempt := testapp.Read[made](t, who.Do("POST", "/quizzes/"+quiz+"/attempts", "{}", 200)).Data.ID
		submission, answer, work, mark := db.NewID(), "s3cretanswer", "s3cretwork", "s3cretgrade"
		if who.ID == mate.ID {
			answer, work, mark = "mine", "mine", "s3cretmarks"
		}
		w.Exec("INSERT INTO quiz_answers (attempt_id, question_id, sequence, answer, saved_at, outcome) VALUES (?, ?, 1, ?, ?, '')",
			attempt, question, fmt.Sprintf(`{"text":%q}`, answer), w.Clock.Now())
		w.Exec(`INSERT INTO submissions (id, course_id, lesson_id, user_id, status, number, late, excused, draft_text, draft_link, draft_sequence, submitted_at,
			revision, grade, returned_grade, created_at, updated_at) VALUES (?, ?, ?, ?, 'graded', 1, ?, ?, '', '', 0, ?, 1, ?, 'null', ?, ?)`,
			submission, w.course, w.assignment, who.ID, false, false, w.Clock.Now(), fmt.Sprintf(`{"number":1,"comment":%q,"done":true}`, mark), w.Clock.Now(), w.Clock.Now())
		w.Exec("INSERT INTO submission_versions (submission_id, number, text, link, penalty, submitted_at) VALUES (?, 1, ?, '', 0, ?)", submission, work, w.Clock.Now())
		ids = append(ids, attempt, submission)
	}
	learner.Do("POST", "/progress/lessons/"+w.lesson+"/notes", `{"body":"s3cretnote"}`, 201)
	hidden := testapp.Read[made](t, learner.Do("POST", "/progress/lessons/"+w.lesson+"/comments", `{"body":"s3crethidden"}`, 201)).Data.ID
	w.owner.Do("PUT", "/progress/comments/"+hidden+"/hidden", `{"hidden":true}`, 200)
	people = map[string]testapp.User{"nobody": w.Nobody(), "learner": learner, "mate": mate, "stranger": w.User(access.Student), "corporate": w.User(access.Corporate),
		"teacher of another course": w.User(access.Instructor), "teacher": w.owner, "admin": w.User(access.Admin)}
	w.Exec("UPDATE users SET password_hash = 's3crethash'")
	w.Exec("UPDATE users SET email = 's3cretmail@lectern.test' WHERE id = ?", learner.ID)
	return w, people, ids
}

// everything returns all that a user gets from the reading operations for any of the objects.
func (w world) everything(name string, who testapp.User, ids []string) string {
	var all strings.Builder
	for path, item := range w.API.Document.Paths {
		gate := w.API.Gates["GET /api/v1"+path].Name
		if item.Get == nil || strings.HasSuffix(path, "/events") || gate == "signed URL" {
			continue // streams do not end; files are not in the database
		}
		these, queries := ids, []string{""}
		if !strings.Contains(path, "{id}") || name == "nobody" && gate != "public" || name != "admin" && gate == "admin" {
			these = ids[:1] // the gate refuses before the id is read (TestGatesRefuseOtherRoles)
		}
		if slices.ContainsFunc(item.Get.Parameters, func(p *huma.Param) bool { return p.Name == "draft" }) {
			queries = append(queries, "?draft=true")
		}
		for _, id := range these {
			for _, lesson := range []string{w.lesson, w.quiz} {
				for _, query := range queries {
					address := strings.ReplaceAll(strings.ReplaceAll(path, "{lessonId}", lesson), "{userId}", ids[11])
					fmt.Fprintln(&all, address, id, who.Send("GET", w.address("/api/v1"+address, id)+query, "").Body)
				}
				if !strings.Contains(path, "{lessonId}") {
					break
				}
			}
		}
	}
	return all.String()
}
