package assignment

// WorkHandedIn says that a learner has handed in a version.
type WorkHandedIn struct{ SubmissionID string }

// EventName is the name under which it is told.
func (WorkHandedIn) EventName() string { return "assignment.handed_in" }

// GradeReturned says that a learner has been shown their grade.
type GradeReturned struct{ SubmissionID string }

// EventName is the name under which it is told.
func (GradeReturned) EventName() string { return "assignment.returned" }
