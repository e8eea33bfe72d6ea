package ai

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/ai/aitest"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
)

// newClient returns a client of a scripted server. It waits for no repetition, but notes for how long it should have.
func newClient(s *aitest.Server, now clock.Clock) (*Client, *[]time.Duration) {
	c := New(Config{URL: s.URL + "/", Key: "secret", Model: "m"}, Limits{FirstToken: 10 * time.Second, Between: 10 * time.Second, Whole: time.Minute}, now)
	waits := &[]time.Duration{}
	c.pause = func(_ context.Context, d time.Duration) error {
		*waits = append(*waits, d)
		return nil
	}
	return c, waits
}

func codeOf(err error) string {
	known := new(fault.Error)
	if errors.As(err, &known) {
		return known.Code
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// What servers answer, and what becomes of it (A11).
func TestScripts(t *testing.T) {
	t.Parallel()
	const bees = "Bees dänce"
	split := aitest.Event("Bees ") + aitest.Event("dänce")
	now := clock.NewManual(time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC))
	for name, c := range map[string]struct {
		script      []aitest.Script
		text        string
		code        string
		isCut       bool
		isEstimated bool
		asked       int
	}{
		"an answer":                      {[]aitest.Script{aitest.Whole(bees)}, bees, "", false, false, 1},
		"a stream":                       {[]aitest.Script{aitest.Say("Bees ", "dänce")}, bees, "", false, false, 1},
		"CRLF and comments":              {[]aitest.Script{aitest.Lines(strings.ReplaceAll(": ping\n\n"+split+": ping\n\n"+aitest.End("stop"), "\n", "\r\n"))}, bees, "", false, false, 1},
		"several data lines":             {[]aitest.Script{aitest.Lines("data: {\"choices\":[{\"index\":0,\ndata: \"delta\":{\"content\":\"Bees dänce\"}}]}\n\n" + aitest.End("stop"))}, bees, "", false, false, 1},
		"no usage":                       {[]aitest.Script{aitest.Lines(split + "data: [DONE]\n\n")}, bees, "", false, true, 1},
		"no end":                         {[]aitest.Script{aitest.Lines(split)}, bees, "", true, true, 1},
		"an end without DONE":            {[]aitest.Script{aitest.Lines(split + strings.ReplaceAll(aitest.End("stop"), "data: [DONE]\n\n", ""))}, bees, "", false, false, 1},
		"cut inside data":                {[]aitest.Script{aitest.Lines(split + "da")}, bees, "", true, true, 1},
		"cut inside a character":         {[]aitest.Script{aitest.Lines(split + aitest.Event("ä")[:55])}, bees, "", true, true, 1},
		"null content":                   {[]aitest.Script{aitest.Lines("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":null,\"reasoning_content\":\"hm\"}}]}\n\n" + split + aitest.End("stop"))}, bees, "", false, false, 1},
		"other choices":                  {[]aitest.Script{aitest.Lines("data: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"Wasps\"}}]}\n\n" + split + aitest.End("stop"))}, bees, "", false, false, 1},
		"thoughts":                       {[]aitest.Script{aitest.Say("<th", "ink>Hm", "m</thi", "nk>\n\nBees dänce")}, bees, "", false, false, 1},
		"busy for seconds":               {[]aitest.Script{aitest.Refuse(429, "", "Retry-After", "7"), aitest.Say(bees)}, bees, "", false, false, 2},
		"busy until a date":              {[]aitest.Script{aitest.Refuse(429, "", "Retry-After", now.Now().Add(9*time.Second).Format(http.TimeFormat)), aitest.Say(bees)}, bees, "", false, false, 2},
		"busy for too long":              {[]aitest.Script{aitest.Refuse(429, "", "Retry-After", "600")}, "", "ai_unavailable", false, false, 1},
		"a page of a proxy":              {[]aitest.Script{aitest.Refuse(503, "<html>")}, "", "ai_unavailable", false, false, 3},
		"an internal error":              {[]aitest.Script{aitest.Refuse(500, "")}, "", "ai_unavailable", false, false, 1},
		"a wrong key":                    {[]aitest.Script{aitest.Refuse(401, "")}, "", "ai_unavailable", false, false, 1},
		"reset before the first word":    {[]aitest.Script{aitest.Reset(""), aitest.Say(bees)}, bees, "", false, false, 2},
		"reset behind the first word":    {[]aitest.Script{aitest.Reset(split)}, bees, "", true, true, 1},
		"malformed JSON":                 {[]aitest.Script{aitest.Lines("data: {\"choices\"\n\n")}, "", "ai_bad_answer", false, true, 1},
		"nothing":                        {[]aitest.Script{aitest.Say("")}, "", "ai_bad_answer", false, false, 1},
		"an error in the stream":         {[]aitest.Script{aitest.Lines("data: {\"error\":{\"message\":\"out of memory\"}}\n\n")}, "", "ai_unavailable", false, true, 1},
		"a filter":                       {[]aitest.Script{aitest.Lines(aitest.End("content_filter"))}, "", "ai_refused", false, false, 1},
		"too much":                       {[]aitest.Script{aitest.Huge(10)}, strings.Repeat("x", 3<<20), "", true, true, 1},
		"a bomb":                         {[]aitest.Script{aitest.Bomb(10)}, strings.Repeat("x", 3<<20), "", true, true, 1},
		"a redirect":                     {[]aitest.Script{aitest.Refuse(307, "", "Location", "http://169.254.169.254/")}, "", "ai_unavailable", false, false, 1},
		"max_tokens unknown":             {[]aitest.Script{aitest.RefuseParameter("max_tokens", bees)}, bees, "", false, false, 2},
		"temperature unknown":            {[]aitest.Script{aitest.RefuseParameter("temperature", bees)}, bees, "", false, false, 2},
		"stream_options unknown":         {[]aitest.Script{aitest.RefuseParameter("stream_options", bees)}, bees, "", false, false, 2},
		"a request that nobody can mend": {[]aitest.Script{aitest.Refuse(400, `{"error":{"message":"context length exceeded"}}`)}, "", "ai_bad_answer", false, false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := aitest.New(t)
			server.Play(c.script...)
			client, waits := newClient(server, now)
			streamed := ""
			a, err := client.Stream(t.Context(), Request{Messages: []Message{{"user", "Bees?"}}, MaxTokens: 100}, func(delta string) error {
				streamed += delta
				return nil
			})
			asked := server.Asked()
			if a.Text != c.text || codeOf(err) != c.code || a.IsCut != c.isCut || a.Usage.IsEstimated != c.isEstimated || len(asked) != c.asked || streamed != a.Text {
				t.Errorf("%.40q %d %q %+v, asked %d times, streamed %.40q", a.Text, len(a.Text), codeOf(err), a.Usage, len(asked), streamed)
			}
			if asked[0].Authorization != "Bearer secret" || asked[0].Path != "/v1/chat/completions" || asked[0].Said("user") != "Bees?" {
				t.Errorf("%+v", asked[0])
			}
			if err != nil && strings.Contains(err.Error()+errors.Unwrap(err).Error(), "secret") {
				t.Error("the error has the key")
			}
			if name == "busy for seconds" && (len(*waits) != 1 || (*waits)[0] != 7*time.Second) || name == "busy until a date" && (len(*waits) != 1 || (*waits)[0] != 9*time.Second) {
				t.Errorf("waited %v", *waits)
			}
		})
	}
}

