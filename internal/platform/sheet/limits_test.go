package sheet_test

import (
	"strings"
	"testing"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/sheet"
)

func TestWhatIsTakenOfASheet(t *testing.T) {
	t.Parallel()
	limits := sheet.Limits{Subject: "people", Megabytes: 1, Rows: 1_050}
	rows := func(n int) string { return "email\n" + strings.Repeat("a@b.c\n", n) }
	if got, err := limits.Read(strings.NewReader(rows(1_050))); err != nil || len(got) != 1_051 {
		t.Errorf("as many rows as may be: %d, %v", len(got), err)
	}
	for body, want := range map[string]string{
		rows(1_051): "A sheet of people has at most 1,050 rows. Please divide it.",
		"":          "The file is empty.",
		"\xff\xfe":  "This is no CSV file in UTF-8. Please save it as \"CSV UTF-8\".",
	} {
		if _, err := limits.Read(strings.NewReader(body)); !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v", body, err)
		}
	}
	_, err := limits.Read(strings.NewReader(strings.Repeat("a", 1<<20+1)))
	if !fault.Is(err, fault.TooLarge) || !strings.Contains(err.Error(), "A sheet of people has at most 1 MB. Please divide it.") {
		t.Errorf("too large: %v", err)
	}
}
