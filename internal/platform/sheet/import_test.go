package sheet_test

import (
	"slices"
	"strings"
	"testing"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/sheet"
)

func parse(i sheet.Import, text string) ([]string, sheet.Report, error) {
	return sheet.Parse(i, sheet.Upload{Type: "text/csv", Body: strings.NewReader(text)}, func(r *sheet.Record) string {
		r.UniqueEmail("email", strings.ToLower(r.Cell("email")))
		if r.Cell("name") == "bad" {
			r.Fault("name", "refused", "No")
		}
		return r.Cell("email") + "|" + r.Cell("name")
	})
}

func TestImportLimits(t *testing.T) {
	t.Parallel()
	people := sheet.Import{Subject: "people", Megabytes: 1, Rows: 1_050, Columns: []sheet.Column{{Name: "email"}}}
	rows := func(n int) string { return "email\n" + strings.Repeat("\"\",.\n", n) }
	if got, report, err := parse(people, rows(1_050)); err != nil || len(got) != 1_050 || report.Rows != 1_050 {
		t.Errorf("as many rows as allowed: %d, %v", len(got), err)
	}
	for body, want := range map[string]string{
		rows(1_051): "The file of people has more than 1,050 rows. Split it into several files.",
		"":          "The file is empty.",
		"\xff\xfe":  "This file is not a CSV file in UTF-8. Save it as “CSV UTF-8”.",
	} {
		if _, _, err := parse(people, body); !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v", body, err)
		}
	}
	_, _, err := parse(people, "email\n"+strings.Repeat("\n", 1<<20))
	if !fault.Is(err, fault.TooLarge) || !strings.Contains(err.Error(), "The file of people is larger than 1 MB. Split it into several files.") {
		t.Errorf("too large: %v", err)
	}
	if _, _, err := sheet.Parse(people, sheet.Upload{Type: "text/plain", Body: strings.NewReader("email\n")}, func(*sheet.Record) int { return 0 }); !fault.Is(err, fault.UnsupportedType) {
		t.Errorf("not CSV: %v", err)
	}
}

func TestImportHeading(t *testing.T) {
	t.Parallel()
	column := func(name string, optional bool) sheet.Column {
		return sheet.Column{Name: name, Aliases: []string{"the " + name}, Optional: optional}
	}
	for _, c := range []struct {
		columns []sheet.Column
		want    string
	}{
		{[]sheet.Column{column("email", false)}, "The first row must name the column email"},
		{[]sheet.Column{column("email", false), column("name", false), column("role", true)}, "The first row must name the columns email and name; role is optional"},
		{[]sheet.Column{column("email", false), column("a", true), column("b", true), column("c", true)}, "The first row must name the column email; a, b and c are optional"},
	} {
		i := sheet.Import{Subject: "people", Megabytes: 1, Rows: 1_000, Columns: c.columns}
		if _, _, err := parse(i, "role,a\nx,y\n"); !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
		if got, _, err := parse(i, "x, The NAME ,EMail\n1,Ann,a@b.c\n"); err != nil || !strings.HasPrefix(got[0], "a@b.c|") {
			t.Errorf("%q, %v", got, err)
		}
	}
}

func TestImportReportsFaultsByRow(t *testing.T) {
	t.Parallel()
	i := sheet.Import{Subject: "people", Megabytes: 1, Rows: 1_000, Columns: []sheet.Column{{Name: "email"}, {Name: "name", Optional: true}}}
	good, report, err := parse(i, "email,name\na@b.c,Ann\n\nA@b.c,bad\n,Ben\nd@b.c\n,Cem\n")
	if want := []string{"a@b.c|Ann", "|Ben", "d@b.c|", "|Cem"}; err != nil || !slices.Equal(good, want) {
		t.Errorf("%q, want %q, %v", good, want, err)
	}
	report.Add(sheet.RowFault{Row: 6, Column: "email", Code: "unknown"}, sheet.RowFault{Row: 2, Column: "email", Code: "unknown"}, sheet.RowFault{Row: 4, Code: "late"})
	want := []sheet.RowFault{
		{Row: 2, Column: "email", Code: "unknown"},
		{Row: 4, Column: "email", Code: "duplicate", Reason: "This email address is already in row 2"}, {Row: 4, Column: "name", Code: "refused", Reason: "No"}, {Row: 4, Code: "late"},
		{Row: 6, Column: "email", Code: "unknown"},
	}
	if !slices.Equal(report.Bad, want) || report.BadRows != 3 || report.Rows != 5 {
		t.Errorf("%+v", report)
	}
}
