package report

// Metric is what a figure is.
type Metric struct {
	Metric     string   `json:"metric"`
	Title      string   `json:"title"`
	Definition string   `json:"definition" doc:"One sentence: what is counted and what is not."`
	Unit       string   `json:"unit" enum:"count,seconds,percent,hours,bytes,money"`
	Source     string   `json:"source" doc:"What it follows from."`
	Scopes     []string `json:"scopes" nullable:"false" doc:"For which scopes GET /dashboard/series has it: school, self, course, company. Empty for what is known only as a figure."`
	isNow      bool     // counts people of a span, so that its values are not added up
}

var (
	everywhere = []string{"school", "self", "course"}
	ofSchool   = []string{"school"}
	nowhere    = []string{}
)

// metrics are all of them, in the order of dashboards.
var metrics = []Metric{
	{Metric: "active_1", Title: "Active on the day", Definition: "Learners who did something in a lesson on the last day of the period.", Unit: "count", Source: "Lesson activity", Scopes: ofSchool, isNow: true},
	{Metric: "active_7", Title: "Active in 7 days", Definition: "Learners who did something in a lesson within the 7 days that end with the last day of the period; each counts once.", Unit: "count", Source: "Lesson activity", Scopes: ofSchool, isNow: true},
	{Metric: "active_30", Title: "Active in 30 days", Definition: "Learners who did something in a lesson within the 30 days that end with the last day of the period; each counts once.", Unit: "count", Source: "Lesson activity", Scopes: ofSchool, isNow: true},
	{Metric: "new_learners", Title: "New learners", Definition: "Learners whose first day of learning is in the period.", Unit: "count", Source: "Lesson activity", Scopes: ofSchool},
	{Metric: "sign_ups", Title: "Sign-ups", Definition: "Accounts created in the period whose email address is verified by now.", Unit: "count", Source: "Accounts", Scopes: ofSchool},
	{Metric: "enrolments", Title: "Enrolments", Definition: "Learners who got a place in a course in the period, each once for a course. Invitations, waiting lists and unpaid places do not count.", Unit: "count", Source: "Enrolments", Scopes: everywhere},
	{Metric: "withdrawals", Title: "Withdrawals", Definition: "Learners who withdrew from a course in the period.", Unit: "count", Source: "Enrolments", Scopes: everywhere},
	{Metric: "learning_time", Title: "Time spent learning", Definition: "Time that learners spent in lessons, by the clocks of their devices; at most 15 minutes of a quarter of an hour.", Unit: "seconds", Source: "Lesson activity", Scopes: everywhere},
	{Metric: "lessons_done", Title: "Lessons completed", Definition: "Lessons that learners completed in the period.", Unit: "count", Source: "Lesson activity", Scopes: everywhere},
	{Metric: "courses_done", Title: "Courses completed", Definition: "Learners who completed all required lessons of a course in the period.", Unit: "count", Source: "Course progress", Scopes: everywhere},
	{Metric: "certificates", Title: "Certificates issued", Definition: "Certificates issued in the period, without those that replace another one.", Unit: "count", Source: "Certificates", Scopes: everywhere},
	{Metric: "revenue", Title: "Revenue", Definition: "Payments received in the period less refunds made in it, taxes included. Each currency stands by itself.", Unit: "money", Source: "Payments and refunds", Scopes: ofSchool},
	{Metric: "orders", Title: "Orders", Definition: "Orders made in the period.", Unit: "count", Source: "Orders", Scopes: ofSchool},
	{Metric: "orders_paid", Title: "Orders paid", Definition: "Orders made in the period that are paid by now.", Unit: "count", Source: "Orders", Scopes: ofSchool},
	{Metric: "order_conversion", Title: "Orders paid, share", Definition: "Of the orders made in the period, the share that is paid by now.", Unit: "percent", Source: "Orders", Scopes: nowhere},
	{Metric: "demos", Title: "Demo classes held", Definition: "Demo classes that took place in the period.", Unit: "count", Source: "Demo bookings", Scopes: ofSchool},
	{Metric: "demos_converted", Title: "Demo classes that led to an enrolment", Definition: "Demo classes of the period after which the visitor enrolled in a course within 60 days.", Unit: "count", Source: "Demo bookings and enrolments", Scopes: ofSchool},
	{Metric: "demo_conversion", Title: "Enrolled after a demo class", Definition: "Of the demo classes held in the period, the share whose visitor enrolled in a course within 60 days. The period ends 60 days ago, when that was known of all.", Unit: "percent", Source: "Demo bookings and enrolments", Scopes: nowhere},
	{Metric: "ai_runs", Title: "Runs of AI tools", Definition: "How often authors asked the language model in the period and got an answer or an error.", Unit: "count", Source: "AI runs", Scopes: ofSchool},
	{Metric: "failed_jobs", Title: "Failed jobs", Definition: "Background jobs that failed for good within the last 7 days.", Unit: "count", Source: "Jobs", Scopes: nowhere},
	{Metric: "enrolled", Title: "Learners", Definition: "Learners who are enrolled in these courses now, each once for a course.", Unit: "count", Source: "Enrolments", Scopes: nowhere},
	{Metric: "active_week", Title: "Active in 7 days", Definition: "Learners who did something in a lesson of these courses within 7 days; each counts once.", Unit: "count", Source: "Lesson activity", Scopes: nowhere},
	{Metric: "completion_rate", Title: "Completion", Definition: "Of the learners who have been enrolled for longer than 1.5 times the usual time from enrolment to completion, the share that has completed the course. The usual time is the median of the course, 30 days until 20 learners have completed it.", Unit: "percent", Source: "Enrolments and course progress", Scopes: nowhere},
	{Metric: "grading_time", Title: "Time to grade", Definition: "The median of the time from handing in to the returned grade, of what was returned in the period.", Unit: "hours", Source: "Submissions", Scopes: nowhere},
	{Metric: "pass_rate", Title: "Quizzes passed", Definition: "Of the quiz attempts handed in during the period, the share that reached the pass mark.", Unit: "percent", Source: "Quiz attempts", Scopes: nowhere},
	{Metric: "seats_taken", Title: "Seats in use", Definition: "Seats of valid pools that are given to someone now.", Unit: "count", Source: "Seats", Scopes: nowhere},
	{Metric: "seats_bought", Title: "Seats bought", Definition: "Seats of the pools that are valid now.", Unit: "count", Source: "Seats", Scopes: nowhere},
	{Metric: "seat_use", Title: "Active seats", Definition: "Members with a seat who did something in a lesson of a course of their seat within 30 days, in percent of the seats bought.", Unit: "percent", Source: "Seats and lesson activity", Scopes: nowhere},
	{Metric: "company_time", Title: "Time spent learning", Definition: "Time that members with a seat spent in the courses of their seats in the period.", Unit: "seconds", Source: "Lesson activity", Scopes: nowhere},
	{Metric: "company_done", Title: "Courses completed", Definition: "Courses that members with a seat have completed, of those in which they have one.", Unit: "count", Source: "Course progress", Scopes: nowhere},
	{Metric: "own_time", Title: "Time spent learning", Definition: "Time that you spent in lessons this week; the comparison is last week.", Unit: "seconds", Source: "Lesson activity", Scopes: nowhere},
	{Metric: "own_lessons", Title: "Lessons completed", Definition: "Lessons that you completed this week; the comparison is last week.", Unit: "count", Source: "Lesson activity", Scopes: nowhere},
	{Metric: "own_streak", Title: "Learning streak", Definition: "Days in a row on which you did something in a lesson, until today or yesterday.", Unit: "count", Source: "Lesson activity", Scopes: nowhere},
}

// Metrics returns all definitions.
func (*Service) Metrics() []Metric { return metrics }

func metricOf(name string) (Metric, bool) {
	for _, m := range metrics {
		if m.Metric == name {
			return m, true
		}
	}
	return Metric{}, false
}
