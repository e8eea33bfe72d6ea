package content

import (
	"context"
	"encoding/json"

	"github.com/uptrace/bun"

	"lectern/internal/platform/text"
)

// Text is the content of a text lesson.
type Text struct {
	HTML string `json:"html" doc:"Cleaned: headings, lists, tables, code, images of the course (src=\"file:ID\"), links to its files and lessons (href=\"file:ID\", href=\"lesson:ID\"), formulas (<span data-formula=\"inline\">TeX</span>)."`
}

// textKind cleans the HTML that teachers write.
type textKind struct{ cleaner *text.Cleaner }

func (k textKind) Check(ctx context.Context, tx bun.IDB, courseID string, c Content) (Content, error) {
	t, err := k.clean(c)
	if err == nil {
		err = CheckReferences(ctx, tx, courseID, "content.html", t.HTML)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(t)
}

func (k textKind) clean(c Content) (Text, error) {
	t, err := Decode[Text](c)
	t.HTML = k.cleaner.HTML(t.HTML)
	return t, err
}

// ForLearner cleans again, because a text may have been stored before a rule became stricter.
func (k textKind) ForLearner(c Content) (Content, error) {
	t, err := k.clean(c)
	if err != nil {
		return nil, err
	}
	return json.Marshal(t)
}
