package content

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// CheckReferences returns fault.Invalid for the field unless all files that clean HTML shows or links to, and all lessons that it
// links to, are of the course.
func CheckReferences(ctx context.Context, q bun.IDB, courseID, field string, clean ...string) error {
	own, err := ownReferences(ctx, q, courseID, clean)
	if err != nil {
		return err
	}
	for _, html := range clean {
		for _, id := range text.FileIDs(html) {
			if !own.files[id] {
				return fault.InvalidField(field, "unknown_value", "A file in this text doesn't belong to this course. Upload it here.")
			}
		}
		for _, id := range text.LessonIDs(html) {
			if !own.lessons[id] {
				return fault.InvalidField(field, "unknown_value", "A link in this text leads to a lesson outside this course. Choose another lesson.")
			}
		}
	}
	return nil
}

// references are ids that texts name and that belong to the course.
type references struct{ files, lessons map[string]bool }

func ownReferences(ctx context.Context, q bun.IDB, courseID string, texts []string) (own references, err error) {
	var files, lessons []string
	for _, html := range texts {
		files, lessons = append(files, text.FileIDs(html)...), append(lessons, text.LessonIDs(html)...)
	}
	if own.files, err = ofCourse(ctx, q, "course_files", courseID, files); err != nil {
		return own, err
	}
	own.lessons, err = ofCourse(ctx, q, "lessons", courseID, lessons)
	return own, err
}

// Removed counts what WithoutForeign has removed.
type Removed struct{ Files, Links int }

// WithoutForeign removes files of other courses from all texts of a content, and links to lessons of other courses but for their text.
func WithoutForeign(ctx context.Context, q bun.IDB, courseID string, c Content) (clean Content, removed Removed, err error) {
	var document any
	decoder := json.NewDecoder(bytes.NewReader(c))
	decoder.UseNumber()
	if err := decoder.Decode(&document); err != nil {
		return c, removed, nil // its kind refuses it
	}
	var texts []string
	mapTexts(document, func(s string) string {
		texts = append(texts, s)
		return s
	})
	own, err := ownReferences(ctx, q, courseID, texts)
	if err != nil {
		return c, removed, err
	}
	document = mapTexts(document, func(s string) string {
		s = text.WithoutFiles(s, keeping(own.files, &removed.Files))
		return text.WithoutLessons(s, keeping(own.lessons, &removed.Links))
	})
	if removed == (Removed{}) {
		return c, removed, nil
	}
	clean, err = json.Marshal(document)
	return clean, removed, err
}

// keeping keeps what is in a set, and counts the rest.
func keeping(own map[string]bool, removed *int) func(id string) bool {
	return func(id string) bool {
		if !own[id] {
			*removed++
		}
		return own[id]
	}
}

// mapTexts replaces every text of a JSON document.
func mapTexts(document any, replace func(string) string) any {
	switch v := document.(type) {
	case string:
		return replace(v)
	case []any:
		for i := range v {
			v[i] = mapTexts(v[i], replace)
		}
	case map[string]any:
		for name := range v {
			v[name] = mapTexts(v[name], replace)
		}
	}
	return document
}
