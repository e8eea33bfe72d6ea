package faults

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// held is true of a job that a living worker has: silence moves the lease of what a killed one had into the year 2000.
const held = "state = 'running' AND lease_until > '2001-01-01'"

// silence lets the time pass after which a silent worker's jobs are another's.
func (p *premises) silence() {
	p.t.Helper()
	p.execute("UPDATE jobs SET lease_until = '2000-01-01 00:00:00+00:00' WHERE state = 'running'")
}

// tools lists the processes of this name that a process has started.
func (p *process) tools(name string) (pids []int) {
	p.t.Helper()
	parents, names := map[int]int{}, map[int]string{}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		p.t.Fatal(err)
	}
	for _, stat := range stats {
		text, err := os.ReadFile(stat)
		if err != nil {
			continue // it has ended
		}
		before, after, _ := strings.Cut(string(text), ") ")
		pid, comm, _ := strings.Cut(before, " (")
		id, _ := strconv.Atoi(pid)
		parents[id], _ = strconv.Atoi(strings.Fields(after)[1])
		names[id] = comm
	}
	for id, comm := range names {
		ancestor := id
		for ancestor > 1 && ancestor != p.cmd.Process.Pid {
			ancestor = parents[ancestor]
		}
		if comm == name && ancestor > 1 {
			pids = append(pids, id)
		}
	}
	return pids
}

// leaveScratch leaves what a worker leaves that was killed an hour ago.
func (p *premises) leaveScratch() {
	p.t.Helper()
	dir, long := filepath.Join(p.data, "scratch", "media-1234"), time.Now().Add(-time.Hour)
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "indexed.mkv"), []byte("half a film"), 0o600)
	}
	if err == nil {
		err = os.Chtimes(dir, long, long)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// dayLater lets the time pass after which what a killed writer left in the storage is no other's work, and starts a
// worker, which is to remove it.
func (p *premises) dayLater() {
	p.t.Helper()
	left, long := files(p.t, p.objects("temp")), time.Now().Add(-25*time.Hour)
	for _, name := range left {
		if err := os.Chtimes(name, long, long); err != nil {
			p.t.Fatal(err)
		}
	}
	p.t.Logf("%d unfinished objects are a day old", len(left))
	p.worker(nil, nil)
	eventually(p.t, patience, "what is unfinished is removed", func() bool { return len(files(p.t, p.objects("temp"))) == 0 })
}

// fetch gives a body of the player's; the status is 0 where there was no answer.
func fetch(t *testing.T, address string) (status int, body string) {
	t.Helper()
	r, err := http.Get(address)
	if err != nil {
		return 0, ""
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(b)
}

// clearHLS is the address of a video's playlist on the clear face; "" while it does not play.
func clearHLS(t *testing.T, by *client, video string) string {
	t.Helper()
	a, err := by.send("GET", "/video-streaming/"+video+"/streaming-urls", nil)
	if err != nil {
		t.Fatal(err)
	}
	if !a.Success {
		return ""
	}
	var urls struct{ Clear struct{ HLS string } }
	by.must("GET", "/video-streaming/"+video+"/streaming-urls", nil, &urls)
	return strings.TrimSuffix(by.base, "/api/v1") + urls.Clear.HLS
}

// whole checks that everything that players are told of is there and gives the playlists; nil while nothing plays.
func whole(t *testing.T, by *client, video string, segments int) (playlists []string) {
	t.Helper()
	master := clearHLS(t, by, video)
	if master == "" {
		return nil
	}
	for _, playlist := range references(t, master) {
		found := references(t, playlist)
		if media := len(found) - 1; media != segments { // one is the init
			t.Errorf("%s has %d segments, want %d", playlist, media, segments)
		}
		for _, segment := range found {
			if status, body := fetch(t, segment); status != 200 || len(body) == 0 {
				t.Errorf("a player is told of %s, which answers %d", segment, status)
			}
		}
		playlists = append(playlists, playlist)
	}
	return playlists
}

// references lists the addresses in an HLS playlist.
func references(t *testing.T, playlist string) (found []string) {
	t.Helper()
	base, err := url.Parse(playlist)
	if err != nil {
		t.Fatal(err)
	}
	status, text := fetch(t, playlist)
	if status != 200 {
		t.Errorf("%s answers %d", playlist, status)
	}
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		name := lines.Text()
		if strings.HasPrefix(name, "#") {
			_, after, ok := strings.Cut(name, `URI="`)
			if !ok {
				continue
			}
			name, _, _ = strings.Cut(after, `"`)
		}
		if name == "" {
			continue
		}
		u, err := base.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, u.String())
	}
	return found
}

