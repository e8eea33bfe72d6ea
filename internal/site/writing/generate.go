package writing

import (
	"context"
	"strings"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/site/writing/offline"
)

// WritingStyle is how a text should sound.
type WritingStyle struct {
	Tone     string `json:"tone,omitempty" enum:"plain,friendly,formal,lively" msg:"tone must be plain, friendly, formal or lively" doc:"Default: plain."`
	Length   string `json:"length,omitempty" enum:"short,medium,long" msg:"length must be short, medium or long" doc:"About 300, 700 or 1,500 words. Default: medium."`
	Language string `json:"language,omitempty" pattern:"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$" maxLength:"35" msg:"language must be a language tag, such as en or de-AT" doc:"Default: that of the request."`
}

// FreshRun asks again what was asked before.
type FreshRun struct {
	Fresh bool `json:"fresh,omitempty" doc:"Ask the language model even if the caller has asked the same within a day. That answer would cost no quota."`
}

// PromptRequest asks for a post by a description of it.
type PromptRequest struct {
	Prompt   string   `json:"prompt" msg:"Prompt must be a text;required=Prompt is required" doc:"10 to 2,000 characters."`
	Title    string   `json:"title,omitempty" maxLength:"200" msg:"Title must be at most 200 characters"`
	Audience string   `json:"audience,omitempty" maxLength:"100" msg:"Audience must be at most 100 characters"`
	Keywords []string `json:"keywords,omitempty" maxItems:"10" msg:"keywords must be a list of words;maxItems=Choose at most 10 keywords"`
	WritingStyle
	FreshRun
}

const (
	shortestPrompt = 10   // characters
	longestPrompt  = 2000 // characters
)

func (r PromptRequest) check() error {
	var broken fault.Fields
	n := len([]rune(strings.TrimSpace(r.Prompt)))
	broken.Require(n > 0, "prompt", "required", "Prompt is required")
	broken.Require(n == 0 || n >= shortestPrompt, "prompt", "too_short", "Prompt must be at least 10 characters")
	broken.Require(n <= longestPrompt, "prompt", "too_long", "Prompt must be at most 2,000 characters")
	return broken.Err()
}

// ContentRequest asks for the text of a post by its title and outline.
type ContentRequest struct {
	Title   string   `json:"title,omitempty" msg:"Title must be a text" doc:"3 to 200 characters. Required, unless topic is there."`
	Topic   string   `json:"topic,omitempty" msg:"topic must be a text" doc:"Another name of title."`
	Outline []string `json:"outline,omitempty" maxItems:"30" msg:"outline must be a list of headings;maxItems=An outline has at most 30 lines"`
	WritingStyle
	FreshRun
}

const (
	shortestTitle = 3   // characters
	longestTitle  = 200 // characters
)

func (r ContentRequest) check() error {
	var broken fault.Fields
	n := len([]rune(strings.TrimSpace(firstOf(r.Title, r.Topic))))
	broken.Require(n > 0, "title", "required", "Title is required")
	broken.Require(n == 0 || n >= shortestTitle, "title", "too_short", "Title must be at least 3 characters")
	broken.Require(n <= longestTitle, "title", "too_long", "Title must be at most 200 characters")
	return broken.Err()
}

// EnhanceRequest asks for a better text.
type EnhanceRequest struct {
	WritingText
	Mode           string `json:"mode" enum:"grammar,clarity,shorten,expand,simplify,tone,translate" msg:"mode must be grammar, clarity, shorten, expand, simplify, tone or translate"`
	Tone           string `json:"tone,omitempty" enum:"plain,friendly,formal,lively" msg:"tone must be plain, friendly, formal or lively" doc:"Of the mode tone."`
	TargetLanguage string `json:"targetLanguage,omitempty" pattern:"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$" maxLength:"35" msg:"targetLanguage must be a language tag, such as en or de-AT" doc:"Of the mode translate."`
	Instruction    string `json:"instruction,omitempty" maxLength:"500" msg:"Instruction must be at most 500 characters"`
	FreshRun
}

