package catalogue_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/catalogue"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type (
	facets      = rest.Answer[catalogue.CourseFacets]
	suggestions = rest.Answer[[]catalogue.Suggestion]
	collab      = rest.Answer[catalogue.CollabResult]
)

// shelf creates a catalogue of three courses and a draft.
func shelf(t *testing.T) (*testapp.App, testapp.User) {
	t.Helper()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	app.Exec("UPDATE users SET full_name = 'Zoë Rivera' WHERE id = ?", teacher.ID)
	for _, members := range []string{
		`,"title":"Python for beekeepers","level":"advanced","language":"de","is_certification":true,"is_quizzes":true,"min_hours_per_week":2,"max_hours_per_week":4,
			"no_of_sessions":12,"features":["Mentor","Community"],"tools_technologies":["Python","C++"],"prices":[{"currency":"EUR","individual":900,"batch":500}]`,
		`,"title":"Bread","category":"Food","course_type":"free","no_of_sessions":3,"features":["mentor"]`,
		`,"title":"Cheese","category":"Food","course_type":"live","is_certification":true,"prices":[{"currency":"EUR","individual":9,"batch":700},{"currency":"USD","individual":9,"batch":800}]`,
	} {
		teacher.PublishCourse(members)
		app.Clock.Advance(24 * time.Hour)
	}
	teacher.CreateCourse(`,"title":"Pythagoras in secret"`)
	return app, teacher
}

