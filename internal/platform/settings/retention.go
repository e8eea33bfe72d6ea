package settings

import "lectern/internal/platform/fault"

// RetentionSettings say what is kept of erased accounts, and for how long.
type RetentionSettings struct {
	GradeMonths int64 `json:"grade_months" doc:"Months for which grades and submissions of an erased account are kept without a name, from 0 (they are deleted at once) to 120. A shorter time also applies to what is kept already, a longer one does not."`
}

func (*RetentionSettings) Key() string { return "retention" }
func (*RetentionSettings) Normalize()  {}

func (g *RetentionSettings) Violations() (broken fault.Fields) {
	between(&broken, "grade_months", g.GradeMonths, 0, 120, "months")
	return broken
}
