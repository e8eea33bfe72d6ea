package outline

import "testing"

func TestDifferences(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		edit func(o *Outline)
		want string
	}{
		{"nothing", func(*Outline) {}, ""},
		{"a lesson added", func(o *Outline) { _ = o.AddLesson(Lesson{ID: "n", Title: "n"}, "s2", 1) }, "lesson added n;"},
		{"a lesson removed", func(o *Outline) { _, _ = o.RemoveLesson("e") }, "lesson removed e;"},
		{"a lesson moved within", func(o *Outline) { _ = o.MoveLessons([]string{"f"}, "s2", 1) }, "lesson moved f;"},
		{"a lesson moved to the end", func(o *Outline) { _ = o.MoveLessons([]string{"d"}, "s2", 0) }, "lesson moved d;"},
		{"one moved, one added, one removed", func(o *Outline) {
			_ = o.MoveLessons([]string{"f"}, "s2", 1)
			_ = o.AddLesson(Lesson{ID: "n", Title: "n"}, "s2", 2)
			_, _ = o.RemoveLesson("d")
		}, "lesson removed d;lesson moved f;lesson added n;"},
		{"a section moved", func(o *Outline) {
			_ = o.AddSection(Section{ID: "s3", Kind: KindSection, Title: "S3"}, "", 1)
			_ = o.MoveSection("s2", "", 1)
		}, "section moved ;section added S3;"},
		{"a lesson moved away", func(o *Outline) { _ = o.MoveLessons([]string{"d"}, "s1", 0) }, "lesson moved d;"},
		{"a lesson changed", func(o *Outline) { _, l, _ := o.FindLesson("e"); l.Title, l.Required, l.Revision = "E", false, 9 }, "lesson changed E title,required;"},
		{"a section changed", func(o *Outline) { s, _ := o.FindSection("s2"); s.Description = "x" }, "section changed  description;"},
		{"the title", func(o *Outline) { o.Title = "Wasps" }, "title changed Wasps;"},
	} {
		t.Run(c.name, func(t *testing.T) {
			older, newer := sample(), sample()
			c.edit(&newer)
			got := ""
			for _, d := range Compare(older, newer) {
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
