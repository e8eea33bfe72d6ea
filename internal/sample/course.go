package sample

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"lectern/internal/learning/authoring"
	"lectern/internal/learning/catalogue"
	"lectern/internal/learning/course"
	"lectern/internal/learning/curriculum"
	"lectern/internal/learning/exchange"
	"lectern/internal/learning/price"
	"lectern/internal/learning/question"
	"lectern/internal/learning/schedule"
	"lectern/internal/people/profile"
	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/builtinroom"
	"lectern/internal/teaching/onlinemeeting"
)

// zone of the school.
const zone = "Europe/Madrid"

// describe writes what a person says about themselves.
func (in Installation) describe(ctx context.Context, who access.Caller, p person) error {
	text, err := json.Marshal(map[string]string{"headline": p.headline, "bio": p.bio, "timeZone": zone})
	if err != nil {
		return err
	}
	var edit rest.MergePatch[profile.ProfileEdit]
	if err := edit.UnmarshalJSON(text); err != nil {
		return err
	}
	_, err = in.Profiles.Change(ctx, who, edit, rest.IfMatch{})
	return err
}

// course creates c, or what an interrupted fill has left to create.
func (in Installation) course(ctx context.Context, callers map[string]access.Caller, c courseFile) error {
	var teachers []access.Caller
	for key := range strings.FieldsSeq(c.Teachers) {
		teachers = append(teachers, callers[key])
	}
	id, status, err := in.findOrCreate(ctx, teachers[0], c.details(in.Clock.Now()))
	if err != nil || status == course.Published {
		return err
	}
	if len(teachers) > 1 {
		if err := in.shareCourse(ctx, id, teachers); err != nil {
			return err
		}
	}
	if err := in.extend(ctx, teachers[0], id, c); err != nil {
		return err
	}
	if err := in.writeCurriculum(ctx, teachers[0], id, c); err != nil || c.Draft {
		return err
	}
	if _, err := in.Authoring.TogglePublished(ctx, teachers[0], id); err != nil {
		return err
	}
	return in.meetInLectern(ctx, teachers[0], id)
}

// meetInLectern gives the weekly Q&A sessions of a course the built-in room. That of the first date is that of the later ones.
func (in Installation) meetInLectern(ctx context.Context, teacher access.Caller, courseID string) error {
	dates, err := in.Meetings.DoubtsOf(ctx, in.DB.Reader(), courseID)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, m := range slices.Backward(dates) {
		if known[m.WeeklyKey] {
			continue
		}
		known[m.WeeklyKey] = true
		n := onlinemeeting.NewOnlineMeeting{Title: m.Title, Date: m.Date, StartTime: m.StartTime, EndTime: m.EndTime, Timezone: m.Timezone, Provider: builtinroom.Provider}
		if _, err := in.Meetings.Update(ctx, teacher, m.ID, n, rest.IfMatch{}); err != nil {
			return err
		}
	}
	return nil
}

func (in Installation) findOrCreate(ctx context.Context, teacher access.Caller, n course.NewCourse) (id, status string, err error) {
	mine, _, _, err := in.Catalogue.List(ctx, teacher, catalogue.Listing{Filter: catalogue.Filter{Mine: true}, Page: rest.Page{Number: 1, Limit: 100}})
	if err != nil {
		return "", "", err
	}
	for _, c := range mine {
		if c.Title == n.Title {
			return c.ID, c.Status, nil
		}
	}
	c, err := in.Authoring.Create(ctx, teacher, n)
	return c.ID, c.Status, err
}

// shareCourse lets several people teach a course.
func (in Installation) shareCourse(ctx context.Context, id string, teachers []access.Caller) error {
	var ids []string
	for _, t := range teachers {
		ids = append(ids, t.ID)
	}
	_, err := in.Authoring.SetInstructors(ctx, teachers[0], id, authoring.CourseTeachers{InstructorIDs: ids}, always)
	return err
}

// always holds for every version: nobody else edits the demo while it is filled.
func always(int64) bool { return true }

// details returns the course without its curriculum.
func (c courseFile) details(now time.Time) course.NewCourse {
	n := course.NewCourse{BrochureGated: true,
		Title: c.Title, Category: c.Category, CourseType: c.Format, Level: c.Level, Summary: plain(c.Summary), Description: plain(c.Description),
		IsCertification: c.Certificate, IsProjects: c.Projects, IsQuizzes: !c.Draft, IsAssignments: !c.Draft,
		MinHoursPerWeek: c.MinHours, MaxHoursPerWeek: c.MaxHours, NoOfSessions: c.Sessions,
		Outcomes: c.Outcomes, Prerequisites: c.Prerequisites, ToolsTechnologies: c.Tools,
	}
	for _, f := range c.FAQ {
		n.FAQ = append(n.FAQ, course.FAQEntry{Question: f.Question, Answer: plain(f.Answer)})
	}
	for _, p := range c.Prices {
		amount := price.NewPrice{Currency: p.Currency, Individual: p.Individual, Batch: p.Group, EarlyBirdDiscount: p.EarlyBird,
			GroupDiscount: p.GroupDiscount, MinBatchSize: p.MinGroup, MaxBatchSize: p.MaxGroup, Instalments: p.Instalments}
		if p.EarlyBird > 0 {
			until := now.Add(month + 14*24*time.Hour)
			amount.EarlyBirdUntil = &until
		}
		n.Prices = append(n.Prices, amount)
	}
	return n
}

