package app_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/testapp"
)

// object is what an operation is tried on: the id of one of the owner's objects, and a valid body. With unseen the owner is
// refused like everybody else.
type object struct {
	of     func(w world) string
	body   string
	unseen bool
	stream bool // does not end for its owner
}

var (
	aDemo          = func(w world) string { return w.demo }
	aPastDemo      = func(w world) string { return w.pastDemo }
	aMeeting       = func(w world) string { return w.meeting }
	aDemoFeedback  = func(w world) string { return w.demoFeedback }
	aSession       = func(w world) string { return w.session() }
	aCourse        = func(w world) string { return w.course }
	aVideo         = func(w world) string { return w.video }
	aLesson        = func(w world) string { return w.lesson }
	aClass         = func(w world) string { return w.class }
	aRecording     = func(w world) string { return w.recording }
	aBatch         = func(w world) string { return w.batch }
	aCohort        = func(w world) string { return w.cohort }
	anAnnounced    = func(w world) string { return w.announcement }
	aWaitingPlace  = func(w world) string { return w.waiting }
	aGoal          = func(w world) string { return w.goal }
	aNote          = func(w world) string { return w.note }
	aComment       = func(w world) string { return w.comment }
	aCalendarFeed  = func(w world) string { return w.calendarFeed }
	aCalendar      = func(w world) string { return w.calendar }
	aCertificate   = func(w world) string { return w.certificate() }
	noTemplate     = func(world) string { return "none" }
	ofCertificate  = func(w world) string { w.certificate(); return w.course }
	aRefundRequest = func(w world) string { return w.refundRequest() }
	anOrder        = func(w world) string { return w.order }
	aTraining      = func(w world) string { return w.training() }
	aCompany       = func(w world) string { return w.company }
	aPicture       = func(w world) string { return w.picture }
	aPost          = func(w world) string { return w.post }
	aBlogComment   = func(w world) string { return w.blogComment }
	aModelRun      = func(w world) string { return w.modelRun() }
	aReview        = func(w world) string { return w.review }
	aNotification  = func(w world) string { return w.notification }
	aPasskey       = func(w world) string { return w.passkey }
	anIdentity     = func(w world) string { return w.identity }
	aPerson        = func(w world) string { return w.owner.ID }
	aQuiz          = func(w world) string { return w.quiz }
	anAttempt      = func(w world) string { return w.attempt }
	aPlan          = func(w world) string { return w.plan }
	aDue           = func(w world) string { return w.due }
	anAssignment   = func(w world) string { return w.assignment }
	aSubmission    = func(w world) string { return w.submission }
)

// objects has every operation with an id in its path, except those for administrators only and signed URLs.
var objects = joined(peopleObjects, learningObjects, teachingObjects, commerceObjects, siteObjects)

var (
	pathID    = regexp.MustCompile(`\{id\}`)
	requestID = regexp.MustCompile(`"request_id":"[^"]*"`)
)

// For callers without access an object does not exist: they get the same 404, to the letter, as for an unknown id, and
// change nothing.
func TestForeignObjectsReturn404(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	left := w.snapshot()
	for _, line := range routes(t, w.API) {
		method, rest, _ := strings.Cut(line, " ")
		path, gate, _ := strings.Cut(strings.TrimSpace(rest), " ")
		if gate = strings.TrimSpace(gate); !strings.Contains(path, "{id}") || gate == "signed URL" || gate == "admin" {
			continue
		}
		o, ok := objects[method+" "+path]
		if !ok {
			t.Errorf("%s %s: add it to objects_…_test.go of its wing, with an object for a caller without access", method, path)
			continue
		}
		for _, role := range append([]access.Role{""}, access.AllRoles...) {
			stranger := w.Nobody()
			if role == access.Admin || role == "" && gate != "public" || role != "" && strings.Contains(gate, " or ") && !slices.Contains(strings.Split(gate, " or "), string(role)) {
				continue // administrators see all, and others do not pass the gate: TestGatesRefuseOtherRoles
			}
			if role != "" {
				stranger = w.User(role)
			}
			others, missing := try(stranger, method, w.address(path, o.of(w)), w.names.Replace(o.body)), try(stranger, method, w.address(path, db.NewID()), o.body)
			if others != missing || !isNothing(missing) {
				t.Errorf("%s %s as %q distinguishes another user's object from an unknown id:\n%s\n%s", method, path, role, others, missing)
			}
		}
		if now := w.snapshot(); now != left {
			t.Fatalf("%s %s: a stranger has changed\n%s\nto\n%s", method, path, left, now)
		}
	}
}

