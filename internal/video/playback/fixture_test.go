package playback_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http/httptest"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lectern/internal/platform/rest"
	"lectern/internal/platform/seal"
	"lectern/internal/testapp"
	"lectern/internal/video/media"
	"lectern/internal/video/playback"
)

// video is a video as transcode would have made it: its rows and its sealed objects. Media are random bytes.
type video struct {
	id     string
	course string
	plan   media.Plan
	plain  map[string][]byte // by "rendition/number"
	app    *testapp.App
	t      testing.TB
}

const fence = 7

// newVideo inserts a video of the given seconds with complete audio and rungs, and its first generation live.
func newVideo(t testing.TB, app *testapp.App, teacher testapp.User, course string, seconds float64, rungs ...string) *video {
	t.Helper()
	plan := media.NewPlan(media.Probe{Duration: seconds, FrameRate: 25, PicturesEnd: seconds,
		Video: media.VideoFacts{Width: 854, Height: 480}, Audio: media.AudioFacts{Channels: 2}}, media.PlanOptions{})
	v := &video{teacher.Video(course), course, plan, map[string][]byte{}, app, t}
	app.Exec("UPDATE videos SET generation = 0, live_generation = 0, duration_ms = ? WHERE id = ?", int64(plan.Seconds()*1000), v.id)
	v.generation(1, append(rungs, media.AudioRendition)...)
	v.finish(1)
	return v
}

// generation inserts a live generation that is playable but not finished.
func (v *video) generation(n int64, renditions ...string) {
	v.t.Helper()
	plan, err := json.Marshal(v.plan)
	must(v.t, err)
	v.app.Exec(`INSERT INTO video_generations (video_id, generation, source_key, plan, playable, has_images, images_settled, images_fence, thumbnails_at, started_at)
		VALUES (?, ?, '', ?, TRUE, FALSE, FALSE, 0, '[]', ?)`, v.id, n, string(plan), v.app.Clock.Now())
	for epoch := range seal.Epoch(int64(v.plan.Segments())) + 1 {
		_, w, err := v.app.Deps.Master.NewKey(seal.KeyID{Video: v.id, Generation: n, Epoch: epoch})
		must(v.t, err)
		v.app.Exec("INSERT INTO video_keys (video_id, generation, epoch, wrapped, master_version) VALUES (?, ?, ?, ?, ?)",
			v.id, n, epoch, w.Text, w.Master)
	}
	for _, name := range renditions {
		v.rendition(n, name)
	}
	v.app.Exec("UPDATE videos SET generation = ?, live_generation = ? WHERE id = ?", n, n, v.id)
}

func (v *video) finish(generation int64) {
	v.app.Exec("UPDATE video_generations SET finished_at = ? WHERE video_id = ? AND generation = ?", v.app.Clock.Now(), v.id, generation)
}

// segmentSize is the clear size of every segment here.
const segmentSize = 5000

// rendition inserts a complete rendition. Of a long video only the segments around a change of keys have objects.
func (v *video) rendition(generation int64, name string) {
	v.t.Helper()
	v.app.Exec(`INSERT INTO video_renditions (video_id, generation, name, rank, status, failure_reason, pieces_total, pieces_done,
			frames_total, frames_done, codec, init_hash, init_fence, init_size, peak_bandwidth, bytes, media_ms)
		VALUES (?, ?, ?, 0, 'completed', '', 1, 1, 1, 1, ?, '', ?, ?, 500000, 100000, 1000)`,
		v.id, generation, name, map[bool]string{true: "mp4a.40.2", false: "avc1.64001f"}[name == media.AudioRendition], fence, segmentSize+seal.Overhead)
	for i, p := range v.plan.Pieces {
		sizes := slices.Repeat([]int64{segmentSize + seal.Overhead}, p.End-p.First)
		text, _ := json.Marshal(sizes)
		v.app.Exec(`INSERT INTO video_pieces (video_id, generation, rendition, piece, first_segment, fence, sizes, done_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			v.id, generation, name, i, p.First+1, fence, string(text), v.app.Clock.Now())
	}
	for number := range int64(v.plan.Segments()) + 1 {
		if number < 5 || number%seal.SegmentsPerKey < 2 {
			v.write(generation, name, number)
		}
	}
}

func (v *video) key(generation, epoch int64) *seal.Key {
	v.t.Helper()
	var row struct {
		Wrapped       string
		MasterVersion int64
	}
	must(v.t, v.app.DB.Reader().NewRaw("SELECT wrapped, master_version FROM video_keys WHERE video_id = ? AND generation = ? AND epoch = ?",
		v.id, generation, epoch).Scan(v.t.Context(), &row))
	key, err := v.app.Deps.Master.Unwrap(seal.KeyID{Video: v.id, Generation: generation, Epoch: epoch}, seal.WrappedKey{Text: row.Wrapped, Master: row.MasterVersion})
	must(v.t, err)
	return key
}

func (v *video) write(generation int64, name string, number int64) {
	plain := make([]byte, segmentSize)
	for i := range plain {
		plain[i] = byte(rand.Uint32())
	}
	v.plain[fmt.Sprintf("g%d/%s/%d", generation, name, number)] = plain
	id := seal.ID{Video: v.id, Generation: generation, Rendition: name, Number: number, Fence: fence}
	v.put(v.object(generation, name, number), v.key(generation, seal.Epoch(number)).Seal(nil, id, plain))
}

func (v *video) object(generation int64, name string, number int64) string {
	return fmt.Sprintf("videos/%s/g%d/%s/%d/%d", v.id, generation, name, fence, number)
}

func (v *video) put(key string, content []byte) {
	v.t.Helper()
	must(v.t, v.app.Blob.Put(v.t.Context(), key, bytes.NewReader(content), int64(len(content))))
}

// urls requests the streaming URLs as a user.
func (v *video) urls(who testapp.User) playback.StreamingUrls {
	v.t.Helper()
	body := who.Do("GET", "/video-streaming/"+v.id+"/streaming-urls", "", 200)
	var answer rest.Answer[playback.StreamingUrls]
	must(v.t, json.Unmarshal([]byte(body), &answer))
	return answer.Data
}

// get requests a URL without signing in.
func get(app *testapp.App, address string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", address, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	app.API.ServeHTTP(w, r)
	return w
}

// fetch returns the body of a URL that must answer 200.
func fetch(t testing.TB, app *testapp.App, address string) string {
	t.Helper()
	w := get(app, address)
	if w.Code != 200 {
		t.Fatalf("GET %s: %d %s", address, w.Code, w.Body)
	}
	return w.Body.String()
}

var uri = regexp.MustCompile(`(?m)^([^#\s].*)$|URI="([^"]*)"`)

// links lists the URLs in an HLS playlist, resolved.
func links(playlist, address string) []string {
	found := map[string]bool{}
	for _, m := range uri.FindAllStringSubmatch(playlist, -1) {
		found[path.Join(path.Dir(address), m[1]+m[2])] = true
	}
	return slices.Sorted(maps.Keys(found))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// root returns the prefix of all media URLs of a generation.
func root(u playback.StreamingUrls) string {
	return strings.TrimSuffix(u.Clear.HLS, "clear/hls/master.m3u8")
}