// extend adds what only courses of its type have.
func (in Installation) extend(ctx context.Context, teacher access.Caller, id string, c courseFile) error {
	n := authoring.NewTypedCourse{}
	switch {
	case len(c.LiveSessions) > 0:
		n.Schedule = &schedule.NewLiveSchedule{Timezone: zone}
		first := in.Clock.Now().Add(month).AddDate(0, 0, 14)
		for week, s := range c.LiveSessions {
			n.Schedule.Entries = append(n.Schedule.Entries, timetable.NewScheduleEntry{
				Date: first.AddDate(0, 0, 7*week).Format(time.DateOnly), StartTime: "18:00", EndTime: "19:30", Title: s.Title})
		}
	case len(c.QuestionsAt) > 0:
		n.DoubtSchedule = &schedule.NewDoubtSchedule{Timezone: zone}
		for _, s := range c.QuestionsAt {
			n.DoubtSchedule.Slots = append(n.DoubtSchedule.Slots, schedule.DoubtSlot{Weekday: s.Weekday, StartTime: s.Start, EndTime: s.End})
		}
	default:
		return nil
	}
	_, err := in.Authoring.SetExtras(ctx, teacher, c.Format, id, n, always)
	return err
}

// writeCurriculum gives a course its curriculum and publishes it, unless that has been done. What an interrupted fill has left
// is created anew.
func (in Installation) writeCurriculum(ctx context.Context, teacher access.Caller, id string, c courseFile) error {
	now, err := in.Lessons.Get(ctx, teacher, id, false)
	if err != nil || now.IsPublished {
		return err
	}
	if err := in.Curricula.Initialize(ctx, teacher, id, true); err != nil {
		return err
	}
	for _, w := range c.Weeks {
		section, err := in.Curricula.AddSection(ctx, teacher, id, curriculum.NewSection{Kind: "week", Title: w.Title})
		if err != nil {
			return err
		}
		for _, l := range w.Lessons {
			if err := in.addLesson(ctx, teacher, id, section.ID, l); err != nil {
				return fmt.Errorf("lesson %q: %w", l.Title, err)
			}
		}
	}
	if c.Draft {
		return nil
	}
	if _, err := in.Curricula.Publish(ctx, teacher, id, curriculum.Publication{Note: "The whole course"}); err != nil || c.Template == "" {
		return err
	}
	_, err = in.Exchange.MakeTemplate(ctx, teacher, exchange.NewTemplate{CourseID: id, Title: c.Template,
		Summary: "An outline to begin with: each week introduces, practises and checks.", Category: c.Category, Difficulty: c.Level})
	return err
}

// addLesson adds a lesson of any type with its content.
func (in Installation) addLesson(ctx context.Context, teacher access.Caller, courseID, sectionID string, l lessonFile) error {
	n := curriculum.NewLesson{Type: l.XMLName.Local, Title: l.Title, Summary: l.About, DurationSeconds: l.Minutes * 60, Previewable: l.Preview}
	content, err := in.lessonContent(ctx, teacher, courseID, l)
	if err != nil {
		return err
	}
	if n.Content, err = json.Marshal(content); err != nil {
		return err
	}
	_, err = in.Curricula.AddLesson(ctx, teacher, courseID, sectionID, n)
	return err
}

// lessonContent returns the content of a lesson as its type has it, and creates what it refers to.
func (in Installation) lessonContent(ctx context.Context, teacher access.Caller, courseID string, l lessonFile) (map[string]any, error) {
	switch l.XMLName.Local {
	case "text":
		return map[string]any{"html": l.html()}, nil
	case "file":
		text := l.text()
		f, err := in.Lessons.AddFile(ctx, teacher, courseID, l.Name, strings.NewReader(text), int64(len(text)))
		return map[string]any{"file_id": f.ID}, err
	case "video":
		video, err := in.Upload(ctx, teacher, courseID, l.Title, l.Clip)
		return map[string]any{"video_id": video}, err
	case "quiz":
		return in.quiz(ctx, teacher, courseID, l)
	case "assignment":
		return in.assignment(l), nil
	}
	return nil, fmt.Errorf("the demo has no lessons of type %q", l.XMLName.Local)
}

// assignment returns the settings of an assignment. It is due in the evening, some days after the visitor comes.
func (in Installation) assignment(l lessonFile) map[string]any {
	settings := map[string]any{"instructions": plain(l.text()), "points": l.Points}
	if l.DueDays > 0 {
		due := in.Clock.Now().Add(month).AddDate(0, 0, l.DueDays)
		settings["due"] = clock.WallTime{Date: due.Format(time.DateOnly), Time: "20:00", Timezone: zone}
	}
	return settings
}

// quiz creates the questions of a quiz and returns its settings.
func (in Installation) quiz(ctx context.Context, teacher access.Caller, courseID string, l lessonFile) (map[string]any, error) {
	var picks []map[string]any
	for _, q := range l.Questions {
		n := question.NewQuestion{Kind: q.Kind, Format: "plain", Prompt: q.Prompt, Points: 1, Explanation: q.Explanation,
			Truth: q.Truth, Value: q.Value, Tolerance: q.Tolerance, Partial: q.Partial}
		if q.Accepted != "" {
			n.Accepted = strings.Split(q.Accepted, "|")
		}
		for _, o := range q.Options {
			n.Options = append(n.Options, question.QuestionOption{Text: o.Text, Correct: o.Correct})
		}
		added, err := in.QuestionBanks.AddQuestion(ctx, teacher, courseID, n)
		if err != nil {
			return nil, err
		}
		picks = append(picks, map[string]any{"question_id": added.ID})
	}
	return map[string]any{"questions": picks, "pass_mark": l.Pass, "review": map[string]any{"with_key": true}}, nil
}
