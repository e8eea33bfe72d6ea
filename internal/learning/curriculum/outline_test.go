package curriculum

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"lectern/internal/platform/fault"
)

// picture is the outline in one line: w1(l1 l2 s1(l3)) s2().
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
		{ID: "w1", Kind: week, Lessons: []Lesson{lesson("a"), lesson("b")}, Sections: []Section{{ID: "s1", Kind: section, Lessons: []Lesson{lesson("c")}}}},
		{ID: "s2", Kind: section, Lessons: []Lesson{lesson("d"), lesson("e"), lesson("f")}},
	}}
}

func TestEdits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		edit func(o *Outline) error
		want string // "" where it is refused
	}{
		{"lessons to another section, in the order named", func(o *Outline) error { return o.moveLessons([]string{"f", "a"}, "s1", 1) }, "w1(b | s1(f a c)) s2(d e)"},
		{"within a section, to the end", func(o *Outline) error { return o.moveLessons([]string{"d"}, "s2", 0) }, "w1(a b | s1(c)) s2(e f d)"},
		{"within a section, to the front", func(o *Outline) error { return o.moveLessons([]string{"f"}, "s2", 1) }, "w1(a b | s1(c)) s2(f d e)"},
		{"to nowhere", func(o *Outline) error { return o.moveLessons([]string{"a"}, "x", 1) }, ""},
		{"one that is not there", func(o *Outline) error { return o.moveLessons([]string{"x"}, "s2", 1) }, ""},
		{"a section into a week", func(o *Outline) error { return o.moveSection("s2", "w1", 1) }, "w1(a b | s2(d e f) s1(c))"},
		{"a section out of its week", func(o *Outline) error { return o.moveSection("s1", "", 1) }, "s1(c) w1(a b) s2(d e f)"},
		{"a week into a section", func(o *Outline) error { return o.moveSection("w1", "s2", 1) }, ""},
		{"a week into itself", func(o *Outline) error { return o.moveSection("w1", "w1", 1) }, ""},
		{"sections in another order", func(o *Outline) error { return o.orderSections("", []string{"s2", "w1"}) }, "s2(d e f) w1(a b | s1(c))"},
		{"an order that leaves one out", func(o *Outline) error { return o.orderSections("", []string{"s2"}) }, ""},
		{"an order that names one twice", func(o *Outline) error { return o.orderLessons("s2", []string{"d", "d", "e"}) }, ""},
		{"an order with a stranger", func(o *Outline) error { return o.orderLessons("s2", []string{"d", "e", "f", "a"}) }, ""},
		{"an arrangement over sections", func(o *Outline) error { return o.arrange(map[string][]string{"s1": {"f", "c", "d"}, "s2": {"e"}}) }, "w1(a b | s1(f c d)) s2(e)"},
		{"an arrangement that loses one", func(o *Outline) error { return o.arrange(map[string][]string{"s1": {"f", "c"}, "s2": {"e"}}) }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := sample()
			before := picture(o)
			err := c.edit(&o)
			switch {
			case c.want == "" && err == nil:
				t.Errorf("was done: %s", picture(o))
			case c.want != "" && (err != nil || picture(o) != c.want):
				t.Errorf("%s, %v; want %s", picture(o), err, c.want)
			case c.want == "" && fault.Is(err, fault.Conflict) && picture(o) != before:
				t.Errorf("what was refused has changed it: %s", picture(o))
			}
		})
	}
}

