package authoring

// WeekRecorded is published when a video has been added as the recording of a week of a live course.
type WeekRecorded struct{ CourseID, WeekID, VideoID string }

func (WeekRecorded) EventName() string { return "course.week_recorded" }

// Deleted is published when a course has been permanently deleted.
type Deleted struct{ CourseID string }

func (Deleted) EventName() string { return "course.deleted" }