// A server that says nothing is given up, before its first word and behind it; what it has said stays.
func TestSlowServers(t *testing.T) {
	t.Parallel()
	for before, code := range map[string]string{"": "ai_timeout", aitest.Event("Bees"): ""} {
		server := aitest.New(t)
		server.Play(aitest.Stall(before))
		c, _ := newClient(server, clock.System{})
		c.limits.FirstToken, c.limits.Between = 300*time.Millisecond, 50*time.Millisecond
		a, err := c.Complete(t.Context(), Request{})
		if codeOf(err) != code || a.IsCut != (before != "") || (a.Text == "Bees") != (before != "") {
			t.Errorf("%q: %+v %v", before, a, err)
		}
	}
}

// A caller who goes ends the call at the server; that is no failure of the server.
func TestCancel(t *testing.T) {
	t.Parallel()
	server := aitest.New(t)
	server.Play(aitest.Stall(aitest.Event("Bees")))
	c, _ := newClient(server, clock.System{})
	ctx, cancel := context.WithCancel(t.Context())
	a, err := c.Stream(ctx, Request{}, func(string) error {
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) || a.Text != "Bees" || c.State().LastCode != "" {
		t.Errorf("%+v %v", a, err)
	}
	select {
	case <-server.Gone():
	case <-time.After(30 * time.Second):
		t.Fatal("the server still answers")
	}
}

// After five failures the server is not asked for half a minute; what it does not know is remembered for an hour.
func TestBreakerAndMemory(t *testing.T) {
	t.Parallel()
	server, now := aitest.New(t), clock.NewManual(time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC))
	c, _ := newClient(server, now)
	server.Play(aitest.Refuse(500, ""))
	for range 6 {
		if _, err := c.Complete(t.Context(), Request{}); codeOf(err) != "ai_unavailable" {
			t.Error(err)
		}
	}
	if n := len(server.Asked()); n != 5 || !c.State().IsClosed {
		t.Errorf("asked %d times", n)
	}
	now.Advance(closedFor)
	server.Play(aitest.RefuseParameter("temperature", "Bees"))
	for range 2 {
		if a, err := c.Complete(t.Context(), Request{}); err != nil || a.Text != "Bees" || c.State() != (State{}) {
			t.Errorf("%+v %v", a, err)
		}
	}
	if n := len(server.Asked()); n != 3 {
		t.Errorf("asked %d times", n)
	}
	now.Advance(correctionLife)
	if _, err := c.Complete(t.Context(), Request{}); err != nil || len(server.Asked()) != 5 {
		t.Errorf("%v, asked %d times", err, len(server.Asked()))
	}
	if _, err := c.Models(t.Context()); err != nil {
		t.Error(err)
	}
}
