package coursework

// LessonFigures is what students did in a lesson during some period.
type LessonFigures struct {
	Learners       int64 `json:"learners" doc:"Enrolled students who worked in it within the period."`
	Completed      int64 `json:"completed" doc:"Who completed it within the period."`
	TimeSpent      int64 `json:"time_spent" doc:"Within the period, of all together, in seconds."`
	AverageScore   int64 `json:"average_score" doc:"Percent, of the best that each was given within the period; 0 where nothing was scored."`
	ScoredLearners int64 `json:"scored_learners"`
}

// CourseFigures is how far the students of a course are.
type CourseFigures struct {
	Learners  int64 `json:"learners" doc:"Who have begun."`
	Completed int64 `json:"completed" doc:"Who have completed every required lesson."`
	Average   int64 `json:"average_progress" doc:"Percent."`
}

// NextLesson is the lesson at which a student continues a course.
type NextLesson struct {
	LessonID string `json:"lessonId"`
	Title    string `json:"title"`
	Type     string `json:"type" enum:"video,text,pdf,file,embed,quiz,assignment,live_session"`
	Position int64  `json:"position" doc:"In the whole course, from 1."`
}

// Forecast is when a learner will complete a course at their present pace.
type Forecast struct {
	CourseID, Title string
	FinishesOn      *string // YYYY-MM-DD; nil where that cannot be said
	Remaining       int64   // required lessons
	PerWeek         float64 // lessons
}
