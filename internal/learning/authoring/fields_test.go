package authoring_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// Every field that an author can send is returned as sent, after creating and after changing a course. This finds any
// field that the row, a query or Record.With omits, without a list of fields.
func TestEveryCourseFieldRoundTrips(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	author := a.User(access.Instructor)
	sent := map[string]any{}
	for i := range reflect.TypeFor[course.NewCourse]().NumField() {
		field := reflect.TypeFor[course.NewCourse]().Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		sent[name] = sampleValue(t, field, i)
	}
	body, _ := json.Marshal(sent)
	made := testapp.Read[rest.Answer[map[string]any]](t, author.Do("POST", "/courses/create", string(body), 201)).Data
	expectHolds(t, "made", sent, readCourse(t, author, made["id"].(string)))

	changed := author.CreateCourse("").ID
	author.Do("PUT", "/courses/update/"+changed, string(body), 200)
	expectHolds(t, "changed", sent, readCourse(t, author, changed))
}

func readCourse(t *testing.T, author testapp.User, id string) map[string]any {
	t.Helper()
	return testapp.Read[rest.Answer[map[string]any]](t, author.Do("GET", "/courses/"+id, "", 200)).Data
}

// sampleValue returns a value that is not the field's default and, if the type allows, occurs nowhere else.
func sampleValue(t *testing.T, field reflect.StructField, number int) any {
	t.Helper()
	if choices := field.Tag.Get("enum"); choices != "" {
		for choice := range strings.SplitSeq(choices, ",") {
			if choice != field.Tag.Get("default") {
				return choice
			}
		}
	}
	switch field.Name {
	case "Language":
		return "pt-BR"
	case "Prices":
		return []any{map[string]any{"currency": "EUR", "individual": 12300, "batch": 4500, "min_batch_size": 3, "max_batch_size": 20,
			"early_bird_discount": 5, "early_bird_until": "2027-01-02T03:04:05Z", "group_discount": 7, "is_active": false}}
	case "FAQ":
		return []any{map[string]any{"question": "Why?", "answer": "Because.", "answer_format": "html"}}
	}
	switch field.Type.Kind() {
	case reflect.String:
		return fmt.Sprintf("Text %d", number)
	case reflect.Bool:
		return true
	case reflect.Int64:
		return 100 + number // some rules compare fields: later ones must not be smaller
	case reflect.Slice:
		return []any{fmt.Sprintf("First %d", number), fmt.Sprintf("Second %d", number)}
	}
	t.Fatalf("NewCourse.%s is of type %s: say here which value to try", field.Name, field.Type)
	return nil
}

// expectHolds compares as JSON and ignores fields that were not sent.
func expectHolds(t *testing.T, path string, sent, got any) {
	t.Helper()
	switch sent := sent.(type) {
	case map[string]any:
		held, _ := got.(map[string]any)
		for name, value := range sent {
			expectHolds(t, path+"."+name, value, held[name])
		}
	case []any:
		held, _ := got.([]any)
		if len(held) != len(sent) {
			t.Errorf("%s: sent %v, got %v", path, sent, got)
			return
		}
		for i := range sent {
			expectHolds(t, fmt.Sprintf("%s[%d]", path, i), sent[i], held[i])
		}
	default:
		if fmt.Sprint(sent) != fmt.Sprint(got) {
			t.Errorf("%s: sent %v, got %v", path, sent, got)
		}
	}
}

// The specification spells some members in several ways: all are accepted, at both addresses, and one is answered.
func TestOtherSpellingsAreAccepted(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	const others = `,"is_Certification":true,"is_Assignments":true,"is_Projects":true,"is_Quizes":true,"no_of_Sessions":7`
	c := teacher.CreateCourse(others)
	typed := teacher.CreateTypedCourse("free", others).Course
	for _, got := range []course.Course{c.Course, typed} {
		if !got.IsCertification || !got.IsAssignments || !got.IsProjects || !got.IsQuizzes || got.NoOfSessions != 7 {
			t.Errorf("%+v", got)
		}
	}
	both := teacher.CreateCourse(`,"is_Quizes":true,"is_quizzes":false`)
	if both.IsQuizzes {
		t.Error("another spelling stands against the member itself")
	}
}
