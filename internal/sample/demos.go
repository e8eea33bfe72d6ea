package sample

import (
	"context"
	"fmt"
	"strings"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/availability"
	"lectern/internal/teaching/demo"
	"lectern/internal/teaching/demofeedback"
	"lectern/internal/teaching/workinghours"
)

// demoClass is a demo class of the demo, booked by a visitor without an account.
type demoClass struct {
	visitor, instructor string
	daysAgo             int    // before the end of the month; negative: ahead
	outcome             string // an action of demo.Update; "" for none yet
	wish                string
	rating              int64 // of the feedback, 0 for none
	liked, better       string
}

var demoClasses = []demoClass{
	{"Nadia Petrov", "tomas", 26, "complete", "I need statistics for my thesis.", 5, "Drawing the distribution by hand before any formula.", ""},
	{"Ben Carter", "samuel", 25, "complete", "", 4, "Live debugging of my own code.", "A summary in writing afterwards."},
	{"Leïla Haddad", "priya", 24, "complete", "We are about to buy a small company.", 5, "She read our own balance sheet with me.", ""},
	{"Marek Dvořák", "tomas", 23, "no-show", "", 0, "", ""},
	{"Ruth Goldberg", "tomas", 21, "complete", "I was bad at maths at school.", 4, "No question was too simple.", "The hour was short."},
	{"Ivan Horvat", "samuel", 19, "complete", "I write Python and want to learn Go.", 5, "", ""},
	{"Sofia Rossi", "tomas", 17, "complete", "", 5, "The dice experiment.", ""},
	{"Aiko Sato", "priya", 16, "complete", "", 3, "Clear examples.", "Too fast for someone who has never seen accounts."},
	{"Peter Lang", "samuel", 14, "cancel", "", 0, "", ""},
	{"Grace Mwangi", "tomas", 12, "complete", "For my work at a hospital.", 5, "He used data from hospitals.", ""},
	{"Jakub Zieliński", "samuel", 10, "complete", "", 4, "", "More time for my own questions."},
	{"Emma Jensen", "tomas", 8, "complete", "", 2, "Friendly.", "The sound was cut off twice."},
	{"Carlos Méndez", "priya", 7, "complete", "", 0, "", ""},
	{"Wei Chen", "tomas", 5, "complete", "I prepare for an interview.", 5, "He asked what I need and kept to it.", ""},
	{"Olga Novikova", "samuel", 3, "complete", "", 5, "", ""},
	{"Thabo Nkosi", "tomas", 1, "", "", 0, "", ""},
	{"Lucie Moreau", "tomas", -2, "", "I would like to know whether the level is right for me.", 0, "", ""},
	{"Daniel Fischer", "priya", -3, "", "", 0, "", ""},
	{"Hana Kimura", "tomas", -6, "", "Statistics for biologists.", 0, "", ""},
}

// planDemos plans that visitors book demo classes three days before, what becomes of these, and what visitors say a day later.
func (m *schoolMonth) planDemos() {
	for i, c := range demoClasses {
		start, form, booked := m.demoStart(c, i), demo.FreeSlots{}, demo.Booked{}
		sent := earlier(start.AddDate(0, 0, -3), m.now.Add(-time.Hour))
		m.add(sent.Add(-time.Minute), func(ctx context.Context) (err error) { // filling in a form takes people a while
			form, err = m.in.Demos.AvailableSlots(ctx, access.Caller{}, demo.SlotFilter{Date: start.Format(time.DateOnly), Duration: 60, DemoType: "course_demo"})
			return err
		})
		m.add(sent, func(ctx context.Context) (err error) {
			booked, err = m.in.Demos.Book(ctx, access.Caller{}, demo.NewDemoBooking{Email: strings.ToLower(strings.Fields(c.visitor)[0]) + "@example.com", FullName: c.visitor,
				TimeSlot: start.Format(time.RFC3339), Timezone: "Europe/Berlin", Duration: 60, DemoType: "course_demo", Source: "website", WantedTeacher: m.callers[c.instructor].ID, Requirements: c.wish, HoldID: form.HoldID}, false)
			return err
		})
		if c.outcome == "" {
			continue
		}
		decided := start.Add(time.Hour)
		if c.outcome == "cancel" {
			decided = start.AddDate(0, 0, -1)
		}
		m.add(decided, func(ctx context.Context) error {
			if booked.ID == "" { // booked before an interruption
				return nil
			}
			_, err := m.in.Demos.Update(ctx, m.callers[c.instructor], c.outcome, demo.BookingUpdate{BookingID: booked.ID})
			return err
		})
		if c.rating > 0 {
			m.add(decided.Add(20*time.Hour), func(ctx context.Context) error { return m.rateDemo(ctx, booked, c) })
		}
	}
}

