package curriculum

// PublishedEvent is published when learners of a course get a new version.
type PublishedEvent struct {
	CourseID string
	Version  int64
}

// EventName is the name under which the event is published.
func (PublishedEvent) EventName() string { return "curriculum.published" }

// RevertedEvent is published when learners of a course get an earlier version again, or none.
type RevertedEvent struct{ CourseID string }

// EventName is the name under which the event is published.
func (RevertedEvent) EventName() string { return "curriculum.reverted" }
