package question

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Prepare returns a question in stored form, or fault.Invalid. Fields that its kind does not use are dropped; options
// keep the refs that they have in before, the previous state of the question.
func (n NewQuestion) Prepare(before NewQuestion, cleaner *text.Cleaner) (NewQuestion, error) {
	clean := NewQuestion{Kind: n.Kind, Format: n.Format, Prompt: strings.TrimSpace(n.Prompt), Points: max(1, n.Points), Tags: NormalizeTags(n.Tags), Explanation: strings.TrimSpace(n.Explanation)}
	if n.Format == HTMLFormat {
		clean.Prompt, clean.Explanation = cleaner.HTML(n.Prompt), cleaner.HTML(n.Explanation)
	}
	var broken fault.Fields
	switch n.Kind {
	case Single, Multiple, Ordering:
		clean.Options, clean.Partial = n.optionsAfter(before), n.Partial && n.Kind != Single
		n.checkOptions(&broken)
	case TrueFalse:
		clean.Truth = n.Truth
	case Short:
		clean.CaseSensitive = n.CaseSensitive
		for _, one := range n.Accepted {
			if one = strings.Join(strings.Fields(one), " "); one != "" && !slices.Contains(clean.Accepted, one) {
				clean.Accepted = append(clean.Accepted, one)
			}
		}
		broken.Require(len(clean.Accepted) > 0, "accepted", "required", "Please enter at least one correct answer")
		broken.Require(len(clean.Accepted) <= 50, "accepted", "too_many", "At most 50 answers can be accepted")
		longest := slices.MaxFunc(append([]string{""}, clean.Accepted...), func(a, b string) int { return len(a) - len(b) })
		broken.Require(len(longest) <= 2000, "accepted", "too_long", "An answer has at most 2000 characters")
	case Numeric:
		clean.Value, clean.Tolerance = strings.TrimSpace(n.Value), strings.TrimSpace(n.Tolerance)
		_, ok := number(clean.Value)
		broken.Require(ok, "value", "invalid_format", "Please enter a number, such as 3.14")
		tolerance, ok := number(clean.Tolerance)
		broken.Require(clean.Tolerance == "" || ok && tolerance.Sign() >= 0, "tolerance", "invalid_format", "The tolerance must be a number, such as 0.01")
	default:
		broken.Require(false, "kind", "unknown_value", "The kind of a question must be single, multiple, true_false, short, ordering or numeric")
	}
	broken.Require(clean.Format == "" || clean.Format == PlainFormat || clean.Format == HTMLFormat, "format", "unknown_value", "The format of a question must be plain or html")
	broken.Require(clean.saysSomething(), "prompt", "required", "Please enter the question")
	broken.Require(max(len(clean.Prompt), len(clean.Explanation)) <= 80000, "prompt", "too_long", "A question has at most 20000 characters")
	broken.Require(clean.Points <= 1000, "points", "out_of_range", "A question is worth 1 to 1000 points")
	return clean, broken.Err()
}

// Texts lists the texts that may be HTML with files.
func (n NewQuestion) Texts() []string {
	if n.Format != HTMLFormat {
		return nil
	}
	return []string{n.Prompt, n.Explanation}
}

func (n NewQuestion) checkOptions(broken *fault.Fields) {
	broken.Require(len(n.Options) >= 2 && len(n.Options) <= MaxOptions, "options", "out_of_range", "This type of question needs 2 to 20 options")
	correct, texts := 0, map[string]bool{}
	for i, o := range n.Options {
		if o.Correct {
			correct++
		}
		name := strings.TrimSpace(o.Text)
		broken.Require(name != "" && !texts[name], fmt.Sprintf("options[%d].text", i), "duplicate", "The options of a question must all be different, and none can be empty")
		broken.Require(len(name) <= 4000, fmt.Sprintf("options[%d].text", i), "too_long", "An option has at most 1000 characters")
		texts[name] = true
	}
	broken.Require(n.Kind != Single || correct == 1, "options", "one_correct", "Please mark exactly one option as correct")
	broken.Require(n.Kind != Multiple || correct >= 1, "options", "some_correct", "Please mark at least one option as correct")
}

// optionsAfter assigns refs. Known options keep theirs, so that saved answers stay valid; new refs are random, so
// that they do not reveal the order in which the options were written.
func (n NewQuestion) optionsAfter(before NewQuestion) (options []QuestionOption) {
	used := map[string]bool{}
	for _, o := range n.Options {
		known := o.Ref != "" && slices.ContainsFunc(before.Options, func(b QuestionOption) bool { return b.Ref == o.Ref })
		for !known || used[o.Ref] {
			o.Ref, known = newRef(), true
		}
		used[o.Ref] = true
		options = append(options, QuestionOption{o.Ref, strings.TrimSpace(o.Text), o.Correct && n.Kind != Ordering})
	}
	return options
}

func newRef() string {
	var random [5]byte
	_, _ = rand.Read(random[:]) // never fails, according to its documentation
	return hex.EncodeToString(random[:])
}

// NormalizeTags returns tags in stored form: lower case, sorted, without duplicates.
func NormalizeTags(tags []string) []string {
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

// PlainTitle is the prompt on one line, without markup.
func (n NewQuestion) PlainTitle() string {
	if n.Format == HTMLFormat {
		return text.PlainLine(n.Prompt)
	}
	return strings.Join(strings.Fields(n.Prompt), " ")
}

func (n NewQuestion) saysSomething() bool {
	return n.PlainTitle() != "" || n.Format == HTMLFormat && strings.Contains(n.Prompt, "<img")
}

// SearchText is the text that a search of the bank looks in.
func (n NewQuestion) SearchText() string {
	return text.Fold(n.PlainTitle() + " " + strings.Join(n.Tags, " "))
}

// WithKey returns q, the question as it was asked, with the current answer key. Options keep their texts; a removed
// option is not right.
func (q NewQuestion) WithKey(now NewQuestion) NewQuestion {
	q.Truth, q.Accepted, q.CaseSensitive, q.Value, q.Tolerance, q.Partial = now.Truth, now.Accepted, now.CaseSensitive, now.Value, now.Tolerance, now.Partial
	if q.Format == now.Format {
		q.Explanation = now.Explanation
	}
	asked := make(map[string]QuestionOption, len(q.Options))
	for _, o := range q.Options {
		asked[o.Ref] = o
	}
	var options []QuestionOption
	for _, o := range now.Options { // in the current order, which for ordering is the key
		if was, ok := asked[o.Ref]; ok {
			options = append(options, QuestionOption{o.Ref, was.Text, o.Correct})
			delete(asked, o.Ref)
		}
	}
	for _, o := range q.Options {
		if _, gone := asked[o.Ref]; gone {
			options = append(options, QuestionOption{o.Ref, o.Text, false})
		}
	}
	q.Options = options
	return q
}
