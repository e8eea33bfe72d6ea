package curriculum

import (
	"context"
	"slices"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
)

// CopyLesson puts a copy of a lesson behind it. What is in it is the same until either is changed. For teachers of the course.
func (s *Service) CopyLesson(ctx context.Context, who access.Caller, courseID, id string) (copied LessonEntry, err error) {
	err = s.edit(ctx, who, courseID, "Lesson duplicated", func(c *change) error {
		in, l, err := c.outline.lesson(id)
		if err != nil {
			return err
		}
		place := slices.IndexFunc(in.Lessons, func(one Lesson) bool { return one.ID == id })
		made := c.copyOf(*l)
		if err := registerLessons(ctx, c.tx, courseID, []string{made.ID}, c.now); err != nil {
			return err
		}
		in.Lessons = slices.Insert(in.Lessons, place+1, made)
		copied = c.outline.lessonEntry(made.ID)
		return nil
	})
	return copied, err
}

// CopySection puts a copy of a section, with all that it holds, behind it. For teachers of the course.
func (s *Service) CopySection(ctx context.Context, who access.Caller, courseID, id string) (copied OutlineEntry, err error) {
	err = s.edit(ctx, who, courseID, "Section duplicated", func(c *change) error {
		list, err := c.outline.siblings(id)
		if err != nil {
			return err
		}
		place := slices.IndexFunc(*list, func(one Section) bool { return one.ID == id })
		twins := map[string]string{}
		made := c.twin((*list)[place], twins)
		made.Title = copyTitle(made.Title)
		*list = slices.Insert(*list, place+1, made)
		waitAmongThemselves(&Outline{Sections: []Section{made}}, twins)
		if err := registerLessons(ctx, c.tx, courseID, idsOf(made), c.now); err != nil {
			return err
		}
		copied = c.outline.entry(made.ID)
		return nil
	})
	return copied, err
}

func (c *change) copyOf(l Lesson) Lesson {
	l.ID, l.Title, l.Revision = db.NewID(), copyTitle(l.Title), c.next
	return l
}

// twin is a copy of a section with all that it holds; twins notes which lesson became which.
func (c *change) twin(s Section, twins map[string]string) Section {
	s.ID, s.Revision, s.Lessons, s.Sections = db.NewID(), c.next, slices.Clone(s.Lessons), slices.Clone(s.Sections)
	for i := range s.Lessons {
		id := db.NewID()
		twins[s.Lessons[i].ID] = id
		s.Lessons[i].ID, s.Lessons[i].Revision = id, c.next
	}
	for i := range s.Sections {
		s.Sections[i] = c.twin(s.Sections[i], twins)
	}
	return s
}

// waitAmongThemselves lets copies wait for copies where the originals waited for each other.
func waitAmongThemselves(o *Outline, twins map[string]string) {
	for _, l := range o.lessons() {
		if twin, ok := twins[l.Release.AfterLesson]; ok {
			l.Release.AfterLesson = twin
		}
	}
}

// idsOf is a section with all that it holds.
func idsOf(s Section) (ids []string) {
	o := Outline{Sections: []Section{s}}
	for one := range o.all() {
		ids = append(ids, one.ID)
		for _, l := range one.Lessons {
			ids = append(ids, l.ID)
		}
	}
	return ids
}

// copyTitle is the title of a copy, within what a title may have.
func copyTitle(title string) string {
	const mark = " (copy)"
	if runes := []rune(title); len(runes)+len(mark) > 200 {
		return string(runes[:200-len(mark)]) + mark
	}
	return title + mark
}
