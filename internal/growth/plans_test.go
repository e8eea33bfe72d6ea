package growth

import (
	"database/sql"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uptrace/bun"
)

// small tables do not grow with the school, or only by hand.
var small = []string{"settings", "issuer_keys", "setting_groups", "currencies", "home_courses", "course_categories", "catalogue", "two_factor_roles", "rate_limits", "goose_db_version",
	"admin_locks", "curriculum_templates", "legal_documents", "legal_drafts", "number_series", "newsletter_lists"}

// sorted statements may sort what they then show a page of, with the reason.
var sorted = map[*regexp.Regexp]string{
	regexp.MustCompile(`CASE WHEN lm\.state = 'failed'`):                                 "the sessions that go on or begin within two days, since a meeting is made that early; those whose meeting failed first",
	regexp.MustCompile(`GROUP BY`):                                                       "few groups are sorted, and what they count is kept in memory",
	regexp.MustCompile(`\b(user_id|owner_id|created_by) = '`):                            "what one person has",
	regexp.MustCompile(`course_instructors WHERE user_id = '`):                           "what one teacher has",
	regexp.MustCompile(`FROM course_progress AS g .*g\.course_id = '`):                   "the learners of one course, by how far they are",
	regexp.MustCompile(`FROM (?:enrollments|enrolled_students) AS e .*e\.course_id = '`): "the learners of one course, by name",
	regexp.MustCompile(`announcement_receipts AS r ON r\.announcement_id = '`):           "the audience of one announcement, by name",
	regexp.MustCompile(`JOIN user_roles .*IN \('instructor', 'admin'\)`):                 "the staff, by name",
	regexp.MustCompile(`FROM "?jobs"?(?: AS "job")? WHERE \(?ref = '`):                   "the jobs of one video",
	regexp.MustCompile(`FROM search_grams AS g .*g\.gram = '`):                           "the words that begin as it was typed",
	regexp.MustCompile(`newsletter_subscribers AS m WHERE m\.email_key >= `):             "the subscribers whose addresses begin as it was typed",
	regexp.MustCompile(`AND \(1 = 0\)`):                                                  "nothing: no word is known",
	regexp.MustCompile(`b\.enrolled \* 2 < b\.capacity`):                                 "the groups that are half empty at this time, by how far",
	regexp.MustCompile(`w\.status IN \('waiting', 'offered'\)\)\) ORDER BY`):             "the groups for which learners wait at this time, by how many",
	regexp.MustCompile(`AS since, .* LIMIT 100\) AS w`):                                  "what waits at this moment, for administrators or for one person, the oldest first",
	regexp.MustCompile(`WHERE \(s\.batch_id = '[^']+' AND d\.state = 'open'\)`):          "the disputes of one batch that are to be answered, the oldest first",
	regexp.MustCompile(`FROM company_people AS p JOIN certificates AS k ON k\.user_id`):  "the certificates of the people of one company, the newest first",
	regexp.MustCompile(`u\.id IN \(SELECT user_id FROM online_meeting_people`):           "the people of one meeting, by name",
	regexp.MustCompile(`u\.id IN \(SELECT user_id FROM lockouts`):                        "accounts that are locked at this moment, by address",
}

// whole statements may read a whole table, with the reason.
var whole = map[*regexp.Regexp]string{
	regexp.MustCompile(`FROM (?:orders AS o|held_payments AS h|coupons AS c) LIMIT 10001\) AS counted`): "administrators see all of them: it ends after 10,001",
	regexp.MustCompile(`FROM "?newsletter_\w+"? (?:AS \w+ )?.*LIMIT 10001\) AS counted`):                "administrators see all of them: it ends after 10,001",
	regexp.MustCompile(`FROM user_roles AS r .* GROUP BY r\.role`):                                      "figures for the page of the policy, of all people",
	regexp.MustCompile(`FROM announcements AS a GROUP BY 1, 2`):                                         "figures for administrators, of all announcements, which people write by hand",
	regexp.MustCompile(`FROM batches AS b (?:.* )?GROUP BY 1`):                                          "figures of all batches",
	regexp.MustCompile(`FROM batches AS b .* LIMIT 10001\) AS counted`):                                 "nearly all can be seen: it ends after 10,001 of them",
	regexp.MustCompile(`count\(\*\) FROM "role_applications"`):                                          "people apply once or twice in their life",
	regexp.MustCompile(`FROM "users" .*u\.email_verified_at IS NOT NULL\) LIMIT 10001\)`):               "nearly all are verified: it ends after 10,001 of them",
	regexp.MustCompile(`FROM "certificate_templates"`):                                                  "at most 100 templates",
	regexp.MustCompile(`FROM classrooms AS c JOIN resources`):                                           "the classrooms of a school, which people write by hand",
	regexp.MustCompile(`FROM holiday_calendars AS c LEFT JOIN holidays`):                                "the calendars of a school, which people write by hand: one for a region",
}

