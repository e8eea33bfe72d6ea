package course

// StudentEnrolled is told when somebody has got a place in a course that they had not.
type StudentEnrolled struct{ EnrollmentID, UserID, CourseID string }

func (StudentEnrolled) EventName() string { return "course.enrolled" }
