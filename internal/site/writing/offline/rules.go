package offline

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

func (a Article) aboutStructure() (found []Suggestion) {
	level, titles, words, begin := 1, 0, 0, 0
	for i, b := range a.Blocks {
		if b.Kind != heading {
			if words == 0 {
				begin = i
			}
			before := words
			if words += len(spokenWords(b.Text)); b.Kind != code && before <= withoutHeading && words > withoutHeading {
				found = append(found, a.atBlock(Suggestion{Rule: "no_heading", Kind: kindStructure, Severity: hint, Figure: withoutHeading,
					Message: fmt.Sprintf("More than %d words without a heading.", withoutHeading)}, begin))
			}
			continue
		}
		if words = 0; b.Level == 1 {
			if titles++; titles > 1 {
				found = append(found, a.atBlock(Suggestion{Rule: "second_title", Kind: kindStructure, Severity: warning, Message: "A post has one heading of the first level: its title."}, i))
			}
		}
		if b.Level > level+1 {
			found = append(found, a.atBlock(Suggestion{Rule: "heading_jump", Kind: kindStructure, Severity: warning, Figure: b.Level,
				Message: fmt.Sprintf("This heading skips a level: it is of level %d below one of level %d.", b.Level, level)}, i))
		}
		level = b.Level
	}
	return found
}

func (a Article) aboutReading() (found []Suggestion) {
	for _, s := range a.sentences() {
		if n := len(spokenWords(s.text)); n > longSentence {
			found = append(found, a.at(Suggestion{Rule: "long_sentence", Kind: kindReadability, Severity: hint, Figure: n,
				Message: fmt.Sprintf("This sentence has %d words. Try two.", n)}, s.block, s.from, s.to))
		}
	}
	for i, b := range a.Blocks {
		n := len(spokenWords(b.Text))
		if b.Kind == paragraph && n > longParagraph {
			found = append(found, a.atBlock(Suggestion{Rule: "long_paragraph", Kind: kindReadability, Severity: hint, Figure: n,
				Message: fmt.Sprintf("This paragraph has %d words. Split it.", n)}, i))
		}
		if b.Kind != heading && n > wallOfBold && b.Bold*2 > len([]rune(b.Text)) {
			found = append(found, a.atBlock(Suggestion{Rule: "much_bold", Kind: kindReadability, Severity: hint, Message: "Most of this paragraph is bold. Then nothing stands out."}, i))
		}
	}
	return found
}

// emptyLinks are texts of links that say nothing of where they lead, in English, German, French and Spanish.
var emptyLinks = []string{"click here", "here", "this", "link", "this link", "read more", "more", "hier", "hier klicken", "klicken sie hier", "mehr", "weiterlesen", "ici", "cliquez ici", "aquí", "haga clic aquí"}

var bareAddress = regexp.MustCompile(`(?i)\b(?:https?://|www\.)[^\s<>"]+`)

func (a Article) aboutLinks(c Circumstances) (found []Suggestion) {
	for i, b := range a.Blocks {
		runes := []rune(b.Text)
		for _, l := range b.Links {
			said, to := strings.ToLower(strings.Trim(string(runes[l.From:min(l.To, len(runes))]), " .,:!→»")), l.To
			switch {
			case slices.Contains(emptyLinks, said):
				found = append(found, a.at(Suggestion{Rule: "empty_link_text", Kind: kindAccessibility, Severity: warning, Message: "Say where this link leads: screen readers read out links without the text around them."}, i, l.From, to))
			case bareAddress.MatchString(said):
				found = append(found, a.at(Suggestion{Rule: "bare_address", Kind: kindLinks, Severity: hint, Message: "Give this address a text that says where it leads."}, i, l.From, to))
			}
			if c.Missing[l.Address] {
				found = append(found, a.at(Suggestion{Rule: "broken_link", Kind: kindLinks, Severity: warning, Message: "This link leads nowhere: the page doesn't exist."}, i, l.From, to))
			}
			if rest, ok := strings.CutPrefix(l.Address, "http://"); ok && !strings.HasPrefix(rest, "localhost") {
				found = append(found, a.at(Suggestion{Rule: "insecure_link", Kind: kindLinks, Severity: hint, Message: "This link isn't encrypted. Try https.", Replacement: "https://" + rest}, i, l.From, to))
			}
		}
		if b.Kind == code || b.Kind == heading {
			continue
		}
		for _, at := range bareAddress.FindAllStringIndex(b.Text, -1) {
			from, to := len([]rune(b.Text[:at[0]])), len([]rune(b.Text[:at[1]]))
			if !slices.ContainsFunc(b.Links, func(l Link) bool { return l.From < to && from < l.To }) {
				found = append(found, a.at(Suggestion{Rule: "bare_address", Kind: kindLinks, Severity: hint, Message: "Give this address a text that says where it leads."}, i, from, to))
			}
		}
	}
	return found
}

func (a Article) aboutImages() (found []Suggestion) {
	for _, image := range a.Images {
		if image.Alt != "" {
			continue
		}
		s := whole("no_alt", kindAccessibility, warning, "A picture has no description for readers who can't see it.", 0)
		if len(a.Blocks) > 0 {
			s = a.atBlock(s, min(image.Block, len(a.Blocks)-1))
		}
		found = append(found, s)
	}
	return found
}

// InternalLinks lists the addresses of the site to which the article links.
func (a Article) InternalLinks() (paths []string) {
	for _, b := range a.Blocks {
		for _, l := range b.Links {
			if strings.HasPrefix(l.Address, "/") && !strings.HasPrefix(l.Address, "//") && !slices.Contains(paths, l.Address) {
				paths = append(paths, l.Address)
			}
		}
	}
	return paths
}
