package writing

import (
	"context"
	"maps"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/jobs"
	"lectern/internal/site/writing/offline"
)

// mostLearned is how many posts a sweep learns from; the next one goes on.
const mostLearned = 500

// mostSearched is how many posts are compared with a text at most, counted for each word anew.
const mostSearched = 20_000

// Sweeps learn from posts that were published, forget those that readers no longer see, and end runs whose server has died.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"writing.learn": s.learn, "writing.runs": s.freeLost}
}

func (s *Service) learn(ctx context.Context) error {
	gone, err := outdated(ctx, s.deps.DB.Reader(), mostLearned)
	if err != nil {
		return err
	}
	for _, id := range gone {
		if err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return forget(ctx, tx, id) }); err != nil {
			return err
		}
	}
	ids, err := unknown(ctx, s.deps.DB.Reader(), mostLearned)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return s.learnFrom(ctx, tx, id) }); err != nil {
			return err
		}
	}
	return nil
}

// learnFrom stores the words of a published post. Those that were published before it weigh how rare a word is.
func (s *Service) learnFrom(ctx context.Context, tx bun.IDB, id string) error {
	p, err := livePost(ctx, tx, id)
	if err != nil || p.ID == "" {
		return err
	}
	counts := offline.Read(p.Title, p.HTML).Words()
	words := slices.Sorted(maps.Keys(counts))
	known, err := rarity(ctx, tx, words)
	if err != nil {
		return err
	}
	isNew, err := putPost(ctx, tx, learned{PostID: p.ID, ContentID: p.ContentID}, words)
	if err != nil || !isNew {
		return err
	}
	if !p.IsTagged {
		return nil
	}
	return putWords(ctx, tx, p.ID, offline.Strongest(counts, known, known[""]))
}

// neighbours returns the published posts that are most like an article, but for one, with their tags.
func (s *Service) neighbours(ctx context.Context, q bun.IDB, a offline.Article, but string) ([]offline.Neighbour, map[string]int, error) {
	counts := a.Words()
	known, err := rarity(ctx, q, slices.Sorted(maps.Keys(counts)))
	if err != nil {
		return nil, nil, err
	}
	terms, sum := offline.Strongest(counts, known, known[""]), 0
	searched := terms[:0]
	for _, t := range terms {
		if n := known[t.Word]; n > 0 && sum+n <= mostSearched {
			searched, sum = append(searched, t), sum+n
		}
	}
	near, err := similar(ctx, q, searched, but, offline.MostNeighbours)
	return near, known, err
}