func (r EnhanceRequest) check() error {
	if _, err := r.read(); err != nil {
		return err
	}
	var broken fault.Fields
	broken.Require(r.Mode != "tone" || r.Tone != "", "tone", "required", "Choose a tone")
	broken.Require(r.Mode != "translate" || r.TargetLanguage != "", "targetLanguage", "required", "Choose a language")
	return broken.Err()
}

// WrittenPost is a post that the language model has written.
type WrittenPost struct {
	Title           string   `json:"title"`
	HTML            string   `json:"html"`
	Excerpt         string   `json:"excerpt"`
	Outline         []string `json:"outline" doc:"Its headings."`
	Tags            []string `json:"tags"`
	MetaDescription string   `json:"metaDescription"`
	WritingRun
}

// WrittenContent is the text of a post that the language model has written.
type WrittenContent struct {
	HTML     string   `json:"html"`
	Sections []string `json:"sections" doc:"Its headings."`
	WritingRun
}

// EnhancedText is a text that the language model has improved, in parts that can be taken or left one by one.
type EnhancedText struct {
	HTML  string       `json:"html" doc:"The whole improved text."`
	Parts []TextPart   `json:"changes" doc:"The whole text in order, old and new."`
	Kept  KeptElements `json:"kept"`
	WritingRun
}

// TextPart is a part of a text, before and after; one of them may be empty.
type TextPart struct {
	Block     int64  `json:"block" doc:"The first of the old text's blocks in it, counted from 0."`
	Before    string `json:"before" doc:"HTML."`
	After     string `json:"after" doc:"HTML."`
	IsChanged bool   `json:"isChanged"`
}

// KeptElements are what the language model never saw, and what stands where it stood.
type KeptElements struct {
	Parts int64 `json:"parts" doc:"Pictures, formulas, code, tables and other embedded parts."`
	Links int64 `json:"links"`
}

const mostGenerated = 2500 // words of an answer

// holdsNothing is the check of an answer to which no parts belong.
func holdsNothing(string) bool { return true }

// WritePost has the language model write a post by a description of it. For instructors and administrators, as the gate has checked. fault.Invalid, fault.TooMany,
// fault.BadGateway, fault.Unavailable.
func (s *Service) WritePost(ctx context.Context, who access.Caller, r PromptRequest) (p WrittenPost, err error) {
	if err := r.check(); err != nil {
		return p, err
	}
	m := manuscript{secrets: redaction{}}
	t := task{tool: toolFromPrompt, Task: "Write a post from the description in the next message. Begin with its title as a heading: # Title.", Tone: tones[r.Tone], Words: lengths[r.Length],
		Language: r.Language, title: m.secrets.redact(r.Title), text: m.secrets.redact(r.Prompt), mostWords: mostGenerated, check: holdsNothing,
		options: map[string]any{"audience": m.secrets.redact(r.Audience), "keywords": m.secrets.redact(strings.Join(r.Keywords, ", "))}}
	answer, w, err := s.ask(ctx, who, t, r.Fresh)
	if err != nil {
		return p, err
	}
	title, text := titleOf(answer)
	p.Title = m.secrets.replace(firstOf(r.Title, title))
	if p.HTML, p.WritingRun, err = s.shownRun(ctx, who, m, text, w); err != nil {
		return p, err
	}
	a := offline.Read(p.Title, p.HTML)
	p.Outline, p.Tags = a.Headings(), []string{}
	if all := a.Descriptions("", 1); len(all) > 0 {
		p.Excerpt, p.MetaDescription = all[0], all[0]
	}
	used, err := usedTags(ctx, s.deps.DB.Reader(), mostKnownTags)
	if err != nil {
		return p, err
	}
	names := make([]string, len(used))
	for i, tag := range used {
		names[i] = tag.Name
	}
	near, known, err := s.neighbours(ctx, s.deps.DB.Reader(), a, "")
	for _, tag := range suggested(a, near, names, known[""], fewTags) {
		p.Tags = append(p.Tags, tag.Name)
	}
	return p, err
}

