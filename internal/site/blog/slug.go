package blog

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"lectern/internal/platform/text"
)

const longestSlug = 80 // characters

// reservedSlugs stand behind /blog/ for something else.
var reservedSlugs = map[string]bool{"tag": true, "author": true, "feed": true, "manage": true, "featured": true, "search": true, "tags": true, "comments": true, "commenters": true, "preview": true, "settings": true, "export": true, "import": true, "rss.xml": true, "atom.xml": true, "feed.json": true}

// slugOf returns the address that a title gives: folded letters and digits, joined by hyphens. Letters of other scripts stay as they are.
// "" for a title without any.
func slugOf(title string) string {
	var b strings.Builder
	pending, n := false, 0
	for _, r := range norm.NFC.String(text.Fold(title)) {
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
