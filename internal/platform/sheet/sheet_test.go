package sheet_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lectern/internal/platform/sheet"
)

func written(t interface{ Fatal(...any) }, rows ...[]string) []byte {
	var text bytes.Buffer
	w, err := sheet.NewWriter(&text, rows[0]...)
	for _, row := range rows[1:] {
		err = errors.Join(err, w.Write(row...))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// read returns the rows up to the first error.
func read(text string) (rows []sheet.Row, err error) {
	for row, err := range sheet.Read(strings.NewReader(text)) {
		if err != nil {
			return rows, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// F53: no name is taken for a formula by spreadsheets, and every name is read back unchanged.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	cell := rapid.OneOf(rapid.String(), rapid.StringMatching(`'{0,2}[=+\-@\t\r\n;,"]{0,2}[a-z"\r\n ]{0,4}`))
	rapid.Check(t, func(t *rapid.T) {
		rows := [][]string{{"name", "note"}}
		for _, row := range rapid.SliceOfN(rapid.SliceOfN(cell, 2, 2), 0, 5).Draw(t, "rows") {
			if strings.TrimSpace(strings.Join(row, "")) != "" { // empty rows are skipped
				rows = append(rows, row)
			}
		}
		text := written(t, rows...)
		read, err := read(string(text))
		if err != nil || len(read) != len(rows) {
			t.Fatalf("%d of %d rows, %v: %q", len(read), len(rows), err, text)
		}
		for i, row := range rows {
			for j := range row {
				row[j] = strings.ReplaceAll(row[j], "\r\n", "\n") // line ends within a cell are normalised
			}
			if !slices.Equal(read[i].Cells, row) {
				t.Fatalf("%q became %q through %q", row, read[i].Cells, text)
			}
		}
	})
}

func TestFormulasAreText(t *testing.T) {
	t.Parallel()
	for _, formula := range []string{"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\x00=1", "＝1", "'=1", "''=1"} {
		text := string(written(t, []string{"name"}, []string{formula}))
		cell := strings.Trim(strings.TrimSuffix(strings.TrimPrefix(text, "\ufeffname\r\n"), "\r\n"), `"`)
		if !strings.HasPrefix(cell, "'") || len(cell) < len(strings.TrimRight(formula, "\r\n"))+1 {
			t.Errorf("%q is written as %q", formula, text)
		}
	}
	for _, harmless := range []string{"a=1", "O'Neil", "'quoted'", "1-2", "ann@lectern.test"} {
		if text := string(written(t, []string{"name"}, []string{harmless})); !strings.HasSuffix(text, "\n"+harmless+"\r\n") {
			t.Errorf("%q is written as %q", harmless, text)
		}
	}
}

// Files as saved by common programs.
func TestRead(t *testing.T) {
	t.Parallel()
	want := []sheet.Row{{Line: 1, Cells: []string{"a", "b"}}, {Line: 2, Cells: []string{"1,5", "two\nlines"}}, {Line: 5, Cells: []string{"é", ""}}}
	for name, text := range map[string]string{
		"semicolons": "a;b\n1,5;\"two\nlines\"\n;\né;\n", "byte order mark": "\ufeffa;b\n1,5;\"two\nlines\"\n\né;\n",
		"Windows": "a;b\r\n1,5;\"two\r\nlines\"\r\n;\r\né;\r\n", "tabulators": "a\tb\n1,5\t\"two\nlines\"\n\t\né\t",
		"commas": "a,b\n\"1,5\",\"two\nlines\"\n,\né,",
	} {
		got, err := read(text)
		if err != nil || !slices.EqualFunc(got, want, func(a, b sheet.Row) bool { return a.Line == b.Line && slices.Equal(a.Cells, b.Cells) }) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	if _, err := read("name\n\xff\xfe"); !errors.Is(err, sheet.ErrNotText) {
		t.Errorf("no UTF-8: %v", err)
	}
	if _, err := read("name\n\"open"); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("an open quote: %v", err)
	}
}

// A sheet is refused at a row that is too long, before the rest of it is read: many cells, one long cell, and one that never ends.
func TestLongRowsEndTheSheet(t *testing.T) {
	t.Parallel()
	for name, long := range map[string]string{"cells": strings.Repeat(",", 200), "a cell": strings.Repeat("a", 64<<10+1), "an open quote": `"` + strings.Repeat("a\n", 40_000)} {
		rest := &counted{from: io.MultiReader(strings.NewReader("a,b\n1,2\n"+long+"\n"), strings.NewReader(strings.Repeat("x,y\n", 1<<20)))}
		var rows int
		var err error
		for _, err = range sheet.Read(rest) {
			rows++
		}
		if rows != 3 || !errors.Is(err, sheet.ErrLongRow) || rest.bytes > 1<<18 {
			t.Errorf("%s: %d rows, %v after %d bytes", name, rows, err, rest.bytes)
		}
	}
	if rows, err := read("a,b\n" + strings.Repeat(",", 199) + "\n" + strings.Repeat("a", 60<<10) + ",b\n"); err != nil || len(rows) != 2 {
		t.Errorf("within the limits: %d rows, %v", len(rows), err)
	}
}

// counted counts what is read.
type counted struct {
	from  io.Reader
	bytes int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.bytes += n
	return n, err
}
