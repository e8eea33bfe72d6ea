package emaillink_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/testapp"
)

// Neither rows nor jobs contain the token of a link.
func TestDatabaseContainsNoLink(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.RegisterUnverified("ann@lectern.test")
	link := a.EmailToken("ann@lectern.test", "/verify-email")
	for _, column := range []string{"payload", "last_error"} {
		if n := a.Count("SELECT count(*) FROM jobs WHERE CAST("+column+" AS TEXT) LIKE ?", "%"+link+"%"); n != 0 {
			t.Errorf("%d jobs contain it", n)
		}
	}
	var rows []map[string]any
	if err := a.DB.Reader().NewSelect().Table("email_links").Scan(t.Context(), &rows); err != nil || len(rows) != 1 {
		t.Fatalf("%v, %v", rows, err)
	}
	if dump := fmt.Sprint(rows); strings.Contains(dump, link) || !strings.Contains(dump, ann.User.ID) {
		t.Errorf("%s lies in %s", link, dump)
	}
	a.Clock.Advance(60 * 24 * time.Hour)
	a.Sweep()
	if a.Count("SELECT count(*) FROM email_links") != 0 {
		t.Errorf("old links are kept")
	}
}
