package sample

import (
	"lectern/internal/learning/course"
	"lectern/internal/learning/price"
	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
)

type person struct {
	directory.Registration
	role access.Role
}

var people = []person{
	{directory.Registration{FullName: "Asha Raman", Email: "admin@lectern.test"}, access.Admin},
	{directory.Registration{FullName: "Tomás Rivera", Email: "instructor@lectern.test"}, access.Instructor},
	{directory.Registration{FullName: "Mina Okafor", Email: "student@lectern.test"}, access.Student},
	{directory.Registration{FullName: "Jonas Weber", Email: "corporate@lectern.test"}, access.Corporate},
}

type sample struct {
	course.NewCourse
	clip, clipTitle string
	enrolled        []access.Role
	draft           bool
	taught          bool // has a curriculum, whose beginning a student has read
	extended        bool // has what only courses of its type have
}

// courses in order of creation: the last is the first of the catalogue.
var courses = []sample{
	{NewCourse: course.NewCourse{
		Title: "Teaching your first online class", Category: "Teaching", CourseType: "live", Level: "beginner",
		Summary:     "Plan a lesson that works through a camera, and keep thirty people with you for an hour.",
		Description: "Still being written: pacing, voice, questions that get answers, and what to do when the network fails.",
	}, draft: true},
	{NewCourse: course.NewCourse{
		Title: "Reading a balance sheet", Category: "Business", CourseType: "blended", Level: "beginner",
		Summary:     "What a company owns, what it owes and what the footnotes hide, with the reports of three real firms.",
		Description: "Six evenings and one report to take apart by yourself. No bookkeeping needed; a pocket calculator helps.",
	}, enrolled: []access.Role{access.Corporate}},
	{NewCourse: course.NewCourse{
		Title: "Negotiation for engineers", Category: "Business", CourseType: "live", Level: "intermediate",
		Summary:     "Scope, dates and money: prepare the conversation, make the first offer, leave with an agreement that holds.",
		Description: "Live sessions in pairs with written feedback. Bring a negotiation of your own that is still open.",
	}},
	{NewCourse: course.NewCourse{
		Title: "Statistics without fear", Category: "Data", CourseType: "free", Level: "beginner",
		Summary:       "Averages, spread, chance and the art of not being fooled, one picture at a time.",
		Description:   "For everybody who meets numbers in the news or at work. Every idea comes with an experiment that you can do at your table.",
		IsAssignments: true, IsQuizzes: true, MinHoursPerWeek: 1, MaxHoursPerWeek: 2,
		Outcomes:      []string{"Say which average a number is, and what it hides", "Read a chart before you believe it"},
		Prerequisites: []string{"The four kinds of sums"},
	}, enrolled: []access.Role{access.Student}, taught: true},
	{NewCourse: course.NewCourse{
		Title: "SQL for people with questions", Category: "Data", CourseType: "blended", Level: "intermediate",
		Summary:           "From a first SELECT to window functions, always starting from a question that a real user asked.",
		Description:       "You work on the timetable of a railway. At the end you explain why the 7:52 is late, and prove it.",
		ToolsTechnologies: []string{"SQL"}, MinHoursPerWeek: 2, MaxHoursPerWeek: 4, IsProjects: true,
		Prices: []price.NewPrice{{Currency: "EUR", Individual: 39_000, Batch: 14_000}},
	}, extended: true},
	{NewCourse: course.NewCourse{
		Title: "Go services that stay up", Category: "Programming", CourseType: "live", Level: "advanced",
		Summary:           "Deadlines, back-pressure, idempotency and graceful shutdown, broken on purpose and repaired together.",
		Description:       "For people who write Go at work. Each week a small service fails in a new way; we find out why and make it impossible.",
		ToolsTechnologies: []string{"Go"}, MinHoursPerWeek: 3, MaxHoursPerWeek: 5, NoOfSessions: 4, IsCertification: true,
		Outcomes: []string{"Carry a deadline through every call", "Shut a service down without losing a request"},
		FAQ:      []course.FAQEntry{{Question: "Are the sessions recorded?", Answer: "Yes. Each recording stands on this page the day after."}},
		Prices: []price.NewPrice{
			{Currency: "EUR", Individual: 64_000, Batch: 24_000, EarlyBirdDiscount: 15, GroupDiscount: 10, MinBatchSize: 3, MaxBatchSize: 12},
			{Currency: "USD", Individual: 70_000, Batch: 26_000, GroupDiscount: 10, MinBatchSize: 3, MaxBatchSize: 12}},
	}, extended: true},
	{NewCourse: course.NewCourse{
		Title: "TypeScript from the types up", Category: "Programming", CourseType: "blended", Level: "intermediate",
		Summary:     "Let the compiler carry the rules of your product: unions, narrowing, generics and the limits of all three.",
		Description: "You bring JavaScript; you leave with a form library whose mistakes do not compile.",
	}, enrolled: []access.Role{access.Student}},
	{NewCourse: course.NewCourse{
		Title: "Animation: from storyboard to screen", Category: "Design", CourseType: "free", Level: "beginner",
		Summary: "How a short film is made, scene by scene, with Big Buck Bunny on the cutting table.",
		Description: "We watch, stop and ask: why is the camera there, what does the light do, when does the rabbit breathe?\n\n" +
			"Big Buck Bunny © 2008 Blender Foundation, www.bigbuckbunny.org, licensed under Creative Commons Attribution 3.0.",
	}, clip: "bbb-480p-30s.mp4", clipTitle: "Big Buck Bunny: the first half minute", enrolled: []access.Role{access.Student}},
}
