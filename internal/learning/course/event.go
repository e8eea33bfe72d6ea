package course

// StudentEnrolled is told when somebody has got a place in a course that they had not.
type StudentEnrolled struct{ EnrollmentID, UserID, CourseID string }

func (StudentEnrolled) EventName() string { return "course.enrolled" }

// WeekRecorded is told when a video has been named as the recording of a week of a live course.
type WeekRecorded struct{ CourseID, WeekID, VideoID string }

func (WeekRecorded) EventName() string { return "course.week_recorded" }

// Deleted is told when a course is gone for good.
type Deleted struct{ CourseID string }

func (Deleted) EventName() string { return "course.deleted" }

// EnrollmentChanged is told when the status of a place has changed, other than by getting it.
type EnrollmentChanged struct{ EnrollmentID, UserID, CourseID, Status string }

func (EnrollmentChanged) EventName() string { return "course.enrollment_changed" }
