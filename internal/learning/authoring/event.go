package authoring

// WeekRecorded is told when a video has been named as the recording of a week of a live course.
type WeekRecorded struct{ CourseID, WeekID, VideoID string }

func (WeekRecorded) EventName() string { return "course.week_recorded" }

// Deleted is told when a course is gone for good.
type Deleted struct{ CourseID string }

func (Deleted) EventName() string { return "course.deleted" }
