package announcement

import (
	"slices"
	"strings"

	"lectern/internal/platform/fault"
)

// audience is whom an announcement addresses, as it is stored: all, role:…, course:… and batch:…, and the ids of single students.
type audience struct {
	keys     []string
	students []string
}

const (
	everyone         = "all"
	specificStudents = "specificStudents"
	userPrefix       = "user:"
)

// storedAudiences are the audiences that are stored under another key.
var storedAudiences = map[string]string{"all": everyone, "students": "role:student", "instructors": "role:instructor", "corporate": "role:corporate", "admins": "role:admin"}

// keyOf returns the key of an audience as it is sent; "" for specificStudents and for none of the known ones.
func keyOf(sent string) string {
	if key := storedAudiences[sent]; key != "" {
		return key
	}
	if kind, id, ok := strings.Cut(sent, ":"); ok && id != "" && (kind == "course" || kind == "batch") {
		return sent
	}
	return ""
}

// newAudience reads an audience as it is sent. It returns fault.Invalid.
func newAudience(sent, students []string) (to audience, err error) {
	var broken fault.Fields
	for _, one := range sent {
		key := keyOf(one)
		broken.Require(key != "" || one == specificStudents, "targetAudience", "unknown_value", "Target audience is not one of the known audiences")
		if key != "" {
			to.keys = append(to.keys, key)
		}
	}
	to.keys, to.students = ids(to.keys), ids(students)
	broken.Require(len(to.keys) <= maxAudience, "targetAudience", "too_many", "At most 50 audiences can be combined")
	return to, broken.Err()
}

// audienceOf reads stored keys, in order.
func audienceOf(keys []string) (to audience) {
	for _, key := range keys {
		if student, ok := strings.CutPrefix(key, userPrefix); ok {
			to.students = append(to.students, student)
		} else {
			to.keys = append(to.keys, key)
		}
	}
	return to
}

// stored returns all keys of an audience.
func (to audience) stored() []string {
	keys := slices.Clone(to.keys)
	for _, student := range to.students {
		keys = append(keys, userPrefix+student)
	}
	return keys
}

// sent returns an audience as it is sent.
func (to audience) sent() (all []string) {
	for _, key := range to.keys {
		all = append(all, sentAs(key))
	}
	if len(to.students) > 0 {
		all = append(all, specificStudents)
	}
	return all
}

func sentAs(key string) string {
	for sent, stored := range storedAudiences {
		if stored == key {
			return sent
		}
	}
	return key
}

func (to audience) isEmpty() bool { return len(to.keys)+len(to.students) == 0 }

// beyond returns what an audience adds to an earlier one.
func (to audience) beyond(was audience) audience {
	added := func(now, before []string) []string {
		return slices.DeleteFunc(slices.Clone(now), func(one string) bool { return slices.Contains(before, one) })
	}
	return audience{keys: added(to.keys, was.keys), students: added(to.students, was.students)}
}

// of returns the ids of the courses or batches that are addressed.
func (to audience) of(kind string) (found []string) {
	for _, key := range to.keys {
		if id, ok := strings.CutPrefix(key, kind+":"); ok {
			found = append(found, id)
		}
	}
	return found
}

// isRestricted reports whether an audience consists of courses, batches and students only, which instructors may address.
func (to audience) isRestricted() bool {
	return len(to.of("course"))+len(to.of("batch")) == len(to.keys)
}

// defaultNotify is how an audience of a size is notified unless the author says it.
func defaultNotify(priority string, reach int64) string {
	switch {
	case priority == "urgent" || priority == "high":
		return notifyMail
	case priority == "medium" && reach <= mostByDefault:
		return notifyInApp
	}
	return notifyNone
}

// mostByDefault is the largest audience that is notified without its author having asked for it.
const mostByDefault = 10_000

// unknownStudents answers ids that the author cannot address.
func unknownStudents(unknown []string) error {
	if len(unknown) == 0 {
		return nil
	}
	return fault.InvalidField("specificStudents", "unknown_value", "Unknown students: "+strings.Join(unknown[:min(len(unknown), maxNamed)], ", "))
}

const maxNamed = 10 // unknown ids in one message

// names returns the parts of an audience with their names.
func (to audience) names(of map[string]string) (all []AudienceName) {
	for _, key := range to.keys {
		all = append(all, AudienceName{Audience: sentAs(key), Name: of[key]})
	}
	if n := len(to.students); n > 0 {
		all = append(all, AudienceName{Audience: specificStudents, Count: int64(n)})
	}
	return all
}