func TestSpecifiedFilters(t *testing.T) {
	t.Parallel()
	app, _ := shelf(t)
	python, bread, cheese := "Python for beekeepers Published", "Bread Published", "Cheese Published"
	for query, want := range map[string][]string{
		"is_Certification=Yes":              {cheese, python},
		"is_certification=No":               {bread},
		"is_Quizes=Yes":                     {python},
		"is_quizzes=No":                     {cheese, bread},
		"is_Assignments=Yes":                nil,
		"is_Projects=No":                    {cheese, bread, python},
		"min_hours_per_week=2":              {python},
		"min_hours_per_week=3":              nil,
		"max_hours_per_week=4":              {python},
		"no_of_Sessions=12":                 {python},
		"no_of_sessions=3-12":               {bread, python},
		"features=MENTOR":                   {bread, python},
		"features=community,nothing":        {python},
		"tools_technologies=c%2B%2B":        {python},
		"isFree=Yes":                        {bread},
		"isFree=false":                      {cheese, python},
		"createdAt=2026-09-02":              {cheese, bread},
		"createdAt=2026-09-02T08:00:01Z":    {cheese},
		"language=de":                       {python},
		"currency=usd":                      {cheese, bread},
		"currency=EUR&min_price=600":        {cheese},
		"currency=EUR&max_price=600":        {bread, python},
		"min_price=800":                     {cheese}, // in the default currency
		"sort=title":                        {bread, cheese, python},
		"sort=-title":                       {python, cheese, bread},
		"sort=oldest":                       {python, bread, cheese},
		"sort=price":                        {bread, python, cheese},
		"sort=-price":                       {cheese, python, bread},
		"search=pyhton":                     {python}, // a typo
		"search=beekepers+pyth":             {python},
		"search=c%2B%2B":                    {python},
		"search=zoe":                        {cheese, bread, python}, // an instructor
		"search=mentor&type=free":           {bread},
		"search=pythagoras":                 nil, // a word of a draft
		"search=" + strings.Repeat("z", 30): nil,
	} {
		if got := titles(t, app.Nobody(), query); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
	for _, bad := range []string{"is_Certification=Maybe", "no_of_sessions=many", "no_of_sessions=9-3", "createdAt=yesterday", "isFree=perhaps", "min_price=-1", "sort=id", "cursor=x", "page=501"} {
		app.Nobody().Do("GET", "/courses/get?"+bad, "", 400)
	}
}

func TestCursorPagesMatchNumberedPages(t *testing.T) {
	t.Parallel()
	app, teacher := shelf(t)
	for i := range 7 { // with equal titles and prices, so that the id decides
		teacher.PublishCourse(`,"title":"Same","prices":[{"currency":"EUR","individual":5,"batch":5}]`)
		app.Clock.Advance(time.Duration(i%2) * time.Second)
	}
	for _, sort := range []string{"newest", "oldest", "title", "-title", "price", "-price", "rating"} {
		whole := testapp.Read[page](t, app.Nobody().Do("GET", "/courses/get?sort="+sort, "", 200))
		var ids, walked []string
		for _, c := range whole.Data {
			ids = append(ids, c.ID)
		}
		for cursor := ""; ; {
			p := testapp.Read[page](t, app.Nobody().Do("GET", "/courses/get?limit=3&sort="+sort+"&cursor="+cursor, "", 200))
			for _, c := range p.Data {
				walked = append(walked, c.ID)
			}
			if cursor = p.NextCursor; cursor == "" {
				break
			}
		}
		if len(ids) != 10 || !slices.Equal(ids, walked) || whole.Pagination.TotalItems != 10 {
			t.Errorf("%s: %q, walked %q", sort, ids, walked)
		}
	}
	strange := testapp.Read[page](t, app.Nobody().Do("GET", "/courses/get?limit=1&sort=title", "", 200)).NextCursor
	app.Nobody().Do("GET", "/courses/get?sort=price&cursor="+strange, "", 400)
}

func TestFacetCountsMatchLists(t *testing.T) {
	t.Parallel()
	app, teacher := shelf(t)
	read := func(query string) catalogue.CourseFacets {
		t.Helper()
		return testapp.Read[facets](t, app.Nobody().Do("GET", "/courses/facets?"+query, "", 200)).Data
	}
	f := read("is_certification=Yes")
	if f.Total != 2 || !slices.Equal(f.Category, []catalogue.FacetValue{{Value: "Food", Count: 1}, {Value: "Nature", Count: 1}}) ||
		!slices.Equal(f.IsCertification, []catalogue.FacetValue{{Value: "Yes", Count: 2}, {Value: "No", Count: 1}}) || // counted as if it were not selected
		!slices.Equal(f.IsFree, []catalogue.FacetValue{{Value: "No", Count: 2}}) ||
		!slices.Equal(f.ToolsTechnologies, []catalogue.FacetValue{{Value: "C++", Count: 1}, {Value: "Python", Count: 1}}) {
		t.Errorf("%+v", f)
	}
	if f := read("features=mentor"); len(f.Features) != 2 || f.Features[0].Count != 2 || f.Total != 2 {
		t.Errorf("%+v", f.Features)
	}
	// every value of a facet selects as many courses as the facet says
	for _, base := range []string{"", "search=zoe", "category=Food", "type=live&is_certification=Yes"} {
		f := read(base)
		for name, values := range map[string][]catalogue.FacetValue{"category": f.Category, "type": f.CourseType, "level": f.Level, "language": f.Language, "isFree": f.IsFree,
			"is_certification": f.IsCertification, "is_assignments": f.IsAssignments, "is_projects": f.IsProjects, "is_quizzes": f.IsQuizzes,
			"features": f.Features, "tools_technologies": f.ToolsTechnologies} {
			for _, v := range values {
				q, _ := url.ParseQuery(base)
				q.Set(name, v.Value)
				if got := int64(len(titles(t, app.Nobody(), q.Encode()))); got != v.Count {
					t.Errorf("%s %s=%s: %d courses, the facet says %d", base, name, v.Value, got, v.Count)
				}
			}
		}
	}
	before := read("").Total
	teacher.PublishCourse(`,"title":"Another"`)
	if after := read("").Total; after != before+1 {
		t.Errorf("counts are not updated after a change: %d, then %d", before, after)
	}
	if got := testapp.Read[page](t, app.Nobody().Do("GET", "/courses/get", "", 200)).Pagination.TotalItems; got != before+1 {
		t.Errorf("%d in all", got)
	}
}

func TestSuggestionsForgiveTypos(t *testing.T) {
	t.Parallel()
	app, teacher := shelf(t)
	ask := func(typed string) (all []string) {
		t.Helper()
		for _, s := range testapp.Read[suggestions](t, app.Nobody().Do("GET", "/courses/search-suggestions?q="+url.QueryEscape(typed), "", 200)).Data {
			all = append(all, s.Kind+" "+s.Text)
		}
		return all
	}
	for typed, want := range map[string][]string{
		"pyt":      {"word python", "course Python for beekeepers"},
		"pyhton":   {"word python", "course Python for beekeepers"},
		"PYTHON b": {"word python bread", "course Python for beekeepers"},
		"fodo":     {"word food", "category Food", "course Cheese", "course Bread"},
		"rivera":   {"word rivera", "instructor Zoë Rivera"},
		"zoé riv":  {"word zoe rivera", "instructor Zoë Rivera"},
		"":         nil,
		"%":        nil,
		"xyzzyx":   nil,
	} {
		got := ask(typed)
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%q: %q lacks %q", typed, got, w)
			}
		}
		if want == nil && len(got) > 0 {
			t.Errorf("%q: %q", typed, got)
		}
		if slices.ContainsFunc(got, func(s string) bool {
			return strings.Contains(strings.ToLower(s), "pythagoras") || strings.Contains(s, "secret")
		}) {
			t.Errorf("%q reveals a draft: %q", typed, got)
		}
	}
	app.Nobody().Do("GET", "/courses/search-suggestions?q="+strings.Repeat("x", 201), "", 400)
	teacher.Do("PATCH", "/profile/me/comprehensive", `{"fullName":"Nora Blum"}`, 200)
	app.Work()
	if got := ask("nora"); !slices.Contains(got, "instructor Nora Blum") {
		t.Errorf("by their new name: %q", got)
	}
	if got := ask("rivera"); len(got) != 0 {
		t.Errorf("by the name that they had: %q", got)
	}
}