// titleOf separates the title from Markdown that begins with it.
func titleOf(answer string) (title, text string) {
	answer = strings.TrimSpace(answer)
	if rest, ok := strings.CutPrefix(answer, "# "); ok {
		title, text, _ = strings.Cut(rest, "\n")
		return strings.TrimSpace(title), text
	}
	return "", answer
}

// WriteContent has the language model write the text of a post by its title and outline. Same callers and faults as WritePost.
func (s *Service) WriteContent(ctx context.Context, who access.Caller, r ContentRequest) (c WrittenContent, err error) {
	if err := r.check(); err != nil {
		return c, err
	}
	m := manuscript{secrets: redaction{}}
	t := task{tool: toolContent, Task: "Write the text of a post with the given title. If there is an outline, its lines are the headings.", Tone: tones[r.Tone], Words: lengths[r.Length],
		Language: r.Language, title: m.secrets.redact(firstOf(r.Title, r.Topic)), text: m.secrets.redact(strings.Join(r.Outline, "\n")), mostWords: mostGenerated, check: holdsNothing,
		options: map[string]any{}}
	answer, w, err := s.ask(ctx, who, t, r.Fresh)
	if err != nil {
		return c, err
	}
	c.HTML, c.WritingRun, err = s.shownRun(ctx, who, m, answer, w)
	c.Sections = offline.Read("", c.HTML).Headings()
	return c, err
}

var enhancements = map[string]string{
	"grammar": "Correct spelling, grammar and punctuation of the text. Change nothing else.", "clarity": "Make the text clearer. Keep its meaning.",
	"shorten": "Shorten the text to about two thirds. Keep what matters.", "expand": "Expand the text by about a half, with nothing that it does not imply.",
	"simplify": "Rewrite the text in short sentences and common words.", "tone": "Rewrite the text in the given tone. Keep its meaning.", "translate": "Translate the text into the given language.",
}

// Enhance has the language model improve a text. Pictures, formulas, code, tables and addresses never leave the server and stand where they stood. Same callers and faults as
// WritePost.
func (s *Service) Enhance(ctx context.Context, who access.Caller, r EnhanceRequest) (e EnhancedText, err error) {
	if err := r.check(); err != nil {
		return e, err
	}
	before := s.deps.Cleaner.HTML(firstOf(r.Content, r.HTML, r.Text))
	m := write(before)
	t := task{tool: toolEnhance, Task: enhancements[r.Mode], Tone: tones[r.Tone], Language: r.TargetLanguage, title: m.secrets.redact(r.title()), text: m.Markdown,
		mostWords: min(mostEnhanced, 2*len(strings.Fields(m.Markdown))+200), check: m.isWhole, options: map[string]any{"wish": m.secrets.redact(r.Instruction)}}
	answer, w, err := s.ask(ctx, who, t, r.Fresh)
	if err != nil {
		return e, err
	}
	if e.HTML, e.WritingRun, err = s.shownRun(ctx, who, m, answer, w); err != nil {
		return e, err
	}
	e.Parts, e.Kept = partsOf(before, e.HTML), KeptElements{int64(len(m.keeps)), int64(len(m.links))}
	return e, nil
}

const mostEnhanced = 20_000 // words of an answer

// shownRun turns an answer into HTML, and completes what is said of the run.
func (s *Service) shownRun(ctx context.Context, who access.Caller, m manuscript, answer string, w WritingRun) (string, WritingRun, error) {
	markup, added, err := m.read(answer, s.deps.Cleaner.HTML)
	if err != nil {
		return "", w, err
	}
	if added {
		w.Warnings = append(w.Warnings, warnAddresses)
	}
	quota, err := s.quota(ctx, s.deps.DB.Reader(), who.ID)
	w.Quota = &quota
	return markup, w, err
}
