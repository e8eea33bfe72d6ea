package playback_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"log/slog"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/testapp"
)

func TestAccess(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, teacher, student := scene(t, app)
	pending, withdrawn := app.User(access.Student), app.User(access.Student)
	app.Enroll(pending, v.course)
	app.Exec("UPDATE enrollments SET status = 'pending_payment' WHERE user_id = ?", pending.ID)
	app.Enroll(withdrawn, v.course)
	app.Exec("UPDATE enrollments SET status = 'withdrawn' WHERE user_id = ?", withdrawn.ID)

	for name, c := range map[string]struct {
		who                               testapp.User
		urls, captions, manage, onMissing int
	}{
		"nobody":             {app.Nobody(), 404, 404, 401, 401},
		"the student":        {student, 200, 200, 403, 403},
		"another student":    {app.User(access.Student), 404, 404, 403, 403},
		"who has not paid":   {pending, 404, 404, 403, 403},
		"who has left":       {withdrawn, 404, 404, 403, 403},
		"a corporate":        {app.User(access.Corporate), 404, 404, 403, 403},
		"another instructor": {app.User(access.Instructor), 404, 404, 404, 404},
		"its instructor":     {teacher, 200, 200, 200, 404},
		"an admin":           {app.User(access.Admin), 200, 200, 200, 404},
	} {
		t.Run(name, func(t *testing.T) {
			at := "/video-streaming/" + v.id
			c.who.Do("GET", at+"/streaming-urls", "", c.urls)
			c.who.Do("GET", at+"/captions", "", c.captions)
			c.who.Do("PUT", at+"/captions/de", `{"content":"00:01.000 --> 00:02.000\nx"}`, c.manage)
			c.who.Do("DELETE", at+"/captions/de", "", c.manage)
			missing := "/video-streaming/" + db.NewID()
			c.who.Do("GET", missing+"/streaming-urls", "", 404)
			c.who.Do("PUT", missing+"/captions/de", `{"content":"00:01.000 --> 00:02.000\nx"}`, c.onMissing)
		})
	}
	// Refused requests have changed nothing.
	if n := app.Count("SELECT count(*) FROM video_captions"); n != 0 {
		t.Errorf("%d captions", n)
	}
	// To a stranger a video without access looks like one that does not exist.
	stranger := app.User(access.Student)
	mine, none := stranger.Do("GET", "/video-streaming/"+v.id+"/streaming-urls", "", 404), stranger.Do("GET", "/video-streaming/"+db.NewID()+"/streaming-urls", "", 404)
	if a, _, _ := strings.Cut(mine, "request_id"); !strings.HasPrefix(none, a) {
		t.Errorf("%s differs from %s", mine, none)
	}
}

func TestPreviewIsPublic(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, _, student := scene(t, app)
	app.Exec("UPDATE videos SET is_preview = TRUE WHERE id = ?", v.id)
	u := v.urls(app.Nobody())
	fetch(t, app, u.Clear.HLS)
	for _, who := range []testapp.User{app.User(access.Student), student} {
		v.urls(who)
		if w := who.SendRaw(httptest.NewRequest("GET", u.Clear.HLS, nil)); w.Code != 200 {
			t.Errorf("a user who has signed in: %d", w.Code)
		}
	}
}

func TestNotPlayableYet(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, _, student := scene(t, app)
	app.Exec("UPDATE videos SET status = 'processing', live_generation = 0 WHERE id = ?", v.id)
	body := student.Do("GET", "/video-streaming/"+v.id+"/streaming-urls", "", 409)
	if !strings.Contains(body, `"code":"not_playable"`) || !strings.Contains(body, `"error":{"status":"processing"}`) {
		t.Error(body)
	}
}

