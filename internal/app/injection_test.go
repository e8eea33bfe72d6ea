package app_test

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

// injections are about 500 texts with a meaning in SQL, LIKE or search: string terminators, each with what may follow.
func injections() (all []string) {
	all = []string{"", "%", "_", `\`, `%\`, `\%`, "%%%%", "*", "a*", `"`, `""`, `"a`, "NEAR", "NEAR(", "a NEAR/2 b", "AND", "a AND", "NOT", "OR OR", "a:b", "title:", "^a", "-a", "+a", "(", ")", "(((", "{}",
		"a & b", "a | b", "!a", "a <-> b", ":*", "'a':*", "?", "??", "?0", "$1", "$$", "$$a$$", ":a", "@a", "\x00", "a\x00b", "\xff\xfe", "\u202e", "🙂", "\u0130\u0131", "ﬁ", strings.Repeat("a", 200), strings.Repeat("%", 200),
		strings.Repeat("(", 200), strings.Repeat(`"`, 199), "null", "NULL", "undefined", "NaN", "Infinity", "-0", "1e309", "0x10", "9223372036854775808", "-9223372036854775809", "99999999999999999999", "1;2", "1,2", "[]", "[1]",
		`{"$gt":""}`, `{"$ne":null}`, "created_at", "-created_at", "password_hash", "u.password_hash", "id;--", "id desc", "(select 1)", "case when 1=1 then id end", "newest,password_hash", "../../etc/passwd", "0000-00-00", "2026-13-45T99:99:99Z"}
	for _, begin := range []string{"", "'", `"`, "''", `\'`, "')", `")`, "'))", "1", "1)", "x' ", "%' ", "%') ", "x'/**/", "`", "]"} {
		for _, follows := range []string{"--", "-- -", "#", ";", "; --", "/*", " OR 1=1", " OR 1=1 --", " OR '1'='1", " AND 1=2", " AND sleep(5)", "; SELECT pg_sleep(5) --", " UNION SELECT NULL --",
			" UNION SELECT password_hash FROM users --", " UNION SELECT id, password_hash, email FROM users --", " UNION ALL SELECT sql FROM sqlite_master --", "; DROP TABLE users --", "; UPDATE users SET status = 'disabled' --",
			" OR randomblob(1000000000)", " OR pg_sleep(5) IS NULL", " AND (SELECT CASE WHEN 1=1 THEN 1/0 ELSE 1 END)=1", "||(SELECT password_hash FROM users)||'", " LIKE '%", " COLLATE NOCASE", " ORDER BY 99", " LIMIT 0"} {
			all = append(all, begin+follows)
		}
	}
	return all
}

// F51: any text in a query or path is a value: it is refused or finds nothing, and is never SQL. Every parameter of every
// reading operation gets the worst texts and its share of the others.
func TestNoParameterIsSQL(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.User(access.Admin)
	w.Exec("UPDATE users SET password_hash = 'canary-of-the-hash'")
	before := w.snapshot()
	all, next, sent := injections(), 0, 0
	if len(all) < 450 {
		t.Fatalf("only %d texts", len(all))
	}
	ask := func(who testapp.User, address string) {
		sent++
		answer := who.Send(http.MethodGet, address, "")
		if body := answer.Body.String(); answer.Code >= 500 || strings.Contains(body, "canary-of-the-hash") || strings.Contains(body, "CREATE TABLE") {
			t.Errorf("GET %s: %d %.300s", address, answer.Code, body)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(w.API.Document.Paths)) {
		op, gate := w.API.Document.Paths[path].Get, w.API.Gates["GET /api/v1"+path].Name
		if op == nil || strings.HasSuffix(path, "/events") {
			continue
		}
		who := w.owner
		if gate == "admin" {
			who = admin
		}
		id := w.course
		if o, ok := objects["GET /api/v1"+path]; ok {
			id = o.of(w)
		}
		for _, p := range op.Parameters {
			for range soak.Rounds(8, 25) {
				text := all[next%len(all)]
				next++
				switch p.In {
				case "query":
					ask(who, w.address("/api/v1"+path, id)+"?"+url.QueryEscape(p.Name)+"="+url.QueryEscape(text))
				case "path":
					ask(who, w.address("/api/v1"+strings.ReplaceAll(path, "{"+p.Name+"}", url.PathEscape(text+"x")), id))
				}
			}
		}
	}
	t.Logf("%d requests", sent)
	if after := w.snapshot(); after != before || w.Count("SELECT count(*) FROM users WHERE status = 'disabled'") != 0 {
		t.Errorf("data has changed:\n%s\n%s", before, after)
	}
	if next < 4*len(all) {
		t.Errorf("only %d texts were sent", next)
	}
}
