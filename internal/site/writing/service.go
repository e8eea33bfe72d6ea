package writing

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/ai"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/settings"
	"lectern/internal/platform/slots"
	"lectern/internal/platform/text"
	"lectern/internal/site/writing/offline"
)

type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *settings.Store
	Cleaner  *text.Cleaner
	Model    *ai.Client `optional:"the school has no language model"`
}

type Service struct {
	deps  Deps
	calls *slots.Slots
	asked *asked
}

// atOnce are how many calls of the model one server makes at once.
var atOnce = slots.Limits{Running: 4, Each: 2, Waiting: 20}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d, slots.New(atOnce), &asked{}}
}

// The tools, as in the last part of their paths.
const (
	toolTags        = "tags"
	toolDescription = "meta-description"
	toolSuggestions = "suggestions"
	toolFromPrompt  = "generate-from-prompt"
	toolContent     = "generate-content"
	toolEnhance     = "enhance"
)

// mostKnownTags is how many tags of the blog are looked for in a text: those of most posts.
const mostKnownTags = 1000

// smallBlog is up to how many posts a blog is too small to know its tags: then new ones are always suggested.
const smallBlog = 50

// Tags suggests tags for a text. For instructors and administrators, as the gate has checked. fault.Invalid.
func (s *Service) Tags(ctx context.Context, who access.Caller, r TagRequest) (t SuggestedTags, err error) {
	a, err := r.read()
	if err != nil {
		return t, err
	}
	err = s.metered(ctx, who, toolTags, func() error {
		q := s.deps.DB.Reader()
		used, err := usedTags(ctx, q, mostKnownTags)
		if err != nil {
			return err
		}
		near, known, err := s.neighbours(ctx, q, a, r.PostID)
		if err != nil {
			return err
		}
		names, slugs := make([]string, len(used)), map[string]string{}
		for i, tag := range used {
			names[i], slugs[tag.Name] = tag.Name, tag.Slug
		}
		limit := int(r.Limit)
		if limit == 0 {
			limit = fewTags
		}
		t = SuggestedTags{Tags: []SuggestedTag{}, WritingRun: madeOffline()}
		for _, tag := range suggested(a, near, names, known[""], limit) {
			t.Tags = append(t.Tags, SuggestedTag{Name: tag.Name, Slug: slugs[tag.Name], IsNew: slugs[tag.Name] == "", Score: tag.Score, Because: tag.Because})
		}
		return nil
	})
	return t, err
}

// suggested returns tags that are known, and new ones where few are.
func suggested(a offline.Article, near []offline.Neighbour, names []string, posts, limit int) []offline.Tag {
	sure := offline.Sure(a.Tags(near, names), limit)
	if posts < smallBlog || len(sure) == 0 {
		sure = append(sure, a.Phrases(names)...)
	}
	return sure[:min(len(sure), limit)]
}

func madeOffline() WritingRun { return WritingRun{IsOffline: true, Warnings: []string{}} }

const mostDescriptions = 4 // the best one and three others

// Describe suggests a description for search engines. Same callers and faults as Tags.
func (s *Service) Describe(ctx context.Context, who access.Caller, r DescriptionRequest) (d SuggestedDescription, err error) {
	a, err := r.read()
	if err != nil {
		return d, err
	}
	err = s.metered(ctx, who, toolDescription, func() error {
		d = SuggestedDescription{Alternatives: []string{}, WritingRun: madeOffline()}
		if all := a.Descriptions(r.Keyword, mostDescriptions); len(all) > 0 {
			d.MetaDescription, d.Alternatives, d.Length = all[0], all[1:], int64(utf8.RuneCountInString(all[0]))
		}
		return nil
	})
	return d, err
}

// Suggest says what could be better in a text. Same callers and faults as Tags.
func (s *Service) Suggest(ctx context.Context, who access.Caller, r SuggestionRequest) (w WritingSuggestions, err error) {
	a, err := r.read()
	if err != nil {
		return w, err
	}
	err = s.metered(ctx, who, toolSuggestions, func() error {
		missing, err := s.missing(ctx, s.deps.DB.Reader(), a)
		if err != nil {
			return err
		}
		f := a.Figures()
		w = WritingSuggestions{Suggestions: []WritingSuggestion{}, WritingRun: madeOffline(),
			Figures: WritingFigures{Words: int64(f.Words), Sentences: int64(f.Sentences), LIX: int64(f.LIX), LongestSentence: int64(f.LongestSentence)}}
		for _, one := range a.Suggestions(offline.Circumstances{Excerpt: r.Excerpt, Language: r.Language, Missing: missing}) {
			if len(r.Kinds) == 0 || slices.Contains(r.Kinds, one.Kind) {
				w.Suggestions = append(w.Suggestions, shown(one))
			}
		}
		return nil
	})
	return w, err
}

func shown(s offline.Suggestion) WritingSuggestion {
	w := WritingSuggestion{ID: fmt.Sprintf("%s-%d-%d", s.Rule, s.Block, s.From), Rule: s.Rule, Kind: s.Kind, Severity: s.Severity, Message: s.Message, Figure: int64(s.Figure),
		Start: int64(s.From), End: int64(s.To), Quote: s.Quote, Replacement: s.Replacement}
	if s.Block >= 0 {
		w.Block = new(int64(s.Block))
	}
	return w
}

// mostLinks is how many links to posts of the blog are checked.
const mostLinks = 200

// missing returns the links of an article to posts that no reader can open.
func (s *Service) missing(ctx context.Context, q bun.IDB, a offline.Article) (map[string]bool, error) {
	slugs := map[string]string{} // by link
	for _, link := range a.InternalLinks() {
		at, err := url.Parse(link)
		if err != nil {
			continue
		}
		if slug, ok := strings.CutPrefix(at.Path, "/blog/"); ok && slug != "" && !strings.Contains(slug, "/") && len(slugs) < mostLinks {
			slugs[link] = slug
		}
	}
	wanted := []string{}
	for _, slug := range slugs {
		wanted = append(wanted, slug)
	}
	found, err := postSlugs(ctx, q, wanted)
	missing := map[string]bool{}
	for link, slug := range slugs {
		missing[link] = !slices.Contains(found, slug)
	}
	return missing, err
}

var errNotConfigured = fault.New(fault.Unavailable, "ai_not_configured", "This school has no language model. Tags, descriptions and suggestions work without one.")