// linear requests do work proportional to their answer, with the reason. Prefixes of names.
var linear = map[string]string{
	"GET /users/export":          "a file with all of them, streamed",
	"GET /audit-log/export":      "a file with all of them, streamed",
	"GET /payments/admin/export": "a file with all of them, streamed",
	"GET /payments/admin/stats":  "the figures of a period, whose postings are read",
	"GET /contacts/export":       "a file with all of them, streamed",
}

// inParts are requests that read their answer in several statements so that it needs little memory, with the reason.
var inParts = map[string]string{
	"GET /question-banks/{id}/export": "a file with all questions of a course, a hundred at a time",
}

// Both are more than two pages, so that a page of either needs the same queries.
const (
	fewRows  = 45
	manyRows = 110
)

// Every statement of every request finds its rows by an index, and pages of lists are sorted by one: on both databases,
// according to their planners. And however many rows there are, a request makes the same number of statements: no list
// queries once per row.
func TestStatementsOfEveryRequest(t *testing.T) {
	t.Parallel()
	few, many := newSchool(t, fewRows), newSchool(t, manyRows)
	complaintsAbout, heardOfFew, heard := many.planner(t), few.listen(), many.listen()
	ofFew := few.requests()
	seen := map[string]bool{}
	for i, r := range many.requests() {
		made := many.statementsOf(t, r, heard)
		if a, b := len(few.statementsOf(t, ofFew[i], heardOfFew)), len(made); a != b && inParts[r.name] == "" {
			t.Errorf("%s: %d statements for few rows, %d for many; the last: %.300q", r.name, a, b, slices.Concat(made, []string{""})[max(0, b-1)])
		}
		if slices.ContainsFunc(slices.Collect(maps.Keys(linear)), func(begin string) bool { return strings.HasPrefix(r.name, begin) }) {
			continue
		}
		for _, statement := range made {
			if shape := shapeOf(statement); seen[shape] || !explained.MatchString(statement) {
				continue
			} else {
				seen[shape] = true
			}
			for _, complaint := range complaintsAbout(statement) {
				t.Errorf("%s: %s\n\t%.1500s", r.name, complaint, statement)
			}
		}
	}
	t.Logf("%d different statements", len(seen))
	if len(seen) < 150 {
		t.Error("that is too few: is anything heard?")
	}
}

// statementsOf returns what a request makes when the in-memory caches of counts and facets are filled.
func (s *school) statementsOf(t *testing.T, r request, heard *statements) []string {
	t.Helper()
	s.answered(t, r)
	heard.made = nil
	s.answered(t, r)
	return slices.Clone(heard.made)
}

// allows reports whether one of the patterns matches a statement.
func allows(patterns map[*regexp.Regexp]string, statement string) bool {
	for pattern := range patterns {
		if pattern.MatchString(strings.Join(strings.Fields(statement), " ")) {
			return true
		}
	}
	return false
}

var (
	explained = regexp.MustCompile(`(?i)^\s*(WITH|SELECT|INSERT|UPDATE|DELETE)\b`)
	literal   = regexp.MustCompile(`'(?:[^']|'')*'|\b\d+\b`)
	list      = regexp.MustCompile(`\(\?(, \?)+\)`)
)

// shapeOf returns a statement without its arguments.
func shapeOf(statement string) string {
	return list.ReplaceAllString(literal.ReplaceAllString(statement, "?"), "(?)")
}

// planner returns a function that lists complaints about the plan of a statement.
func (s *school) planner(t *testing.T) func(statement string) (complaints []string) {
	t.Helper()
	if s.DB.Postgres {
		c, err := s.DB.Reader().(*bun.DB).Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		// Small tables are scanned because that is cheaper. This asks for the planner's choice when it is not.
		if _, err := c.ExecContext(t.Context(), "SET enable_seqscan = off; SET enable_mergejoin = off; SET enable_hashjoin = off"); err != nil {
			t.Fatal(err)
		}
		for _, table := range s.texts(t, s.DB.Reader(), "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()") { // as it does by itself in time
			if _, err := c.ExecContext(t.Context(), "ANALYZE "+table); err != nil {
				t.Fatal(err)
			}
		}
		return func(statement string) []string { return postgresPlan(t, c, statement) }
	}
	partial := map[string]bool{} // indexes that hold only the rows of interest
	for _, name := range s.texts(t, s.DB.Reader(), "SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'") {
		partial[name] = true
	}
	d := s.unexamined(t)
	return func(statement string) []string { return sqlitePlan(t, d, partial, statement) }
}

