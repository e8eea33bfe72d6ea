package catalogue

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/price"
	"lectern/internal/learning/searchindex"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// Listing selects a page of the courses.
type Listing struct {
	Filter Filter
	Sort   Sort
	Page   rest.Page
	Cursor rest.CursorParam
}

// List returns a page of the courses that the caller may see, their number, and the cursor of the next page. For
// anyone. It returns fault.Unauthenticated if an anonymous caller asks for their own courses, fault.Invalid for an
// invalid filter or cursor.
func (s *Service) List(ctx context.Context, who access.Caller, l Listing) (cs []course.Course, n rest.Count, next string, err error) {
	q := s.db.Reader()
	p, err := s.parse(ctx, q, who, l.Filter)
	if err != nil {
		return nil, n, "", err
	}
	if l.Page.Number > deepest && l.Cursor.Cursor == "" {
		return nil, n, "", fault.Fields{{Name: "page", Code: "out_of_range", Message: "Use the cursor for pages after 500, or narrow the filter"}}.Err()
	}
	if n, err = s.weigh(ctx, q, who, &p); err != nil {
		return nil, n, "", err
	}
	limit, offset := l.Page.LimitOffset()
	page := listPage{who, p, l.Sort, limit + 1, offset, nil}
	if page.behind, err = l.Cursor.Decode(len(page.order().columns)); err != nil {
		return nil, n, "", err
	}
	if cs, err = page.read(ctx, q); err != nil {
		return nil, n, "", err
	}
	if int64(len(cs)) > limit {
		cs = cs[:limit]
		next = page.order().mark(cs[limit-1])
	}
	return cs, n, next, course.Complete(ctx, q, cs)
}

// parse interprets a filter for a caller.
func (s *Service) parse(ctx context.Context, q bun.IDB, who access.Caller, f Filter) (parsedFilter, error) {
	if f.Mine && who.ID == "" {
		return parsedFilter{}, fault.New(fault.Unauthenticated, "not_signed_in", "Please sign in to see your courses.")
	}
	p, err := f.plain().read()
	if err != nil {
		return p, err
	}
	if p.Category != "" {
		cs, err := categories(ctx, q)
		if err != nil {
			return p, err
		}
		p.categories = withDescendants(cs, p.Category)
	}
	if p.Currency == "" && (p.MinPrice > 0 || p.MaxPrice > 0) {
		codes, err := price.Currencies(ctx, q)
		if err != nil {
			return p, err
		}
		p.Currency = codes[0]
	}
	if p.Search != "" {
		if p.words, err = searchindex.Resolve(ctx, q, p.Search, p.forAll()); err != nil {
			return p, err
		}
		p.nothing = len(p.words) == 0
		p.many = !p.nothing && p.words[p.words.Rarest()].Courses > rest.MaxCount
	}
	return p, nil
}

// forAll reports whether the filter selects the same courses for every caller.
func (p parsedFilter) forAll() bool { return p.Status == course.Published && !p.Mine }

// weigh counts the hits of a filter, which decides how its search is executed.
func (s *Service) weigh(ctx context.Context, q bun.IDB, who access.Caller, p *parsedFilter) (rest.Count, error) {
	n, err := s.count(ctx, q, who, *p)
	p.many = p.many || len(p.words) > 0 && n.Total >= searchindex.ManyFound
	return n, err
}

// count counts the hits of a filter, from memory where possible.
func (s *Service) count(ctx context.Context, q bun.IDB, who access.Caller, p parsedFilter) (rest.Count, error) {
	fresh := func() (rest.Count, error) {
		n, err := counted(ctx, q, who, p)
		return rest.CountUpTo(n), err
	}
	if !p.forAll() {
		return fresh()
	}
	version, err := searchindex.Version(ctx, q)
	if err != nil {
		return rest.Count{}, err
	}
	return remember(&s.counts, version, p.Filter, fresh)
}
