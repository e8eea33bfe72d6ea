package app_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lectern/internal/platform/db/dbtest"
	"lectern/internal/testapp"
)

// refers matches names of columns that refer to a user.
var refers = regexp.MustCompile(`^(\w+)\.((?:\w+_)?(?:user|owner|actor|of|person|student|teacher|instructor|author|grader|reviewer)_id|(?:\w+_)?by) text`)

// notPeople are columns with such names that do not.
var notPeople = []string{"lockouts.locked_by"}

// A new table that refers to users must declare whether it is exported with their data.
func TestEveryTableAboutUsersIsExportedOrExcused(t *testing.T) {
	t.Parallel()
	holdings := testapp.New(t).Holdings()
	known := map[string]bool{}
	for _, h := range holdings {
		known[h.Table+"."+h.Column] = true
		if (len(h.Export) == 0) == (h.Excuse == "") {
			t.Errorf("%s.%s: either its columns are exported or there is a reason why not", h.Table, h.Column)
		}
	}
	there := columns(t, dbtest.New(t, os.Getenv("TEST_POSTGRES")))
	for _, c := range there {
		m := refers.FindStringSubmatch(c)
		if m == nil || slices.Contains(notPeople, m[1]+"."+m[2]) || known[m[1]+"."+m[2]] {
			continue
		}
		t.Errorf("%s.%s refers to a user: add a line to the Holdings of its feature that says what of it is exported, or why nothing; "+
			"and let the feature erase it (Erase) when the user is erased", m[1], m[2])
	}
	for _, h := range holdings {
		for _, name := range append([]string{h.Column}, h.Export...) {
			if !slices.ContainsFunc(there, func(c string) bool { return strings.HasPrefix(c, h.Table+"."+name+" ") }) {
				t.Errorf("a feature holds %s.%s, which does not exist", h.Table, name)
			}
		}
	}
}
