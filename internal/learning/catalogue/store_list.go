package catalogue

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
)

type listPage struct {
	who           access.Caller
	filter        parsedFilter
	sort          Sort
	limit, offset int64
	behind        []string // the sort values of the previous course; nil on the first page
}

// order is a sort order in SQL terms. An index has these columns, all in one direction.
type order struct {
	columns []string
	down    bool
	values  func(c course.Course) []string
}

func (l listPage) order() order {
	switch l.sort {
	case byTitle, byTitleDown:
		return order{[]string{"title_key", "id"}, l.sort == byTitleDown, func(c course.Course) []string { return []string{c.TitleKey, c.ID} }}
	case byPrice, byPriceDown: // amounts in different currencies are not comparable
		return order{[]string{"fee_currency", "course_fee", "id"}, l.sort == byPriceDown, func(c course.Course) []string {
			return []string{c.FeeCurrency, strconv.FormatInt(c.CourseFee, 10), c.ID}
		}}
	}
	if l.sort == byRating {
		return order{[]string{"rating_rank", "id"}, true, func(c course.Course) []string { return []string{strconv.FormatInt(c.Rating.Rank, 10), c.ID} }}
	}
	return order{[]string{"created_at", "id"}, l.sort != oldest, func(c course.Course) []string { return []string{c.CreatedAt.Format(time.RFC3339Nano), c.ID} }}
}

func (o order) mark(c course.Course) string { return rest.EncodeCursor(o.values(c)...) }

// read returns the courses of the page, without instructors.
func (l listPage) read(ctx context.Context, q bun.IDB) (cs []course.Course, err error) {
	s, err := l.statement(q, &cs)
	if err != nil {
		return nil, err
	}
	return cs, s.Scan(ctx)
}

func (l listPage) statement(q bun.IDB, into *[]course.Course) (*bun.SelectQuery, error) {
	o := l.order()
	direction, beyond := "ASC", ">"
	if o.down {
		direction, beyond = "DESC", "<"
	}
	s := narrow(q.NewSelect().Model(into), l.who, l.filter, "").Limit(l.limit)
	at := l.along(s)
	columns, marks, values := make([]string, len(o.columns)), make([]string, len(o.columns)), make([]any, len(o.columns))
	for i, column := range o.columns {
		s.OrderExpr(at[column] + " " + direction)
		columns[i], marks[i] = at[column], "?"
		if l.behind == nil {
			continue
		}
		var err error
		if values[i], err = valueOf(column, l.behind[i]); err != nil {
			return nil, err
		}
	}
	if l.behind == nil {
		return s.Offset(l.offset), nil
	}
	return s.Where("("+strings.Join(columns, ", ")+") "+beyond+" ("+strings.Join(marks, ", ")+")", values...), nil
}

// along makes s walk the index of published courses or, if very many courses have a word of the search, that word's
// index, which has the same order. It returns the columns to sort by.
func (l listPage) along(s *bun.SelectQuery) map[string]string {
	at := map[string]string{"created_at": "c.created_at", "id": "c.id", "title_key": "c.title_key", "fee_currency": "c.fee_currency", "course_fee": "c.course_fee", "rating_rank": "c.rating_rank"}
	if !l.filter.many || l.order().columns[0] != "created_at" {
		return at
	}
	if word := l.filter.words[l.filter.words.Rarest()].Only; word != "" {
		s.Join("JOIN course_words AS found ON found.course_id = c.id AND found.word = ?", word)
		at["created_at"], at["id"] = "found.created_at", "found.course_id"
	}
	return at
}

// valueOf parses a column's value in a cursor.
func valueOf(column, text string) (any, error) {
	switch column {
	case "created_at":
		at, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			return nil, rest.InvalidCursor()
		}
		return at.UTC(), nil
	case "course_fee", "rating_rank":
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, rest.InvalidCursor()
		}
		return n, nil
	}
	return text, nil
}

// narrow restricts s to what the filter selects of the courses that the caller may see, ignoring the facet leftOut.
func narrow(s *bun.SelectQuery, who access.Caller, p parsedFilter, leftOut string) *bun.SelectQuery {
	if p.Status != course.Published {
		v := course.Visible(who)
		s.Where(v.SQL, v.Args...)
	}
	if p.Mine {
		s.Where("c.id IN (SELECT course_id FROM course_instructors WHERE user_id = ?)", who.ID)
	}
	for _, e := range []struct{ column, value string }{
		{"status", p.Status}, {"course_type", p.Type}, {"level", p.Level}, {"language", p.Language},
	} {
		if e.value != "" && e.column != leftOut {
			s.Where("c.? = ?", bun.Ident(e.column), e.value)
		}
	}
	for _, e := range []struct{ column, value string }{
		{"is_free", p.IsFree}, {"is_certification", p.Certification}, {"is_assignments", p.Assignments}, {"is_projects", p.Projects}, {"is_quizzes", p.Quizzes},
	} {
		if e.value != "" && e.column != leftOut {
			s.Where("c.? = ?", bun.Ident(e.column), e.value == "Yes")
		}
	}
	if p.categories != nil && leftOut != "category" {
		s.Where("c.category IN (?)", bun.List(p.categories))
	}
	narrowFigures(s, p)
	for _, e := range []struct {
		kind string
		keys []string
	}{{"feature", p.features}, {"tool", p.tools}} {
		if len(e.keys) > 0 && e.kind != leftOut {
			s.Where("c.id IN (SELECT t.course_id FROM course_tags AS t WHERE t.kind = ? AND t.tag_key IN (?))", e.kind, bun.List(e.keys))
		}
	}
	if p.origin != "" {
		s.Where("c.origin = ?", p.origin)
	}
	if len(p.excluded) > 0 {
		s.Where("c.id NOT IN (?)", bun.List(p.excluded))
	}
	if p.nothing {
		s.Where("1 = 0")
	}
	for _, c := range p.words.Conditions(p.many) {
		s.Where(c.SQL, c.Args...)
	}
	return s
}

