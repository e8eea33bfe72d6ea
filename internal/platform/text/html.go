// Package text cleans and compares what people write.
package text

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
)

// Cleaner takes out of HTML whatever could run, load from elsewhere or pass for the site itself. It is safe for use by
// many at once and expensive to make: one lasts for a process.
type Cleaner struct{ policy *bluemonday.Policy }

// FileScheme is how images in a text name a file of the site: <img src="file:ID">.
const FileScheme = "file"

var (
	fileID   = regexp.MustCompile(`^[0-9a-f-]{36}$`)
	language = regexp.MustCompile(`^language-[a-z0-9+#-]{1,30}$`)
	formula  = regexp.MustCompile(`^(inline|block)$`)
)

// NewCleaner allows what an editor for lessons and articles makes: headings, lists, tables, code, images of the site,
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
	p.AllowURLSchemeWithCustomPolicy(FileScheme, func(u *url.URL) bool { return fileID.MatchString(u.Opaque) })
	p.AllowAttrs("src").Matching(regexp.MustCompile(`^file:[0-9a-f-]{36}$`)).OnElements("img")
	p.AllowAttrs("alt").OnElements("img")
	p.AllowAttrs("width", "height").Matching(bluemonday.Integer).OnElements("img")
	p.RequireNoFollowOnLinks(true)
	p.RequireNoReferrerOnLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	return &Cleaner{p}
}

// HTML is what is harmless of a text that somebody wrote.
func (c *Cleaner) HTML(dirty string) string { return strings.TrimSpace(c.policy.Sanitize(dirty)) }

var imageFile = regexp.MustCompile(`(<img[^>]*\ssrc=")file:([0-9a-f-]{36})(")`)

// WithFiles puts the addresses of files in place of their names in clean HTML.
func WithFiles(clean string, address func(id string) string) string {
	return imageFile.ReplaceAllStringFunc(clean, func(image string) string {
		part := imageFile.FindStringSubmatch(image)
		return part[1] + address(part[2]) + part[3]
	})
}

// PlainLine is what HTML says without its markup, on one line: of an image, what it is said to show.
func PlainLine(markup string) string { return strings.Join(strings.Fields(extractText(markup)), " ") }

// PlainLines is what HTML says without its markup, a line for each of its paragraphs.
func PlainLines(markup string) string {
	var lines []string
	for line := range strings.SplitSeq(extractText(markup), "\n") {
		if words := strings.Fields(line); len(words) > 0 {
			lines = append(lines, strings.Join(words, " "))
		}
	}
	return strings.Join(lines, "\n")
}

// extractText is the words of HTML, with line breaks only where an element begins or ends that is none within a line.
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

// inlines are the elements that end no word.
var inlines = map[string]struct{}{"strong": {}, "b": {}, "em": {}, "i": {}, "u": {}, "s": {}, "sub": {}, "sup": {}, "mark": {}, "small": {}, "a": {}, "span": {}, "code": {}, "kbd": {}}
