package text

import (
	"strings"
	"unicode/utf8"
)

// ShortName returns the first name and the initial of the last, for texts of users that everybody can read: not every learner wants to be found by
// them.
func ShortName(full string) string {
	names := strings.Fields(full)
	if len(names) < 2 {
		return full
	}
	initial, _ := utf8.DecodeRuneInString(names[len(names)-1])
	return names[0] + " " + string(initial) + "."
}
