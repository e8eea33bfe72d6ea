package curriculum

import (
	"reflect"
	"strings"
)

// Difference is one thing in which two outlines differ.
type Difference struct {
	What    string   `json:"what" enum:"title,section,lesson"`
	Change  string   `json:"change" enum:"added,removed,moved,changed"`
	ID      string   `json:"id,omitempty"`
	Title   string   `json:"title" doc:"As it is in the newer one, or was in the older."`
	Members []string `json:"members,omitempty" doc:"What has changed."`
	From    string   `json:"from,omitempty" doc:"The title of the section that held it."`
	To      string   `json:"to,omitempty" doc:"The title of the section that holds it."`
}

// place is where something stands: under what, after what. Two neighbours that stay neighbours have not moved.
type place struct{ under, after string }

// standing is what an outline holds, by id.
type standing struct {
	sections map[string]Section
	lessons  map[string]Lesson
	places   map[string]place
	order    []string
}

func standingOf(o Outline) standing {
	s := standing{map[string]Section{}, map[string]Lesson{}, map[string]place{}, nil}
	s.addSections(o.Sections, "")
	return s
}

func (s *standing) addSections(sections []Section, parent string) {
	before := ""
	for _, one := range sections {
		s.sections[one.ID], s.places[one.ID] = one, place{parent, before}
		s.order = append(s.order, one.ID)
		before = one.ID
		after := ""
		for _, l := range one.Lessons {
			s.lessons[l.ID], s.places[l.ID] = l, place{one.ID, after}
			s.order = append(s.order, l.ID)
			after = l.ID
		}
		s.addSections(one.Sections, one.ID)
	}
}

// compare says what has become of one outline in another: what is gone, then what is new, moved or changed in its order.
func compare(older, newer Outline) []Difference {
	differences := []Difference{}
	if older.Title != newer.Title {
		differences = append(differences, Difference{What: "title", Change: "changed", Title: newer.Title, From: older.Title, To: newer.Title})
	}
	was, is := standingOf(older), standingOf(newer)
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
		if before.under != is.places[id].under || was.stillAfter(id, is) != is.stillAfter(id, was) {
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

// stillAfter is what id follows among those that are in other too, in the same section.
func (s standing) stillAfter(id string, other standing) string {
	for before := s.places[id].after; before != ""; before = s.places[before].after {
		if there, ok := other.places[before]; ok && there.under == s.places[before].under {
			return before
		}
	}
	return ""
}

func (s standing) difference(id, change string) Difference {
	if one, ok := s.sections[id]; ok {
		return Difference{What: "section", Change: change, ID: id, Title: one.Title}
	}
	return Difference{What: "lesson", Change: change, ID: id, Title: s.lessons[id].Title}
}

// changed names the members of a section or lesson that differ; places and edits are no members.
func changed(was, is standing, id string) (members []string) {
	if before, ok := was.sections[id]; ok {
		after := is.sections[id]
		before.Lessons, before.Sections, before.Revision = nil, nil, 0
		after.Lessons, after.Sections, after.Revision = nil, nil, 0
		return unlike(before, after)
	}
	before, after := was.lessons[id], is.lessons[id]
	before.Revision, after.Revision = 0, 0
	return unlike(before, after)
}

// unlike names the members, as JSON has them, in which two values of one type differ.
func unlike[T any](a, b T) (names []string) {
	va, vb := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range va.NumField() {
		if !reflect.DeepEqual(va.Field(i).Interface(), vb.Field(i).Interface()) {
			name, _, _ := strings.Cut(va.Type().Field(i).Tag.Get("json"), ",")
			names = append(names, name)
		}
	}
	return names
}
