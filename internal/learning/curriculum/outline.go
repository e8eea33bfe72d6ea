package curriculum

import (
	"iter"
	"slices"

	"lectern/internal/platform/fault"
)

var (
	errNoSection = fault.New(fault.NotFound, "section_not_found", "There is no such section. Somebody may have removed it.")
	errNoLesson  = fault.New(fault.NotFound, "lesson_not_found", "There is no such lesson. Somebody may have removed it.")
)

// all goes through every section, a week before what is in it.
func (o *Outline) all() iter.Seq[*Section] {
	return func(yield func(*Section) bool) {
		for i := range o.Sections {
			week := &o.Sections[i]
			if !yield(week) {
				return
			}
			for j := range week.Sections {
				if !yield(&week.Sections[j]) {
					return
				}
			}
		}
	}
}

// lessons goes through every lesson in the order in which they are learned, each with the section that holds it.
func (o *Outline) lessons() iter.Seq2[*Section, *Lesson] {
	return func(yield func(*Section, *Lesson) bool) {
		for s := range o.all() {
			for i := range s.Lessons {
				if !yield(s, &s.Lessons[i]) {
					return
				}
			}
		}
	}
}

// section finds one. errNoSection.
func (o *Outline) section(id string) (*Section, error) {
	for s := range o.all() {
		if s.ID == id {
			return s, nil
		}
	}
	return nil, errNoSection
}

// lesson finds one and the section that holds it. errNoLesson.
func (o *Outline) lesson(id string) (*Section, *Lesson, error) {
	for s, l := range o.lessons() {
		if l.ID == id {
			return s, l, nil
		}
	}
	return nil, nil, errNoLesson
}

// siblings is the list in which a section stands: that of the course, or of its week. errNoSection.
func (o *Outline) siblings(id string) (*[]Section, error) {
	stands := func(s Section) bool { return s.ID == id }
	if slices.ContainsFunc(o.Sections, stands) {
		return &o.Sections, nil
	}
	for i := range o.Sections {
		if slices.ContainsFunc(o.Sections[i].Sections, stands) {
			return &o.Sections[i].Sections, nil
		}
	}
	return nil, errNoSection
}

// addSection puts a section at a place (from 1; 0 is the end) of the course or, with a parent, of that week.
func (o *Outline) addSection(s Section, parent string, place int64) error {
	list := &o.Sections
	if parent != "" {
		week, err := o.section(parent)
		if err != nil {
			return err
		}
		if err := mayHold(*week, s); err != nil {
			return err
		}
		list = &week.Sections
	}
	*list = insertAt(*list, s, place)
	return o.bounds()
}

func mayHold(parent, child Section) error {
	if parent.Kind != week || child.Kind != section || len(child.Sections) > 0 {
		return fault.New(fault.Conflict, "section_depth", "Only weeks hold sections, and a section holds lessons only.")
	}
	return nil
}

// removeSection takes a section out, with all that it holds.
func (o *Outline) removeSection(id string) error {
	list, err := o.siblings(id)
	if err == nil {
		*list = slices.DeleteFunc(*list, func(s Section) bool { return s.ID == id })
	}
	return err
}

// addLesson puts a lesson at a place (from 1; 0 is the end) of a section.
func (o *Outline) addLesson(l Lesson, in string, place int64) error {
	s, err := o.section(in)
	if err != nil {
		return err
	}
	s.Lessons = insertAt(s.Lessons, l, place)
	return o.bounds()
}

// removeLesson takes a lesson out and gives it.
func (o *Outline) removeLesson(id string) (Lesson, error) {
	s, found, err := o.lesson(id)
	if err != nil {
		return Lesson{}, err
	}
	l := *found
	s.Lessons = slices.DeleteFunc(s.Lessons, func(l Lesson) bool { return l.ID == id })
	return l, nil
}

