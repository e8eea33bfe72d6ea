package text

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
)

// Cleaner removes everything from HTML that could run scripts, load from elsewhere or pass for the site itself. Safe for
// concurrent use; expensive to make, so create one per process.
type Cleaner struct{ policy *bluemonday.Policy }

const (
	// FileScheme is the scheme by which a text refers to a file of the site: <img src="file:ID">, <a href="file:ID">.
	FileScheme = "file"
	// LessonScheme is the scheme by which a text refers to a lesson of its course: <a href="lesson:ID">.
	LessonScheme = "lesson"
)

var (
	objectID = regexp.MustCompile(`^[0-9a-f-]{36}$`)
	language = regexp.MustCompile(`^language-[a-z0-9+#-]{1,30}$`)
	formula  = regexp.MustCompile(`^(inline|block)$`)
)

// NewCleaner allows what an editor for lessons and articles produces: headings, lists, tables, code, images of the site,
// links, and formulas as <span data-formula="inline">TeX</span>.
func NewCleaner() *Cleaner {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "h2", "h3", "h4", "h5", "strong", "b", "em", "i", "u", "s", "sub", "sup", "mark", "small",
		"blockquote", "ul", "li", "pre", "figure", "figcaption", "table", "thead", "tbody", "tr", "caption", "details", "summary", "kbd")
	p.AllowLists()
	p.AllowAttrs("colspan", "rowspan").Matching(bluemonday.Integer).OnElements("td", "th")
	p.AllowAttrs("scope").Matching(regexp.MustCompile(`^(row|col)$`)).OnElements("th")
	p.AllowElements("td", "th", "code", "span")
	p.AllowAttrs("class").Matching(language).OnElements("code")
	p.AllowAttrs("data-formula").Matching(formula).OnElements("span")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("https", "http", "mailto")
	for _, scheme := range []string{FileScheme, LessonScheme} {
		p.AllowURLSchemeWithCustomPolicy(scheme, func(u *url.URL) bool { return objectID.MatchString(u.Opaque) })
	}
	p.AllowAttrs("src").Matching(regexp.MustCompile(`^file:[0-9a-f-]{36}$`)).OnElements("img")
	p.AllowAttrs("alt").OnElements("img")
	p.AllowAttrs("width", "height").Matching(bluemonday.Integer).OnElements("img")
	p.RequireNoFollowOnLinks(true)
	p.RequireNoReferrerOnLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	return &Cleaner{p}
}

// HTML returns the harmless part of a user's text.
func (c *Cleaner) HTML(dirty string) string { return strings.TrimSpace(c.policy.Sanitize(dirty)) }

var (
	imageOrLink     = regexp.MustCompile(`<(?:img|a)\s[^>]*>`)
	fileReference   = regexp.MustCompile(`(<(?:img[^>]*\ssrc|a[^>]*\shref)=")file:([0-9a-f-]{36})(")`)
	lessonReference = regexp.MustCompile(`(<a[^>]*\shref=")lesson:([0-9a-f-]{36})(")`)
)

// FileIDs lists the files that clean HTML shows or links to.
func FileIDs(clean string) (ids []string) {
	for _, reference := range fileReference.FindAllStringSubmatch(clean, -1) {
		ids = append(ids, reference[2])
	}
	return ids
}

// LessonIDs lists the lessons that clean HTML links to.
func LessonIDs(clean string) (ids []string) {
	for _, reference := range lessonReference.FindAllStringSubmatch(clean, -1) {
		ids = append(ids, reference[2])
	}
	return ids
}

// WithoutFiles removes images of files that are not kept from HTML, and links to them but for their text. It asks for each.
func WithoutFiles(html string, keep func(id string) bool) string {
	return without(html, fileReference, keep)
}

// WithoutLessons removes links to lessons that are not kept from HTML but for their text. It asks for each.
func WithoutLessons(html string, keep func(id string) bool) string {
	return without(html, lessonReference, keep)
}

func without(html string, reference *regexp.Regexp, keep func(id string) bool) string {
	return imageOrLink.ReplaceAllStringFunc(html, func(tag string) string {
		reference := reference.FindStringSubmatch(tag)
		if reference == nil || keep(reference[2]) {
			return tag
		}
		if strings.HasPrefix(tag, "<a") {
			return "<a>"
		}
		return ""
	})
}

// WithFiles replaces the ids of files in clean HTML, of images and of links, by URLs.
func WithFiles(clean string, address func(id string) string) string {
	return withAddresses(clean, fileReference, address)
}

// WithLessons replaces the ids of lessons in the links of clean HTML by URLs.
func WithLessons(clean string, address func(id string) string) string {
	return withAddresses(clean, lessonReference, address)
}

func withAddresses(clean string, reference *regexp.Regexp, address func(id string) string) string {
	return reference.ReplaceAllStringFunc(clean, func(tag string) string {
		part := reference.FindStringSubmatch(tag)
		return part[1] + address(part[2]) + part[3]
	})
}

// PlainLine returns the text of HTML on one line, with the alternative text of images.
func PlainLine(markup string) string { return strings.Join(strings.Fields(extractText(markup)), " ") }

// PlainLines returns the text of HTML with one line for each paragraph.
func PlainLines(markup string) string {
	var lines []string
	for line := range strings.SplitSeq(extractText(markup), "\n") {
		if words := strings.Fields(line); len(words) > 0 {
			lines = append(lines, strings.Join(words, " "))
		}
	}
	return strings.Join(lines, "\n")
}

// extractText returns the text of HTML, with line breaks only at the start and end of block elements.
func extractText(markup string) string {
	var said strings.Builder
	for tokens := html.NewTokenizer(strings.NewReader(markup)); ; {
		switch tokens.Next() {
		case html.ErrorToken:
			return said.String()
		case html.TextToken:
			said.WriteString(strings.ReplaceAll(html.UnescapeString(string(tokens.Raw())), "\n", " "))
		default:
			token := tokens.Token()
			if _, inline := inlines[token.Data]; !inline {
				said.WriteByte('\n')
			}
			for _, attribute := range token.Attr {
				if token.Data == "img" && attribute.Key == "alt" {
					said.WriteString(" " + attribute.Val + " ")
				}
			}
		}
	}
}

// inlines are the inline elements.
var inlines = map[string]struct{}{"strong": {}, "b": {}, "em": {}, "i": {}, "u": {}, "s": {}, "sub": {}, "sup": {}, "mark": {}, "small": {}, "a": {}, "span": {}, "code": {}, "kbd": {}}
