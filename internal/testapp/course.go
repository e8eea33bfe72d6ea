package testapp

import (
	"net/http/httptest"
	"net/url"
	"strings"

	"lectern/internal/learning/authoring"
	"lectern/internal/learning/content"
	"lectern/internal/platform/rest"
)

// CourseMembers are the required members of a course, as JSON.
const CourseMembers = `"title":"Keeping bees","category":"Nature","course_type":"blended"`

// CreateCourse creates a draft with these members in addition to, or instead of, CourseMembers.
func (u User) CreateCourse(members string) authoring.CourseDetail {
	u.app.t.Helper()
	return Read[rest.Answer[authoring.CourseDetail]](u.app.t, u.Do("POST", "/courses/create", `{`+CourseMembers+members+`}`, 201)).Data
}

// PublishCourse creates a course in the catalogue.
func (u User) PublishCourse(members string) authoring.CourseDetail {
	u.app.t.Helper()
	return Read[rest.Answer[authoring.CourseDetail]](u.app.t, u.Do("PATCH", "/courses/toggle-status/"+u.CreateCourse(members).ID, "", 200)).Data
}

// GetCourse returns a course that the user may see.
func (u User) GetCourse(id string) authoring.CourseDetail {
	u.app.t.Helper()
	return Read[rest.Answer[authoring.CourseDetail]](u.app.t, u.Do("GET", "/courses/"+id, "", 200)).Data
}

// CreateTypedCourse creates a draft through the operation for its type.
func (u User) CreateTypedCourse(kind, members string) authoring.TypedCourse {
	u.app.t.Helper()
	return Read[rest.Answer[authoring.TypedCourse]](u.app.t, u.Do("POST", "/tcourse", `{"title":"Typed","category":"Nature","course_type":"`+kind+`"`+members+`}`, 201)).Data
}

// AddFile uploads a file for the lessons of a course that the user teaches.
func (u User) AddFile(courseID, name, body string) content.CourseFile {
	u.app.t.Helper()
	r := httptest.NewRequest("POST", "/api/v1/curriculum/course/"+courseID+"/files?name="+url.QueryEscape(name), strings.NewReader(body))
	return Read[rest.Answer[content.CourseFile]](u.app.t, u.SendRaw(r).Body.String()).Data
}
