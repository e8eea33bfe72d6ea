package playback_test

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/video/playback"
)

// Those who may watch a video have it as a file once its teachers have switched downloads on, and nobody else has; each time it is recorded.
func TestWhoDownloads(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, teacher, student := scene(t, app)
	link := "/video-streaming/" + v.id + "/download"
	stranger, admin := app.User(access.Student), app.User(access.Admin)
	for _, who := range []testapp.User{student, teacher, admin} {
		if refused := who.Do("POST", link, "", 403); !strings.Contains(refused, "download_off") {
			t.Error(refused)
		}
	}
	if u := v.urls(student); u.Download {
		t.Error("the player offers a file")
	}
	student.Do("PATCH", "/video-streaming/"+v.id+"/metadata", `{"isDownloadable":true}`, 403)
	teacher.Do("PATCH", "/video-streaming/"+v.id+"/metadata", `{"isDownloadable":true}`, 200)
	if !v.urls(student).Download {
		t.Error("the player offers no file")
	}
	app.Nobody().Do("POST", link, "", 401)
	for _, who := range []testapp.User{stranger, app.User(access.Instructor), app.User(access.Corporate)} {
		who.Do("POST", link, "", 404)
	}
	student.Do("POST", "/video-streaming/"+db.NewID()+"/download", "", 404)
	if n := app.Count("SELECT count(*) FROM audit_log WHERE action = 'video.downloaded'"); n != 0 {
		t.Errorf("%d downloads are recorded", n)
	}
	app.Exec("UPDATE videos SET is_preview = TRUE WHERE id = ?", v.id)
	if v.urls(app.Nobody()).Download {
		t.Error("visitors have no account to download with")
	}
}

// assertDownload has independent players read a video as a file: picture and sound, whole and without a complaint. Any range of it is the same
// bytes, and it ends when downloads are switched off and when its time is over.
func assertDownload(t *testing.T, app *testapp.App, teacher testapp.User, id, server string, seconds float64) {
	t.Helper()
	const details = "/video-streaming/%s/metadata"
	teacher.Do("PATCH", fmt.Sprintf(details, id), `{"isDownloadable":true,"title":"Bienen/\"Tänze\""}`, 200)
	d := testapp.Read[rest.Answer[playback.VideoDownload]](t, teacher.Do("POST", "/video-streaming/"+id+"/download", "", 200)).Data
	if n := app.Count("SELECT count(*) FROM audit_log WHERE action = 'video.downloaded' AND actor_id = ? AND target_id = ?", teacher.ID, id); n != 1 {
		t.Errorf("%d downloads are recorded", n)
	}
	whole := get(app, d.URL)
	body := whole.Body.Bytes()
	if whole.Code != 200 || whole.Header().Get("Content-Length") != fmt.Sprint(len(body)) || d.FileName != "Bienen--Tänze-.mp4" {
		t.Fatalf("%d, %d bytes, %q, %v", whole.Code, len(body), d.FileName, whole.Header())
	}
	if got, want := whole.Header().Get("Content-Disposition"), `attachment; filename="Bienen--T_nze-.mp4"; filename*=UTF-8''Bienen--T%C3%A4nze-.mp4`; got != want {
		t.Errorf("%s", got)
	}
	for _, r := range []string{"0-0", "700-70000", "100000-100001", "-5000"} {
		part := get(app, d.URL, "Range", "bytes="+r, "If-Range", whole.Header().Get("ETag"))
		var from, to, of int64
		if _, err := fmt.Sscanf(part.Header().Get("Content-Range"), "bytes %d-%d/%d", &from, &to, &of); err != nil || part.Code != 206 || of != int64(len(body)) || part.Body.String() != string(body[from:to+1]) {
			t.Errorf("%s: %d %v %v", r, part.Code, part.Header(), err)
		}
	}
	assertPlays(t, server+d.URL, 0, seconds)
	probe := exec.CommandContext(t.Context(), "ffprobe", "-v", "error", "-show_entries", "stream=codec_name:format=duration", "-of", "csv=p=0", server+d.URL)
	said, err := probe.CombinedOutput()
	if lines := strings.Fields(string(said)); err != nil || len(lines) != 3 || lines[0] != "h264" || lines[1] != "aac" || !strings.HasPrefix(lines[2], "10.") && !strings.HasPrefix(lines[2], "9.9") {
		t.Errorf("%v %s", err, said)
	}

	teacher.Do("PATCH", fmt.Sprintf(details, id), `{"isDownloadable":false}`, 200)
	if w := get(app, d.URL); w.Code != 403 {
		t.Errorf("switched off: %d", w.Code)
	}
	teacher.Do("PATCH", fmt.Sprintf(details, id), `{"isDownloadable":true}`, 200)
	forged := []byte(d.URL)
	forged[len(forged)-5] = "AB"[forged[len(forged)-5]&1] // not the same character: the code of A is odd, that of B even
	if w := get(app, string(forged)); w.Code != 401 {
		t.Errorf("forged: %d", w.Code)
	}
	app.Clock.Advance(2 * time.Hour)
	if w := get(app, d.URL); w.Code != 401 {
		t.Errorf("expired: %d", w.Code)
	}
}
