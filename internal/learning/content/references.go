package content

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// CheckFiles returns fault.Invalid for the field unless all files that clean HTML shows or links to are of the course.
func CheckFiles(ctx context.Context, q bun.IDB, courseID, field string, clean ...string) error {
	var ids []string
	for _, html := range clean {
		ids = append(ids, text.FileIDs(html)...)
	}
	own, err := ownFiles(ctx, q, courseID, ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if !own[id] {
			return fault.InvalidField(field, "unknown_value", "A file in this text is not one of this course. Please upload it here.")
		}
	}
	return nil
}

// WithoutForeignFiles removes files of other courses from all texts of a content, and counts them.
func WithoutForeignFiles(ctx context.Context, q bun.IDB, courseID string, c Content) (clean Content, removed int, err error) {
	var document any
	decoder := json.NewDecoder(bytes.NewReader(c))
	decoder.UseNumber()
	if err := decoder.Decode(&document); err != nil {
		return c, 0, nil // its kind refuses it
	}
	var ids []string
	mapTexts(document, func(s string) string {
		ids = append(ids, text.FileIDs(s)...)
		return s
	})
	own, err := ownFiles(ctx, q, courseID, ids)
	if err != nil || len(ids) == 0 {
		return c, 0, err
	}
	document = mapTexts(document, func(s string) string {
		rest, n := text.WithoutFiles(s, func(id string) bool { return own[id] })
		removed += n
		return rest
	})
	clean, err = json.Marshal(document)
	return clean, removed, err
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
