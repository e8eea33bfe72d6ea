package enrollment

// StudentEnrolled is published when a user has become enrolled in a course.
type StudentEnrolled struct{ EnrollmentID, UserID, CourseID string }

func (StudentEnrolled) EventName() string { return "course.enrolled" }

// EnrollmentChanged is published when the status of an enrollment has changed in any other way.
type EnrollmentChanged struct{ EnrollmentID, UserID, CourseID, Status string }

func (EnrollmentChanged) EventName() string { return "course.enrollment_changed" }
