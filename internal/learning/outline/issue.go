package outline

// Issue is a problem of a draft, and where it is.
type Issue struct {
	Severity  string `json:"severity" enum:"error,warning" doc:"An error keeps the draft from being published."`
	Code      string `json:"code"`
	Message   string `json:"message"`
	SectionID string `json:"section_id,omitempty"`
	LessonID  string `json:"lesson_id,omitempty"`
}