// moveLessons takes lessons, in the order in which they are named, to a place (from 1; 0 is the end) among those of a
// section that stay.
func (o *Outline) moveLessons(ids []string, to string, place int64) error {
	if _, err := o.section(to); err != nil {
		return err
	}
	for i, id := range ids {
		l, err := o.removeLesson(id)
		if err != nil {
			return err
		}
		at := place
		if place > 0 {
			at = place + int64(i)
		}
		if err := o.addLesson(l, to, at); err != nil {
			return err
		}
	}
	return nil
}

// moveSection takes a section to a place of the course or, with a parent, of that week.
func (o *Outline) moveSection(id, parent string, place int64) error {
	found, err := o.section(id)
	if err != nil {
		return err
	}
	s := *found
	if parent != "" {
		if week, err := o.section(parent); err != nil {
			return err
		} else if err := mayHold(*week, s); err != nil || week.ID == id {
			return err
		}
	}
	if err := o.removeSection(id); err != nil {
		return err
	}
	return o.addSection(s, parent, place)
}

// orderSections puts the sections of the course, or of a week, in the order in which they are named: all of them.
func (o *Outline) orderSections(parent string, ids []string) error {
	list := &o.Sections
	if parent != "" {
		week, err := o.section(parent)
		if err != nil {
			return err
		}
		list = &week.Sections
	}
	ordered, err := reorder(*list, ids, func(s Section) string { return s.ID })
	if err == nil {
		*list = ordered
	}
	return err
}

// orderLessons puts the lessons of a section in the order in which they are named: all of them.
func (o *Outline) orderLessons(in string, ids []string) error {
	s, err := o.section(in)
	if err != nil {
		return err
	}
	ordered, err := reorder(s.Lessons, ids, func(l Lesson) string { return l.ID })
	if err == nil {
		s.Lessons = ordered
	}
	return err
}

// OrderNow is the error info of an order that does not fit what is there.
type OrderNow struct {
	Order []string `json:"order" doc:"The ids as they stand."`
}

// reorder is items in the order of ids, which must name each once: an order made while somebody added or removed one
// would lose it.
func reorder[T any](items []T, ids []string, id func(T) string) ([]T, error) {
	ordered := make([]T, 0, len(items))
	for _, wanted := range ids {
		at := slices.IndexFunc(items, func(item T) bool { return id(item) == wanted })
		if at >= 0 && !slices.ContainsFunc(ordered, func(item T) bool { return id(item) == wanted }) {
			ordered = append(ordered, items[at])
		}
	}
	if len(ordered) != len(items) || len(ids) != len(items) {
		now := OrderNow{make([]string, len(items))}
		for i, item := range items {
			now.Order[i] = id(item)
		}
		return nil, fault.New(fault.Conflict, "order_changed",
			"Somebody has added or removed something meanwhile. Look at it as it is now and order it again.").With(now)
	}
	return ordered, nil
}

// insertAt puts item at a place from 1; 0 and what is past the end are the end.
func insertAt[T any](items []T, item T, place int64) []T {
	if place < 1 || place > int64(len(items)) {
		return append(items, item)
	}
	return slices.Insert(items, int(place-1), item)
}

// bounds keeps a course at a size that can be edited and read.
func (o *Outline) bounds() error {
	sections, lessons := 0, 0
	for s := range o.all() {
		sections++
		lessons += len(s.Lessons)
	}
	if sections > maxSections || lessons > maxLessons {
		return fault.New(fault.Conflict, "curriculum_full", "A course has at most 300 sections and 2000 lessons. Please split it in two.")
	}
	return nil
}

// clone shares nothing with o.
func (o Outline) clone() Outline {
	o.Sections = cloneSections(o.Sections)
	return o
}

func cloneSections(sections []Section) []Section {
	sections = slices.Clone(sections)
	for i := range sections {
		sections[i].Lessons = slices.Clone(sections[i].Lessons)
		sections[i].Sections = cloneSections(sections[i].Sections)
	}
	return sections
}
