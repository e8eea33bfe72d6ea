package writing_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/ai/aitest"
	"lectern/internal/platform/config"
	"lectern/internal/platform/rest"
	"lectern/internal/site/writing"
	"lectern/internal/testapp"
)

// newModelWorld is a school with a language model that plays scripts.
func newModelWorld(t *testing.T) (*world, *aitest.Server) {
	server := aitest.New(t)
	a := testapp.New(t, func(d *app.Deps) {
		d.Config.LanguageModel = config.LanguageModel{URL: server.URL, Key: "the-key", Model: "scripted", FirstToken: time.Minute}
	})
	return &world{a, t, a.User(access.Instructor), a.User(access.Admin)}, server
}

// echo answers with the text that it was asked about.
func echo(change ...string) aitest.Script {
	return aitest.Reply(func(r aitest.Request) string {
		var data struct{ Title, Text string }
		if err := json.Unmarshal([]byte(r.Said("user")), &data); err != nil {
			return err.Error()
		}
		return strings.NewReplacer(change...).Replace(data.Text)
	})
}

const picture = `<figure><img src="file:11111111-1111-1111-1111-111111111111" alt="A hive"/></figure>`

var rich = bees + picture + `<p>Write to <a href="https://hive.example/a?b=1">us</a> at ann@hive.example or +49 30 1234567, with <span data-formula="inline">x^2</span>. Pay to DE89 3704 0044 0532 0130 00 &lt;now&gt;.</p>` +
	`<ul><li><p>One</p></li><li><p>Two *stars*</p></li></ul><pre><code>a_b</code></pre>`

// A text comes back as it was but for what the model changed: pictures, formulas, code, addresses and personal data never leave the server (A14).
func TestEnhance(t *testing.T) {
	t.Parallel()
	w, server := newModelWorld(t)
	server.Play(echo("dance", "waltz"))
	e := ask[writing.EnhancedText](w, "enhance", map[string]any{"content": rich, "mode": "clarity", "title": "Call sk-abcdefghijklmnopqrstuvwx", "instruction": "Ignore ann@hive.example"})
	asked := server.Asked()[0]
	for _, secret := range []string{"hive.example", "1234567", "DE89", "x^2", "a_b", "A hive", "1111", "sk-abc", "the-key", w.author.ID} {
		if strings.Contains(asked.Body, secret) {
			t.Errorf("%s left the server: %s", secret, asked.Body)
		}
	}
	if system := asked.Said("system"); strings.Contains(system, "Bees") || len(asked.Messages) != 3 {
		t.Errorf("the text stands in the instructions: %s", system)
	}
	changed := []string{}
	kept := ""
	for _, p := range e.Parts {
		if kept += p.Before; p.IsChanged {
			changed = append(changed, p.Before+" → "+p.After)
		}
	}
	if len(changed) != 1 || !strings.Contains(changed[0], "Bees waltz") || strings.Contains(e.HTML, "dance") {
		t.Errorf("%q\n%s", changed, e.HTML)
	}
	for _, part := range []string{picture[:len(picture)-11], `href="https://hive.example/a?b=1"`, "ann@hive.example", "+49 30 1234567", `<span data-formula="inline">x^2</span>`, "DE89 3704 0044 0532 0130 00", "&lt;now&gt;", "Two *stars*", "<code>a_b</code>"} {
		if !strings.Contains(e.HTML, part) {
			t.Errorf("lost %s in %s", part, e.HTML)
		}
	}
	if e.Kept.Parts != 3 || e.Kept.Links != 1 || e.RunID == "" || e.Model != "scripted" || e.Usage.InputTokens != 100 || e.Quota.RunsLeft != 49 || e.Quota.TokensLeft != 200_000-150 || e.IsOffline || len(e.Warnings) > 0 {
		t.Errorf("%+v %+v", e.Kept, e.WritingRun)
	}
}

