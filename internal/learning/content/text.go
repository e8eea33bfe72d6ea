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

func (k textKind) Check(_ context.Context, _ bun.IDB, _ string, c Content) (Content, error) {
	t, err := Decode[Text](c)
	if err != nil {
		return nil, err
	}
	t.HTML = k.cleaner.HTML(t.HTML)
	return json.Marshal(t)
}

// ForLearner cleans again, because a text may have been stored before a rule became stricter.
func (k textKind) ForLearner(c Content) (Content, error) {
	return k.Check(context.Background(), nil, "", c)
}