func TestCollaborativeSearch(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	plain := teacher.PublishCourse(`,"title":"Keeping bees at home"`)
	app.Clock.Advance(time.Hour)
	twin := teacher.CreateTypedCourse("live", `,"title":"Keeping Bees at home!"`)
	teacher.Do("PATCH", "/courses/toggle-status/"+twin.ID, "", 200)
	app.Clock.Advance(time.Hour)
	other := teacher.PublishCourse(`,"title":"Cheese","course_type":"free","summary":"Not of bees"`)
	ask := func(query string) catalogue.CollabResult {
		t.Helper()
		return testapp.Read[collab](t, app.Nobody().Do("GET", "/tcourse/collab?"+query, "", 200)).Data
	}
	ids := func(cs []catalogue.CollabCourse) (ids []string) {
		for _, c := range cs {
			ids = append(ids, c.ID)
		}
		return ids
	}
	for query, want := range map[string][]string{
		"":                                {other.ID, twin.ID, plain.ID},
		"sort_order=asc":                  {plain.ID, twin.ID, other.ID},
		"source=tcourse":                  {twin.ID},
		"source=courses":                  {other.ID, plain.ID},
		"merge_strategy=prioritize_typed": {twin.ID, other.ID, plain.ID},
		"deduplicate=true":                {other.ID, twin.ID},
		"deduplicate=true&similarity_threshold=0":       {twin.ID},
		"exclude_ids=" + other.ID + "," + twin.ID:       {plain.ID},
		"search=bees&sort_by=relevance&sort_order=desc": {twin.ID, plain.ID, other.ID},
		"page=2&limit=2":               {plain.ID},
		"sort_by=title&sort_order=asc": {other.ID, plain.ID, twin.ID},
		"type=free":                    {other.ID},
	} {
		if got := ids(ask(query).Courses); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
	r := ask("deduplicate=true&include_metadata=true&comparison_mode=true&group_by_type=true&merge_strategy=separate&search=bees")
	if len(r.Courses) != 2 || r.BySource == nil || len(r.BySource.TCourse) != 1 || r.ByType == nil || len(r.ByType.Live) != 1 || len(r.Comparisons) != 1 || r.Capped || r.Pagination.TotalItems != 2 {
		t.Fatalf("%+v", r)
	}
	if c := r.Courses[1]; len(c.Duplicates) != 1 || c.Duplicates[0].ID != plain.ID || c.Duplicates[0].Similarity != 1 || c.Match == nil || c.Match.Score != 1 {
		t.Errorf("%+v", c)
	}
	if p := ask("").Pagination; p.CurrentPage != 1 || p.ItemsPerPage != 20 {
		t.Errorf("%+v", p)
	}
	for _, bad := range []string{"source=x", "merge_strategy=x", "similarity_threshold=1.1", "sort_by=x", "sort_order=up", "deduplicate=2"} {
		app.Nobody().Do("GET", "/tcourse/search?"+bad, "", 400)
	}
	if got := testapp.Read[page](t, app.Nobody().Do("GET", "/tcourse/all", "", 200)); got.Pagination.TotalItems != 3 {
		t.Errorf("%+v", got.Pagination)
	}
}

// Search input is never interpreted as SQL or as a pattern.
func TestHostileSearches(t *testing.T) {
	t.Parallel()
	app, _ := shelf(t)
	for _, text := range []string{"'", `"`, `\`, "%", "_", "*", "NEAR(", "a OR b", "'; DROP TABLE courses; --", "^pyt", "\u202e", strings.Repeat("a ", 99), "?", "$1", "ﷺ", "\U0001F41D"} {
		q := url.QueryEscape(text)
		for _, path := range []string{"/courses/get?search=", "/courses/facets?search=", "/courses/search-suggestions?q=", "/tcourse/collab?search=", "/courses/get?features=",
			"/courses/get?language=", "/tcourse/collab?exclude_ids="} {
			if w := app.Nobody().Send("GET", "/api/v1"+path+q, ""); w.Code >= 500 {
				t.Errorf("%s%s: %d %s", path, q, w.Code, w.Body)
			}
		}
	}
	if n := app.Count("SELECT count(*) FROM courses"); n != 4 {
		t.Errorf("%d courses", n)
	}
}

// In a catalogue where very many courses have a word, a search for it finds all of them in list order, and with a
// second word it finds the only course that has both, however rare the second is.
func TestSearchLargeCatalogue(t *testing.T) {
	t.Parallel()
	app, teacher := shelf(t)
	const copies = rest.MaxCount + 200
	columns := columnsOfCourses(t, app)
	const numbers = `WITH RECURSIVE k (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < ?) `
	const id = `'0-copy-' || CAST(100000 + k.i AS TEXT)`
	app.Exec(numbers+`INSERT INTO courses (id, `+columns+`) SELECT `+id+`, `+columns+` FROM courses CROSS JOIN k WHERE title = 'Bread'`, copies)
	if app.DB.Postgres {
		app.Exec("ANALYZE courses") // else each foreign key of the words is looked up by the plan for a table of four rows: all of it is read
	}
	app.Exec(numbers+`INSERT INTO course_words (word, course_id, published, created_at)
		SELECT w.word, `+id+`, w.published, w.created_at FROM course_words AS w CROSS JOIN k
		WHERE w.course_id = (SELECT b.id FROM courses AS b WHERE b.title = 'Bread' AND b.id NOT LIKE '0-copy-%')`, copies)
	yak := teacher.PublishCourse(`,"title":"Yak","category":"Food","language":"fr"`).ID
	app.Exec("UPDATE courses SET created_at = ? WHERE id = ?", testapp.Start.AddDate(-1, 0, 0), yak)
	app.Exec("UPDATE course_words SET created_at = ? WHERE course_id = ?", testapp.Start.AddDate(-1, 0, 0), yak)
	for query, want := range map[string][]string{
		"search=rivera+yak":                 {"Yak Published"}, // all courses are hers
		"search=r+yak":                      {"Yak Published"},
		"search=riverra+yak":                {"Yak Published"}, // a typo
		"search=rivera&limit=2":             {"Cheese Published", "Bread Published"},
		"search=r&limit=2":                  {"Cheese Published", "Bread Published"},
		"search=rivera&sort=oldest&limit=1": {"Yak Published"},
		"search=rivera&sort=-title&limit=2": {"Yak Published", "Python for beekeepers Published"},
		"search=rivera&type=live&limit=2":   {"Cheese Published"},
		"search=rivera&language=fr":         {"Yak Published"},
	} {
		if got := titles(t, app.Nobody(), query); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
	if n := testapp.Read[page](t, app.Nobody().Do("GET", "/courses/get?search=rivera+yak", "", 200)).Pagination.TotalItems; n != 1 {
		t.Errorf("%d in all have both words", n)
	}
	n, cursor, before := 0, "", []string(nil)
	for more := true; more && n < 400; {
		p := testapp.Read[page](t, app.Nobody().Do("GET", "/courses/get?search=bread&limit=100&cursor="+cursor, "", 200))
		for _, c := range p.Data {
			if at := []string{c.CreatedAt.Format(time.RFC3339Nano), c.ID}; before != nil && slices.Compare(at, before) >= 0 {
				t.Fatalf("%v comes after %v", at, before)
			} else {
				before = at
			}
		}
		n, cursor, more = n+len(p.Data), url.QueryEscape(p.NextCursor), p.NextCursor != ""
		if p.Pagination.IsExact == nil || *p.Pagination.IsExact {
			t.Errorf("%d in all, and no more", p.Pagination.TotalItems)
		}
	}
	if n != 400 {
		t.Errorf("%d courses on four pages of 100", n)
	}
}

// columnsOfCourses lists the columns of the table, without the id.
func columnsOfCourses(t *testing.T, app *testapp.App) string {
	t.Helper()
	rows, err := app.DB.Reader().QueryContext(t.Context(), "SELECT * FROM courses LIMIT 0")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(slices.DeleteFunc(columns, func(name string) bool { return name == "id" }), ", ")
}
