package sample

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"lectern/internal/learning/authoring"
	"lectern/internal/learning/curriculum"
	"lectern/internal/learning/exchange"
	"lectern/internal/learning/outline"
	"lectern/internal/learning/progress"
	"lectern/internal/learning/question"
	"lectern/internal/learning/schedule"
	"lectern/internal/platform/access"
)

// teach gives a course its curriculum and publishes it, unless that has been done. What an interrupted fill has left is
// created anew.
func (in Installation) teach(ctx context.Context, teacher access.Caller, id string) error {
	now, err := in.Lessons.Get(ctx, teacher, id, false)
	if err != nil || now.IsPublished {
		return err
	}
	if err := in.Curricula.Initialize(ctx, teacher, id, true); err != nil {
		return err
	}
	question, err := in.QuestionBanks.AddQuestion(ctx, teacher, id, aQuestion)
	if err != nil {
		return err
	}
	file, err := in.Lessons.AddFile(ctx, teacher, id, "throws.csv", strings.NewReader(throws), int64(len(throws)))
	if err != nil {
		return err
	}
	for _, s := range statistics(file.ID, question.ID) {
		section, err := in.Curricula.AddSection(ctx, teacher, id, curriculum.NewSection{Kind: "week", Title: s.title})
		if err != nil {
			return err
		}
		for _, l := range s.lessons {
			if l.Content, err = json.Marshal(l.content); err != nil {
				return err
			}
			if _, err := in.Curricula.AddLesson(ctx, teacher, id, section.ID, l.NewLesson); err != nil {
				return err
			}
		}
	}
	if _, err = in.Curricula.Publish(ctx, teacher, id, curriculum.Publication{Note: "The whole course"}); err != nil {
		return err
	}
	_, err = in.Exchange.MakeTemplate(ctx, teacher, exchange.NewTemplate{CourseID: id, Title: "Weeks with reading, a quiz and an assignment",
		Summary: "An outline to begin with: each week introduces, practises and checks.", Category: "Data", Difficulty: "beginner"})
	return err
}

// learn completes the first lessons of a course for a student. The ids of the events are fixed: repeating counts once.
func (in Installation) learn(ctx context.Context, who access.Caller, id string) error {
	c, err := in.Lessons.Get(ctx, who, id, false)
	if err != nil {
		return err
	}
	now := in.Clock.Now()
	var batch progress.ProgressEvents
	for i, read := range []struct {
		viewed, spent string // ids of events
		daysAgo       int
		minutes       float64
	}{
		{"01990000-0000-7000-8000-0000000000a1", "01990000-0000-7000-8000-0000000000b1", 8, 12},
		{"01990000-0000-7000-8000-0000000000a2", "01990000-0000-7000-8000-0000000000b2", 0, 7},
	} {
		e := progress.ProgressEvent{CourseID: id, LessonID: c.Lessons[i].ID, At: now.AddDate(0, 0, -read.daysAgo)}
		viewed, spent := e, e
		viewed.ID, viewed.Type = read.viewed, "viewed"
		spent.ID, spent.Type, spent.Value = read.spent, "time", read.minutes*60
		batch.Events = append(batch.Events, viewed, spent)
	}
	_, err = in.Progress.Record(ctx, who, batch)
	return err
}

// extend adds what only courses of its type have.
func (in Installation) extend(ctx context.Context, teacher access.Caller, id, kind string) error {
	n := authoring.NewTypedCourse{}
	switch kind {
	case "live":
		n.Schedule = &schedule.NewLiveSchedule{Timezone: "Europe/Madrid"}
		first := in.Clock.Now().AddDate(0, 0, 14)
		for week, title := range []string{"Deadlines", "Back-pressure", "Idempotency", "Graceful shutdown"} {
			n.Schedule.Entries = append(n.Schedule.Entries, schedule.NewScheduleEntry{
				Date: first.AddDate(0, 0, 7*week).Format(time.DateOnly), StartTime: "18:00", EndTime: "19:30", Title: title})
		}
	case "blended":
		n.DoubtSchedule = &schedule.NewDoubtSchedule{Timezone: "Europe/Madrid", Slots: []schedule.DoubtSlot{
			{Weekday: 2, StartTime: "18:00", EndTime: "19:00"}, {Weekday: 5, StartTime: "12:30", EndTime: "13:30"}}}
	}
	_, err := in.Authoring.SetExtras(ctx, teacher, kind, id, n, func(int64) bool { return true })
	return err
}

// aQuestion is in the quiz of the course that has a curriculum.
var aQuestion = question.NewQuestion{
	Kind: "single", Format: "plain", Prompt: "Nine people earn 2,000 a month and one earns 102,000. What do they earn on average?", Points: 1,
	Explanation: "The mean is 12,000, and nobody earns it: one value has moved it. The median is still 2,000.",
	Options:     []question.QuestionOption{{Text: "2,000"}, {Text: "12,000", Correct: true}, {Text: "52,000"}},
}

// throws are sample data for an exercise.
const throws = "throw,first,second\n1,3,5\n2,6,1\n3,2,2\n4,4,6\n5,1,5\n6,5,2\n7,6,6\n8,3,4\n"

type week struct {
	title   string
	lessons []sampleLesson
}

// sampleLesson is a lesson with its content as JSON.
type sampleLesson struct {
	curriculum.NewLesson
	content map[string]any
}

// statistics is a curriculum with lessons of most types.
func statistics(file, question string) []week {
	text := func(title, html string) sampleLesson {
		return sampleLesson{curriculum.NewLesson{Type: "text", Title: title, DurationSeconds: 300, Previewable: title == averages,
			Completion: &outline.CompletionRule{Rule: "view"}}, map[string]any{"html": html}}
	}
	return []week{
		{"Where the middle is", []sampleLesson{
			text(averages, "<p>Write down how long you slept in each of the last seven nights. Add the hours and divide by seven: that is the <strong>mean</strong>. "+
				"Put them in order and take the fourth: that is the <strong>median</strong>.</p><p>Now imagine that you did not sleep at all in one of the nights. Which of the two moves further?</p>"),
			text("How far it spreads", "<p>Two rivers are a metre deep on average. You can walk through one of them.</p><p>What the average hides is the <strong>spread</strong>: how far the values lie from their middle.</p>"),
		}},
		{"What chance can do", []sampleLesson{
			{curriculum.NewLesson{Type: "file", Title: "Eight throws of two dice", Summary: "Open the sheet and add what the two dice show.", DurationSeconds: 600}, map[string]any{"file_id": file}},
			{curriculum.NewLesson{Type: "quiz", Title: "Which average?", DurationSeconds: 300}, map[string]any{"questions": []map[string]any{{"question_id": question}}}},
			{curriculum.NewLesson{Type: "assignment", Title: "A number from the news", DurationSeconds: 1800}, map[string]any{
				"instructions": "Find a number in a newspaper of today. In ten sentences: what was counted, by whom, and what would you have to know before you believe it?"}},
		}},
	}
}

const averages = "Two kinds of average"