// unexamined opens the SQLite file without the statistics of ANALYZE, which describe this small school only.
func (s *school) unexamined(t *testing.T) *sql.DB {
	t.Helper()
	s.Exec("DELETE FROM sqlite_stat1")
	d, err := sql.Open("sqlite", "file:"+s.texts(t, s.DB.Reader(), "SELECT file FROM pragma_database_list WHERE name = 'main'")[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// texts runs a query with one text column.
func (s *school) texts(t *testing.T, q bun.IDB, query string) (all []string) {
	t.Helper()
	if err := q.NewRaw(query).Scan(t.Context(), &all); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return all
}

var (
	scanned = regexp.MustCompile(`^SCAN (\w+)(?: AS \w+)?(?: USING (?:COVERING )?INDEX (\w+))?$`)
	aliased = regexp.MustCompile(`(?i)\b(?:FROM|JOIN|INTO|UPDATE) "?(\w+)"?(?: AS "?(\w+)"?)?`)
	common  = regexp.MustCompile(`(?i)\bWITH (?:RECURSIVE )?(\w+)`)
	limited = regexp.MustCompile(`(?i)\bLIMIT\b|\bEXISTS\b|\bmax\(|\bmin\(`)
)

// sqlitePlan lists complaints about a statement on SQLite.
func sqlitePlan(t *testing.T, d *sql.DB, partial map[string]bool, statement string) (complaints []string) {
	t.Helper()
	tables := map[string]string{} // by their name in the plan
	for _, m := range aliased.FindAllStringSubmatch(statement, -1) {
		tables[m[1]] = m[1]
		if m[2] != "" {
			tables[m[2]] = m[1]
		}
	}
	for _, m := range common.FindAllStringSubmatch(statement, -1) {
		delete(tables, m[1]) // the rows of a common table expression have been found already
	}
	rows, err := d.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+statement)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		m := scanned.FindStringSubmatch(detail)
		switch {
		case m != nil && tables[m[1]] != "" && !slices.Contains(small, tables[m[1]]) && !partial[m[2]] && (m[2] == "" || !limited.MatchString(statement)) && !allows(whole, statement):
			complaints = append(complaints, detail)
		case detail == "USE TEMP B-TREE FOR ORDER BY" && strings.Contains(statement, "LIMIT") && !allows(sorted, statement):
			complaints = append(complaints, detail)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return complaints
}

const sortsForAPage = "sorts everything for one page"

// node of a PostgreSQL plan.
type node struct {
	Kind     string `json:"Node Type"`
	Relation string `json:"Relation Name"`
	Plans    []node
}

// postgresPlan lists complaints about a statement on PostgreSQL. It explains twice: sorting shows when sorting is
// expensive, and scanning when it is not. A table is scanned only where no index helps at all, because a table as small as
// here may be read by an unsuitable index; which indexes fit shows on SQLite, which has the same ones.
func postgresPlan(t *testing.T, c bun.Conn, statement string) (complaints []string) {
	t.Helper()
	for sorting, allowed := range map[string]map[*regexp.Regexp]string{"on": whole, "off": sorted} {
		if _, err := c.ExecContext(t.Context(), "SET enable_sort = "+sorting); err != nil {
			t.Fatal(err)
		}
		var text string
		if err := c.QueryRowContext(t.Context(), "EXPLAIN (FORMAT JSON) "+statement).Scan(&text); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
		var plans []struct{ Plan node }
		if err := json.Unmarshal([]byte(text), &plans); err != nil {
			t.Fatal(err)
		}
		for _, complaint := range plans[0].Plan.complaints(false) {
			if (complaint == sortsForAPage) == (sorting == "off") && !allows(allowed, statement) {
				complaints = append(complaints, complaint)
			}
		}
	}
	return complaints
}

// complaints about a node and its children; limited: only its first rows are needed.
func (n node) complaints(limited bool) (all []string) {
	switch {
	case n.Kind == "Limit":
		limited = true
	case n.Kind == "Seq Scan" && !slices.Contains(small, n.Relation):
		all = append(all, "reads all of "+n.Relation)
	case n.Kind == "Sort" && limited:
		all = append(all, sortsForAPage)
	}
	for _, below := range n.Plans {
		all = append(all, below.complaints(limited)...)
	}
	return all
}
