// Package writing helps the authors of the blog: it suggests tags and descriptions, and says what could be better in a text. These tools work offline,
// without a language model (package offline). With one, it also writes and improves texts, within a quota of each user. What the model says is shown to the author, never applied
// by itself.
package writing

import (
	"strings"
	"unicode/utf8"

	"lectern/internal/platform/fault"
	"lectern/internal/site/writing/offline"
)

// Limits of the specification (first document, section 5).
const (
	shortestContent = 100    // characters
	longestContent  = 50_000 // characters
)

// WritingText is the text that a tool works on.
type WritingText struct {
	Content string `json:"content,omitempty" msg:"Content must be a text" doc:"HTML of 100 to 50,000 characters with a paragraph or a heading. Required, unless text or html is there."`
	Text    string `json:"text,omitempty" msg:"text must be a text" doc:"Another name of content."`
	HTML    string `json:"html,omitempty" msg:"html must be a text" doc:"Another name of content."`
	Title   string `json:"title,omitempty" maxLength:"200" msg:"Title must be at most 200 characters"`
	Topic   string `json:"topic,omitempty" maxLength:"200" msg:"topic must be at most 200 characters" doc:"Another name of title."`
}

func (t WritingText) title() string { return firstOf(t.Title, t.Topic) }

// firstOf returns the first that is not blank.
func firstOf(names ...string) string {
	for _, s := range names {
		if strings.TrimSpace(s) != "" {
			return s
		}
	}
	return ""
}

// read returns the text, or fault.Invalid with the messages of the specification.
func (t WritingText) read() (offline.Article, error) {
	content := strings.TrimSpace(firstOf(t.Content, t.HTML, t.Text))
	var broken fault.Fields
	switch n := utf8.RuneCountInString(content); {
	case n == 0:
		broken.Require(false, "content", "required", "Content is required")
	case n < shortestContent:
		broken.Require(false, "content", "too_short", "Content must be at least 100 characters")
	case n > longestContent:
		broken.Require(false, "content", "too_long", "Content must be at most 50,000 characters")
	default:
		broken.Require(offline.HasText(content), "content", "no_markup", "Content must contain paragraph or heading markup")
	}
	return offline.Read(t.title(), content), broken.Err()
}

// WritingRun is what every answer of a tool says of how it was made.
type WritingRun struct {
	RunID         string        `json:"runId" doc:"Empty without a language model."`
	IsOffline     bool          `json:"isOffline" doc:"It was made without a language model."`
	Model         string        `json:"model" doc:"Empty without one."`
	PromptVersion string        `json:"promptVersion" doc:"Empty without a language model."`
	Usage         WritingUsage  `json:"usage"`
	Quota         *WritingQuota `json:"quota" doc:"What the caller may still use today; null for tools that work offline, which use none of it."`
	Warnings      []string      `json:"warnings" doc:"Sentences to show."`
}

// TagRequest asks for tags.
type TagRequest struct {
	WritingText
	Limit  int64  `json:"limit,omitempty" minimum:"1" maximum:"20" msg:"limit must be from 1 to 20" doc:"Default: 5."`
	PostID string `json:"postId,omitempty" maxLength:"36" msg:"postId must be the id of a post" doc:"The post itself, whose own tags then are no evidence."`
}

const fewTags = 5

// SuggestedTags are tags for a text, the best first.
type SuggestedTags struct {
	Tags []SuggestedTag `json:"tags"`
	WritingRun
}

// SuggestedTag is a tag with the reason for it.
type SuggestedTag struct {
	Name    string  `json:"name"`
	Slug    string  `json:"slug" doc:"Empty for a tag that no post has yet."`
	IsNew   bool    `json:"isNew" doc:"No post has it yet."`
	Score   float64 `json:"score" doc:"From 0, the more the surer."`
	Because string  `json:"because" enum:"neighbours,mention,phrase" doc:"neighbours: similar posts have it; mention: the text names a tag of the blog; phrase: the text is about it, and no post has it yet."`
}

// DescriptionRequest asks for a description for search engines.
type DescriptionRequest struct {
	WritingText
	Keyword string `json:"keyword,omitempty" maxLength:"100" msg:"keyword must be at most 100 characters" doc:"Should stand in the description."`
}

// SuggestedDescription is a description, at most 160 characters long.
type SuggestedDescription struct {
	MetaDescription string   `json:"metaDescription"`
	Alternatives    []string `json:"alternatives" doc:"At most 3."`
	Length          int64    `json:"length" doc:"Characters of metaDescription."`
	WritingRun
}

// SuggestionRequest asks what could be better in a text.
type SuggestionRequest struct {
	WritingText
	Kinds    []string `json:"kinds,omitempty" enum:"titles,structure,readability,seo,links,accessibility" msg:"kinds must be a list of titles, structure, readability, seo, links and accessibility" doc:"Default: all."`
	Excerpt  *string  `json:"excerpt,omitempty" maxLength:"300" msg:"A summary has at most 300 characters" doc:"The summary of the post; an empty one is remarked on."`
	Language string   `json:"language,omitempty" maxLength:"35" msg:"language must be a language tag, such as en or de-AT" doc:"What the post says it is in."`
}

// WritingSuggestions are what could be better in a text, and its figures.
type WritingSuggestions struct {
	Suggestions []WritingSuggestion `json:"suggestions" doc:"In the order of the text, those about all of it first. At most 10 of one rule."`
	Figures     WritingFigures      `json:"figures"`
	WritingRun
}

// WritingSuggestion says what could be better, and where.
type WritingSuggestion struct {
	ID          string `json:"id" doc:"Of the rule and the place."`
	Rule        string `json:"rule" enum:"long_title,title_without_subject,no_summary,other_language,hard_to_read,no_heading,second_title,heading_jump,long_sentence,long_paragraph,much_bold,empty_link_text,bare_address,broken_link,insecure_link,no_alt"`
	Kind        string `json:"kind" enum:"titles,structure,readability,seo,links,accessibility"`
	Severity    string `json:"severity" enum:"warning,hint"`
	Message     string `json:"message" doc:"A sentence in English."`
	Figure      int64  `json:"figure" doc:"How many words, characters or points the rule counts; 0 for others."`
	Block       *int64 `json:"block" doc:"The block of text (paragraph, heading, item, cell), counted from 0; null for the whole."`
	Start       int64  `json:"start" doc:"Character of the block's text without markup."`
	End         int64  `json:"end"`
	Quote       string `json:"quote" doc:"The passage; empty for the whole."`
	Replacement string `json:"replacement" doc:"The address that a link should have; empty for others."`
}

// WritingFigures describe how a text reads.
type WritingFigures struct {
	Words           int64 `json:"words"`
	Sentences       int64 `json:"sentences"`
	LIX             int64 `json:"lix" doc:"Words of a sentence plus percentage of words with more than six characters: up to 40 is easy, above 55 hard."`
	LongestSentence int64 `json:"longestSentence" doc:"Words."`
}