// decode lets ffmpeg decode every quality of a video and fails on its first complaint.
func decode(t *testing.T, by *client, video string) {
	t.Helper()
	out, err := exec.Command("ffmpeg", "-v", "error", "-i", clearHLS(t, by, video), "-map", "0", "-f", "null", "-").CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("the video does not decode: %v %s", err, out)
	}
}

// completed waits until a video is complete.
func completed(t *testing.T, by *client, video string) {
	t.Helper()
	eventually(t, 2*patience, "the video is complete", func() bool {
		got := status(by, video)
		if got.Status == "failed" {
			t.Fatalf("the video has failed: %+v", got)
		}
		return got.Status == "completed"
	})
}

// F21: a worker is killed at points of a clip's processing that the seed chooses, and once its ffmpeg alone. Players are
// never told of anything that is not whole, all of it decodes in the end, and nothing is left in scratch.
func TestWorkerKilledWhileEncoding(t *testing.T) { everywhere(t, workerKilledWhileEncoding) }

func workerKilledWhileEncoding(t *testing.T, p *premises) {
	seed := newSeed(t)
	random := rand.New(rand.NewPCG(seed, 1))
	_, by := p.serve(nil)
	p.leaveScratch()
	video := upload(t, longClip(t, 12), p.course, by)
	d := p.database()
	for _, kind := range []string{"transcode.probe", "transcode.piece", "transcode.piece", "transcode.images"} {
		worker := p.worker(nil, nil)
		frames := random.IntN(200)
		eventually(t, patience, fmt.Sprintf("%s is at work, at frame %d", kind, frames), func() bool {
			return len(texts(t, d, `SELECT id FROM jobs WHERE `+held+` AND kind = ? AND (progress >= ? OR kind <> 'transcode.piece')`, kind, frames)) > 0 ||
				len(texts(t, d, `SELECT id FROM jobs WHERE kind = ? AND state = 'done' AND NOT EXISTS (
					SELECT 1 FROM jobs AS o WHERE o.kind = jobs.kind AND o.state IN ('waiting', 'running'))`, kind)) > 0
		})
		worker.kill()
		t.Logf("killed at %s and %.1f %%, when players were told of %d playlists", kind, status(by, video).Progress, len(whole(t, by, video, 2)))
		p.silence()
	}
	worker := p.worker(nil, nil)
	var tools []int
	eventually(t, patience, "ffmpeg encodes a piece", func() bool {
		tools = worker.tools("ffmpeg")
		at := texts(t, d, "SELECT id FROM jobs WHERE "+held+" AND kind = 'transcode.piece' AND progress > 0")
		return len(at) > 0 && len(tools) > 0 || status(by, video).Status == "completed"
	})
	for _, pid := range tools {
		_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended
	}
	completed(t, by, video)
	if playlists := whole(t, by, video, 2); len(playlists) != 4 {
		t.Errorf("players are told of %v, want three qualities and the sound", playlists)
	}
	decode(t, by, video)
	play(t, by, video, 12)
	if failed := texts(t, d, "SELECT kind || ' ' || last_error FROM jobs WHERE state = 'failed'"); len(failed) > 0 {
		t.Errorf("jobs: %v", failed)
	}
	p.dayLater()
	p.wantNoRest()
}

// F22: a worker is frozen in the middle of a piece for longer than its lease, and wakes when another one has made it. It
// publishes nothing, says so, and what the other one made is as it was.
func TestFrozenWorkerIsFenced(t *testing.T) {
	t.Parallel() // it waits for a lease of 20 s
	everywhere(t, frozenWorkerIsFenced)
}

func frozenWorkerIsFenced(t *testing.T, p *premises) {
	_, by := p.serve(nil)
	video := upload(t, longClip(t, 6), p.course, by)
	frozen := p.worker(nil, nil)
	d := p.database()
	var pieces []string
	eventually(t, patience, "the worker is in the middle of a piece", func() bool {
		pieces = texts(t, d, "SELECT id FROM jobs WHERE kind = 'transcode.piece' AND state = 'running' AND progress > 0 AND ref = ?", video)
		return len(pieces) > 0
	})
	frozen.signal(syscall.SIGSTOP)
	begun := time.Now()
	p.worker(nil, nil)
	eventually(t, patience, "another worker has the piece", func() bool {
		return len(texts(t, d, "SELECT id FROM jobs WHERE id = ? AND fence = 2", pieces[0])) > 0
	})
	t.Logf("taken over after %.1f s", time.Since(begun).Seconds())
	completed(t, by, video)
	before := p.hashes(video)
	frozen.signal(syscall.SIGCONT)
	eventually(t, patience, "the woken worker says that it is fenced", func() bool { return strings.Contains(frozen.log.String(), "taken over") })
	if after := p.published(before, video); !slices.Equal(before, after) {
		t.Errorf("what is published has changed:\n%v\n%v", before, after)
	}
	var piece struct {
		Piece     int
		Rendition string
	}
	if err := json.Unmarshal([]byte(texts(t, d, "SELECT payload FROM jobs WHERE id = ?", pieces[0])[0]), &piece); err != nil {
		t.Fatal(err)
	}
	if fences := texts(t, d, "SELECT fence FROM video_pieces WHERE video_id = ? AND piece = ? AND rendition = ?", video, piece.Piece, piece.Rendition); len(fences) > 1 || len(fences) == 1 && fences[0] != "2" {
		t.Errorf("the piece is of attempt %v, want 2", fences)
	}
	decode(t, by, video)
}

