// Package terms publishes the terms of use and the privacy policy of the school in versions, and lets users accept them: new users
// when they sign up, others once a version asks for it.
package terms

import (
	"strings"
	"time"

	"lectern/internal/people/legal"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// LegalDocument is a published version, in one language.
type LegalDocument struct {
	LegalDocumentSummary
	Body string `json:"body" doc:"Clean HTML."`
}

// LegalDocumentSummary is a published version without its body.
type LegalDocumentSummary struct {
	legal.DocumentVersion
	Language           string    `json:"language" enum:"en,de"`
	Languages          []string  `json:"languages" enum:"en,de" doc:"In which the document can be had."`
	Title              string    `json:"title"`
	RequiresAcceptance bool      `json:"requires_acceptance" doc:"Whether those who had accepted an earlier version were asked again."`
	PublishedAt        time.Time `json:"published_at"`
}

func summaryOf(d legal.Document, language string) LegalDocumentSummary {
	t := d.TextIn(language)
	s := LegalDocumentSummary{DocumentVersion: d.DocumentVersion(), Language: t.Language, Languages: []string{}, Title: t.Title,
		RequiresAcceptance: d.RequiresAcceptance, PublishedAt: d.PublishedAt}
	for _, t := range d.Texts.V {
		s.Languages = append(s.Languages, t.Language)
	}
	return s
}

func documentOf(d legal.Document, language string) LegalDocument {
	return LegalDocument{summaryOf(d, language), d.TextIn(language).Body}
}

// DraftTexts is the next version of a document as it is written. The first text is for readers of other languages, too.
type DraftTexts struct {
	Texts []legal.DocumentText `json:"texts" maxItems:"2" msg:"A document has one text in each language"`
}

// tidied returns the texts with clean HTML and without those that are empty; fault.Invalid for two in one language.
func (d DraftTexts) tidied(cleaner *text.Cleaner) (texts []legal.DocumentText, err error) {
	texts = []legal.DocumentText{}
	var broken fault.Fields
	seen := map[string]bool{}
	for _, t := range d.Texts {
		broken.Require(!seen[t.Language], "texts", "duplicate", "There is one text for each language")
		seen[t.Language] = true
		t.Title = text.OneLine(t.Title)
		t.Body = text.WithoutFiles(cleaner.HTML(t.Body), func(string) bool { return false }) // files belong to courses
		if t.Title != "" || !isBlank(t.Body) {
			texts = append(texts, t)
		}
	}
	return texts, broken.Err()
}

func isBlank(html string) bool { return strings.TrimSpace(text.PlainLine(html)) == "" }

// requireWhole is fault.Invalid for texts that cannot be published yet.
func requireWhole(texts []legal.DocumentText) error {
	var broken fault.Fields
	broken.Require(len(texts) > 0, "texts", "required", "There is nothing to publish yet. Write the text first")
	for _, t := range texts {
		broken.Require(t.Title != "" && !isBlank(t.Body), "texts", "required", "Each language needs a title and a text")
	}
	return broken.Err()
}

// LegalDraft is the next version of a document, for administrators.
type LegalDraft struct {
	DraftTexts
	Published int64      `json:"published" doc:"The version that applies; 0 for none."`
	Changed   bool       `json:"changed" doc:"Whether it differs from that version."`
	ChangedAt *time.Time `json:"changed_at" doc:"null: nothing has been written since that version."`
	revision  int64
}

// EditVersion is compared with If-Match.
func (d LegalDraft) EditVersion() int64 { return d.revision }

// LegalPublication says how a draft is published.
type LegalPublication struct {
	RequiresAcceptance bool `json:"requires_acceptance" doc:"Whether users who have accepted an earlier version must accept this one before they go on. The first version always asks."`
}

// TermsAcceptance is what a user accepts.
type TermsAcceptance struct {
	Documents []legal.DocumentVersion `json:"documents" minItems:"1" maxItems:"2" msg:"Please name the versions that were accepted"`
}

// OwnTermsAcceptances are what a user must still accept, and what they have accepted.
type OwnTermsAcceptances struct {
	Unaccepted []LegalDocument            `json:"unaccepted" doc:"To be accepted before anything else; usually empty."`
	Accepted   []legal.DocumentAcceptance `json:"accepted" doc:"The newest first."`
}
