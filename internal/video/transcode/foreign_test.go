package transcode_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// film makes a tiny video with ffmpeg.
func film(t *testing.T, name, args string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	cmd := exec.CommandContext(t.Context(), "ffmpeg", append(strings.Fields("-v error -nostdin -y "+args), path)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}

// shortFilm is a film of moving pictures with sound that costs little to process.
func shortFilm(t *testing.T, name string) string {
	t.Helper()
	return film(t, name, "-f lavfi -i testsrc=s=160x90:r=10:d=3 -f lavfi -i sine=500:d=3 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -bf 0")
}

// A file whose end is missing is held back with what is known of it, until its teacher publishes what is there.
func TestTruncatedFileWaitsForItsTeacher(t *testing.T) {
	t.Parallel()
	app := testapp.New(t, testapp.WithMedia(t))
	teacher := app.User(access.Instructor)
	file := film(t, "film.mp4", "-f lavfi -i testsrc=s=160x90:r=10:d=9 -c:v libx264 -preset ultrafast -g 10 -bf 0 -pix_fmt yuv420p -movflags +faststart")
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(file, info.Size()*6/10); err != nil {
		t.Fatal(err)
	}
	id := uploaded(t, app, teacher, app.Course(teacher), file)
	path := "/video-streaming/" + id
	app.Work()
	st := statusOf(t, teacher, id)
	if st.Status != "failed" || st.Playable || st.FailureCode != "VIDEO_TRUNCATED" || !strings.Contains(st.FailureReason, "of about 0:09 minutes") {
		t.Fatalf("held back as %+v", st)
	}
	teacher.Do("POST", path+"/retry-processing", "", 200) // the same again
	teacher.Do("POST", path+"/accept-truncated", "", 409) // while it is under way
	app.Work()
	if st := statusOf(t, teacher, id); st.FailureCode != "VIDEO_TRUNCATED" {
		t.Errorf("a retry alone has published it: %+v", st)
	}
	app.User(access.Instructor).Do("POST", path+"/accept-truncated", "", 404)
	teacher.Do("POST", path+"/accept-truncated", "", 200)
	app.Work()
	if st := statusOf(t, teacher, id); st.Status != "completed" || !st.Playable {
		t.Fatalf("accepted: %+v", st)
	}
	v := testapp.Read[one](t, teacher.Do("GET", path+"/metadata", "", 200)).Data
	if len(v.Notices) != 1 || !strings.HasPrefix(v.Notices[0], "The file was cut off: it has only the first ") || v.DurationMS < 3000 || v.DurationMS > 7500 {
		t.Errorf("told of it: %+v", v)
	}
	teacher.Do("PATCH", path+"/metadata", `{"isShared":true}`, 200)
	if seen := testapp.Read[one](t, app.Nobody().Do("GET", path+"/metadata", "", 200)).Data; len(seen.Notices) != 0 {
		t.Errorf("visitors are told of %v", seen.Notices)
	}
	teacher.Do("POST", path+"/accept-truncated", "", 409) // nothing to accept any more
	teacher.Do("POST", path+"/retry-processing", "", 200)
	app.Work()
	if st := statusOf(t, teacher, id); st.Status != "completed" {
		t.Errorf("accepted once, then processed again: %+v", st)
	}
}

// Every audio track becomes a rendition that manifests name by its language.
func TestAudioTracksInManifests(t *testing.T) {
	t.Parallel()
	app := testapp.New(t, testapp.WithMedia(t))
	teacher := app.User(access.Instructor)
	file := film(t, "film.mkv", "-f lavfi -i testsrc=s=160x90:r=10:d=2 -f lavfi -i sine=500:d=2 -f lavfi -i sine=900:d=2 -map 0 -map 1 -map 2 -c:v libx264 -preset ultrafast"+
		" -pix_fmt yuv420p -c:a aac -metadata:s:a:0 language=eng -metadata:s:a:1 language=deu -disposition:a:0 0 -disposition:a:1 default")
	id := uploaded(t, app, teacher, app.Course(teacher), file)
	app.Work()
	if st := statusOf(t, teacher, id); st.Status != "completed" || len(st.Renditions) != 3 {
		t.Fatalf("%+v", st)
	}
	type manifests = struct{ HLS, Dash string }
	urls := testapp.Read[rest.Answer[struct{ Clear manifests }]](t, teacher.Do("GET", "/video-streaming/"+id+"/streaming-urls", "", 200)).Data
	get := func(address string) string {
		return app.Nobody().Do("GET", strings.TrimPrefix(address, "/api/v1"), "", 200)
	}
	for _, want := range []string{
		`NAME="Deutsch",LANGUAGE="de",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio.m3u8"`,
		`NAME="English",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES,CHANNELS="2",URI="audio-2.m3u8"`, "VIDEO-RANGE=SDR",
	} {
		if master := get(urls.Clear.HLS); !strings.Contains(master, want) {
			t.Errorf("%s is not in\n%s", want, master)
		}
	}
	if second := get(strings.Replace(urls.Clear.HLS, "master", "audio-2", 1)); !strings.Contains(second, "../audio-2/1.m4s") {
		t.Errorf("the second track: %s", second)
	}
	for _, want := range []string{`lang="de"`, `lang="en"`, `value="main"`, `value="alternate"`} {
		if mpd := get(urls.Clear.Dash); !strings.Contains(mpd, want) {
			t.Errorf("%s is not in\n%s", want, mpd)
		}
	}
}

// Text subtitles of a file become captions, with the times of the film; what a teacher has uploaded stays.
func TestSubtitlesOfAFileBecomeCaptions(t *testing.T) {
	t.Parallel()
	app := testapp.New(t, testapp.WithMedia(t))
	teacher := app.User(access.Instructor)
	text := filepath.Join(t.TempDir(), "text.srt")
	if err := os.WriteFile(text, []byte("1\n00:00:00,500 --> 00:00:01,500\nBees dance\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	file := film(t, "film.mkv", "-f lavfi -i testsrc=s=160x90:r=10:d=2 -i "+text+" -map 0 -map 1 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:s srt -metadata:s:s:0 language=fra")
	id := uploaded(t, app, teacher, app.Course(teacher), file)
	app.Work()
	body := teacher.Do("GET", "/video-streaming/"+id+"/streaming-urls", "", 200)
	urls := testapp.Read[rest.Answer[struct {
		Captions []struct{ Language, Label, URL string }
	}]](t, body).Data
	if len(urls.Captions) != 1 || urls.Captions[0].Language != "fr" || urls.Captions[0].Label != "français" {
		t.Fatalf("captions %+v", urls.Captions)
	}
	get := func(address string) string {
		return app.Nobody().Do("GET", strings.TrimPrefix(address, "/api/v1"), "", 200)
	}
	for _, address := range []string{urls.Captions[0].URL, strings.Replace(urls.Captions[0].URL, "fr.vtt", "fr.1.vtt", 1)} {
		if vtt := get(address); !strings.Contains(vtt, "00:00:00.500 --> 00:00:01.500\nBees dance") {
			t.Errorf("%s: %s", address, vtt)
		}
	}
	teacher.Do("POST", "/video-streaming/"+id+"/retry-processing", "", 200)
	app.Work()
	if n := app.Count("SELECT count(*) FROM video_captions WHERE video_id = ?", id); n != 1 {
		t.Errorf("%d captions after another run", n)
	}
}
