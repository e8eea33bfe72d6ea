// Package content defines the content of lessons by type: what each kind accepts, and what of it learners see.
//
// Contents are never changed in place. Each change stores a new content with its own id, to which versions of a
// curriculum refer.
package content

import (
	"context"
	"encoding/json"
	"maps"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Content is the content of a lesson; its fields depend on the kind (Text, Video, …).
type Content = json.RawMessage

// MaxSize is the maximum size of a content's JSON, in bytes.
const MaxSize = 512 << 10

// Kind handles the contents of one type of lesson.
type Kind interface {
	// Check returns a content in stored form, or fault.Invalid. It may read within the transaction.
	Check(ctx context.Context, tx bun.IDB, courseID string, c Content) (Content, error)
	// ForLearner returns what learners may see of it.
	ForLearner(c Content) (Content, error)
}

// Deadline says when the work in a lesson is due.
type Deadline struct {
	At    time.Time
	Final bool // nothing can be begun or handed in afterwards
}

// dated is implemented by kinds whose lessons may have a deadline.
type dated interface {
	Deadline(c Content) (*Deadline, error) // nil for none
}

// Kinds maps lesson types to kinds.
type Kinds map[string]Kind

// NewKinds returns the kinds of this package and those of other features.
func NewKinds(more map[string]Kind) Kinds {
	kinds := Kinds{
		"text": textKind{text.NewCleaner()}, "embed": embedKind{}, "file": fileKind{}, "pdf": fileKind{"application/pdf"},
		"video": videoKind{}, "live_session": liveKind{},
	}
	maps.Copy(kinds, more)
	return kinds
}

type Stored struct {
	ID      string
	VideoID string // of a video
}

// Put checks and stores the content of a lesson. It returns fault.Invalid or fault.TooLarge.
func (ks Kinds) Put(ctx context.Context, tx bun.IDB, courseID, lessonType string, c Content, now time.Time) (s Stored, err error) {
	kind, ok := ks[lessonType]
	if !ok {
		return s, fault.InvalidField("type", "unknown_value", "Lessons of this type can't be created here.")
	}
	if len(c) > MaxSize {
		return s, fault.New(fault.TooLarge, "content_too_large", "This lesson is too large. Split it into two.")
	}
	checked, err := kind.Check(ctx, tx, courseID, c)
	if err != nil {
		return s, err
	}
	if s.ID, err = insertContent(ctx, tx, courseID, checked, now); err != nil || lessonType != "video" {
		return s, err
	}
	v, err := Decode[Video](checked)
	s.VideoID = v.VideoID
	return s, err
}

// HasDeadlines reports whether lessons of a type may have a deadline.
func (ks Kinds) HasDeadlines(lessonType string) bool {
	_, ok := ks[lessonType].(dated)
	return ok
}

// Deadline returns when the work in a lesson is due, nil for never.
func (ks Kinds) Deadline(lessonType string, c Content) (*Deadline, error) {
	kind, ok := ks[lessonType].(dated)
	if !ok || len(c) == 0 {
		return nil, nil
	}
	return kind.Deadline(c)
}

// Decode returns fault.Invalid if the content does not fit the type.
func Decode[T any](c Content) (v T, err error) {
	if err := json.Unmarshal(c, &v); err != nil {
		return v, fault.InvalidField("content", "malformed", "The content doesn't fit the type of this lesson.")
	}
	return v, nil
}
