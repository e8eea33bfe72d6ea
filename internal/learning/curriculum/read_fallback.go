package curriculum

import "lectern/internal/learning/outline"

// fallback is what is shown of a course without a curriculum (spec, second document, section 3).
func fallback(courseID string) outline.Curriculum {
	return outline.Curriculum{CourseID: courseID, Title: "Getting Started",
		Description: "This course curriculum is being set up. Check back soon!", StructureType: "sectioned", IsFallback: true,
		Weeks: []outline.OutlineEntry{}, Sections: []outline.OutlineEntry{}, Lessons: []outline.LessonEntry{}, Totals: outline.Outline{}.Totals()}
}