// narrowFigures applies the numeric filters.
func narrowFigures(s *bun.SelectQuery, p parsedFilter) {
	if p.MinHours > 0 {
		s.Where("c.min_hours_per_week >= ?", p.MinHours)
	}
	if p.MaxHours > 0 {
		s.Where("c.max_hours_per_week BETWEEN 1 AND ?", p.MaxHours)
	}
	if p.MinRating > 0 {
		s.Where("c.rating_average >= ?", course.LeastShownAs(p.MinRating))
	}
	if p.Sessions != "" {
		s.Where("c.no_of_sessions BETWEEN ? AND ?", p.sessionsFrom, p.sessionsTo)
	}
	if !p.since.IsZero() {
		s.Where("c.created_at >= ?", p.since)
	}
	switch {
	case p.Currency == "":
	case p.MinPrice == 0 && p.MaxPrice == 0:
		s.Where("(c.is_free OR EXISTS (SELECT 1 FROM course_prices AS p WHERE p.course_id = c.id AND p.is_active AND p.currency = ?))", p.Currency)
	default:
		most := p.MaxPrice
		if most == 0 {
			most = 1 << 62
		}
		s.Where("(c.is_free AND ? = 0 OR EXISTS (SELECT 1 FROM course_prices AS p WHERE p.course_id = c.id AND p.is_active AND p.currency = ? AND p.batch BETWEEN ? AND ?))",
			p.MinPrice, p.Currency, p.MinPrice, most)
	}
}

// counted counts the hits of a filter, up to the limit of counts in lists.
func counted(ctx context.Context, q bun.IDB, who access.Caller, p parsedFilter) (int64, error) {
	some := narrow(q.NewSelect().TableExpr("courses AS c").ColumnExpr("1"), who, p, "").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return n, err
}

const mostFacetValues = 50

// facets makes one query for each facet, however many courses there are.
func facets(ctx context.Context, q bun.IDB, who access.Caller, p parsedFilter) (f CourseFacets, err error) {
	if f.Total, err = narrow(q.NewSelect().TableExpr("courses AS c"), who, p, "").Count(ctx); err != nil {
		return f, err
	}
	for _, e := range []struct {
		column string
		into   *[]FacetValue
	}{
		{"category", &f.Category}, {"course_type", &f.CourseType}, {"level", &f.Level}, {"language", &f.Language}, {"is_free", &f.IsFree},
		{"is_certification", &f.IsCertification}, {"is_assignments", &f.IsAssignments}, {"is_projects", &f.IsProjects}, {"is_quizzes", &f.IsQuizzes},
	} {
		value := "c." + e.column
		if strings.HasPrefix(e.column, "is_") {
			value = "CASE WHEN c." + e.column + " THEN 'Yes' ELSE 'No' END"
		}
		*e.into = []FacetValue{}
		s := narrow(q.NewSelect().TableExpr("courses AS c"), who, p, e.column).ColumnExpr(value + " AS value").ColumnExpr("count(*) AS count")
		if err := s.GroupExpr("1").OrderExpr("2 DESC, 1").Limit(mostFacetValues).Scan(ctx, e.into); err != nil {
			return f, err
		}
	}
	if err := sortCategories(ctx, q, f.Category); err != nil {
		return f, err
	}
	for kind, into := range map[string]*[]FacetValue{"feature": &f.Features, "tool": &f.ToolsTechnologies} {
		*into = []FacetValue{}
		s := narrow(q.NewSelect().TableExpr("courses AS c").Join("JOIN course_tags AS g ON g.course_id = c.id AND g.kind = ?", kind), who, p, kind).
			ColumnExpr("min(g.tag) AS value").ColumnExpr("count(*) AS count")
		if err := s.GroupExpr("g.tag_key").OrderExpr("2 DESC, 1").Limit(mostFacetValues).Scan(ctx, into); err != nil {
			return f, err
		}
	}
	f.MinRating, err = ratingFacet(ctx, q, who, p)
	return f, err
}

// ratingFacet counts the courses that have so many stars or more.
func ratingFacet(ctx context.Context, q bun.IDB, who access.Caller, p parsedFilter) ([]FacetValue, error) {
	p.MinRating = 0
	values, steps := []FacetValue{}, []int64{4, 3}
	s := narrow(q.NewSelect().TableExpr("courses AS c"), who, p, "")
	counts, into := make([]int64, len(steps)), make([]any, len(steps))
	for i, stars := range steps {
		s.ColumnExpr("coalesce(sum(CASE WHEN c.rating_average >= ? THEN 1 ELSE 0 END), 0)", course.LeastShownAs(stars))
		into[i] = &counts[i]
	}
	if err := s.Scan(ctx, into...); err != nil {
		return nil, err
	}
	for i, stars := range steps {
		if counts[i] > 0 {
			values = append(values, FacetValue{strconv.FormatInt(stars, 10), counts[i]})
		}
	}
	return values, nil
}
