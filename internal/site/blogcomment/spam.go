package blogcomment

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"lectern/internal/platform/settings"
	"lectern/internal/platform/text"
)

// From these scores on a comment waits for an administrator, or is spam.
const (
	scoreToWait = 3
	scoreOfSpam = 8
)

// memory is how long the same text and rejected links are remembered.
const memory = 48 * time.Hour

// rejectedLinks is how many comments with links to a host were rejected until links to it count as a sign of spam.
const rejectedLinks = 3

const newAccount = 24 * time.Hour

// signs are the points of each sign of spam.
var signs = map[string]int64{
	"honeypot":         10, // a field that people don't see is filled in
	"repeated_text":    5,  // written before, by anybody
	"rejected_link":    5,
	"blocked_term":     5,
	"too_fast":         3, // sent sooner than a person types, or without a form
	"form_reused":      3,
	"many_links":       2, // more than one
	"new_account":      1,
	"hidden_direction": 1, // characters that turn the direction of text around
}

// evidence is what is known about a comment.
type evidence struct {
	Honeypot, Repeated, TooFast, FormReused bool
	AccountAge                              time.Duration
	RejectedHosts                           map[string]int // how many rejected comments link to a host
	BlockedTerms                            []string       // folded
}

// judge returns the score of a text and the names of the signs that make it up, in alphabetical order.
func judge(body string, e evidence) (score int64, reasons []string) {
	hosts, key := hostsOf(body), text.Fold(body)
	found := map[string]bool{
		"honeypot":      e.Honeypot,
		"repeated_text": e.Repeated,
		"rejected_link": slices.ContainsFunc(hosts, func(host string) bool { return e.RejectedHosts[host] >= rejectedLinks }),
		"blocked_term":  slices.ContainsFunc(e.BlockedTerms, func(term string) bool { return strings.Contains(key, term) }),
		"too_fast":      e.TooFast, "form_reused": e.FormReused,
		"many_links":       len(link.FindAllString(body, 2)) > 1,
		"new_account":      e.AccountAge < newAccount,
		"hidden_direction": strings.ContainsFunc(body, turnsText),
	}
	reasons = []string{}
	for name, points := range signs {
		if found[name] {
			score, reasons = score+points, append(reasons, name)
		}
	}
	slices.Sort(reasons)
	return score, reasons
}

// statusOf returns the status of a new comment: by its score, and below that by how the post takes comments.
func statusOf(score int64, mode string, hasApproved bool) string {
	switch {
	case score >= scoreOfSpam:
		return spam
	case score >= scoreToWait, mode == settings.CommentsAllApproved, mode == settings.CommentsFirstApproved && !hasApproved:
		return pending
	}
	return published
}

var link = regexp.MustCompile(`(?i)\b(?:https?://|www\.)[^\s<>"']+`)

// hostsOf returns the hosts to which a text links, each once, without www.
func hostsOf(body string) []string {
	hosts := []string{}
	for _, found := range link.FindAllString(body, -1) {
		if !strings.Contains(found, "://") {
			found = "https://" + found
		}
		u, err := url.Parse(found)
		if err != nil {
			continue
		}
		if host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www."); host != "" && !slices.Contains(hosts, host) {
			hosts = append(hosts, host)
		}
	}
	return hosts
}

// turnsText reports whether a character changes the direction of the text around it (Unicode UAX #9, explicit formatting characters).
func turnsText(r rune) bool { return r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 }