// Whatever is done, every identity stands in one place, nothing is lost but by removing it, and places are dense.
func TestAnySequenceOfEdits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := sample()
		made, removed := 6, map[string]bool{}
		ids := func() (sections, lessons []string) {
			for s := range o.all() {
				sections = append(sections, s.ID)
			}
			for _, l := range o.lessons() {
				lessons = append(lessons, l.ID)
			}
			return append(sections, "nowhere"), append(lessons, "nothing")
		}
		for range rapid.IntRange(1, 40).Draw(t, "edits") {
			sections, lessons := ids()
			section, lesson := rapid.SampledFrom(sections).Draw(t, "section"), rapid.SampledFrom(lessons).Draw(t, "lesson")
			at := rapid.Int64Range(-1, 9).Draw(t, "place")
			before := o.clone()
			var err error
			switch rapid.IntRange(0, 6).Draw(t, "kind") {
			case 0:
				made++
				err = o.addLesson(Lesson{ID: fmt.Sprint("n", made)}, section, at)
				if err != nil {
					made--
				}
			case 1:
				if _, err = o.removeLesson(lesson); err == nil {
					removed[lesson] = true
				}
			case 2:
				err = o.moveLessons([]string{lesson}, section, at)
			case 3:
				err = o.moveSection(section, rapid.SampledFrom(append(sections, "")).Draw(t, "parent"), at)
			case 4:
				err = o.orderSections("", rapid.Permutation(topOf(o)).Draw(t, "order"))
			case 5:
				err = o.addSection(Section{ID: fmt.Sprint("t", at, len(sections)), Kind: rapid.SampledFrom([]string{week, "section"}).Draw(t, "which")}, "", at)
			case 6:
				err = o.orderLessons(section, rapid.Permutation(lessons).Draw(t, "order"))
			}
			if fault.Is(err, fault.Conflict) && picture(o) != picture(before) {
				t.Fatalf("a refused edit made %s of %s", picture(o), picture(before))
			}
		}
		seen := map[string]bool{}
		_, lessons := o.show(open)
		for i, l := range lessons {
			if seen[l.ID] {
				t.Fatalf("%s stands twice in %s", l.ID, picture(o))
			}
			seen[l.ID] = true
			if i > 0 && lessons[i-1].SectionID == l.SectionID && l.Order != lessons[i-1].Order+1 {
				t.Fatalf("places are not dense: %+v", lessons)
			}
		}
		if len(seen)+len(removed) != made {
			t.Fatalf("%d lessons stand, %d were removed, of %d: %s", len(seen), len(removed), made, picture(o))
		}
	})
}

func topOf(o Outline) (ids []string) {
	for _, s := range o.Sections {
		ids = append(ids, s.ID)
	}
	return ids
}

func TestDifferences(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		edit func(o *Outline)
		want string
	}{
		{"nothing", func(*Outline) {}, ""},
		{"a lesson added", func(o *Outline) { _ = o.addLesson(Lesson{ID: "n", Title: "n"}, "s2", 1) }, "lesson added n;"},
		{"a lesson removed", func(o *Outline) { _, _ = o.removeLesson("e") }, "lesson removed e;"},
		{"a lesson moved within", func(o *Outline) { _ = o.moveLessons([]string{"f"}, "s2", 1) }, "lesson moved f;"},
		{"a lesson moved to the end", func(o *Outline) { _ = o.moveLessons([]string{"d"}, "s2", 0) }, "lesson moved d;"},
		{"one moved, one added, one removed", func(o *Outline) {
			_ = o.moveLessons([]string{"f"}, "s2", 1)
			_ = o.addLesson(Lesson{ID: "n", Title: "n"}, "s2", 2)
			_, _ = o.removeLesson("d")
		}, "lesson removed d;lesson moved f;lesson added n;"},
		{"a section moved", func(o *Outline) {
			_ = o.addSection(Section{ID: "s3", Kind: section, Title: "S3"}, "", 1)
			_ = o.moveSection("s2", "", 1)
		}, "section moved ;section added S3;"},
		{"a lesson moved away", func(o *Outline) { _ = o.moveLessons([]string{"d"}, "s1", 0) }, "lesson moved d;"},
		{"a lesson changed", func(o *Outline) { _, l, _ := o.lesson("e"); l.Title, l.Required, l.Revision = "E", false, 9 }, "lesson changed E title,required;"},
		{"a section changed", func(o *Outline) { s, _ := o.section("s2"); s.Description = "x" }, "section changed  description;"},
		{"the title", func(o *Outline) { o.Title = "Wasps" }, "title changed Wasps;"},
	} {
		t.Run(c.name, func(t *testing.T) {
			older, newer := sample(), sample()
			c.edit(&newer)
			got := ""
			for _, d := range compare(older, newer) {
				got += d.What + " " + d.Change + " " + d.Title
				for i, m := range d.Members {
					got += map[bool]string{true: " ", false: ","}[i == 0] + m
				}
				got += ";"
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestFramed(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://www.youtube.com/watch?v=abc123":      "https://www.youtube-nocookie.com/embed/abc123",
		"https://youtu.be/abc123":                     "https://www.youtube-nocookie.com/embed/abc123",
		"https://vimeo.com/12345":                     "https://player.vimeo.com/video/12345",
		"https://www.geogebra.org/m/xyz":              "https://www.geogebra.org/m/xyz",
		"http://www.youtube.com/watch?v=a":            "",
		"https://evil.test/embed/x":                   "",
		"https://www.youtube-nocookie.com.evil.test/": "",
		"https://user@player.vimeo.com/video/1":       "",
		"https://player.vimeo.com:8443/video/1":       "",
		"javascript:alert(1)":                         "",
		"https://docs.google.com/a/../evil":           "",
		"https://www.youtube-nocookie.com/embed/":     "",
		"//player.vimeo.com/video/1":                  "",
	} {
		if got, ok := framed(address); got != want || ok != (want != "") {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}
