package outline

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"lectern/internal/platform/fault"
)

// picture draws an outline on one line: w1(l1 l2 s1(l3)) s2().
func picture(o Outline) string { return draw(o.Sections) }

func draw(sections []Section) (line string) {
	for i, s := range sections {
		if i > 0 {
			line += " "
		}
		line += s.ID + "("
		for j, l := range s.Lessons {
			if j > 0 {
				line += " "
			}
			line += l.ID
		}
		if len(s.Sections) > 0 {
			line += " | " + draw(s.Sections)
		}
		line += ")"
	}
	return line
}

func sample() Outline {
	lesson := func(id string) Lesson { return Lesson{ID: id, Type: "text", Title: id, Required: true} }
	return Outline{Title: "Bees", Sections: []Section{
		{ID: "w1", Kind: KindWeek, Lessons: []Lesson{lesson("a"), lesson("b")}, Sections: []Section{{ID: "s1", Kind: KindSection, Lessons: []Lesson{lesson("c")}}}},
		{ID: "s2", Kind: KindSection, Lessons: []Lesson{lesson("d"), lesson("e"), lesson("f")}},
	}}
}

func TestEdits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		edit func(o *Outline) error
		want string // "" if refused
	}{
		{"lessons to another section, in the order named", func(o *Outline) error { return o.MoveLessons([]string{"f", "a"}, "s1", 1) }, "w1(b | s1(f a c)) s2(d e)"},
		{"within a section, to the end", func(o *Outline) error { return o.MoveLessons([]string{"d"}, "s2", 0) }, "w1(a b | s1(c)) s2(e f d)"},
		{"within a section, to the front", func(o *Outline) error { return o.MoveLessons([]string{"f"}, "s2", 1) }, "w1(a b | s1(c)) s2(f d e)"},
		{"to nowhere", func(o *Outline) error { return o.MoveLessons([]string{"a"}, "x", 1) }, ""},
		{"one that is not there", func(o *Outline) error { return o.MoveLessons([]string{"x"}, "s2", 1) }, ""},
		{"a section into a week", func(o *Outline) error { return o.MoveSection("s2", "w1", 1) }, "w1(a b | s2(d e f) s1(c))"},
		{"a section out of its week", func(o *Outline) error { return o.MoveSection("s1", "", 1) }, "s1(c) w1(a b) s2(d e f)"},
		{"a week into a section", func(o *Outline) error { return o.MoveSection("w1", "s2", 1) }, ""},
		{"a week into itself", func(o *Outline) error { return o.MoveSection("w1", "w1", 1) }, ""},
		{"sections in another order", func(o *Outline) error { return o.OrderSections("", []string{"s2", "w1"}) }, "s2(d e f) w1(a b | s1(c))"},
		{"an order that leaves one out", func(o *Outline) error { return o.OrderSections("", []string{"s2"}) }, ""},
		{"an order that names one twice", func(o *Outline) error { return o.ArrangeLessons(map[string][]string{"s2": {"d", "d", "e"}}) }, ""},
		{"an order with a stranger", func(o *Outline) error { return o.ArrangeLessons(map[string][]string{"s2": {"d", "e", "f", "a"}}) }, ""},
		{"an arrangement over sections", func(o *Outline) error {
			return o.ArrangeLessons(map[string][]string{"s1": {"f", "c", "d"}, "s2": {"e"}})
		}, "w1(a b | s1(f c d)) s2(e)"},
		{"an arrangement that loses one", func(o *Outline) error { return o.ArrangeLessons(map[string][]string{"s1": {"f", "c"}, "s2": {"e"}}) }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := sample()
			before := picture(o)
			err := c.edit(&o)
			switch {
			case c.want == "" && err == nil:
				t.Errorf("was not refused: %s", picture(o))
			case c.want != "" && (err != nil || picture(o) != c.want):
				t.Errorf("%s, %v; want %s", picture(o), err, c.want)
			case c.want == "" && fault.Is(err, fault.Conflict) && picture(o) != before:
				t.Errorf("a refused edit has changed it: %s", picture(o))
			}
		})
	}
}

// After any sequence of edits each id occurs once, nothing is lost except by removal, and positions have no gaps.
func TestAnySequenceOfEdits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := sample()
		made, removed := 6, map[string]bool{}
		ids := func() (sections, lessons []string) {
			for s := range o.AllSections() {
				sections = append(sections, s.ID)
			}
			for _, l := range o.AllLessons() {
				lessons = append(lessons, l.ID)
			}
			return append(sections, "nowhere"), append(lessons, "nothing")
		}
		for range rapid.IntRange(1, 40).Draw(t, "edits") {
			sections, lessons := ids()
			section, lesson := rapid.SampledFrom(sections).Draw(t, "section"), rapid.SampledFrom(lessons).Draw(t, "lesson")
			at := rapid.Int64Range(-1, 9).Draw(t, "place")
			before := o.Clone()
			var err error
			switch rapid.IntRange(0, 6).Draw(t, "kind") {
			case 0:
				made++
				err = o.AddLesson(Lesson{ID: fmt.Sprint("n", made)}, section, at)
				if err != nil {
					made--
				}
			case 1:
				if _, err = o.RemoveLesson(lesson); err == nil {
					removed[lesson] = true
				}
			case 2:
				err = o.MoveLessons([]string{lesson}, section, at)
			case 3:
				err = o.MoveSection(section, rapid.SampledFrom(append(sections, "")).Draw(t, "parent"), at)
			case 4:
				err = o.OrderSections("", rapid.Permutation(topOf(o)).Draw(t, "order"))
			case 5:
				err = o.AddSection(Section{ID: fmt.Sprint("t", at, len(sections)), Kind: rapid.SampledFrom([]string{KindWeek, "section"}).Draw(t, "which")}, "", at)
			case 6:
				err = o.ArrangeLessons(map[string][]string{section: rapid.Permutation(lessons).Draw(t, "order")})
			}
			if fault.Is(err, fault.Conflict) && picture(o) != picture(before) {
				t.Fatalf("a refused edit made %s of %s", picture(o), picture(before))
			}
		}
		seen := map[string]bool{}
		_, lessons := o.Show(unlocked)
		for i, l := range lessons {
			if seen[l.ID] {
				t.Fatalf("%s occurs twice in %s", l.ID, picture(o))
			}
			seen[l.ID] = true
			if i > 0 && lessons[i-1].SectionID == l.SectionID && l.Order != lessons[i-1].Order+1 {
				t.Fatalf("positions have gaps: %+v", lessons)
			}
		}
		if len(seen)+len(removed) != made {
			t.Fatalf("%d lessons are left, %d were removed, of %d: %s", len(seen), len(removed), made, picture(o))
		}
	})
}

func topOf(o Outline) (ids []string) {
	for _, s := range o.Sections {
		ids = append(ids, s.ID)
	}
	return ids
}
