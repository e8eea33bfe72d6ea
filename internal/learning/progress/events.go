package progress

// CompletedEvent says that somebody has completed every required lesson of a course, for the first time or again after
// lessons were added.
type CompletedEvent struct {
	UserID   string
	CourseID string
}

// EventName is the name under which it is told.
func (CompletedEvent) EventName() string { return "course.completed" }
