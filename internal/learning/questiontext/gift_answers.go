package questiontext

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"lectern/internal/learning/question"
)

// giftAnswer is an answer of a question: `=%50%honey#Nearly`.
type giftAnswer struct {
	right  bool // marked by =
	weight float64
	text   string // with its escapes
}

// giftAnswers adds the question of a block by the kind of its answers.
func (r *Reading) giftAnswers(b giftBlock) {
	text := b.answers
	if at := unescaped(text, "####", 0); at >= 0 {
		b.question.Explanation, text = plain(text[at+4:]), strings.TrimSpace(text[:at])
	}
	if text == "" {
		r.leaveOut(b.line, "essay", "Essays can't be graded in a quiz. Use an assignment.")
		return
	}
	if numeric, ok := strings.CutPrefix(text, "#"); ok {
		r.giftNumber(b, strings.TrimSpace(numeric))
		return
	}
	if truth, feedback, ok := giftTruth(text); ok {
		if feedback {
			r.warnOfFeedback(b.line)
		}
		b.question.Kind, b.question.Truth = question.TrueFalse, truth
		r.add(b.line, b.question)
		return
	}
	answers, feedback, ok := splitAnswers(text)
	if !ok {
		r.leaveOut(b.line, "answers", "These answers can't be read. Begin each correct answer with = and each incorrect one with ~.")
		return
	}
	if feedback {
		r.warnOfFeedback(b.line)
	}
	r.giftChoice(b, answers)
}

func (r *Reading) warnOfFeedback(line int) {
	r.warn(line, "feedback", "Feedback on single answers isn't kept. Write an explanation of the whole question after ####.")
}

// giftTruth reads the answer of a statement, TRUE#Feedback.
func giftTruth(text string) (truth, feedback, ok bool) {
	if at := unescaped(text, "#", 0); at >= 0 {
		feedback, text = true, text[:at]
	}
	switch strings.ToUpper(strings.TrimSpace(text)) {
	case "T", "TRUE":
		return true, feedback, true
	case "F", "FALSE":
		return false, feedback, true
	}
	return false, feedback, false
}

var weightOf = regexp.MustCompile(`^%(-?\d+(?:\.\d+)?)%`)

// splitAnswers separates answers, each of which begins with = or ~.
func splitAnswers(text string) (answers []giftAnswer, feedback, ok bool) {
	if text == "" || text[0] != '=' && text[0] != '~' {
		return nil, false, false
	}
	for start := 0; start < len(text); {
		end := len(text)
		for _, mark := range []string{"=", "~"} {
			if at := unescaped(text, mark, start+1); at >= 0 {
				end = min(end, at)
			}
		}
		a := giftAnswer{right: text[start] == '='}
		one := strings.TrimSpace(text[start+1 : end])
		if a.right {
			a.weight = 100
		}
		if weight := weightOf.FindStringSubmatch(one); weight != nil {
			a.weight, _ = strconv.ParseFloat(weight[1], 64) // digits, by the expression
			one = one[len(weight[0]):]
		}
		if at := unescaped(one, "#", 0); at >= 0 {
			feedback, one = true, one[:at]
		}
		a.text = strings.TrimSpace(one)
		answers, start = append(answers, a), end
	}
	return answers, feedback, true
}

// giftChoice adds a question with answers to choose or, if all are right, to write.
func (r *Reading) giftChoice(b giftBlock, answers []giftAnswer) {
	full, part, wrong, arrows := 0, 0, 0, 0
	for _, a := range answers {
		switch {
		case a.weight >= 100:
			full++
		case a.weight > 0:
			part++
		}
		if !a.right {
			wrong++
		}
		if unescaped(a.text, "->", 0) >= 0 {
			arrows++
		}
	}
	switch {
	case arrows == len(answers) && wrong == 0:
		r.leaveOut(b.line, "matching", "Matching questions aren't supported. Write one question for each pair.")
	case wrong == 0:
		r.giftShort(b, answers, part)
	case full == 1:
		r.giftSingle(b, answers, part)
	case full == 0 && part > 0:
		r.giftMultiple(b, answers)
	case full == 0:
		r.leaveOut(b.line, "none_correct", "No answer is correct. Begin the correct one with =.")
	default:
		r.leaveOut(b.line, "several_correct", "Several answers earn all points, of which learners could choose one only. Give each a share of the points, such as ~%50%.")
	}
}

