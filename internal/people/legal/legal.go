// Package legal stores the terms of use and the privacy policy in their versions, and who has accepted them, for the features that
// publish them and that create accounts.
package legal

import (
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// Kinds of documents, in the order in which they are shown.
const (
	Terms   = "terms"
	Privacy = "privacy"
)

// DocumentVersion names a version of a document.
type DocumentVersion struct {
	Kind    string `json:"kind" enum:"terms,privacy" msg:"kind must be terms or privacy"`
	Version int64  `json:"version" minimum:"1" msg:"version must be a number from 1"`
}

// DocumentText is a document in one language.
type DocumentText struct {
	Language string `json:"language" enum:"en,de" msg:"The language must be en or de"`
	Title    string `json:"title" maxLength:"120" msg:"maxLength=The title must be at most 120 characters"`
	Body     string `json:"body" maxLength:"200000" msg:"maxLength=The text must be at most 200,000 characters" doc:"HTML, of which what could do harm is removed."`
}

// Document is a published version. It never changes.
type Document struct {
	bun.BaseModel `bun:"table:legal_documents,alias:d"`

	Kind               string `bun:",pk"`
	Version            int64  `bun:",pk"`
	Texts              db.JSON[[]DocumentText]
	RequiresAcceptance bool
	PublishedAt        time.Time
	PublishedBy        string
}

// DocumentVersion names the document.
func (d Document) DocumentVersion() DocumentVersion { return DocumentVersion{d.Kind, d.Version} }

// TextIn returns the text in a language, or in the default one of the document if it has none in that.
func (d Document) TextIn(language string) DocumentText {
	texts := d.Texts.V
	if i := slices.IndexFunc(texts, func(t DocumentText) bool { return t.Language == language }); i >= 0 {
		return texts[i]
	}
	return texts[0] // no document is published without one
}

// DocumentAcceptance is what was accepted, when, and from which network.
type DocumentAcceptance struct {
	DocumentVersion
	AcceptedAt time.Time `json:"accepted_at"`
	Network    string    `json:"network"`
}

// AcceptedBy returns the acceptance of versions at this moment, by the user who sent a request.
func AcceptedBy(from access.Client, at time.Time, versions []DocumentVersion) []DocumentAcceptance {
	as := make([]DocumentAcceptance, len(versions))
	for i, v := range versions {
		as[i] = DocumentAcceptance{v, at, from.Network()}
	}
	return as
}

// ErrChanged answers an acceptance of a version that is not, or no longer, the current one.
var ErrChanged = fault.New(fault.Conflict, "terms_changed", "The terms have changed since you opened them. Nothing was saved. Read and accept the new version.")

// NotAccepted is what most operations answer users who must accept documents of these kinds first.
func NotAccepted(kinds []string) error {
	fields, message := fault.Fields{}, "Please read and accept the new terms of use and privacy policy first. Your work is not lost."
	fields.Require(!slices.Contains(kinds, Terms), Terms, "not_accepted", "Accept the new terms of use")
	fields.Require(!slices.Contains(kinds, Privacy), Privacy, "not_accepted", "Accept the new privacy policy")
	switch {
	case !slices.Contains(kinds, Privacy):
		message = "Please read and accept the new terms of use first. Your work is not lost."
	case !slices.Contains(kinds, Terms):
		message = "Please read and accept the new privacy policy first. Your work is not lost."
	}
	return &fault.Error{Kind: fault.Forbidden, Code: "terms_not_accepted", Fields: fields, Message: message}
}
