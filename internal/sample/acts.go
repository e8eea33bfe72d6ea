package sample

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"lectern/internal/learning/assignment"
	"lectern/internal/learning/discussion"
	"lectern/internal/learning/enrollment"
	"lectern/internal/learning/outline"
	"lectern/internal/learning/progress"
	"lectern/internal/learning/question"
	"lectern/internal/learning/quiz"
	"lectern/internal/people/signup"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
)

var activate = enrollment.EnrollmentChange{Action: "activate"}

// planLesson plans what a learner does in one lesson of a course.
func (m *schoolMonth) planLesson(at time.Time, r *rand.Rand, p person, c *liveCourse, i int) {
	who, id := m.callers[p.key], c.lessons[i].ID
	switch content := c.contents[i]; content.XMLName.Local {
	case "quiz":
		wrong := r.IntN(2 * len(content.Questions)) // mostly none or one of the questions
		m.add(at, func(ctx context.Context) error { return m.takeQuiz(ctx, who, id, content, wrong) })
	case "assignment":
		m.planSubmission(at, p, c, i)
	default:
		minutes := float64(content.Minutes) * (0.7 + 0.8*r.Float64())
		m.add(at, func(ctx context.Context) error { return m.read(ctx, who, c.id, id, at, minutes) })
	}
}

// eventID returns an id that is the same in every fill, so that an event counts once.
func eventID(of ...string) string {
	return uuid.NewSHA1(uuid.NameSpaceURL, []byte(strings.Join(of, "\x00"))).String()
}

// read opens a lesson, spends time in it and marks it as complete.
func (m *schoolMonth) read(ctx context.Context, who access.Caller, courseID, lessonID string, at time.Time, minutes float64) error {
	var batch progress.ProgressEvents
	for _, kind := range []string{"opened", "time", "viewed", "done"} {
		e := progress.ProgressEvent{ID: eventID(who.ID, lessonID, kind), CourseID: courseID, LessonID: lessonID, Type: kind, At: at}
		if kind == "time" {
			e.Value = minutes * 60
		}
		batch.Events = append(batch.Events, e)
	}
	_, err := m.in.Progress.Record(ctx, who, batch)
	return err
}

// takeQuiz answers a quiz; the question with the number wrong gets a wrong answer.
func (m *schoolMonth) takeQuiz(ctx context.Context, who access.Caller, lessonID string, content lessonFile, wrong int) error {
	before, err := m.in.Quizzes.Overview(ctx, who, lessonID)
	if err != nil || len(before.Attempts) > 0 && before.Running == "" {
		return err
	}
	attempt, err := m.in.Quizzes.Start(ctx, who, lessonID)
	if err != nil {
		return err
	}
	var answers quiz.SavedAnswers
	for i, asked := range attempt.Questions {
		answers.Answers = append(answers.Answers, quiz.SavedAnswer{QuestionID: asked.QuestionID, Sequence: 1,
			QuizAnswer: content.Questions[i].answer(asked.Options, i != wrong)})
	}
	m.in.Clock.Advance(3 * time.Minute)
	_, err = m.in.Quizzes.Submit(ctx, who, attempt.ID, answers)
	return err
}

// answer returns a right or a wrong answer to a question with these options.
func (q questionFile) answer(shown []quiz.AskedOption, right bool) (a question.QuizAnswer) {
	switch q.Kind {
	case "true_false":
		truth := q.Truth == right
		a.Truth = &truth
	case "numeric":
		a.Text = "7"
		if right {
			a.Text = q.Value
		}
	case "short":
		a.Text = "I don't know"
		if right {
			a.Text = strings.Split(q.Accepted, "|")[0]
		}
	default:
		a.Options = q.options(shown, right)
	}
	return a
}

// options returns the refs of options: of ordering all in an order, otherwise the correct or the incorrect ones.
func (q questionFile) options(shown []quiz.AskedOption, right bool) (refs []string) {
	for i, o := range q.Options {
		at := slices.IndexFunc(shown, func(s quiz.AskedOption) bool { return s.Text == o.Text })
		if q.Kind == "ordering" && right {
			refs = append(refs, shown[at].Ref)
		} else if q.Kind == "ordering" {
			refs = append(refs, shown[i].Ref) // as they are shown
		} else if o.Correct == right && (right || len(refs) == 0) {
			refs = append(refs, shown[at].Ref)
		}
	}
	return refs
}

// planSubmission plans that a learner hands in the next text of the course, and that it is graded and returned two days later.
func (m *schoolMonth) planSubmission(at time.Time, p person, c *liveCourse, i int) {
	if len(c.Submissions) == 0 || !at.Before(m.now) {
		return
	}
	work := c.Submissions[0]
	c.Submissions = c.Submissions[1:]
	who, lesson := m.callers[p.key], c.lessons[i].ID
	m.add(at, func(ctx context.Context) error {
		draft := assignment.SubmissionDraft{Text: plain(work.Text), Sequence: 1}
		if _, err := m.in.Assignments.Save(ctx, who, lesson, draft); err != nil {
			return err
		}
		_, err := m.in.Assignments.HandIn(ctx, who, lesson, assignment.HandIn{Number: 1})
		return err
	})
	if work.Points > 0 {
		m.add(at.Add(40*time.Hour), func(ctx context.Context) error { return m.grade(ctx, c, lesson, who.ID, work) })
	}
}

