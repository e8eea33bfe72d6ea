// Package content is what is in the lessons of a course, by type: what each kind takes, and what of it learners see.
//
// A content never changes in place: each change stores another one with an id of its own, which versions of a curriculum name.
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

// Content is what is in a lesson; its members are those of its kind (Text, Video, …).
type Content = json.RawMessage

// MaxSize is how much JSON there may be in one lesson, in bytes.
const MaxSize = 512 << 10

// Kind knows what may be in the lessons of one type.
type Kind interface {
	// Check returns a content as it is stored, or fault.Invalid; it may read within the transaction.
	Check(ctx context.Context, tx bun.IDB, courseID string, c Content) (Content, error)
	// ForLearner is what a learner may see of it.
	ForLearner(c Content) (Content, error)
}

// Kinds are all kinds by the type of the lesson.
type Kinds map[string]Kind

// NewKinds are the kinds of this package and those of other features.
func NewKinds(more map[string]Kind) Kinds {
	kinds := Kinds{
		"text": textKind{text.NewCleaner()}, "embed": embedKind{}, "file": fileKind{}, "pdf": fileKind{"application/pdf"},
		"video": videoKind{}, "live_session": liveKind{},
	}
	maps.Copy(kinds, more)
	return kinds
}

// Stored names a content that has been stored.
type Stored struct {
	ID      string
	VideoID string // of a video
}

// Put checks and stores a content for a lesson of a type. fault.Invalid, fault.TooLarge.
func (ks Kinds) Put(ctx context.Context, tx bun.IDB, courseID, lessonType string, c Content, now time.Time) (s Stored, err error) {
	kind, ok := ks[lessonType]
	if !ok {
		return s, fault.InvalidField("type", "unknown_value", "Lessons of this type cannot be made here.")
	}
	if len(c) > MaxSize {
		return s, fault.New(fault.TooLarge, "content_too_large", "There is too much in this lesson. Please split it in two.")
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

// Decode reads a content of a kind. fault.Invalid.
func Decode[T any](c Content) (v T, err error) {
	if err := json.Unmarshal(c, &v); err != nil {
		return v, fault.InvalidField("content", "malformed", "What is in the lesson does not have the form that its type needs.")
	}
	return v, nil
}
