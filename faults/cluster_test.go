package faults

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// with returns an address with one more parameter.
func with(t *testing.T, address, name, value string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set(name, value)
	u.RawQuery = q.Encode()
	return u.String()
}

// anotherMachine returns the same installation on a machine of its own: the same database and storage, another folder.
func (p *installation) anotherMachine() *installation {
	p.t.Helper()
	other := *p
	other.data = filepath.Join(p.t.TempDir(), "data")
	if out, err := exec.Command("cp", "-a", p.data, other.data).CombinedOutput(); err != nil {
		p.t.Fatalf("%v %s", err, out)
	}
	return &other
}

// Two servers receive the chunks of one upload in turn, and two workers share its pieces. One worker is killed in the
// middle of a piece, which runs again within 40 s; no piece is lost or counted twice.
func TestClusterSurvivesAKilledWorker(t *testing.T) {
	p := newInstallationOnServers(t)
	_, one := p.serve(nil)
	_, two := p.anotherMachine().serve(nil)
	d := p.database()

	video := upload(t, clipAt(t, 30, 24), p.course, one, two)
	first, second := p.anotherMachine().worker(nil, nil), p.anotherMachine().worker(nil, nil)
	names := map[*process]string{first: fmt.Sprintf("%%/%d", first.cmd.Process.Pid), second: fmt.Sprintf("%%/%d", second.cmd.Process.Pid)}
	const ofWorker = "SELECT id FROM jobs WHERE ref = ? AND kind = 'transcode.piece' AND worker LIKE ?"
	done := func(p *process) bool {
		return len(texts(t, d, ofWorker+" AND state = 'done'", video, names[p])) > 0
	}
	eventually(t, patience, "both workers have made pieces", func() bool { return done(first) && done(second) })

	var lost []string
	eventually(t, patience, "the first worker is in the middle of a piece", func() bool {
		lost = texts(t, d, ofWorker+" AND state = 'running' AND progress > 0", video, names[first])
		return len(lost) > 0
	})
	first.kill()
	killed := time.Now()
	eventually(t, patience, "its piece runs again", func() bool { // or had ended just before
		return len(texts(t, d, "SELECT id FROM jobs WHERE id = ? AND (fence >= 2 OR state = 'done')", lost[0])) > 0
	})
	t.Logf("a piece was taken over %.1f s after its worker was killed", time.Since(killed).Seconds())
	completed(t, one, video)
	if wrong := texts(t, d, `SELECT r.name FROM video_renditions AS r WHERE r.video_id = ? AND (r.status <> 'completed' OR r.frames_done <> r.frames_total
		OR r.pieces_done <> r.pieces_total OR r.pieces_total <> (SELECT count(*) FROM video_pieces AS p
			WHERE p.video_id = r.video_id AND p.generation = r.generation AND p.rendition = r.name))`, video); len(wrong) > 0 {
		t.Errorf("pieces were lost or counted twice in %v", wrong)
	}
	play(t, two, video, 30)
}

// clip returns a film of this many seconds, at most 30, with half the pictures of the one that it is made of: what is tried with it does
// not depend on how many there are, and encoding them takes most of the CPU.
func clip(t *testing.T, seconds int) string { return clipAt(t, seconds, 12) }

// clipAt returns a film of this many seconds, at most 30, and pictures a second.
func clipAt(t *testing.T, seconds, rate int) string {
	t.Helper()
	out := filepath.Join(filepath.Dir(binary), fmt.Sprintf("%ds-%d.mp4", seconds, rate))
	clips.Lock()
	defer clips.Unlock()
	if _, err := os.Stat(out); err == nil {
		return out
	}
	command := exec.Command("ffmpeg", "-v", "error", "-i", "../testdata/clips/bbb-480p-30s.mp4",
		"-t", fmt.Sprint(seconds), "-r", fmt.Sprint(rate), "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", out)
	if text, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s%v", text, err)
	}
	return out
}

// clips is held while one is made.
var clips sync.Mutex

// play decodes a video by both manifests of the clear variant with ffmpeg and checks its length.
func play(t *testing.T, by *client, video string, seconds float64) {
	t.Helper()
	var urls struct {
		Duration float64
		Clear    struct{ HLS, DASH string }
	}
	by.must("GET", "/video-streaming/"+video+"/streaming-urls", nil, &urls)
	if urls.Duration < seconds-0.2 || urls.Duration > seconds+0.2 {
		t.Errorf("the video lasts %.2f s, want %.2f", urls.Duration, seconds)
	}
	for _, path := range []string{urls.Clear.HLS, urls.Clear.DASH} {
		base := strings.TrimSuffix(by.base, "/api/v1")
		out, err := exec.Command("ffmpeg", "-v", "warning", "-i", base+path, "-map", "0:v:0", "-map", "0:a:0", "-c", "copy", "-f", "null", "-").CombinedOutput()
		if err != nil || len(out) > 0 {
			t.Errorf("ffmpeg cannot play %s without complaint: %v\n%s", filepath.Base(path), err, out)
		}
	}
}
