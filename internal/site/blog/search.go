package blog

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
	"lectern/internal/platform/words"
	"lectern/internal/site/posttag"
)

// PostSearch says what is searched for.
type PostSearch struct {
	Query string `query:"query" maxLength:"200" msg:"A search has at most 200 characters" doc:"The beginnings of words of title, tags, author, headings, summary and text, each of which must occur; typos are forgiven where nothing begins so."`
	Q     string `query:"q" maxLength:"200" msg:"A search has at most 200 characters" doc:"The same as query."`
}

// FoundPost is a post that a search has found.
type FoundPost struct {
	PostCard
	Matched []string `json:"matched" doc:"Words of the post for which it was found, folded: without capitals and accents."`
}

// Search returns a page of the published posts that have all words of a search, and how many there are: first those with the words in the title, then
// by the other places in which they stand, then the newest. For everybody. fault.Invalid without a query.
func (s *Service) Search(ctx context.Context, in PostSearch, limit, offset int64) ([]FoundPost, rest.Count, error) {
	typed := text.OneLine(in.Query)
	if typed == "" {
		typed = text.OneLine(in.Q)
	}
	if typed == "" {
		return nil, rest.Count{}, fault.InvalidField("query", "required", "Search query is required")
	}
	q := s.deps.DB.Reader()
	terms, err := meantWords(ctx, q, typed)
	if err != nil || len(terms) == 0 {
		return []FoundPost{}, rest.CountUpTo(0), err
	}
	ids, n, err := searchWords(ctx, q, terms, limit, offset)
	if err != nil {
		return nil, rest.Count{}, err
	}
	posts, err := liveByIDs(ctx, q, ids)
	if err != nil {
		return nil, rest.Count{}, err
	}
	cards, err := s.cards(ctx, q, posts)
	if err != nil {
		return nil, rest.Count{}, err
	}
	by := map[string]PostCard{}
	for _, c := range cards {
		by[c.ID] = c
	}
	matched, err := wordsMatched(ctx, q, ids, terms)
	found := []FoundPost{}
	for _, id := range ids {
		if c, ok := by[id]; ok { // unpublished since the ids were read
			found = append(found, FoundPost{c, matched[id]})
		}
	}
	return found, rest.CountUpTo(n), err
}

// Where a word stands in a post, as bits: a search ranks by their sum, so that one place outweighs all those behind it.
const (
	inTitle = 32 >> iota
	inTag
	inAuthor
	inHeading
	inExcerpt
	inBody
)

const mostWords = 300 // of one post, those of the most important places first

// wordsIn returns the words of a text with the places in which they stand.
func wordsIn(c content, author string) map[string]int64 {
	at := map[string]int64{}
	add := func(place int64, texts ...string) {
		for _, s := range texts {
			for _, word := range words.Split(s) {
				if _, known := at[word]; known || len(at) < mostWords {
					at[word] |= place
				}
			}
		}
	}
	add(inTitle, c.Title)
	add(inTag, c.Tags.V...)
	add(inAuthor, author)
	_, headings := withHeadings(c.HTML)
	for _, h := range headings {
		add(inHeading, h.Text)
	}
	add(inExcerpt, c.Excerpt)
	add(inBody, text.PlainLine(c.HTML))
	return at
}

// index makes searches find a locked post by a text.
func (s *Service) index(ctx context.Context, tx bun.IDB, r *row, c content) error {
	author, err := authorName(ctx, tx, r.CreatedBy)
	if err == nil {
		err = posttag.UseCurrentNames(ctx, tx, &c.Tags.V)
	}
	if err != nil {
		return err
	}
	r.IndexedID = c.ID
	return putWords(ctx, tx, *r, wordsIn(c, author))
}

const mostIndexed = 200 // posts in one run

// Sweeps index published posts that searches do not find yet, and remove those that were deleted long ago.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"blog.index": s.indexMissing, "blog.purge": s.purge}
}

// indexMissing indexes published posts that are not: those of authors with another name than before, and of versions that had no index.
func (s *Service) indexMissing(ctx context.Context) error {
	ids, err := unindexed(ctx, s.deps.DB.Reader(), mostIndexed)
	for _, id := range ids {
		if err != nil {
			break
		}
		err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
			r, err := lock(ctx, tx, id, "")
			if fault.Is(err, fault.NotFound) || err == nil && r.Status != published {
				return nil
			}
			if err != nil {
				return err
			}
			c, err := contentByID(ctx, tx, id, *r.LiveID)
			if err == nil {
				err = s.index(ctx, tx, &r, c)
			}
			if err != nil {
				return err
			}
			return update(ctx, tx, r)
		})
	}
	return err
}

// accountRenamed is the event account.renamed, as far as it is read here.
type accountRenamed struct{ UserID string }

func (accountRenamed) EventName() string { return "account.renamed" }

// tagChanged is the event blog.tag_changed.
type tagChanged struct{ TagID string }

func (tagChanged) EventName() string { return "blog.tag_changed" }

// Listeners have posts indexed anew whose author or tag has another name.
func (s *Service) Listeners() []events.Listener {
	return []events.Listener{
		events.On("blog", func(ctx context.Context, d events.Delivery[accountRenamed]) error {
			return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return forgetIndexed(ctx, tx, d.Event.UserID) })
		}),
		events.On("blog", func(ctx context.Context, d events.Delivery[tagChanged]) error {
			return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return forgetTagged(ctx, tx, d.Event.TagID) })
		}),
	}
}