// The owner does find the object, so that the test above cannot pass because of a wrong path.
func TestOwnObjectsAreFound(t *testing.T) {
	t.Parallel()
	fresh := newWorld(t).copies()
	reads := fresh(t)
	for operation, o := range objects {
		if o.stream {
			continue
		}
		t.Run(operation, func(t *testing.T) {
			method, path, _ := strings.Cut(operation, " ")
			w := reads
			if method != http.MethodGet && method != http.MethodHead {
				t.Parallel()
				w = fresh(t) // the owner may delete it
			}
			if got := try(w.owner, method, w.address(path, o.of(w)), w.names.Replace(o.body)); isNothing(got) != o.unseen {
				t.Errorf("its owner gets %s", got)
			}
		})
	}
}

// address fills in a path; 320 is a size of pictures.
func (w world) address(path, id string) string {
	return parameter.ReplaceAllString(w.names.Replace(pathID.ReplaceAllString(path, id)), "320")
}

// isNothing reports whether an answer reveals no object.
func isNothing(answer string) bool {
	return strings.HasPrefix(answer, "404 ") || strings.Contains(answer, `"data":[],`)
}

// changeable are queries for numbers that are others after a stranger has changed something.
var changeable = []string{
	"SELECT count(*) FROM announcement_receipts",
	"SELECT count(*) FROM batch_members WHERE status = 'active'",
	"SELECT count(*) FROM batch_waiting WHERE status = 'waiting'",
	"SELECT count(*) FROM certificate_rules",
	"SELECT count(*) FROM certificate_templates",
	"SELECT count(*) FROM certificates WHERE asked_name <> '' OR hides_score OR proposed_at IS NOT NULL",
	"SELECT count(*) FROM course_files",
	"SELECT count(*) FROM curriculum_templates",
	"SELECT count(*) FROM enrollments",
	"SELECT count(*) FROM federated_identities",
	"SELECT count(*) FROM goals JOIN goal_milestones ON goal_id = goals.id WHERE goals.title = 'Bees' AND done_at IS NULL",
	"SELECT count(*) FROM instructor_busy",
	"SELECT count(*) FROM instructor_rules",
	"SELECT count(*) FROM instructor_time_off",
	"SELECT count(*) FROM lesson_comments WHERE body = 'Bees' AND hidden_at IS NULL",
	"SELECT count(*) FROM lesson_notes WHERE body = 'Bees'",
	"SELECT count(*) FROM notifications WHERE read_at IS NULL",
	"SELECT count(*) FROM online_meeting_links",
	"SELECT count(*) FROM orders WHERE status = 'pending'",
	"SELECT count(*) FROM passkeys WHERE name = 'Key'",
	"SELECT count(*) FROM payment_attempts",
	"SELECT count(*) FROM posts WHERE comments_mode = ''",
	"SELECT count(*) FROM quiz_answers",
	"SELECT count(*) FROM quiz_attempts WHERE status = 'running'",
	"SELECT count(*) FROM video_captions",
	"SELECT count(*) FROM video_chapters",
	"SELECT count(*) FROM watch_events",
	"SELECT count(*) FROM watch_positions",
	"SELECT sum(reports) + count(*) FROM blog_comments WHERE body = 'Bees'",
	"SELECT sum(revision + draft_sequence + number) FROM submissions",
	"SELECT sum(revision + open_reports) FROM course_reviews",
	"SELECT sum(revision) FROM quiz_questions",
	"SELECT sum(sequence) FROM batch_sessions",
	"SELECT sum(sequence) FROM demo_bookings",
	"SELECT sum(sequence) FROM online_meetings",
	"SELECT sum(version) + sum(enrolled) FROM batches",
	"SELECT sum(version) FROM announcements",
	"SELECT sum(version) FROM posts",
}

// snapshot holds what a stranger could have changed.
func (w world) snapshot() string {
	var course, video string
	_ = w.DB.Reader().NewRaw("SELECT title || status || updated_at FROM courses WHERE id = ?", w.course).Scan(w.t.Context(), &course)
	var outline string
	_ = w.DB.Reader().NewRaw("SELECT revision || CAST(outline AS TEXT) || published_version FROM curricula").Scan(w.t.Context(), &outline)
	_ = w.DB.Reader().NewRaw("SELECT title || status || generation || updated_at FROM videos").Scan(w.t.Context(), &video)
	counts := make([]int64, len(changeable))
	for i, query := range changeable {
		counts[i] = w.Count(query)
	}
	return fmt.Sprint(course, video, outline, w.session(), counts)
}

func try(who testapp.User, method, path, body string) string {
	if body == "" {
		body = "{}"
	}
	if method == http.MethodGet || method == http.MethodHead {
		body = ""
	}
	w := who.Send(method, path, body)
	return fmt.Sprint(w.Code, " ", requestID.ReplaceAllString(w.Body.String(), ""))
}
