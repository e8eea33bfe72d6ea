package blog

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"lectern/internal/platform/access"
)

// newestOfTag is how many posts of each tag are compared: any more would cost without being chosen, for among equals newer ones are shown.
const newestOfTag = 50

// Related lists the posts that share most tags with a published post, the newest among equals, filled up by the newest of the blog. For
// everybody. fault.NotFound, fault.Gone.
func (s *Service) Related(ctx context.Context, idOrSlug string, limit int64) ([]PostCard, error) {
	p, err := s.Post(ctx, access.Caller{}, idOrSlug)
	if err != nil {
		return nil, err
	}
	q := s.deps.DB.Reader()
	shared := map[string]int{}
	for _, tag := range p.Tags {
		ids, err := taggedPosts(ctx, q, tag.Slug, newestOfTag)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			shared[id]++
		}
	}
	delete(shared, p.ID)
	newest, err := newestIDs(ctx, q, limit+1)
	if err != nil {
		return nil, err
	}
	for _, id := range newest {
		if id != p.ID {
			shared[id] += 0
		}
	}
	posts, err := liveByIDs(ctx, q, slices.Collect(maps.Keys(shared)))
	if err != nil {
		return nil, err
	}
	slices.SortFunc(posts, func(a, b found) int {
		return cmp.Or(cmp.Compare(shared[b.ID], shared[a.ID]), b.PublishedAt.Compare(*a.PublishedAt), cmp.Compare(b.ID, a.ID))
	})
	return s.cards(ctx, q, posts[:min(len(posts), int(limit))])
}
