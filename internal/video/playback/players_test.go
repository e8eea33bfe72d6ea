package playback_test

import (
	"bytes"
	"math"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/testapp"
	"lectern/internal/video/playback"
	"lectern/internal/video/transcode"
)

// captionless is ffmpeg's warning about any HLS with captions, which its demuxer does not support.
var captionless = regexp.MustCompile(`(?m)^.*Can't support the subtitle.*\n`)

// keyframePlaylist finds the I-frame playlists in a master, extinf the segments of a playlist, framecrc the frames of ffmpeg's list.
var (
	keyframePlaylist = regexp.MustCompile(`(?m)^#EXT-X-I-FRAME-STREAM-INF:.*URI="([^"]+)"$`)
	extinf           = regexp.MustCompile(`(?m)^#EXTINF:`)
	framecrc         = regexp.MustCompile(`(?m)^0,.*$`)
)

var progress = regexp.MustCompile(`(?m)^(frame|out_time_us)=(\d+)$`)

// An independent player plays a real video through both manifests of the clear variant, from the first frame to the last
// and without a warning.
func TestFFmpegPlaysTheClearVariant(t *testing.T) {
	t.Parallel()
	app := testapp.New(t, testapp.WithMedia(t))
	teacher := app.User(access.Instructor)
	file, err := os.Open(testapp.Clip("bbb-360p-10s.webm"))
	must(t, err)
	defer file.Close()
	info, err := file.Stat()
	must(t, err)
	id, err := app.Videos.Import(t.Context(), transcode.NewVideo{CourseID: app.Course(teacher), OwnerID: teacher.ID,
		Title: "Bees", OriginalFileName: "bees.webm", ContentType: "video/webm", FileSize: info.Size()}, file, info.Size())
	must(t, err)
	app.Work()
	teacher.Do("PUT", "/video-streaming/"+id+"/captions/de", `{"content":"00:01.000 --> 00:02.000\nBienen"}`, 200)
	v := &video{id: id, app: app, t: t}
	u := v.urls(teacher)
	if math.Abs(u.Duration-10) > 0.1 || len(u.Renditions) != 2 || u.Poster == "" || len(u.Thumbnails) != 10 {
		t.Fatalf("%+v", u)
	}
	for _, address := range append(u.Thumbnails, u.Poster, u.Storyboard) {
		fetch(t, app, address)
	}

	server := httptest.NewServer(app.API)
	defer server.Close()
	assertKeyframesPlay(t, app, u, server.URL)
	for _, manifest := range []string{u.Clear.HLS, u.Clear.DASH} {
		for rung := range u.Renditions {
			assertPlays(t, server.URL+manifest, rung, u.Duration)
		}
	}
	assertDownload(t, app, teacher, id, server.URL, u.Duration)
}

// assertPlays has ffmpeg play a rung with the sound: all of its pictures, and no complaint.
func assertPlays(t *testing.T, address string, rung int, duration float64) {
	t.Helper()
	var out, complaints bytes.Buffer
	play := exec.CommandContext(t.Context(), "ffmpeg", "-nostdin", "-v", "warning", "-nostats", "-progress", "pipe:1",
		"-i", address, "-map", "0:v:"+strconv.Itoa(rung), "-map", "0:a:0", "-fps_mode", "passthrough", "-f", "null", "-")
	play.Stdout, play.Stderr = &out, &complaints
	err := play.Run()
	if said := captionless.ReplaceAllString(complaints.String(), ""); err != nil || said != "" {
		t.Errorf("%s, rung %d: %v %s", address, rung, err, said)
	}
	played := map[string]float64{}
	for _, m := range progress.FindAllStringSubmatch(out.String(), -1) {
		played[m[1]], _ = strconv.ParseFloat(m[2], 64)
	}
	seconds := played["out_time_us"] / 1e6
	if rate := played["frame"] / duration; math.Abs(seconds-duration) > 0.1 || math.Abs(rate-math.Round(rate)) > 0.1 || rate < 23 {
		t.Errorf("%s, rung %d: %v frames in %v s of %v", address, rung, played["frame"], seconds, duration)
	}
}

// assertKeyframesPlay has ffmpeg read every I-frame playlist: one picture for each segment, at its time, without a warning.
func assertKeyframesPlay(t *testing.T, app *testapp.App, u playback.StreamingUrls, server string) {
	t.Helper()
	named := keyframePlaylist.FindAllStringSubmatch(fetch(t, app, u.Clear.HLS), -1)
	if len(named) != len(u.Renditions) {
		t.Errorf("%d I-frame playlists for %d rungs", len(named), len(u.Renditions))
	}
	for _, name := range named {
		address := strings.Replace(u.Clear.HLS, "master.m3u8", name[1], 1)
		segments := len(extinf.FindAllString(fetch(t, app, address), -1))
		for _, as := range [][]string{{"-c", "copy"}, {"-fps_mode", "passthrough"}} { // as packets, then decoded
			show := exec.CommandContext(t.Context(), "ffmpeg", slices.Concat([]string{"-nostdin", "-v", "warning", "-copyts", "-i", server + address}, as, []string{"-f", "framecrc", "-"})...)
			var complaints bytes.Buffer
			show.Stderr = &complaints
			out, err := show.Output()
			if err != nil || complaints.Len() > 0 {
				t.Errorf("%s: %v %s", name[1], err, complaints.String())
			}
			pictures := framecrc.FindAllString(string(out), -1)
			if len(pictures) != segments || segments < 2 {
				t.Errorf("%s: %d pictures of %d segments\n%s", name[1], len(pictures), segments, out)
			}
		}
	}
	sealed := strings.Replace(strings.Replace(u.Clear.HLS, "/clear/", "/sealed/", 1), "master", "keyframes-240p", 1)
	if w := get(app, sealed); w.Code != 404 {
		t.Errorf("sealed: %d %s", w.Code, w.Body)
	}
}
