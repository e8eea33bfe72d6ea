package questiontext

import (
	"regexp"
	"strings"

	"lectern/internal/learning/question"
)

// The format: https://docs.moodle.org/en/Aiken_format
var (
	aikenOption = regexp.MustCompile(`^([A-Z])[.)][ \t]+(.+)$`)
	aikenAnswer = regexp.MustCompile(`(?i)^ANSWER:[ \t]*(.*)$`)
)

// aikenQuestion is one whose answer has not been reached yet.
type aikenQuestion struct {
	line    int
	prompt  []string
	labels  string // of the options: ABC
	options []question.QuestionOption
}

func (r *Reading) readAiken(text string) {
	var q aikenQuestion
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if answer := aikenAnswer.FindStringSubmatch(line); answer != nil {
			r.endAiken(q, i+1, answer[1])
			q = aikenQuestion{}
			continue
		}
		option := aikenOption.FindStringSubmatch(line)
		switch {
		case line == "":
		case option != nil && len(q.prompt) > 0:
			q.labels += option[1]
			q.options = append(q.options, question.QuestionOption{Text: option[2]})
		case len(q.options) > 0: // the next question begins
			r.leaveOut(q.line, "no_answer", "The correct option isn't named. Add a line such as “ANSWER: A” below the options.")
			q = aikenQuestion{line: i + 1, prompt: []string{line}}
		default:
			if len(q.prompt) == 0 {
				q.line = i + 1
			}
			q.prompt = append(q.prompt, line)
		}
	}
	if len(q.prompt) > 0 {
		r.leaveOut(q.line, "no_answer", "The correct option isn't named. Add a line such as “ANSWER: A” below the options.")
	}
}

// endAiken adds the question whose answer is on a line.
func (r *Reading) endAiken(q aikenQuestion, line int, answer string) {
	if len(q.prompt) == 0 || len(q.options) == 0 {
		r.leaveOut(line, "no_options", "There is no question with options above this answer. Write each option on a line of its own, such as “A. Honey”.")
		return
	}
	correct := strings.FieldsFunc(strings.ToUpper(answer), func(c rune) bool { return c == ',' || c == ' ' || c == '.' || c == ')' })
	for _, label := range correct {
		at := strings.Index(q.labels, label)
		if at < 0 || len(label) != 1 {
			r.leaveOut(line, "unknown_option", "The answer names an option that doesn't exist. Write “ANSWER:” and one of the options above, such as A.")
			return
		}
		q.options[at].Correct = true
	}
	kind := question.Single
	if len(correct) > 1 {
		kind = question.Multiple
	}
	if len(correct) == 0 {
		r.leaveOut(line, "unknown_option", "The answer names an option that doesn't exist. Write “ANSWER:” and one of the options above, such as A.")
		return
	}
	r.add(q.line, question.NewQuestion{Kind: kind, Prompt: strings.Join(q.prompt, "\n"), Options: q.options})
}