// grade grades the submission of a learner and returns it.
func (m *schoolMonth) grade(ctx context.Context, c *liveCourse, lesson, learner string, work workFile) error {
	rows, _, _, err := m.in.Assignments.List(ctx, c.teacher, c.id, assignment.SubmissionFilter{LessonID: lesson, Status: "to_grade"}, rest.Page{Number: 1, Limit: 100}, rest.CursorParam{})
	if err != nil {
		return err
	}
	for _, row := range rows {
		if row.UserID != learner {
			continue
		}
		d, err := m.in.Assignments.Submission(ctx, c.teacher, row.ID)
		if err != nil {
			return err
		}
		marks := []assignment.Mark{{Ref: d.Criteria[0].Ref, Points: float64(work.Points)}}
		if _, err := m.in.Assignments.Grade(ctx, c.teacher, row.ID, assignment.GradeWork{Revision: d.Revision, Number: d.Number, Marks: marks, Comment: work.Comment, Done: true}); err != nil {
			return err
		}
		_, err = m.in.Assignments.Return(ctx, c.teacher, row.ID)
		return err
	}
	return nil
}

// planComments plans the comments of a course, and their answers a few hours later.
func (m *schoolMonth) planComments(c *liveCourse) {
	for n, talk := range c.Comments {
		at := m.start.AddDate(0, 0, 23).Add(time.Duration(30*n+len(c.Title)) * time.Hour)
		i := slices.IndexFunc(c.lessons, func(l outline.LessonEntry) bool { return l.Title == talk.Lesson })
		m.enrol(at.Add(-time.Hour), person{key: talk.By}, c)
		m.add(at, func(ctx context.Context) error { return m.comment(ctx, talk.By, c.lessons[i].ID, "", talk.Text) })
		m.add(at.Add(5*time.Hour), func(ctx context.Context) error {
			thread, err := m.thread(ctx, c.teacher, c.lessons[i].ID, talk.Text)
			if err != nil {
				return err
			}
			return m.comment(ctx, talk.Reply.By, c.lessons[i].ID, thread, talk.Reply.Text)
		})
	}
}

// comment writes a comment, unless it stands there.
func (m *schoolMonth) comment(ctx context.Context, by, lesson, thread, text string) error {
	who := m.callers[by]
	there, err := m.thread(ctx, who, lesson, text)
	if err != nil || there != "" {
		return err
	}
	_, err = m.in.Discussions.Add(ctx, who, lesson, discussion.NewComment{Body: plain(text), ThreadID: thread})
	return err
}

// thread returns the id of the comment with a text, "" for none.
func (m *schoolMonth) thread(ctx context.Context, who access.Caller, lesson, text string) (id string, err error) {
	comments, _, err := m.in.Discussions.List(ctx, who, lesson, "", 100, rest.CursorParam{})
	for _, c := range comments {
		if c.Body == plain(text) {
			id = c.ID
		}
	}
	return id, err
}

// planOffice plans the work of the administrator: invitations, and applications of which one waits.
func (m *schoolMonth) planOffice() {
	asha := m.callers["asha"]
	at := func(day, hour int) time.Time { return m.start.AddDate(0, 0, day).Add(time.Duration(hour) * time.Hour) }
	for n, email := range []string{"marta.silva@lectern.test", "hugo.berg@lectern.test", "irene.costa@lectern.test"} {
		m.add(at(26+n, 3), func(ctx context.Context) error {
			_, err := m.in.SignUps.Invite(ctx, asha, signup.NewInvitation{Email: email, Roles: []access.Role{access.Instructor}})
			return err
		})
	}
	apply := func(key, about string, when time.Time) {
		m.add(when, func(ctx context.Context) error {
			_, err := m.in.SignUps.Apply(ctx, m.callers[key], signup.NewApplication{Role: access.Instructor, About: about})
			return err
		})
	}
	apply("oliver", "I have taught chess at schools for nine years and would like to give a course for adults who begin.", at(20, 2))
	apply("zofia", "Ceramics: I have a kiln, a camera and forty patient former students.", at(28, 4))
	m.add(at(21, 1), func(ctx context.Context) error {
		waiting, _, err := m.in.SignUps.Applications(ctx, m.callers["oliver"].ID, "pending", 1, 0)
		if err != nil || len(waiting) == 0 {
			return err
		}
		return m.in.SignUps.Decide(ctx, asha, waiting[0].ID, false, signup.Decision{Note: "We have no chess courses this term. Please apply again in spring."})
	})
}
