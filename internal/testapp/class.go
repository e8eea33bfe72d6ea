package testapp

import (
	"strings"
	"testing"

	"lectern/internal/app"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
)

// Class is an application with a published course, its teacher and an enrolled student.
type Class struct {
	*App
	Teacher, Student User
	CourseID         string
	Base             string // of the paths of its curriculum
	t                *testing.T
}

// NewClass creates a class in an application of its own.
func NewClass(t *testing.T, changes ...func(*app.Deps)) *Class {
	t.Helper()
	a := New(t, changes...)
	c := &Class{App: a, t: t, Teacher: a.User(access.Instructor), Student: a.User(access.Student)}
	c.CourseID = a.Course(c.Teacher)
	c.Base = "/curriculum/course/" + c.CourseID
	a.Enroll(c.Student, c.CourseID)
	return c
}

// Section adds a section to the draft; more holds additional members of the request, each after a comma.
func (c *Class) Section(more string) outline.OutlineEntry {
	c.t.Helper()
	return Read[rest.Answer[outline.OutlineEntry]](c.t, c.Teacher.Do("POST", c.Base+"/sections", `{"title":"Basics"`+more+`}`, 201)).Data
}

// Lesson adds a text lesson, completed at its end unless more says otherwise, to a section of the draft; more holds additional members
// of the request, each after a comma.
func (c *Class) Lesson(section, more string) outline.LessonEntry {
	c.t.Helper()
	if !strings.Contains(more, `"completion"`) {
		more += `,"completion":{"rule":"view"}`
	}
	return Read[rest.Answer[outline.LessonEntry]](c.t, c.Teacher.Do("POST", c.Base+"/sections/"+section+"/lessons",
		`{"type":"text","title":"Bees","content":{"html":"<p>Bees</p>"}`+more+`}`, 201)).Data
}

// Publish publishes the draft.
func (c *Class) Publish() {
	c.t.Helper()
	c.Teacher.Do("POST", c.Base+"/publish", "{}", 200)
}

// Curriculum returns the curriculum as the user sees it; query is empty or begins with a question mark.
func (c *Class) Curriculum(user User, query string) outline.Curriculum {
	c.t.Helper()
	return Read[rest.Answer[outline.Curriculum]](c.t, user.Do("GET", c.Base+query, "", 200)).Data
}

// LessonTitles returns the titles of the lessons that the user sees.
func (c *Class) LessonTitles(user User, query string) (titles []string) {
	c.t.Helper()
	for _, l := range c.Curriculum(user, query).Lessons {
		titles = append(titles, l.Title)
	}
	return titles
}
