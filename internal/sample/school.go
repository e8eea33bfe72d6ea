package sample

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"lectern/internal/learning/content"
	"lectern/internal/learning/course"
	"lectern/internal/learning/curriculum"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// What a student of a generated school has.
const (
	coursesEach   = 10 // courses of a student
	lessonsEach   = 20 // lessons of a course
	fewestCourses = coursesEach
)

// School is the size of a generated school.
type School struct{ Courses, Learners int64 }

// SchoolOf returns the school of a scale: 1 is 2,000 courses, 100,000 students, 1 million enrolments and 20 million
// completed lessons. A course has as many students at every scale.
func SchoolOf(scale float64) School {
	courses := max(fewestCourses, int64(math.Round(2000*scale)))
	return School{courses, 50 * courses}
}

// FillSchool generates such a school in an empty installation, to measure what grows with it. Courses and their curricula
// are created by the use cases; users and progress are written in bulk, without the events that they would come from.
// Student n of 0… signs in as learnerN@school.test. fault.Conflict when the database holds anything else; tell receives the
// progress.
func FillSchool(ctx context.Context, in Installation, size School, tell func(string)) error {
	if state, _, err := in.state(ctx); err != nil || state != "" {
		return errors.Join(err, fault.New(fault.Conflict, "not_empty", "This database has been filled already. Fill another: --data or --database."))
	}
	if _, err := in.begin(ctx); err != nil {
		return err
	}
	teacher, err := in.staff(ctx)
	if err != nil {
		return err
	}
	pattern := ""
	for n := range size.Courses {
		id, err := in.taught(ctx, teacher, n, pattern)
		if err != nil {
			return fmt.Errorf("course %d: %w", n, err)
		}
		if pattern == "" {
			pattern = id
		}
		if n%100 == 99 {
			tell(fmt.Sprintf("%d of %d courses", n+1, size.Courses))
		}
	}
	if err := in.fillLearners(ctx, size, tell); err != nil {
		return err
	}
	return in.mark(ctx, "full")
}

// staff creates the demo's accounts and returns its teacher.
func (in Installation) staff(ctx context.Context) (teacher access.Caller, err error) {
	main := slices.DeleteFunc(slices.Clone(staff), func(p person) bool { return signIns[p.key] == "" })
	callers, err := in.accounts(ctx, main)
	return callers["tomas"], err
}

// taught creates a published course with the curriculum of the course pattern; the first has its own.
func (in Installation) taught(ctx context.Context, teacher access.Caller, n int64, pattern string) (id string, err error) {
	c, err := in.Authoring.Create(ctx, teacher, made(n))
	if err != nil {
		return "", err
	}
	if pattern == "" {
		err = in.outline(ctx, teacher, c.ID)
	} else {
		_, err = in.Exchange.Duplicate(ctx, teacher, c.ID, pattern)
	}
	if err == nil {
		_, err = in.Curricula.Publish(ctx, teacher, c.ID, curriculum.Publication{})
	}
	if err == nil {
		_, err = in.Authoring.TogglePublished(ctx, teacher, c.ID)
	}
	return c.ID, err
}

// outline writes a curriculum of four weeks of texts.
func (in Installation) outline(ctx context.Context, teacher access.Caller, courseID string) error {
	const weeks = 4
	for week := range weeks {
		section, err := in.Curricula.AddSection(ctx, teacher, courseID, curriculum.NewSection{Kind: "week", Title: fmt.Sprintf("Week %d", week+1)})
		if err != nil {
			return err
		}
		for lesson := range lessonsEach / weeks {
			_, err := in.Curricula.AddLesson(ctx, teacher, courseID, section.ID, curriculum.NewLesson{Type: "text",
				Title: fmt.Sprintf("Step %d", lesson+1), Content: content.Content(`{"html":"<p>What this step is about.</p>"}`)})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

var (
	manners  = []string{"Practical", "Modern", "Essential", "Advanced", "Applied", "Everyday", "Complete", "Hands-on", "Introductory", "Professional", "Creative"}
	subjects = []string{"Accounting", "Algebra", "Bookbinding", "Carpentry", "Chemistry", "Databases", "Drawing", "Economics", "French", "Gardening", "Genetics", "Geometry",
		"Journalism", "Logic", "Marketing", "Negotiation", "Nursing", "Photography", "Physics", "Programming", "Robotics", "Statistics", "Welding"}
	purposes   = []string{"for Beginners", "for Teams", "at Work", "in Depth", "in a Month", "for Teachers", "from Scratch"}
	categories = []string{"Business", "Crafts", "Engineering", "Health", "Languages", "Science", "The arts"}
	levels     = []string{"beginner", "intermediate", "advanced"}
)

// made returns the details of course n: the lists have lengths without a common divisor, so that 1,771 courses have
// different titles.
func made(n int64) course.NewCourse {
	of := func(words []string) string { return words[n%int64(len(words))] }
	title := fmt.Sprintf("%s %s %s", of(manners), of(subjects), of(purposes))
	return course.NewCourse{Title: title, Summary: title + ", with twenty steps in four weeks.", Description: "One of the courses of a school that was made up to measure Lectern.",
		CourseType: "free", Category: of(categories), Level: of(levels)}
}
