package quiz

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// prepared is a question as it is stored, or fault.Invalid. Members that its kind has no use for are dropped; options keep
// the refs that before, the question that is changed, has given them.
func (n NewQuestion) prepared(before NewQuestion, cleaner *text.Cleaner) (NewQuestion, error) {
	clean := NewQuestion{Kind: n.Kind, Format: n.Format, Prompt: strings.TrimSpace(n.Prompt), Points: max(1, n.Points), Tags: tagsOf(n.Tags), Explanation: strings.TrimSpace(n.Explanation)}
	if n.Format == htmlFormat {
		clean.Prompt, clean.Explanation = cleaner.HTML(n.Prompt), cleaner.HTML(n.Explanation)
	}
	var broken fault.Fields
	switch n.Kind {
	case single, multiple, ordering:
		clean.Options, clean.Partial = n.optionsAfter(before), n.Partial && n.Kind != single
		n.checkOptions(&broken)
	case trueFalse:
		clean.Truth = n.Truth
	case short:
		clean.CaseSensitive = n.CaseSensitive
		for _, one := range n.Accepted {
			if one = strings.Join(strings.Fields(one), " "); one != "" && !slices.Contains(clean.Accepted, one) {
				clean.Accepted = append(clean.Accepted, one)
			}
		}
		broken.Require(len(clean.Accepted) > 0, "accepted", "required", "Please enter at least one answer that counts as right")
		broken.Require(len(clean.Accepted) <= 50, "accepted", "too_many", "At most 50 answers can be accepted")
		longest := slices.MaxFunc(append([]string{""}, clean.Accepted...), func(a, b string) int { return len(a) - len(b) })
		broken.Require(len(longest) <= 2000, "accepted", "too_long", "An answer has at most 2000 characters")
	case numeric:
		clean.Value, clean.Tolerance = strings.TrimSpace(n.Value), strings.TrimSpace(n.Tolerance)
		_, ok := number(clean.Value)
		broken.Require(ok, "value", "invalid_format", "Please enter a number, such as 3.14")
		tolerance, ok := number(clean.Tolerance)
		broken.Require(clean.Tolerance == "" || ok && tolerance.Sign() >= 0, "tolerance", "invalid_format", "The tolerance must be a number, such as 0.01")
	default:
		broken.Require(false, "kind", "unknown_value", "The kind of a question must be single, multiple, true_false, short, ordering or numeric")
	}
	broken.Require(clean.Format == "" || clean.Format == plainFormat || clean.Format == htmlFormat, "format", "unknown_value", "The format of a question must be plain or html")
	broken.Require(clean.saysSomething(), "prompt", "required", "Please enter the question")
	broken.Require(max(len(clean.Prompt), len(clean.Explanation)) <= 80000, "prompt", "too_long", "A question has at most 20000 characters")
	broken.Require(clean.Points <= 1000, "points", "out_of_range", "A question is worth 1 to 1000 points")
	return clean, broken.Err()
}

func (n NewQuestion) checkOptions(broken *fault.Fields) {
	broken.Require(len(n.Options) >= 2 && len(n.Options) <= maxOptions, "options", "out_of_range", "A question of this kind needs 2 to 20 options")
	correct, texts := 0, map[string]bool{}
	for i, o := range n.Options {
		if o.Correct {
			correct++
		}
		name := strings.TrimSpace(o.Text)
		broken.Require(name != "" && !texts[name], fmt.Sprintf("options[%d].text", i), "duplicate", "Two options of a question cannot be the same, and none can be empty")
		broken.Require(len(name) <= 4000, fmt.Sprintf("options[%d].text", i), "too_long", "An option has at most 1000 characters")
		texts[name] = true
	}
	broken.Require(n.Kind != single || correct == 1, "options", "one_correct", "Please mark exactly one option as right")
	broken.Require(n.Kind != multiple || correct >= 1, "options", "some_correct", "Please mark at least one option as right")
}

// optionsAfter are the options with refs: known ones stay, so that answers keep their meaning; others are random, so that
// they tell nothing of the order in which they were written.
func (n NewQuestion) optionsAfter(before NewQuestion) (options []QuestionOption) {
	used := map[string]bool{}
	for _, o := range n.Options {
		known := slices.ContainsFunc(before.Options, func(b QuestionOption) bool { return b.Ref == o.Ref })
		for !known || used[o.Ref] {
			o.Ref, known = newRef(), true
		}
		used[o.Ref] = true
		options = append(options, QuestionOption{o.Ref, strings.TrimSpace(o.Text), o.Correct && n.Kind != ordering})
	}
	return options
}

func newRef() string {
	var random [5]byte
	_, _ = rand.Read(random[:]) // never fails, says its documentation
	return hex.EncodeToString(random[:])
}

// tagsOf is tags as they are kept: lower case, each once.
func tagsOf(tags []string) []string {
	clean := []string{}
	for _, tag := range tags {
		tag = strings.ToLower(strings.Join(strings.Fields(tag), " "))
		if runes := []rune(tag); len(runes) > 40 {
			tag = string(runes[:40])
		}
		if tag != "" && !slices.Contains(clean, tag) {
			clean = append(clean, tag)
		}
	}
	slices.Sort(clean)
	return clean
}

// title is the prompt without its markup, on one line.
func (n NewQuestion) title() string {
	if n.Format == htmlFormat {
		return text.PlainLine(n.Prompt)
	}
	return strings.Join(strings.Fields(n.Prompt), " ")
}

func (n NewQuestion) saysSomething() bool {
	return n.title() != "" || n.Format == htmlFormat && strings.Contains(n.Prompt, "<img")
}

func (n NewQuestion) searchText() string {
	return text.Fold(n.title() + " " + strings.Join(n.Tags, " "))
}
