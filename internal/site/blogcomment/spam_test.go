package blogcomment

import (
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/settings"
)

func TestSignsOfSpam(t *testing.T) {
	t.Parallel()
	old := evidence{AccountAge: 48 * time.Hour, RejectedHosts: map[string]int{"pills.test": 3, "bees.test": 2}, BlockedTerms: []string{"casino"}}
	with := func(change func(*evidence)) evidence {
		e := old
		change(&e)
		return e
	}
	for body, c := range map[string]struct {
		e       evidence
		score   int64
		reasons string
	}{
		"Bees dance, see https://bees.test/dance": {old, 0, ""},
		"Best CASINO in town":                     {old, 5, "blocked_term"},
		"Buy at www.Pills.test now":               {old, 5, "rejected_link"},
		"https://a.test and http://b.test":        {old, 2, "many_links"},
		"Turned \u202e around":                    {old, 1, "hidden_direction"},
		"Hello":                                   {with(func(e *evidence) { e.AccountAge = time.Hour }), 1, "new_account"},
		"Robot":                                   {with(func(e *evidence) { e.Honeypot, e.TooFast = true, true }), 13, "honeypot,too_fast"},
		"Again":                                   {with(func(e *evidence) { e.Repeated, e.FormReused = true, true }), 8, "form_reused,repeated_text"},
		"casino https://a.test https://pills.test": {old, 12, "blocked_term,many_links,rejected_link"},
	} {
		if score, reasons := judge(body, c.e); score != c.score || strings.Join(reasons, ",") != c.reasons {
			t.Errorf("%q: %d %q, not %d %q", body, score, reasons, c.score, c.reasons)
		}
	}
}

func TestStatusOfNewComments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		score       int64
		mode        string
		hasApproved bool
		want        string
	}{
		{0, settings.CommentsOpen, false, published}, {2, settings.CommentsOpen, false, published}, {3, settings.CommentsOpen, true, pending}, {8, settings.CommentsOpen, true, spam},
		{0, settings.CommentsFirstApproved, false, pending}, {0, settings.CommentsFirstApproved, true, published}, {0, settings.CommentsAllApproved, true, pending},
	} {
		if got := statusOf(c.score, c.mode, c.hasApproved); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

func TestHostsOfLinks(t *testing.T) {
	t.Parallel()
	got := hostsOf("See https://WWW.bees.test/x?y, http://user@bees.test:8080 and www.hive.test. Not mail@bees.test or https://")
	if !slices.Equal(got, []string{"bees.test", "hive.test."}) {
		t.Errorf("%q", got)
	}
}
