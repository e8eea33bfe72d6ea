package curriculum

// PublishedEvent says that learners of a course get another version.
type PublishedEvent struct {
	CourseID string
	Version  int64
}

// EventName is the name under which it is told.
func (PublishedEvent) EventName() string { return "curriculum.published" }
