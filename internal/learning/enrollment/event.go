package enrollment

// StudentEnrolled is told when somebody has got a place in a course that they had not.
type StudentEnrolled struct{ EnrollmentID, UserID, CourseID string }

func (StudentEnrolled) EventName() string { return "course.enrolled" }

// EnrollmentChanged is told when the status of a place has changed, other than by getting it.
type EnrollmentChanged struct{ EnrollmentID, UserID, CourseID, Status string }

func (EnrollmentChanged) EventName() string { return "course.enrollment_changed" }
