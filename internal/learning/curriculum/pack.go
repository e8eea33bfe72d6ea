package curriculum

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/content"
	"lectern/internal/learning/outline"
)

// packer is a Kind whose contents name what only their own course has, and can take it along.
type packer interface {
	Pack(ctx context.Context, q bun.IDB, courseID string, c content.Content) (content.Content, error)
}

// pack gives the contents of an outline as they travel, by content id.
func (s *Service) pack(ctx context.Context, q bun.IDB, courseID string, o outline.Outline, held map[string]content.Content) error {
	for _, l := range o.AllLessons() {
		kind, ok := s.Kinds[l.Type].(packer)
		if !ok || len(held[l.ContentID]) == 0 {
			continue
		}
		packed, err := kind.Pack(ctx, q, courseID, held[l.ContentID])
		if err != nil {
			return err
		}
		held[l.ContentID] = packed
	}
	return nil
}
