package offline

import (
	"slices"
	"strings"
	"unicode"
)

// sentence is a part of a block; from and to are characters of its text.
type sentence struct {
	text     string
	block    int
	from, to int
}

// abbreviations end with a full stop that ends no sentence, in English, German and French.
var abbreviations = []string{"e.g", "i.e", "mr", "mrs", "ms", "dr", "prof", "st", "vs", "etc", "cf", "fig", "no", "z", "b", "d", "h", "u", "a", "bzw", "ca", "nr", "usw", "vgl", "mme", "p", "ex"}

// sentences returns the sentences of paragraphs and items, in order.
func (a Article) sentences() (all []sentence) {
	for i, b := range a.Blocks {
		if b.Kind == paragraph || b.Kind == item {
			all = append(all, split(b.Text, i)...)
		}
	}
	return all
}

func split(s string, block int) (all []sentence) {
	runes, from := []rune(s), 0
	add := func(to int) {
		for from < to && unicode.IsSpace(runes[from]) {
			from++
		}
		if from < to {
			all = append(all, sentence{strings.TrimSpace(string(runes[from:to])), block, from, to})
		}
		from = to
	}
	for i, r := range runes {
		if strings.ContainsRune("。！？", r) || strings.ContainsRune(".!?…", r) && endsAt(runes, from, i) {
			end := i + 1
			for end < len(runes) && strings.ContainsRune("\"'”’)»“", runes[end]) {
				end++
			}
			add(end)
		}
	}
	add(len(runes))
	return all
}

// endsAt reports whether the mark at i ends a sentence: a space and no small letter follow it, and no abbreviation precedes it.
func endsAt(runes []rune, from, i int) bool {
	next := i + 1
	for next < len(runes) && strings.ContainsRune("\"'”’)»“", runes[next]) {
		next++
	}
	if next == len(runes) {
		return true
	}
	if !unicode.IsSpace(runes[next]) {
		return false
	}
	for next < len(runes) && unicode.IsSpace(runes[next]) {
		next++
	}
	if next < len(runes) && unicode.IsLower(runes[next]) {
		return false
	}
	before := string(runes[from:i])
	last := before[strings.LastIndexFunc(before, unicode.IsSpace)+1:]
	return runes[i] != '.' || !slices.Contains(abbreviations, strings.ToLower(strings.TrimLeft(last, "(\"'“")))
}
