package exchange

import (
	"context"

	"lectern/internal/learning/content"
	"lectern/internal/platform/scratch"
)

// contentOf returns the content of a lesson of an archive, nil for none. The contents of a whole course do not fit into memory, so
// each is read when it is needed.
type contentOf func(ctx context.Context, l ArchivedLesson) (content.Content, error)

// inArchive is the contentOf of templates, which are small.
func inArchive(_ context.Context, l ArchivedLesson) (content.Content, error) { return l.Content, nil }

// inHeap is the contentOf of what was unpacked.
func inHeap(h *scratch.Heap) contentOf {
	return func(_ context.Context, l ArchivedLesson) (content.Content, error) { return h.Read(l.stored) }
}
