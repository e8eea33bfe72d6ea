package outline

import (
	"reflect"
	"slices"
	"strings"
)

// Difference is one difference between two outlines.
type Difference struct {
	What    string   `json:"what" enum:"title,section,lesson"`
	Change  string   `json:"change" enum:"added,removed,moved,changed"`
	ID      string   `json:"id,omitempty"`
	Title   string   `json:"title" doc:"As it is in the newer one, or was in the older."`
	Members []string `json:"members,omitempty" doc:"What has changed."`
	From    string   `json:"from,omitempty" doc:"The title of the section that held it."`
	To      string   `json:"to,omitempty" doc:"The title of the section that holds it."`
}

// position is a place in the outline: the parent, and the index in its list.
type position struct {
	under string
	at    int
}

// outlineIndex indexes an outline by id.
type outlineIndex struct {
	sections map[string]Section
	lessons  map[string]Lesson
	places   map[string]position
	order    []string
	lists    [][]string // the ids of each list, in order
}

func newIndex(o Outline) outlineIndex {
	s := outlineIndex{map[string]Section{}, map[string]Lesson{}, map[string]position{}, nil, nil}
	s.addSections(o.Sections, "")
	return s
}

func (s *outlineIndex) addSections(sections []Section, parent string) {
	list := make([]string, len(sections))
	for i, one := range sections {
		s.sections[one.ID], s.places[one.ID], list[i] = one, position{parent, i}, one.ID
		s.order = append(s.order, one.ID)
		s.addLessons(one)
		s.addSections(one.Sections, one.ID)
	}
	s.lists = append(s.lists, list)
}

func (s *outlineIndex) addLessons(of Section) {
	list := make([]string, len(of.Lessons))
	for i, l := range of.Lessons {
		s.lessons[l.ID], s.places[l.ID], list[i] = l, position{of.ID, i}, l.ID
		s.order = append(s.order, l.ID)
	}
	s.lists = append(s.lists, list)
}

// Compare lists the differences between two outlines: first what was removed, then what was added, moved or changed,
// in the newer order.
func Compare(older, newer Outline) []Difference {
	differences := []Difference{}
	if older.Title != newer.Title {
		differences = append(differences, Difference{What: "title", Change: "changed", Title: newer.Title, From: older.Title, To: newer.Title})
	}
	was, is := newIndex(older), newIndex(newer)
	stayed := is.unmovedSince(was)
	for _, id := range was.order {
		if _, still := is.places[id]; !still {
			differences = append(differences, was.difference(id, "removed"))
		}
	}
	for _, id := range is.order {
		before, known := was.places[id]
		if !known {
			differences = append(differences, is.difference(id, "added"))
			continue
		}
		if !stayed[id] {
			moved := is.difference(id, "moved")
			moved.From, moved.To = was.sections[before.under].Title, is.sections[is.places[id].under].Title
			differences = append(differences, moved)
		}
		if members := changed(was, is, id); len(members) > 0 {
			one := is.difference(id, "changed")
			one.Members = members
			differences = append(differences, one)
		}
	}
	return differences
}

// unmovedSince returns what is still in the same list and relative order as in was. In each list that is as much as
// possible, so that an item carried past others has moved and they have not.
func (s outlineIndex) unmovedSince(was outlineIndex) map[string]bool {
	stayed := map[string]bool{}
	for _, list := range s.lists {
		known := slices.DeleteFunc(slices.Clone(list), func(id string) bool {
			before, ok := was.places[id]
			return !ok || before.under != s.places[id].under
		})
		for _, id := range longestRising(known, func(id string) int { return was.places[id].at }) {
			stayed[id] = true
		}
	}
	return stayed
}

// longestRising returns a longest subsequence of ids along which at increases; at must be injective.
func longestRising(ids []string, at func(string) int) []string {
	var ends []int                  // ends[n] is the index of the lowest id that ends a rising subsequence of length n+1
	before := make([]int, len(ids)) // the index of each id's predecessor in its subsequence, -1 for none
	for i, id := range ids {
		n, _ := slices.BinarySearchFunc(ends, at(id), func(end, wanted int) int { return at(ids[end]) - wanted })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		}
		ends[n] = i
	}
	if len(ends) == 0 {
		return nil
	}
	rising := make([]string, 0, len(ends))
	for i := ends[len(ends)-1]; i >= 0; i = before[i] {
		rising = append(rising, ids[i])
	}
	slices.Reverse(rising)
	return rising
}

func (s outlineIndex) difference(id, change string) Difference {
	if one, ok := s.sections[id]; ok {
		return Difference{What: "section", Change: change, ID: id, Title: one.Title}
	}
	return Difference{What: "lesson", Change: change, ID: id, Title: s.lessons[id].Title}
}

// changed names the fields of a section or lesson that differ, other than position and revision.
func changed(was, is outlineIndex, id string) (members []string) {
	if before, ok := was.sections[id]; ok {
		after := is.sections[id]
		before.Lessons, before.Sections, before.Revision = nil, nil, 0
		after.Lessons, after.Sections, after.Revision = nil, nil, 0
		return changedFields(before, after)
	}
	before, after := was.lessons[id], is.lessons[id]
	before.Revision, after.Revision = 0, 0
	return changedFields(before, after)
}

// changedFields names the JSON fields in which two values differ.
func changedFields[T any](a, b T) (names []string) {
	va, vb := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range va.NumField() {
		if !reflect.DeepEqual(va.Field(i).Interface(), vb.Field(i).Interface()) {
			name, _, _ := strings.Cut(va.Type().Field(i).Tag.Get("json"), ",")
			names = append(names, name)
		}
	}
	return names
}
