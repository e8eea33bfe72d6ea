package analytics

import (
	"cmp"
	"context"
	"slices"
)

// SkillProgress is a learner's progress in a skill, over all their courses that teach it. A course teaches its tools and
// technologies; one that names none teaches its category.
type SkillProgress struct {
	Skill     string `json:"skill"`
	Courses   int64  `json:"courses"`
	Completed int64  `json:"completedLessons" doc:"Required ones."`
	Required  int64  `json:"requiredLessons"`
	Percent   *int64 `json:"progressPercentage" doc:"null where no lesson is required."`
	TimeSpent int64  `json:"timeSpent" doc:"Seconds, of all courses that teach it."`
}

// skills returns the skills that some courses of a learner teach, those with most time spent first.
func (s *Service) skills(ctx context.Context, courses []enrolledCourse) ([]SkillProgress, error) {
	all := []SkillProgress{}
	tools, err := toolsOf(ctx, s.deps.DB.Reader(), courses)
	if err != nil {
		return all, err
	}
	at := map[string]int{}
	for _, c := range courses {
		taught := tools[c.CourseID]
		if len(taught) == 0 {
			taught = []string{c.Category}
		}
		for _, skill := range taught {
			i, known := at[skill]
			if !known {
				i, at[skill] = len(all), len(all)
				all = append(all, SkillProgress{Skill: skill})
			}
			all[i].add(c.LearnerProgress)
		}
	}
	for i := range all {
		if all[i].Required > 0 {
			percent := all[i].Completed * 100 / all[i].Required
			all[i].Percent = &percent
		}
	}
	slices.SortFunc(all, func(a, b SkillProgress) int {
		return cmp.Or(cmp.Compare(b.TimeSpent, a.TimeSpent), cmp.Compare(b.Completed, a.Completed), cmp.Compare(a.Skill, b.Skill))
	})
	return all, nil
}

func (p *SkillProgress) add(l LearnerProgress) {
	p.Courses++
	p.Completed += l.Completed
	p.Required += l.Required
	p.TimeSpent += l.TimeSpent
}