// hashes lists what is stored of a video, each object with its hash.
func (p *premises) hashes(video string) (list []string) {
	p.t.Helper()
	for _, key := range p.keys("videos/" + video + "/") {
		content, _ := p.object(key)
		list = append(list, fmt.Sprintf("%s %x", key, sha256.Sum256(content)))
	}
	return list
}

// published is hashes of those objects alone that are in the list before: a fenced attempt may leave objects of its own,
// under names of its own.
func (p *premises) published(before []string, video string) (list []string) {
	p.t.Helper()
	known := map[string]bool{}
	for _, line := range before {
		name, _, _ := strings.Cut(line, " ")
		known[name] = true
	}
	for _, line := range p.hashes(video) {
		if name, _, _ := strings.Cut(line, " "); known[name] {
			list = append(list, line)
		}
	}
	return list
}

// F28: a worker that is told to stop gives its jobs back at once, and their attempts do not count.
func TestStoppedWorkerGivesItsJobsBack(t *testing.T) { everywhere(t, stoppedWorkerGivesItsJobsBack) }

func stoppedWorkerGivesItsJobsBack(t *testing.T, p *premises) {
	_, by := p.serve(nil)
	video := upload(t, longClip(t, 6), p.course, by)
	first := p.worker(nil, nil)
	d := p.database()
	var pieces []string
	eventually(t, patience, "the worker is in the middle of a piece", func() bool {
		pieces = texts(t, d, "SELECT id FROM jobs WHERE kind = 'transcode.piece' AND state = 'running' AND progress > 0")
		return len(pieces) > 0
	})
	p.worker(nil, nil)
	begun := time.Now()
	if err := first.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	eventually(t, patience, "the other worker has the piece", func() bool {
		return len(texts(t, d, "SELECT id FROM jobs WHERE id = ? AND fence = 2 AND attempts = 1", pieces[0])) > 0
	})
	t.Logf("taken over after %.1f s", time.Since(begun).Seconds())
	eventually(t, patience, "the first worker has ended", first.ended)
	if tools := first.tools("ffmpeg"); len(tools) > 0 {
		t.Errorf("it left ffmpeg running: %v", tools)
	}
	completed(t, by, video)
	decode(t, by, video)
	p.wantNoRest()
}

// F28: the server is replaced again and again in the middle of an upload. A client that tries again sees no part fail.
func TestServerReplacedDuringAnUpload(t *testing.T) { everywhere(t, serverReplacedDuringAnUpload) }

func serverReplacedDuringAnUpload(t *testing.T, p *premises) {
	s, by := p.serve(nil)
	listen := strings.TrimPrefix(s.URL, "http://")
	const chunk = 200_000
	content := noise(60*chunk, 28)
	up := begin(t, by, "deploy.mp4", p.course, len(content), chunk)
	sent := make(chan error, 1)
	var parts []part
	go func() {
		sent <- func() error {
			for number := 1; number <= up.TotalChunks; number++ {
				for begun := time.Now(); ; {
					got, a, err := up.putRaw(by, content, number)
					if err == nil && a.Success {
						parts = append(parts, got)
						break
					}
					if err == nil && a.Status != 503 {
						return fmt.Errorf("part %d: %s", number, described(a))
					}
					if time.Since(begun) > patience {
						return fmt.Errorf("part %d does not get through: %w", number, err)
					}
				}
			}
			return nil
		}()
	}()
	replaced := 0
	for {
		if err, ended := ask(sent); ended {
			if err != nil {
				t.Fatal(err)
			}
			break
		}
		if replaced < 3 {
			if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			eventually(t, patience, "the old server has ended", s.ended)
			s, _ = p.serve(nil, "--listen", listen)
			replaced++
		}
	}
	t.Logf("the server was replaced %d times", replaced)
	if a, err := up.complete(by, parts); err != nil || !a.Success {
		t.Fatalf("%v %s", err, described(a))
	}
	p.wantSource(up.VideoID, content)
}

