package playback_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/video/playback"
)

const vtt = "WEBVTT\n\n00:01.000 --> 00:02.000\nBees\n"

func TestCaptions(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, teacher, student := scene(t, app)
	at := "/video-streaming/" + v.id + "/captions/"
	type answer = rest.Answer[playback.Caption]
	put := func(language, kind, tag, body string, want int) string {
		t.Helper()
		r := httptest.NewRequest("PUT", "/api/v1"+at+language, strings.NewReader(body))
		r.Header.Set("Content-Type", kind)
		r.Header.Set("If-Match", tag)
		w := teacher.SendRaw(r)
		if w.Code != want {
			t.Errorf("%s %s %.60q: %d, want %d: %s", language, kind, body, w.Code, want, w.Body)
		}
		return w.Body.String()
	}
	if c := testapp.Read[answer](t, put("PT-br", "application/json", "", `{"content":"WEBVTT\n\n00:01.000 --> 00:02.000\nAbelhas"}`, 200)).Data; c.Language != "pt-BR" || c.Label != "português (BR)" {
		t.Errorf("%+v", c)
	}
	put("de?label=Deutsch", "application/x-subrip", "", "1\n00:00:01,000 --> 00:00:02,000\nBienen <script>\n", 200)
	put("de", "text/vtt; charset=utf-8", "", vtt, 428) // does not say what it replaces
	put("de", "text/vtt; charset=utf-8", "*", vtt, 200)
	put("de?label=Deutsch%20%22neu%22", "text/plain", "*", vtt, 200)

	listed := testapp.Read[rest.List[playback.Caption]](t, teacher.Do("GET", strings.TrimSuffix(at, "/"), "", 200)).Data
	replace := func(language, tag, body string) (int, string) {
		r := httptest.NewRequest("PUT", "/api/v1"+at+language, strings.NewReader(body))
		r.Header.Set("Content-Type", "text/vtt")
		r.Header.Set("If-Match", tag)
		w := teacher.SendRaw(r)
		return w.Code, w.Body.String()
	}
	app.Clock.Advance(time.Second)
	if code, body := replace("de?label=Deutsch%20%22neu%22", listed[0].ETag, vtt); code != 200 {
		t.Errorf("by the ETag of the list: %d %s", code, body)
	}
	if code, body := replace("de", listed[0].ETag, "WEBVTT\n\n00:01.000 --> 00:02.000\nWasps\n"); code != 412 || !strings.Contains(body, `Deutsch \"neu\"`) {
		t.Errorf("over what another teacher has saved: %d %s", code, body)
	}
	if code, _ := replace("fr", listed[0].ETag, vtt); code != 412 {
		t.Errorf("over what is no longer there: %d", code)
	}
	u := v.urls(student)
	if len(u.Captions) != 2 || u.Captions[0].Language != "de" || u.Captions[0].Label != `Deutsch "neu"` {
		t.Fatalf("%+v", u.Captions)
	}
	if got := fetch(t, app, u.Captions[0].URL); got != "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nBees\n" {
		t.Errorf("%q", got)
	}
	for _, master := range []string{u.Clear.HLS, u.Sealed.HLS} {
		if text := fetch(t, app, master); strings.Count(text, "TYPE=SUBTITLES") != 2 || !slices.ContainsFunc(links(text, master), func(address string) bool {
			return strings.HasSuffix(address, "captions/pt-BR.m3u8") && slices.ContainsFunc(links(fetch(t, app, address), address), func(file string) bool {
				return strings.Contains(fetch(t, app, file), "Abelhas")
			})
		}) {
			t.Errorf("captions are missing in %s", text)
		}
	}
	if text := fetch(t, app, u.Sealed.DASH); !strings.Contains(text, `lang="pt-BR"`) {
		t.Error(text)
	}

	for _, c := range []struct {
		language, kind, body string
		want                 int
		says                 string
	}{
		{"xx-yy-zz-", "text/vtt", vtt, 400, "The language must be a language tag"},
		{"und", "text/vtt", vtt, 400, "The language must be a language tag"},
		{"..%2f..", "text/vtt", vtt, 400, "The language must be a language tag"},
		{"en", "text/vtt", "", 400, "There are no captions in this file"},
		{"en", "text/vtt", "00:01 --> x", 400, "Line 1 of the captions"},
		{"en", "text/vtt", vtt + strings.Repeat("x", 1<<20), 413, "at most 1 MB"},
		{"en", "application/json", `{"content":"` + strings.Repeat("x", 1<<20+1) + `"}`, 413, "at most 1 MB"},
		{"en", "application/json", `{"content":`, 400, "not valid JSON"},
		{"en", "application/json", `{"label":"` + strings.Repeat("x", 81) + `","content":"x"}`, 400, "The label must be at most 80 characters"},
		{"en", "application/pdf", vtt, 415, "WebVTT"},
		{"en?label=portugu%C3%AAs+(BR)", "text/vtt", vtt, 409, "already have this label"},
	} {
		if got := put(c.language, c.kind, "", c.body, c.want); !strings.Contains(got, c.says) {
			t.Errorf("%s, want %q", got, c.says)
		}
	}
	list := testapp.Read[rest.List[playback.Caption]](t, student.Do("GET", "/video-streaming/"+v.id+"/captions", "", 200))
	if len(list.Data) != 2 || list.Pagination.TotalItems != 2 {
		t.Errorf("refused captions were stored: %+v", list)
	}
	teacher.Do("DELETE", at+"pt-br", "", 200)
	teacher.Do("DELETE", at+"pt-br", "", 404)
	if w := get(app, u.Captions[1].URL); w.Code != 404 {
		t.Errorf("removed captions: %d", w.Code)
	}
	if n := app.Count("SELECT count(*) FROM video_captions"); n != 1 {
		t.Errorf("%d captions are left, want 1", n)
	}
}
