package settings

import (
	"slices"
	"unicode/utf8"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// How posts of the blog take comments.
const (
	CommentsOpen          = "open"           // all are published at once
	CommentsFirstApproved = "first_approved" // the first ones of a user wait until one is approved
	CommentsAllApproved   = "all_approved"
	CommentsClosed        = "closed"
)

// BlogSettings say how posts of the blog take comments.
type BlogSettings struct {
	Comments     string   `json:"comments" enum:"open,first_approved,all_approved,closed" msg:"Choose how posts take comments" doc:"For posts that have no mode of their own. Comments that look like spam always wait."`
	BlockedTerms []string `json:"blocked_terms" doc:"Words and phrases: a comment with one of them waits for approval; at most 500."`
}

func (*BlogSettings) Key() string { return "blog" }

func (g *BlogSettings) Normalize() {
	tidied := []string{}
	for _, term := range g.BlockedTerms {
		if term = text.OneLine(term); text.Fold(term) != "" && !slices.Contains(tidied, term) {
			tidied = append(tidied, term)
		}
	}
	g.BlockedTerms = tidied
}

func (g *BlogSettings) Violations() (broken fault.Fields) {
	modes := []string{CommentsOpen, CommentsFirstApproved, CommentsAllApproved, CommentsClosed}
	broken.Require(slices.Contains(modes, g.Comments), "comments", "unknown_value", "Choose how posts take comments")
	broken.Require(len(g.BlockedTerms) <= 500, "blocked_terms", "too_many", "At most 500 words and phrases can be blocked")
	tooLong := slices.ContainsFunc(g.BlockedTerms, func(term string) bool { return utf8.RuneCountInString(term) > 100 })
	broken.Require(!tooLong, "blocked_terms", "too_long", "A blocked word or phrase has at most 100 characters")
	return broken
}