// ask says whether something has ended, and how.
func ask(ended chan error) (error, bool) {
	select {
	case err := <-ended:
		return err, true
	case <-time.After(time.Millisecond):
		return nil, false
	}
}

// A video is deleted while it is encoded: the encoder stops, and nothing of the video is left or comes back.
func TestDeletedWhileEncoding(t *testing.T) { everywhere(t, deletedWhileEncoding) }

func deletedWhileEncoding(t *testing.T, p *premises) {
	_, by := p.serve(nil)
	video := upload(t, longClip(t, 6), p.course, by)
	worker := p.worker(nil, nil)
	eventually(t, patience, "segments are stored", func() bool { return len(p.keys("videos/"+video+"/")) > 0 })
	by.must("DELETE", "/video-streaming/"+video, nil, nil)
	if a, err := by.send("GET", "/video-streaming/"+video+"/status", nil); err != nil || a.Status != 404 {
		t.Errorf("the status of a deleted video: %v %s", err, described(a))
	}
	eventually(t, patience, "the encoder stops", func() bool { return len(worker.tools("ffmpeg")) == 0 })
	// A last object may have been written meanwhile: the removal is done again after two minutes, which are over now.
	p.execute("UPDATE jobs SET due_at = '2020-01-01 00:00:00+00:00' WHERE kind = 'transcode.remove' AND state = 'waiting'")
	eventually(t, patience, "nothing is left to do", func() bool {
		return len(texts(t, p.database(), "SELECT id FROM jobs WHERE state IN ('waiting', 'running') AND kind LIKE 'transcode.%' AND kind NOT LIKE '%sweep'")) == 0
	})
	if err := worker.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	eventually(t, patience, "the worker has ended", worker.ended)
	if left := append(p.keys("videos/"), p.keys("sources/")...); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if rows := texts(t, p.database(), "SELECT 'video' FROM videos UNION ALL SELECT 'piece' FROM video_pieces UNION ALL SELECT 'rendition' FROM video_renditions"); len(rows) > 0 {
		t.Errorf("rows are left: %v", rows)
	}
}

// Completing twice at once, and aborting meanwhile: the upload ends one way or the other, everybody is told which, and
// the file is there or is not.
func TestCompletedTwiceAndAbortedAtOnce(t *testing.T) { everywhere(t, completedTwiceAndAbortedAtOnce) }

func completedTwiceAndAbortedAtOnce(t *testing.T, p *premises) {
	_, by := p.serve(nil)
	content := noise(200_000, 3)
	ends := map[string]int{}
	for range 20 {
		up := begin(t, by, "both.mp4", p.course, len(content), 100_000)
		var parts []part
		for number := 1; number <= 2; number++ {
			got, a, err := up.putRaw(by, content, number)
			if err != nil || !a.Success {
				t.Fatalf("%v %s", err, described(a))
			}
			parts = append(parts, got)
		}
		type end struct {
			answer
			what string
			err  error
		}
		done, gate := make(chan end), make(chan struct{})
		for _, what := range []string{"complete", "complete", "abort"} {
			go func() {
				<-gate
				if what == "complete" {
					a, err := up.complete(by, parts)
					done <- end{a, what, err}
					return
				}
				a, err := by.send("POST", "/video-streaming/abort-upload", map[string]any{"uploadSession": up})
				done <- end{a, what, err}
			}()
		}
		close(gate)
		statuses := map[string][]int{}
		for range 3 {
			e := <-done
			if e.err != nil {
				t.Fatal(e.err)
			}
			statuses[e.what] = append(statuses[e.what], e.Status)
		}
		aborted := statuses["abort"][0] == 200
		for _, status := range statuses["complete"] {
			if want := map[bool]int{false: 200, true: 404}[aborted]; status != want {
				t.Errorf("complete answered %d when abort answered %d", status, statuses["abort"][0])
			}
		}
		if _, there := p.object(source(up.VideoID)); there == aborted {
			t.Errorf("abort answered %d and the file is there: %t", statuses["abort"][0], there)
		}
		if !aborted && statuses["abort"][0] != 409 {
			t.Errorf("abort answered %d", statuses["abort"][0])
		}
		ends[map[bool]string{true: "aborted", false: "completed"}[aborted]]++
	}
	t.Logf("%v", ends)
	p.wantNoRest()
}