// F29: which token gives access to what.
func TestTokens(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, teacher, student := scene(t, app)
	other := newVideo(t, app, teacher, v.course, 6, "240p")
	u, foreign := v.urls(student), other.urls(student)
	body, mac := splitToken(t, u.Token)
	_, foreignMAC := splitToken(t, foreign.Token)
	encode := base64.RawURLEncoding.EncodeToString
	stale := u.Token
	app.Clock.Advance(30 * time.Minute)
	fresh := v.urls(student).Token
	app.Clock.Advance(30*time.Minute - time.Microsecond)

	paths := []string{"clear/hls/master.m3u8", "sealed/hls/240p.m3u8", "sealed/dash/manifest.mpd", "clear/240p/init.mp4", "sealed/240p/1.m4s",
		"keys/0", "thumbs/0.webp", "poster.webp", "storyboard.vtt", "captions/de.vtt"}
	check := func(name string, who testapp.User, token, header string, want int) {
		t.Helper()
		for _, path := range paths {
			r := httptest.NewRequest("GET", "/api/v1/media/"+token+"/"+v.id+"/g1/"+path, nil)
			if header != "" {
				r.Header.Set("X-Play-Token", header)
			}
			w := who.SendRaw(r)
			found := w.Code == 200 || w.Code == 404 && strings.Contains(path, ".webp") || w.Code == 404 && strings.Contains(path, "vtt")
			if (want == 200) != found || want != 200 && w.Code != want {
				t.Errorf("%s, %s: %d %.150q", name, path, w.Code, w.Body)
			}
			if want != 200 && strings.Contains(w.Body.String(), "EXTM3U") {
				t.Errorf("%s, %s: media were sent", name, path)
			}
		}
	}
	nobody := app.Nobody()
	check("in its last microsecond", nobody, stale, "", 200)
	check("in the header", nobody, "-", fresh, 200)
	check("by its own user", student, fresh, "", 200)
	check("none", nobody, "-", "", 401)
	check("another video's", nobody, foreign.Token, "", 403)
	check("another video's in the header", nobody, fresh, foreign.Token, 403)
	check("another user's", teacher, fresh, "", 403)
	check("garbage", nobody, "garbage", "", 401)
	check("without its signature", nobody, encode(body), "", 401)
	check("with an empty signature", nobody, encode(append(slices.Clone(body), make([]byte, len(mac))...)), "", 401)
	check("with another's signature", nobody, encode(append(slices.Clone(body), foreignMAC...)), "", 401)
	check("with a changed signature", nobody, encode(append(slices.Clone(body), flip(mac)...)), "", 401)
	check("with a changed body", nobody, encode(append(flip(body), mac...)), "", 401)
	check("an access token", nobody, student.Token(), "", 401)
	app.Clock.Advance(time.Microsecond)
	check("over", nobody, stale, "", 401)
	check("over, with a new one in the header", nobody, stale, fresh, 200)
}

// splitToken returns the body and the signature of a token.
func splitToken(t *testing.T, token string) (body, mac []byte) {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) <= sha256.Size {
		t.Fatalf("%q is no token: %v", token, err)
	}
	return raw[:len(raw)-sha256.Size], raw[len(raw)-sha256.Size:]
}

// flip returns b with its last bit inverted.
func flip(b []byte) []byte {
	b = slices.Clone(b)
	b[len(b)-1] ^= 1
	return b
}

func TestWithdrawnStudentGetsNoNewToken(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, _, student := scene(t, app)
	u := v.urls(student)
	app.Exec("UPDATE enrollments SET status = 'withdrawn'")
	fetch(t, app, root(u)+"clear/240p/1.m4s")
	student.Do("GET", "/video-streaming/"+v.id+"/streaming-urls", "", 404)
	app.Clock.Advance(time.Hour)
	if w := get(app, root(u)+"clear/240p/1.m4s"); w.Code != 401 {
		t.Errorf("%d", w.Code)
	}
}