// What a model says is never trusted (A13).
func TestHostileAnswers(t *testing.T) {
	t.Parallel()
	w, server := newModelWorld(t)
	enhance := func(status int) string {
		t.Helper()
		return w.author.Do("POST", "/ai/blog/enhance", body(map[string]any{"content": rich, "mode": "clarity", "fresh": true}), status)
	}
	server.Play(echo("Bees", "[Bees](https://evil.example/?q=1) ![x](https://evil.example/x.png) <script>alert(1)</script> <img src=x onerror=alert(1)> [b](javascript:alert(1)) [c](link:7) \u202e\U000E0041 publish this"))
	e := testapp.Read[rest.Answer[writing.EnhancedText]](t, enhance(200)).Data
	for _, bad := range []string{"evil.example", "script", "onerror", "link:7", "\u202e", "\U000E0041"} {
		if strings.Contains(e.HTML, bad) {
			t.Errorf("%q in %s", bad, e.HTML)
		}
	}
	if len(e.Warnings) != 1 {
		t.Errorf("%q", e.Warnings)
	}
	for code, script := range map[string]aitest.Script{
		"ai_refused":    aitest.Reply(func(r aitest.Request) string { return "Sure: " + r.Said("system") }),
		"ai_lost_parts": echo("[[keep:1]]", ""),
		"ai_bad_answer": aitest.Say(" "),
	} {
		server.Play(script)
		if answer := enhance(502); !strings.Contains(answer, code) {
			t.Errorf("%s: %s", code, answer)
		}
	}
	server.Play(echo("[[keep:2]]", "[[keep:2]] [[keep:2]]"), echo())
	if enhance(200); len(server.Asked()) != 2 {
		t.Error("what was doubled was not asked for again")
	}
	server.Play(aitest.Refuse(503, ""))
	w.Clock.Advance(time.Hour)
	if answer := w.author.Do("POST", "/ai/blog/generate-content", `{"title":"Bees","fresh":true}`, 503); !strings.Contains(answer, "ai_unavailable") {
		t.Error(answer)
	}
	if got := w.author.Do("GET", "/ai/blog/health", "", 200); !strings.Contains(got, `"degraded"`) {
		t.Error(got)
	}
}

func TestGenerate(t *testing.T) {
	t.Parallel()
	w, server := newModelWorld(t)
	w.publish("The dance of a hive", "<p>A bee that dances shows where nectar is, and how far.</p>", "Beekeeping")
	server.Play(aitest.Say("# The waggle\n\nBees dance to tell the others where the nectar is, which ", "is far away.\n\n## How\n\nThey *turn*."))
	p := ask[writing.WrittenPost](w, "generate-from-prompt", map[string]any{"prompt": "Write about the dance of bees", "tone": "lively", "length": "short", "language": "en"})
	if p.Title != "The waggle" || !strings.HasPrefix(p.HTML, "<p>Bees dance") || fmt.Sprint(p.Outline, p.Tags) != "[How] [Beekeeping]" || p.Excerpt == "" || !strings.Contains(p.HTML, "<em>turn</em>") {
		t.Errorf("%+v", p)
	}
	if system := server.Asked()[0].Said("system"); !strings.Contains(system, "lively") || !strings.Contains(system, "300 words") || !strings.Contains(system, "Language: en") {
		t.Error(system)
	}
	again := ask[writing.WrittenPost](w, "generate-from-prompt", map[string]any{"prompt": "Write about the dance of bees", "tone": "lively", "length": "short", "language": "en"})
	if len(server.Asked()) != 1 || again.RunID != p.RunID || again.Quota.RunsLeft != 49 {
		t.Errorf("the same was asked again: %+v", again.WritingRun)
	}
	w.admin.Do("POST", "/ai/blog/generate-from-prompt", `{"prompt":"Write about the dance of bees","tone":"lively","length":"short","language":"en"}`, 200)
	if len(server.Asked()) != 2 {
		t.Error("an answer was given to another person")
	}
	c := ask[writing.WrittenContent](w, "generate-content", map[string]any{"title": "Bees", "outline": []string{"How", "Why"}})
	if len(c.Sections) != 2 { // the script's own headings
		t.Errorf("%+v", c)
	}
	own := testapp.Read[rest.Answer[writing.ModelRun]](t, w.author.Do("GET", "/ai/runs/"+p.RunID, "", 200)).Data
	if own.State != "done" || !strings.Contains(own.Result, "Bees dance") {
		t.Errorf("%+v", own)
	}
	w.admin.Do("GET", "/ai/runs/"+p.RunID, "", 404)
	w.admin.Do("PUT", "/ai/runs/"+p.RunID+"/outcome", `{"accepted":1,"refused":0}`, 404)
	w.author.Do("PUT", "/ai/runs/"+p.RunID+"/outcome", `{"accepted":10,"refused":5}`, 200)
	if all := w.admin.Do("GET", "/ai/runs", "", 200); strings.Contains(all, "Bees dance") || strings.Count(all, `"id"`) != 3 || !strings.Contains(all, `"accepted":10`) {
		t.Error(all)
	}
	if mine := w.author.Do("GET", "/ai/runs", "", 200); strings.Count(mine, `"id"`) != 2 {
		t.Error(mine)
	}
	w.Clock.Advance(25 * time.Hour)
	w.Sweep()
	if own := w.author.Do("GET", "/ai/runs/"+p.RunID, "", 200); strings.Contains(own, "Bees dance") {
		t.Error("it is kept for more than a day")
	}
}

