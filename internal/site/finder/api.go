package finder

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
)

type findInput struct{ Search }

// Register mounts the operation, with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/search", "Find courses, lessons, posts, tags, people, batches, orders and videos that the caller may see"),
		func(ctx context.Context, who access.Caller, in *findInput) (rest.Answer[[]FoundGroup], error) {
			groups, err := s.Find(ctx, who, in.Search)
			return rest.One("", groups, err)
		})
}
