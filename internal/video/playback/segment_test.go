package playback_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/seal"
	"lectern/internal/testapp"
)

// scene is a course with a video of 20 s (four segments of two rungs and the audio) and an enrolled student.
func scene(t testing.TB, a *testapp.App) (v *video, teacher, student testapp.User) {
	t.Helper()
	teacher, student = a.User(access.Instructor), a.User(access.Student)
	course := a.Course(teacher)
	a.Enroll(student, course)
	return newVideo(t, a, teacher, course, 20, "480p", "240p"), teacher, student
}

func TestBothVariantsServeTheSameMedia(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, _, student := scene(t, app)
	u := v.urls(student)
	if u.Duration != 20 || u.Generation != 1 || !u.ExpiresAt.Equal(testapp.Start.Add(time.Hour)) || len(u.Renditions) != 2 ||
		u.Renditions[0].Name != "240p" || u.Renditions[0].Bandwidth != 1_600_000 || u.Poster != "" || len(u.Thumbnails) != 0 {
		t.Errorf("%+v", u)
	}
	key := fetch(t, app, strings.Replace(u.Keys.URLTemplate, "{epoch}", "0", 1))
	opens, err := seal.NewKey([32]byte([]byte(key)))
	must(t, err)

	segments := 0
	for variant, master := range map[string]string{"clear": u.Clear.HLS, "sealed": u.Sealed.HLS} {
		playlists := links(fetch(t, app, master), master)
		if len(playlists) != 3 {
			t.Fatalf("%s: %v", variant, playlists)
		}
		for _, playlist := range playlists {
			for _, address := range links(fetch(t, app, playlist), playlist) {
				if strings.Contains(address, "/keys/") {
					continue
				}
				body := []byte(fetch(t, app, address))
				rendition, number := segmentOf(t, address)
				if variant == "sealed" {
					body, err = opens.Open(seal.ID{Video: v.id, Generation: 1, Rendition: rendition, Number: number, Fence: fence}, body)
					must(t, err)
				}
				if !bytes.Equal(body, v.plain[fmt.Sprintf("g1/%s/%d", rendition, number)]) {
					t.Errorf("%s variant, %s %d: other bytes", variant, rendition, number)
				}
				segments++
			}
		}
	}
	if segments != 2*3*5 {
		t.Errorf("%d segments were named", segments)
	}
	for _, manifest := range []string{u.Clear.DASH, u.Sealed.DASH} {
		text := fetch(t, app, manifest)
		for _, m := range regexp.MustCompile(`initialization="([^"]*)" media="([^"]*)"`).FindAllStringSubmatch(text, -1) {
			for _, name := range []string{m[1], strings.Replace(m[2], "$Number$", "4", 1)} {
				fetch(t, app, path.Join(path.Dir(manifest), name))
			}
		}
		if strings.Count(text, "<Representation") != 3 {
			t.Errorf("%s", text)
		}
	}
}

func segmentOf(t testing.TB, address string) (rendition string, number int64) {
	t.Helper()
	parts := strings.Split(address, "/")
	rendition = parts[len(parts)-2]
	if parts[len(parts)-1] != "init.mp4" {
		if _, err := fmt.Sscanf(parts[len(parts)-1], "%d.m4s", &number); err != nil {
			t.Fatal(address, err)
		}
	}
	return rendition, number
}