func (r *Reading) giftShort(b giftBlock, answers []giftAnswer, part int) {
	b.question.Kind = question.Short
	for _, a := range answers {
		if a.weight >= 100 {
			b.question.Accepted = append(b.question.Accepted, plain(a.text))
		}
	}
	if len(b.question.Accepted) == 0 {
		r.leaveOut(b.line, "none_correct", "No answer is correct. Begin the correct one with =.")
		return
	}
	if part > 0 {
		r.warnOfWeights(b.line)
	}
	r.add(b.line, b.question)
}

func (r *Reading) warnOfWeights(line int) {
	r.warn(line, "weights", "Answers that earn part of the points count as incorrect.")
}

func (r *Reading) giftSingle(b giftBlock, answers []giftAnswer, part int) {
	b.question.Kind = question.Single
	for _, a := range answers {
		b.question.Options = append(b.question.Options, question.QuestionOption{Text: plain(a.text), Correct: a.weight >= 100})
	}
	if part > 0 {
		r.warnOfWeights(b.line)
	}
	r.add(b.line, b.question)
}

// giftMultiple adds a question with several right answers, each of which earns a share.
func (r *Reading) giftMultiple(b giftBlock, answers []giftAnswer) {
	b.question.Kind, b.question.Partial = question.Multiple, true
	share, equal := 0.0, true
	for _, a := range answers {
		b.question.Options = append(b.question.Options, question.QuestionOption{Text: plain(a.text), Correct: a.weight > 0})
		if a.weight > 0 {
			equal = equal && (share == 0 || share == a.weight)
			share = a.weight
		}
	}
	if !equal {
		r.warn(b.line, "shares", "Each correct answer earns the same share of the points.")
	}
	r.add(b.line, b.question)
}

// giftNumber adds a question whose answer is a number: 5, 5:0.1, 4.9..5.1, or =5 =%50%5:1.
func (r *Reading) giftNumber(b giftBlock, text string) {
	answers, feedback, several := splitAnswers(text)
	if !several { // the number alone
		if at := unescaped(text, "#", 0); at >= 0 {
			feedback, text = true, text[:at]
		}
		answers = []giftAnswer{{right: true, weight: 100, text: text}}
	}
	if feedback {
		r.warnOfFeedback(b.line)
	}
	full := 0
	for _, a := range answers {
		if a.weight < 100 {
			continue
		}
		full++
		value, tolerance, ok := numberOf(a.text)
		if !ok {
			r.leaveOut(b.line, "number", "The answer isn't a number. Write it as 5, as 5:0.1 with a tolerance, or as 4.9..5.1.")
			return
		}
		b.question.Kind, b.question.Value, b.question.Tolerance = question.Numeric, value, tolerance
	}
	switch {
	case full == 0:
		r.leaveOut(b.line, "none_correct", "No answer is correct. Begin the correct one with =.")
		return
	case full > 1:
		r.leaveOut(b.line, "several_numbers", "A question has one number as its answer. Write a range, such as 4.9..5.1, or several questions.")
		return
	case len(answers) > full:
		r.warnOfWeights(b.line)
	}
	r.add(b.line, b.question)
}

// numberOf reads a number with its tolerance, or a range.
func numberOf(text string) (value, tolerance string, ok bool) {
	text = strings.ReplaceAll(strings.TrimSpace(text), `\:`, ":")
	if from, to, isRange := strings.Cut(text, ".."); isRange {
		a, okA := decimalOf(from)
		b, okB := decimalOf(to)
		if !okA || !okB || a.Cmp(b) > 0 {
			return "", "", false
		}
		half := big.NewRat(1, 2)
		middle, reach := new(big.Rat).Add(a, b), new(big.Rat).Sub(b, a)
		return decimalText(middle.Mul(middle, half)), decimalText(reach.Mul(reach, half)), true
	}
	value, tolerance, has := strings.Cut(text, ":")
	v, ok := decimalOf(value)
	if !ok {
		return "", "", false
	}
	if !has {
		return decimalText(v), "", true
	}
	t, ok := decimalOf(tolerance)
	if !ok || t.Sign() < 0 {
		return "", "", false
	}
	return decimalText(v), decimalText(t), true
}

var decimal = regexp.MustCompile(`^[+-]?\d{1,15}(\.\d{1,11})?$`)

func decimalOf(text string) (*big.Rat, bool) {
	if text = strings.TrimSpace(text); !decimal.MatchString(text) {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// decimalText writes a number of at most 12 decimals exactly.
func decimalText(r *big.Rat) string {
	text := r.FloatString(12)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
