package certificatepaper

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/document"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/typeset"
)

func facts(language string) Facts {
	score := int64(92)
	return Facts{Language: language, Name: "Anna Lindqvist-Öberg", Course: "Reading a balance sheet", Issuer: "Lectern", Signatory: "Ada Byron", Code: "7Q2M-9XKD-4TWB-H",
		Address: "https://lectern.test/verify/7Q2M9XKD4TWBH", CompletedOn: "2026-11-18", IssuedOn: "2026-11-20", ValidUntil: "2027-11-20", Score: &score, Hours: 14, Instructors: []string{"Ada", "Grace"}}
}

func svg(t *testing.T, p Paper, fonts *typeset.Fonts) (string, []Problem) {
	t.Helper()
	sheet := document.NewDrawing(fonts)
	problems, err := p.Draw(sheet, fonts)
	if err != nil {
		t.Fatal(err)
	}
	out, err := sheet.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return string(out), problems
}

// The standard layouts keep their own rules, and what they say is printable and has room.
func TestStandard(t *testing.T) {
	t.Parallel()
	fonts := typeset.Embedded()
	for _, language := range []string{English, German} {
		l := Standard(language)
		if err := l.Broken(); err != nil {
			t.Errorf("%s: %v", language, err)
		}
		for _, f := range []Facts{facts(language), {Language: language, Name: "Ann", Course: "Bees", Issuer: "S", Code: "C", Address: "https://a.test", IssuedOn: "2026-03-05"}} {
			if _, problems := svg(t, Paper{Layout: l, Facts: f, Color: "#1f6f4f"}, fonts); len(problems) != 0 {
				t.Errorf("%s: %+v", language, problems)
			}
		}
		for _, kind := range []string{KindStatement, KindSummary, KindCompleted, KindDate, KindExpiry} {
			if value := facts(language).value(kind); value == "" || fonts.Missing(value) != 0 {
				t.Errorf("%s: %s is %q", language, kind, value)
			}
		}
	}
	if got := facts(German).value(KindSummary); got != "Abgeschlossen am 18. November 2026   ·   Ergebnis: 92\u00a0%   ·   Lernstunden: 14" {
		t.Error(got)
	}
}

// What a certificate has not is not drawn, nor the words around it.
func TestWhatIsSaid(t *testing.T) {
	t.Parallel()
	e := PaperElement{Kind: KindScore, Text: "Score: {value}"}
	f := facts(English)
	if got := e.said(f); got != "Score: 92%" {
		t.Error(got)
	}
	f.Name = "{value}"
	if got := (PaperElement{Kind: KindName, Text: "To {value}"}).said(f); got != "To {value}" {
		t.Error(got)
	}
	f.Score = nil
	if got := e.said(f); got != "" {
		t.Error(got)
	}
}

// Names that have no room are set smaller, then cut off; a character that no font has is named.
func TestProblems(t *testing.T) {
	t.Parallel()
	fonts := typeset.Embedded()
	of := func(name string) (found []Problem) {
		f := facts(English)
		f.Name = name
		_, found = svg(t, Paper{Layout: Standard(English), Facts: f}, fonts)
		return found
	}
	if got := of(strings.Repeat("Wolfeschlegelstein ", 5)); len(got) != 1 || got[0].Kind != Shrunk || got[0].Element != "name" || got[0].Points >= 30 {
		t.Errorf("%+v", got)
	}
	if got := of(strings.Repeat("Wolfeschlegelstein ", 120)); len(got) != 1 || got[0].Kind != Cut {
		t.Errorf("%+v", got)
	}
	if got := of("王 Ann"); len(got) != 1 || got[0].Kind != Unprintable || got[0].Character != "王" {
		t.Errorf("%+v", got)
	}
}

// Whatever a name or a text contains, the drawing has outlines and no markup of theirs.
func TestHostileTexts(t *testing.T) {
	t.Parallel()
	f := facts(English)
	f.Name, f.Course = `</svg><script>alert(1)</script>`, `"><image href="x" onerror="y()">`
	out, _ := svg(t, Paper{Layout: Standard(English), Facts: f, Color: "#000000"}, typeset.Embedded())
	for _, bad := range []string{"script", "onerror", "alert", "<image", "<text"} {
		if strings.Contains(out, bad) {
			t.Errorf("the drawing contains %s", bad)
		}
	}
}

func TestRules(t *testing.T) {
	t.Parallel()
	many := func(kind string, n int) func(*PaperLayout) {
		return func(l *PaperLayout) {
			for i := range n {
				l.Elements = append(l.Elements, PaperElement{ID: fmt.Sprint(kind, i), Kind: kind, Width: 5, Height: 5, Points: 7, Text: strings.Repeat("a", 900), PictureID: fmt.Sprintf("00000000-0000-7000-8000-%012d", i)})
				if kind != KindText {
					l.Elements[len(l.Elements)-1].Text = ""
				}
			}
		}
	}
	for name, c := range map[string]struct {
		change func(*PaperLayout)
		field  string
	}{
		"no name":           {func(l *PaperLayout) { l.Elements = slices.Delete(l.Elements, 3, 4) }, "layout.elements"},
		"two of an id":      {func(l *PaperLayout) { l.Elements[1].ID = "issuer" }, "layout.elements[1].id"},
		"beyond the sheet":  {func(l *PaperLayout) { l.Elements[0].X = 100 }, "layout.elements[0].x"},
		"a tiny text":       {func(l *PaperLayout) { l.Elements[0].Points = 5 }, "layout.elements[0].points"},
		"no place":          {func(l *PaperLayout) { l.Elements[0].Text = "By" }, "layout.elements[0].text"},
		"two places":        {func(l *PaperLayout) { l.Elements[0].Text = "{value}{value}" }, "layout.elements[0].text"},
		"a picture of none": {func(l *PaperLayout) { l.Elements[0].Kind = KindImage; l.Elements[0].PictureID = "../../etc" }, "layout.elements[0].picture_id"},
		"five names":        {many(KindName, 4), "layout.elements"},
		"long texts":        {many(KindText, 5), "layout.elements"},
		"seven pictures":    {many(KindImage, 7), "layout.elements"},
	} {
		l := Standard(English)
		c.change(&l)
		broken, ok := errors.AsType[*fault.Error](l.Broken())
		if !ok || broken.Fields[0].Name != c.field {
			t.Errorf("%s: %v", name, l.Broken())
		}
	}
	l := Standard(English)
	many(KindText, 4)(&l)
	many(KindImage, 6)(&l)
	if err := l.Broken(); err != nil {
		t.Error(err)
	}
	if got := l.Texts(); len(got) != 6 || len(l.PictureIDs()) != 6 {
		t.Errorf("%q", got)
	}
}

// The same certificate gives the same bytes.
func TestDrawingTwice(t *testing.T) {
	t.Parallel()
	fonts, at := typeset.Embedded(), time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	file := func() string {
		sheet := document.NewSheet(fonts, "Certificate", "Lectern", at)
		if _, err := (Paper{Layout: Standard(German), Facts: facts(German), Color: "#1f6f4f"}).Draw(sheet, fonts); err != nil {
			t.Fatal(err)
		}
		out, err := sheet.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	if file() != file() {
		t.Error("two drawings of one certificate differ")
	}
}
