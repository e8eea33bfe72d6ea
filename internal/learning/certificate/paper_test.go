package certificate

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/certificatepaper"
	"lectern/internal/platform/typeset"
)

// The same certificate gives the same bytes, however long its texts are.
func TestDrawingIsDeterministic(t *testing.T) {
	t.Parallel()
	score := int64(92)
	c := Certificate{ID: "1", Code: "7Q2M9XKD4TWBH", Name: strings.Repeat("Ωmega Żółć Щука ", 8), CourseTitle: strings.Repeat("Reading a balance sheet ", 9), Issuer: "School", IssuedAt: time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)}
	c.StoredFacts.V = Facts{CompletedOn: "2026-11-18", Score: &score, Hours: 14, Instructors: []string{"Ada", "Grace"}, Signatory: "Ada Byron", Language: "de", IssuedOn: "2026-11-20", ValidUntil: "2027-11-20"}
	c.complete("https://lectern.test", c.IssuedAt)
	fonts := typeset.Embedded()
	shown := certificatepaper.Paper{Layout: certificatepaper.Standard("de"), Facts: c.printed(), Color: "#2f6f4f"}
	first, err := c.file(shown, fonts)
	if err != nil {
		t.Fatal(err)
	}
	second, err := c.file(shown, fonts)
	if err != nil || !bytes.Equal(first, second) {
		t.Error("two drawings of one certificate differ", err)
	}
}

// What a layout does not show is not certified.
func TestRestriction(t *testing.T) {
	t.Parallel()
	score := int64(92)
	all := Facts{CompletedOn: "2026-11-18", Score: &score, Hours: 14, Instructors: []string{"Ada"}, Signatory: "Ada Byron", Language: "en", IssuedOn: "2026-11-20", ValidUntil: "2027-11-20"}
	if got := all.restrict(certificatepaper.Standard("en")); got.Score == nil || got.Hours != 14 || len(got.Instructors) != 1 || got.Signatory == "" || got.CompletedOn == "" {
		t.Errorf("%+v", got)
	}
	got := all.restrict(certificatepaper.PaperLayout{Elements: []certificatepaper.PaperElement{{Kind: certificatepaper.KindHours}}})
	if got.Score != nil || got.Hours != 14 || len(got.Instructors) != 0 || got.Signatory != "" || got.CompletedOn != "" || got.ValidUntil == "" {
		t.Errorf("%+v", got)
	}
}

// A term ends on the same day of the month, or on its last.
func TestTerms(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]string{"2026-01-31": "2026-02-28", "2026-11-30": "2026-12-30", "2026-12-31": "2027-01-31"} {
		at, _ := time.Parse(time.DateOnly, from)
		if until, expires := term(at.Add(22*time.Hour), 1); until != want || expires.Add(-time.Hour).Format(time.DateOnly) != want {
			t.Errorf("a month from %s is %s (%s), not %s", from, until, expires, want)
		}
	}
}