// demoStart returns when a demo class begins: at the start of a window of its instructor, on a weekday.
func (m *schoolMonth) demoStart(c demoClass, i int) time.Time {
	o := openings[c.instructor]
	zone, err := time.LoadLocation(o.zone)
	if err != nil {
		zone = time.UTC
	}
	day := m.now.In(zone).AddDate(0, 0, -c.daysAgo)
	step := -1 // past ones stay in the past
	if c.daysAgo < 0 {
		step = 1
	}
	for day.Weekday() == time.Saturday || day.Weekday() == time.Sunday {
		day = day.AddDate(0, 0, step)
	}
	at, _ := time.Parse("15:04", o.windows[i%len(o.windows)].From)
	return time.Date(day.Year(), day.Month(), day.Day(), at.Hour(), at.Minute(), 0, 0, zone).UTC()
}

// rateDemo sends feedback by the link of a booking; the administrator replies to what visitors did not like.
func (m *schoolMonth) rateDemo(ctx context.Context, booked demo.Booked, c demoClass) error {
	_, token, _ := strings.Cut(booked.ManageURL, "#")
	if token == "" { // booked before an interruption
		return nil
	}
	quality := map[int64]string{5: "excellent", 4: "good", 3: "average", 2: "average", 1: "poor"}
	given, err := m.in.DemoFeedback.GiveByLink(ctx, token, demofeedback.NewDemoFeedback{OverallRating: c.rating, ContentQuality: quality[c.rating], InstructorPerformance: quality[min(5, c.rating+1)],
		WouldRecommend: c.rating > 2, LikedMost: c.liked, ImprovementAreas: c.better, FollowUpInterest: c.rating == 5, Source: "website_form"})
	if err == nil && c.rating < 3 {
		_, err = m.in.DemoFeedback.Respond(ctx, m.callers["asha"], given.ID, demofeedback.FeedbackResponse{Response: "Thank you for telling us. We have replaced the microphone; a second demo class is on us."})
	}
	return err
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// openings are when instructors of the demo give demo classes, from Monday to Friday, in their own zone.
var openings = map[string]struct {
	zone    string
	windows []workinghours.Window
}{
	"tomas":  {"Europe/Madrid", []workinghours.Window{{From: "09:30", Until: "12:30"}, {From: "16:00", Until: "19:00"}}},
	"priya":  {"Asia/Kolkata", []workinghours.Window{{From: "10:00", Until: "13:00"}}},
	"samuel": {"Europe/London", []workinghours.Window{{From: "17:00", Until: "21:00"}}},
}

// openHours sets when instructors give demo classes.
func (in Installation) openHours(ctx context.Context, callers map[string]access.Caller) error {
	for key, o := range openings {
		n := availability.NewAvailability{Rules: workinghours.DefaultRules(o.zone)}
		n.TakesDemos = true
		for weekday := range int64(5) {
			for _, w := range o.windows {
				n.Hours = append(n.Hours, workinghours.WeeklyWindow{Weekday: weekday + 1, Window: w})
			}
		}
		if _, err := in.Availability.Put(ctx, callers[key], "me", n, rest.IfMatch{}); err != nil {
			return fmt.Errorf("hours of %s: %w", key, err)
		}
	}
	return nil
}