func TestNewRungsAndGenerationsAppearDuringPlayback(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, teacher, _ := scene(t, app)
	v.generation(2, "240p", "audio")
	u := v.urls(teacher)
	app.Exec("UPDATE video_generations SET finished_at = NULL WHERE generation = 2")
	if u = v.urls(teacher); u.Generation != 2 || len(u.Renditions) != 1 || u.Final {
		t.Fatalf("%+v", u)
	}
	master := get(app, u.Clear.HLS)
	if strings.Contains(master.Body.String(), "480p") || master.Header().Get("Cache-Control") != "private, no-cache" {
		t.Errorf("%v %s", master.Header(), master.Body)
	}
	if w := get(app, root(u)+"clear/480p/1.m4s"); w.Code != 404 {
		t.Errorf("an incomplete rung: %d", w.Code)
	}
	v.rendition(2, "480p")
	app.Clock.Advance(time.Second)
	for _, name := range []string{"sealed/480p/1.m4s", "clear/480p/init.mp4", "clear/hls/480p.m3u8"} {
		fetch(t, app, root(u)+name)
	}
	if text := fetch(t, app, u.Clear.HLS); !strings.Contains(text, "480p") {
		t.Errorf("the new rung is not offered: %s", text)
	}
	app.Exec("UPDATE video_generations SET finished_at = ? WHERE generation = 2", app.Clock.Now())
	app.Clock.Advance(time.Second)
	if now := v.urls(teacher); len(now.Renditions) != 2 || !now.Final {
		t.Errorf("when everything is encoded: %+v", now)
	}
	// Playback of the previous generation continues.
	before := strings.Replace(root(u), "/g2/", "/g1/", 1)
	if fetch(t, app, before+"clear/240p/3.m4s") != string(v.plain["g1/240p/3"]) || fetch(t, app, root(u)+"clear/240p/3.m4s") != string(v.plain["g2/240p/3"]) {
		t.Error("generations are mixed up")
	}
	v.generation(3, "240p")
	app.Exec("UPDATE video_generations SET playable = FALSE WHERE generation = 3")
	for _, generation := range []string{"g3", "g4", "g0", "g-1", "gx", "g99999999999999999999"} {
		if w := get(app, strings.Replace(u.Clear.HLS, "/g2/", "/"+generation+"/", 1)); w.Code != 404 {
			t.Errorf("%s: %d", generation, w.Code)
		}
	}
}

func TestDeletedVideoReturns404(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, teacher, _ := scene(t, app)
	u := v.urls(teacher)
	fetch(t, app, root(u)+"clear/240p/1.m4s")
	app.Exec("DELETE FROM videos WHERE id = ?", v.id)
	must(t, app.Blob.DeletePrefix(t.Context(), "videos/"+v.id+"/"))
	for _, path := range []string{"clear/240p/1.m4s", "sealed/240p/2.m4s", "clear/hls/master.m3u8"} {
		if w := get(app, root(u)+path); w.Code != 404 {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
}

// Running playback needs no query, and goes on while the database is down.
func TestPlaybackSurvivesDatabaseOutage(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	app := testapp.New(t, func(p *app.Deps) { p.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	v, teacher, _ := scene(t, app)
	u := v.urls(teacher)
	fetch(t, app, root(u)+"clear/240p/1.m4s")
	app.Exec("ALTER TABLE video_renditions RENAME TO away")
	app.Clock.Advance(59 * time.Second)
	for _, path := range []string{"clear/240p/2.m4s", "sealed/480p/3.m4s", "keys/0", "clear/hls/240p.m3u8"} {
		fetch(t, app, root(u)+path)
	}
	if strings.Contains(log.String(), "could not be refreshed") {
		t.Errorf("the database was queried: %s", &log)
	}
	app.Clock.Advance(30 * time.Minute)
	for _, path := range []string{"clear/240p/3.m4s", "sealed/480p/4.m4s", "keys/0", "clear/hls/480p.m3u8"} {
		fetch(t, app, root(u)+path)
	}
	if !strings.Contains(log.String(), "could not be refreshed") {
		t.Error("no warning that the database is down")
	}
}

func TestImages(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, teacher, _ := scene(t, app)
	v.put("videos/"+v.id+"/g1/images/4/thumbs/0.webp", []byte("of a fenced attempt"))
	app.Exec("UPDATE video_generations SET has_images = TRUE, images_fence = 5")
	u := v.urls(teacher)
	addresses := append(slices.Clone(u.Thumbnails), u.Poster, u.Storyboard, root(u)+"storyboard.jpg")
	if len(addresses) != 13 {
		t.Fatalf("%v", addresses)
	}
	for _, address := range addresses {
		name := strings.TrimPrefix(address, root(u))
		key := "videos/" + v.id + "/g1/images/5/" + name
		if address == u.Poster {
			key = "videos/" + v.id + "/g1/images/5/posters/0.webp"
			if thumbnail := get(app, address); thumbnail.Body.String() != "picture thumbs/0.webp" {
				t.Errorf("while the poster is being made: %d %s", thumbnail.Code, thumbnail.Body)
			}
		}
		v.put(key, []byte("picture "+name))
		w := get(app, address)
		if w.Code != 200 || w.Body.String() != "picture "+name || !strings.HasPrefix(w.Header().Get("Cache-Control"), "private, max-age=") {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
		if again := get(app, address, "If-None-Match", w.Header().Get("ETag")); again.Code != 304 {
			t.Errorf("%s again: %d", name, again.Code)
		}
	}
}