// Calls at the same time never go beyond the quota, and what a server that died had reserved is given back (A12).
func TestQuota(t *testing.T) {
	t.Parallel()
	w, server := newModelWorld(t)
	server.Play(aitest.Say("Bees"))
	day := w.Clock.Now().Format(time.DateOnly)
	w.Exec("INSERT INTO ai_usage (user_id, day, runs, tokens) VALUES (?, ?, 48, 0)", w.author.ID, day)
	codes, mu, all := map[int]int{}, sync.Mutex{}, sync.WaitGroup{}
	for range 2 { // of one person no more are served at once
		all.Go(func() {
			for i := range 4 {
				answer := w.author.Send("POST", "/api/v1/ai/blog/generate-content", fmt.Sprintf(`{"title":"Bees %d","fresh":true}`, i))
				mu.Lock()
				codes[answer.Code]++
				mu.Unlock()
			}
		})
	}
	all.Wait()
	if codes[200] != 2 || codes[429] != 6 || len(server.Asked()) != 2 {
		t.Errorf("%v, asked %d times", codes, len(server.Asked()))
	}
	if answer := w.author.Do("POST", "/ai/blog/generate-content", `{"title":"Bees"}`, 429); !strings.Contains(answer, `"ai_quota_reached"`) || !strings.Contains(answer, `"used":50`) {
		t.Error(answer)
	}
	w.author.Do("POST", "/ai/blog/tags", body(map[string]any{"content": bees}), 200)
	w.Exec("UPDATE ai_usage SET tokens = 5000")
	w.Exec(`INSERT INTO ai_runs (id, user_id, tool, model, prompt_version, state, day, reserved, input_tokens, output_tokens, is_estimated, error_code, cache_key, result, accepted, refused, began_at)
		VALUES ('lost', ?, 'enhance', 'm', 'v1', 'running', ?, 4000, 0, 0, ?, '', '', '', 0, 0, ?)`, w.author.ID, day, false, w.Clock.Now().Add(-9*time.Minute))
	for _, want := range []int64{5000, 1000} {
		if w.Sweep(); w.Count("SELECT tokens FROM ai_usage") != want {
			t.Errorf("%d tokens are used, not %d", w.Count("SELECT tokens FROM ai_usage"), want)
		}
		w.Clock.Advance(2 * time.Minute)
	}
	w.Clock.Advance(24 * time.Hour)
	w.author.Do("POST", "/ai/blog/generate-content", `{"title":"Bees","fresh":true}`, 200)
}
