package assignment

// WorkHandedIn is published when a learner has handed in a version.
type WorkHandedIn struct{ SubmissionID string }

// EventName is the name under which the event is published.
func (WorkHandedIn) EventName() string { return "assignment.handed_in" }

// GradeReturned is published when a grade has been returned to its learner.
type GradeReturned struct{ SubmissionID string }

// EventName is the name under which the event is published.
func (GradeReturned) EventName() string { return "assignment.returned" }
