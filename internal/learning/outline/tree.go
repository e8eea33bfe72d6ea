package outline

import (
	"iter"
	"slices"

	"lectern/internal/platform/fault"
)

var (
	ErrNoSection = fault.New(fault.NotFound, "section_not_found", "This section doesn't exist. It may have been removed.")
	ErrNoLesson  = fault.New(fault.NotFound, "lesson_not_found", "This lesson doesn't exist. It may have been removed.")
)

// AllSections iterates over all sections, a week before its sections.
func (o *Outline) AllSections() iter.Seq[*Section] {
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

// AllLessons iterates over all lessons in course order, each with its section.
func (o *Outline) AllLessons() iter.Seq2[*Section, *Lesson] {
	return func(yield func(*Section, *Lesson) bool) {
		for s := range o.AllSections() {
			for i := range s.Lessons {
				if !yield(s, &s.Lessons[i]) {
					return
				}
			}
		}
	}
}

// FindSection returns ErrNoSection if there is none.
func (o *Outline) FindSection(id string) (*Section, error) {
	for s := range o.AllSections() {
		if s.ID == id {
			return s, nil
		}
	}
	return nil, ErrNoSection
}

// FindLesson returns a lesson and its section, or ErrNoLesson.
func (o *Outline) FindLesson(id string) (*Section, *Lesson, error) {
	for s, l := range o.AllLessons() {
		if l.ID == id {
			return s, l, nil
		}
	}
	return nil, nil, ErrNoLesson
}

// siblings returns the list that holds a section, the course's or its week's, or ErrNoSection.
func (o *Outline) siblings(id string) (*[]Section, error) {
	is := func(s Section) bool { return s.ID == id }
	if slices.ContainsFunc(o.Sections, is) {
		return &o.Sections, nil
	}
	for i := range o.Sections {
		if slices.ContainsFunc(o.Sections[i].Sections, is) {
			return &o.Sections[i].Sections, nil
		}
	}
	return nil, ErrNoSection
}

// AddSection inserts a section into the course or, with a parent, into that week, at a position from 1; 0 is the end.
func (o *Outline) AddSection(s Section, parent string, position int64) error {
	list := &o.Sections
	if parent != "" {
		week, err := o.FindSection(parent)
		if err != nil {
			return err
		}
		if err := mayHold(*week, s); err != nil {
			return err
		}
		list = &week.Sections
	}
	*list = insertAt(*list, s, position)
	return o.CheckSize()
}

func mayHold(parent, child Section) error {
	if parent.Kind != KindWeek || child.Kind != KindSection || len(child.Sections) > 0 {
		return fault.New(fault.Conflict, "section_depth", "Only weeks can contain sections, and a section can contain only lessons.")
	}
	return nil
}

// RemoveSection removes a section and everything in it. It returns ErrNoSection.
func (o *Outline) RemoveSection(id string) error {
	list, err := o.siblings(id)
	if err == nil {
		*list = slices.DeleteFunc(*list, func(s Section) bool { return s.ID == id })
	}
	return err
}

// AddLesson inserts a lesson into a section at a position from 1; 0 is the end.
func (o *Outline) AddLesson(l Lesson, in string, position int64) error {
	s, err := o.FindSection(in)
	if err != nil {
		return err
	}
	s.Lessons = insertAt(s.Lessons, l, position)
	return o.CheckSize()
}

// RemoveLesson removes a lesson and returns it, or ErrNoLesson.
func (o *Outline) RemoveLesson(id string) (Lesson, error) {
	s, found, err := o.FindLesson(id)
	if err != nil {
		return Lesson{}, err
	}
	l := *found
	s.Lessons = slices.DeleteFunc(s.Lessons, func(l Lesson) bool { return l.ID == id })
	return l, nil
}

// MoveLessons moves lessons, in the given order, into a section at a position from 1 among its other lessons; 0 is
// the end.
func (o *Outline) MoveLessons(ids []string, to string, position int64) error {
	if _, err := o.FindSection(to); err != nil {
		return err
	}
	for i, id := range ids {
		l, err := o.RemoveLesson(id)
		if err != nil {
			return err
		}
		at := position
		if position > 0 {
			at = position + int64(i)
		}
		if err := o.AddLesson(l, to, at); err != nil {
			return err
		}
	}
	return nil
}

// MoveSection moves a section to a position in the course or, with a parent, in that week.
func (o *Outline) MoveSection(id, parent string, position int64) error {
	found, err := o.FindSection(id)
	if err != nil {
		return err
	}
	s := *found
	if parent != "" {
		if week, err := o.FindSection(parent); err != nil {
			return err
		} else if err := mayHold(*week, s); err != nil || week.ID == id {
			return err
		}
	}
	if err := o.RemoveSection(id); err != nil {
		return err
	}
	return o.AddSection(s, parent, position)
}

// OrderSections orders the sections of the course or of a week. All must be named; otherwise it returns
// fault.Conflict with a CurrentOrder.
func (o *Outline) OrderSections(parent string, ids []string) error {
	list := &o.Sections
	if parent != "" {
		week, err := o.FindSection(parent)
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

// CurrentOrder is the error detail of an order that does not name exactly the existing items.
type CurrentOrder struct {
	Order []string `json:"order" doc:"The ids as they stand."`
}

// reorder returns items in the order of ids, which must name each once. An order made while another teacher added or
// removed an item would otherwise lose it.
func reorder[T any](items []T, ids []string, id func(T) string) ([]T, error) {
	ordered := make([]T, 0, len(items))
	for _, wanted := range ids {
		at := slices.IndexFunc(items, func(item T) bool { return id(item) == wanted })
		if at >= 0 && !slices.ContainsFunc(ordered, func(item T) bool { return id(item) == wanted }) {
			ordered = append(ordered, items[at])
		}
	}
	if len(ordered) != len(items) || len(ids) != len(items) {
		now := CurrentOrder{make([]string, len(items))}
		for i, item := range items {
			now.Order[i] = id(item)
		}
		return nil, fault.New(fault.Conflict, "order_changed",
			"Another user has added or removed something. Check the list and change the order again.").WithDetails(now)
	}
	return ordered, nil
}

// insertAt inserts item at a position from 1; 0 and positions past the end append it.
func insertAt[T any](items []T, item T, position int64) []T {
	if position < 1 || position > int64(len(items)) {
		return append(items, item)
	}
	return slices.Insert(items, int(position-1), item)
}

// ErrFull means that an outline exceeds the limits.
var ErrFull = fault.New(fault.Conflict, "curriculum_full", "A course has at most 300 sections and 2000 lessons. Split it into two courses.")

// CheckSize returns ErrFull if the outline exceeds the limits.
func (o *Outline) CheckSize() error {
	sections, lessons := 0, 0
	for s := range o.AllSections() {
		sections++
		lessons += len(s.Lessons)
	}
	if sections > MaxSections || lessons > MaxLessons {
		return ErrFull
	}
	return nil
}

// Clone returns a deep copy.
func (o Outline) Clone() Outline {
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

// ArrangeLessons distributes lessons over sections. Together they must be exactly the lessons that these sections
// hold; otherwise it returns fault.Conflict with a CurrentOrder.
func (o *Outline) ArrangeLessons(arrangement map[string][]string) error {
	var held []Lesson
	var wanted []string
	for id := range arrangement {
		found, err := o.FindSection(id)
		if err != nil {
			return err
		}
		held, wanted = append(held, found.Lessons...), append(wanted, arrangement[id]...)
	}
	ordered, err := reorder(held, wanted, func(l Lesson) string { return l.ID })
	if err != nil {
		return err
	}
	byID := make(map[string]Lesson, len(ordered))
	for _, l := range ordered {
		byID[l.ID] = l
	}
	for id, ids := range arrangement {
		found, err := o.FindSection(id)
		if err != nil {
			return err
		}
		found.Lessons = make([]Lesson, len(ids))
		for i, lesson := range ids {
			found.Lessons[i] = byID[lesson]
		}
	}
	return nil
}

// DropDanglingConditions removes release conditions on lessons that the outline no longer holds.
func (o *Outline) DropDanglingConditions() {
	there := map[string]bool{}
	for _, l := range o.AllLessons() {
		there[l.ID] = true
	}
	for _, l := range o.AllLessons() {
		if !there[l.Release.AfterLesson] {
			l.Release.AfterLesson = ""
		}
	}
}

// RenameConditions replaces the lesson ids in release conditions.
func (o *Outline) RenameConditions(ids map[string]string) {
	for _, l := range o.AllLessons() {
		if id, ok := ids[l.Release.AfterLesson]; ok {
			l.Release.AfterLesson = id
		}
	}
}

// ContentIDs returns the ids of the lessons' contents.
func (o *Outline) ContentIDs() (ids []string) {
	for _, l := range o.AllLessons() {
		if l.ContentID != "" {
			ids = append(ids, l.ContentID)
		}
	}
	return ids
}
