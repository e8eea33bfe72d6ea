package text

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const longestSlug = 80 // characters

// Slug returns the address that a title gives: folded letters and digits, joined by hyphens. Letters of other scripts stay as they are.
// "" for a title without any.
func Slug(title string) string {
	var b strings.Builder
	pending, n := false, 0
	for _, r := range norm.NFC.String(Fold(title)) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r) {
			pending = b.Len() > 0
			continue
		}
		if pending && n < longestSlug {
			b.WriteByte('-')
			n++
		}
		if pending = false; n == longestSlug {
			break
		}
		b.WriteRune(r)
		n++
	}
	return strings.TrimRight(b.String(), "-")
}

// FreeSlug returns an address itself, or with the first number behind it that is not taken.
func FreeSlug(wanted string, taken func(slug string) (bool, error)) (string, error) {
	for n := 1; ; n++ {
		one := wanted
		if n > 1 {
			one += "-" + strconv.Itoa(n)
		}
		if is, err := taken(one); err != nil || !is {
			return one, err
		}
	}
}