func TestSegmentsSupportRangesAndConditionalRequests(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, _, student := scene(t, app)
	base := root(v.urls(student))
	plain := v.plain["g1/240p/2"]
	const sealedKind = "application/octet-stream"
	for _, c := range []struct{ variant, kind string }{ // the second and third time from memory, or by the kernel
		{"clear", "video/mp4"}, {"clear", "video/mp4"}, {"clear", "video/mp4"}, {"sealed", sealedKind}, {"sealed", sealedKind},
	} {
		address := base + c.variant + "/240p/2.m4s"
		want := plain
		if c.variant == "sealed" {
			want = v.key(1, 0).Seal(nil, seal.ID{Video: v.id, Generation: 1, Rendition: "240p", Number: 2, Fence: fence}, plain)
		}
		whole := get(app, address)
		if h := whole.Header(); !bytes.Equal(whole.Body.Bytes(), want) || h.Get("Content-Type") != c.kind || h.Get("Accept-Ranges") != "bytes" ||
			h.Get("Content-Length") != fmt.Sprint(len(want)) || h.Get("Cache-Control") != "private, max-age=3600, immutable" {
			t.Errorf("%s: %d bytes, %v", c.variant, whole.Body.Len(), h)
		}
		some := get(app, address, "Range", "bytes=0-9,20-29")
		if body := some.Body.Bytes(); some.Code != 206 || !bytes.Contains(body, want[:10]) || !bytes.Contains(body, want[20:30]) || bytes.Contains(body, want[:20]) {
			t.Errorf("%s: two ranges: %d %q", c.variant, some.Code, body)
		}
		etag := whole.Header().Get("ETag")
		for _, r := range []struct {
			method, header, value string
			status                int
			body                  []byte
		}{
			{"GET", "Range", "bytes=100-199", 206, want[100:200]},
			{"GET", "Range", "bytes=-10", 206, want[len(want)-10:]},
			{"GET", "Range", "bytes=4990-", 206, want[4990:]},
			{"GET", "Range", "bytes=99999-", 416, nil},
			{"GET", "Range", "bytes=" + strings.Repeat("0-,", 3000) + "0-", 200, want}, // more ranges than the whole cost no more than the whole
			{"GET", "If-None-Match", etag, 304, nil},
			{"HEAD", "Accept", "*/*", 200, nil},
		} {
			q := httptest.NewRequest(r.method, address, nil)
			q.Header.Set(r.header, r.value)
			w := app.Nobody().SendRaw(q)
			if w.Code != r.status || r.status < 300 && !bytes.Equal(w.Body.Bytes(), r.body) {
				t.Errorf("%s %s %.40s: %d, %d bytes", c.variant, r.method, r.value, w.Code, w.Body.Len())
			}
		}
	}
	for _, name := range []string{"clear/240p/5.m4s", "clear/240p/0.m4s", "clear/240p/01.m4s", "clear/240p/+1.m4s", "clear/240p/-1.m4s",
		"clear/240p/1.mp4", "clear/240p/..%2f1.m4s", "clear/1080p/1.m4s", "clear/240p/99999999999999999999.m4s", "sealed/360p/init.mp4",
		"clear/hls/1080p.m3u8", "clear/hls/master.mpd", "keys/1", "keys/-1", "keys/x", "thumbs/10.webp", "thumbs/0.webp", "thumbs/00.webp",
		"poster.webp", "captions/de.vtt", "captions/de.m3u8", "captions/de", "open/hls/master.m3u8"} {
		if w := get(app, base+name); w.Code != 404 {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
}

func TestEpochHasItsOwnKey(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	v := newVideo(t, app, teacher, app.Course(teacher), 3700, "240p")
	u := v.urls(teacher)
	keys := map[string]bool{}
	for epoch, number := range []int64{600, 601} {
		address := strings.Replace(u.Keys.URLTemplate, "{epoch}", fmt.Sprint(epoch), 1)
		w := get(app, address)
		if w.Code != 200 || w.Body.Len() != 32 || w.Header().Get("Cache-Control") != "no-store" {
			t.Fatalf("%d %d bytes %v", w.Code, w.Body.Len(), w.Header())
		}
		keys[w.Body.String()] = true
		key, err := seal.NewKey([32]byte(w.Body.Bytes()))
		must(t, err)
		name := fmt.Sprintf("/240p/%d.m4s", number)
		sealed := []byte(fetch(t, app, root(u)+"sealed"+name))
		plain, err := key.Open(seal.ID{Video: v.id, Generation: 1, Rendition: "240p", Number: number, Fence: fence}, sealed)
		if err != nil || fetch(t, app, root(u)+"clear"+name) != string(plain) {
			t.Errorf("segment %d does not open with key %d (%v)", number, epoch, err)
		}
	}
	if len(keys) != 2 {
		t.Error("both hours have one key")
	}
}

// F30: flipped, truncated, exchanged or lost segments are refused in both variants, and logged for the operator.
func TestDamagedMediaIsRefused(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(v *video, sealed []byte){
		"a flipped bit":       func(v *video, b []byte) { b[2000] ^= 1; v.put(v.object(1, "240p", 2), b) },
		"a flipped bit of IV": func(v *video, b []byte) { b[3] ^= 1; v.put(v.object(1, "240p", 2), b) },
		"a flipped tag":       func(v *video, b []byte) { b[len(b)-1] ^= 1; v.put(v.object(1, "240p", 2), b) },
		"cut off":             func(v *video, b []byte) { v.put(v.object(1, "240p", 2), b[:len(b)-500]) },
		"extra bytes":         func(v *video, b []byte) { v.put(v.object(1, "240p", 2), append(b, 0)) },
		"empty":               func(v *video, _ []byte) { v.put(v.object(1, "240p", 2), nil) },
		"gone":                func(v *video, _ []byte) { must(v.t, v.app.Blob.Delete(v.t.Context(), v.object(1, "240p", 2))) },
		"its neighbour": func(v *video, _ []byte) {
			id := seal.ID{Video: v.id, Generation: 1, Rendition: "240p", Number: 3, Fence: fence}
			v.put(v.object(1, "240p", 2), v.key(1, 0).Seal(nil, id, v.plain["g1/240p/3"]))
		},
		"the same of another rung": func(v *video, _ []byte) {
			id := seal.ID{Video: v.id, Generation: 1, Rendition: "480p", Number: 2, Fence: fence}
			v.put(v.object(1, "240p", 2), v.key(1, 0).Seal(nil, id, v.plain["g1/480p/2"]))
		},
		"of a fenced attempt": func(v *video, _ []byte) {
			id := seal.ID{Video: v.id, Generation: 1, Rendition: "240p", Number: 2, Fence: fence - 1}
			v.put(v.object(1, "240p", 2), v.key(1, 0).Seal(nil, id, v.plain["g1/240p/2"]))
		},
		"sealed with another key": func(v *video, _ []byte) {
			id := seal.ID{Video: v.id, Generation: 1, Rendition: "240p", Number: 2, Fence: fence}
			key, _ := seal.NewKey([32]byte{})
			v.put(v.object(1, "240p", 2), key.Seal(nil, id, v.plain["g1/240p/2"]))
		},
		"unencrypted": func(v *video, _ []byte) {
			v.put(v.object(1, "240p", 2), append(v.plain["g1/240p/2"], make([]byte, seal.Overhead)...))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			app := testapp.New(t, func(p *app.Deps) { p.Log = slog.New(slog.NewTextHandler(&log, nil)) })
			v, _, student := scene(t, app)
			base := root(v.urls(student))
			for range 3 { // both variants have verified the whole, and the clear one is cached
				fetch(t, app, base+"sealed/240p/2.m4s")
				fetch(t, app, base+"clear/240p/2.m4s")
			}
			sealed := v.key(1, 0).Seal(nil, seal.ID{Video: v.id, Generation: 1, Rendition: "240p", Number: 2, Fence: fence}, v.plain["g1/240p/2"])
			damage(v, sealed)
			app.Clock.Advance(10 * time.Minute) // verified segments are verified again after it
			for _, variant := range []string{"sealed", "clear"} {
				log.Reset()
				w := get(app, base+variant+"/240p/2.m4s")
				if w.Code != 502 || !strings.Contains(w.Body.String(), `"code":"media_damaged"`) {
					t.Errorf("%s variant: %d %.200q", variant, w.Code, w.Body)
				}
				for _, object := range v.plain {
					if bytes.Contains(w.Body.Bytes(), object[:16]) {
						t.Errorf("%s variant: plaintext was sent", variant)
					}
				}
				if !strings.Contains(log.String(), "ALARM") || !strings.Contains(log.String(), v.id) {
					t.Errorf("%s variant: no alarm: %s", variant, &log)
				}
				fetch(t, app, base+variant+"/240p/3.m4s") // other segments play
			}
		})
	}
}
