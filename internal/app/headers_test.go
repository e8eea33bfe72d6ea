package app_test

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/testapp"
)

// unfit are texts that no column may hold and no screen may show: U+0000, what is no UTF-8, control characters, an override of the
// direction of writing, all also percent-encoded, and as much as the server takes of all headers together (it answers more with 431).
var unfit = []string{"a\x00b", "a\xff\xfeb", "a\x1b[2J\x07b", "a\u202egpj.exe", "a%00b", "a%ff%feb", "a%1B%E2%80%AEb", strings.Repeat("a,", 32<<10)}

// undeclared headers are read of every request, by the program or by the libraries below it.
var undeclared = []string{"User-Agent", "Accept-Language", "X-Forwarded-For", "Forwarded", "X-Real-Ip", "X-Request-Id", "Range", "If-Range", "If-None-Match", "If-Modified-Since",
	"Accept", "Accept-Encoding", "Origin", "Referer", "Cookie", "Content-Language", "Last-Event-Id"}

// Whatever a header holds, every operation answers it without a failure of its own, and nothing of it that is unfit is stored.
func TestNoHeaderBreaksAnOperation(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.API.TrustProxies([]netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}) // which httptest sends from
	admin, next := w.User(access.Admin), 0
	operations := documented(w.API.Document)
	for _, operation := range slices.SortedFunc(maps.Keys(operations), deletionsLast) {
		method, path, _ := strings.Cut(operation, " ")
		if strings.HasSuffix(path, "/events") {
			continue // streams do not end; of their own header they read a number or nothing
		}
		who, o := w.owner, objects[method+" /api/v1"+path]
		if w.API.Gates[method+" /api/v1"+path].Name == "admin" {
			who = admin
		}
		id := w.course
		if o.of != nil {
			id = o.of(w)
		}
		body := w.names.Replace(strings.ReplaceAll(cmp.Or(o.body, bodies[method+" /api/v1"+path], "{}"), "{course}", w.course))
		w.Exec("UPDATE sessions SET revoked_at = NULL") // some operations sign out
		send := func(text string, headers ...string) {
			r := httptest.NewRequest(method, w.address("/api/v1"+path, id)+asking["/api/v1"+path], strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("If-Match", "*")
			setUnfit(r, text, headers...)
			if answer := who.SendRaw(r); answer.Code >= http.StatusInternalServerError {
				t.Errorf("%s with %.20q in %v: %d %.300s", operation, text, headers, answer.Code, answer.Body)
			}
		}
		var declared []string
		for _, p := range operations[operation].Parameters {
			if p.In == "header" {
				declared = append(declared, p.Name)
			}
		}
		for range 2 {
			send(unfit[next%len(unfit)], undeclared...)
			for _, name := range declared {
				send(unfit[next%len(unfit)], name)
			}
			next++
		}
	}
	w.signInUnfit()
	for _, found := range unfitTexts(w.App, t) {
		t.Errorf("stored: %s", found)
	}
}

func setUnfit(r *http.Request, text string, headers ...string) {
	for _, name := range headers {
		r.Header.Set(name, text)
	}
	if slices.Contains(headers, "X-Forwarded-For") {
		r.Header.Set("X-Forwarded-For", "2001:db8::1%"+text)
	}
}

// signInUnfit does what stores something of the headers: signing in, known and unknown, forgetting the password, registering.
func (w world) signInUnfit() {
	w.t.Helper()
	for i, text := range unfit {
		for path, body := range map[string]string{
			"/auth/register":        fmt.Sprintf(`{"full_name":"Ann","email":"ann%d@lectern.test","password":%q}`, i, passphrase),
			"/auth/forgot-password": fmt.Sprintf(`{"email":"%s@lectern.test"}`, w.owner.ID),
			"/auth/login":           fmt.Sprintf(`{"email":"%s@lectern.test","password":%q}`, w.owner.ID, passphrase),
			"/auth/refresh-token":   `{"refreshToken":"a"}`,
		} {
			r := httptest.NewRequest("POST", "/api/v1"+path, strings.NewReader(body))
			setUnfit(r, text, undeclared...)
			r.Header.Set("Content-Type", "application/json")
			if answer := w.Nobody().SendRaw(r); answer.Code >= http.StatusInternalServerError {
				w.t.Errorf("%s with %.20q: %d %.300s", path, text, answer.Code, answer.Body)
			}
		}
	}
	w.Work() // sends the emails, in the language of the headers
}

// deletionsLast sorts operations.
func deletionsLast(a, b string) int {
	rank := func(operation string) string {
		if strings.HasPrefix(operation, "DELETE ") {
			return "2" + operation
		}
		return "1" + operation
	}
	return strings.Compare(rank(a), rank(b))
}

// unfitTexts lists the texts in the database that are not fit to be shown or moved to another database.
func unfitTexts(a *testapp.App, t *testing.T) (found []string) {
	t.Helper()
	columns := `SELECT m.name AS "table", c.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c
		WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' AND upper(c.type) <> 'BLOB'`
	if db.IsPostgres(a.DB.Reader()) {
		columns = `SELECT c.table_name AS "table", c.column_name AS name FROM information_schema.columns AS c JOIN information_schema.tables AS b USING (table_schema, table_name)
			WHERE c.table_schema = current_schema() AND b.table_type = 'BASE TABLE' AND c.data_type <> 'bytea'`
	}
	var all []struct{ Table, Name string }
	if err := a.DB.Reader().NewRaw(columns).Scan(t.Context(), &all); err != nil || len(all) < 100 {
		t.Fatal(len(all), err)
	}
	for _, c := range all {
		var texts []string
		if err := a.DB.Reader().NewRaw(`SELECT CAST(? AS TEXT) FROM ? WHERE ? IS NOT NULL`, bun.Ident(c.Name), bun.Ident(c.Table), bun.Ident(c.Name)).Scan(t.Context(), &texts); err != nil {
			t.Fatal(c, err)
		}
		for _, text := range texts {
			if !utf8.ValidString(text) || strings.ContainsFunc(text, isUnfit) || strings.Contains(text, `\u00`) || len(text) > 60<<10 {
				found = append(found, fmt.Sprintf("%s.%s %.100q", c.Table, c.Name, text))
			}
		}
	}
	return found
}

// isUnfit matches control characters other than line breaks and tabs, and overrides of the direction of writing.
func isUnfit(r rune) bool {
	return unicode.IsControl(r) && !strings.ContainsRune("\n\r\t", r) || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}
