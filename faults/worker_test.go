package faults

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// held selects a job of a living worker: expireLeases moves the leases of killed ones into the year 2000.
const held = "state = 'running' AND lease_until > '2001-01-01'"

// expireLeases expires the leases of silent workers.
func (p *installation) expireLeases() {
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

// leaveScratch leaves the files of a worker that was killed an hour ago.
func (p *installation) leaveScratch() {
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

// dayLater ages what a killed writer has left in the storage until it cannot belong to another process, and starts a
// worker, which has to remove it.
func (p *installation) dayLater() {
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

// F21: a worker is killed at points of a clip's processing chosen by the seed, and once only its ffmpeg. Manifests never
// name anything incomplete, everything decodes in the end, and nothing is left in scratch.
func TestWorkerKilledWhileEncoding(t *testing.T) { everywhere(t, workerKilledWhileEncoding) }

func workerKilledWhileEncoding(t *testing.T, p *installation) {
	seed := newSeed(t)
	random := rand.New(rand.NewPCG(seed, 1))
	_, by := p.serve(nil)
	p.leaveScratch()
	video := upload(t, clipAt(t, 12, 24), p.course, by)
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
		p.expireLeases()
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
	if playlists := whole(t, by, video, 2); len(playlists) != 7 {
		t.Errorf("the manifest names %v, want three qualities, the keyframes of each, and the audio", playlists)
	}
	decode(t, by, video)
	play(t, by, video, 12)
	if failed := texts(t, d, "SELECT kind || ' ' || last_error FROM jobs WHERE state = 'failed'"); len(failed) > 0 {
		t.Errorf("jobs: %v", failed)
	}
	p.dayLater()
	p.wantNoLeftovers()
}

// F22: a worker is suspended in the middle of a piece for longer than its lease, and resumes when another one has made it.
// It publishes nothing, logs that, and the other worker's output is unchanged.
func TestSuspendedWorkerIsFenced(t *testing.T) {
	t.Parallel() // it waits for a lease of 20 s
	everywhere(t, suspendedWorkerIsFenced)
}

func suspendedWorkerIsFenced(t *testing.T, p *installation) {
	_, by := p.serve(nil)
	video := upload(t, clip(t, 6), p.course, by)
	frozen := p.worker(nil, nil)
	d := p.database()
	var pieces []string
	// With its attempt: on a slow machine, stopping it may take longer than a lease, and the worker then begins the piece again.
	running := func() []string {
		return texts(t, d, "SELECT id || ' ' || fence FROM jobs WHERE kind = 'transcode.piece' AND state = 'running' AND progress > 0 AND ref = ?", video)
	}
	eventually(t, patience, "the worker stands still in the middle of a piece", func() bool {
		if pieces = running(); len(pieces) == 0 {
			return false
		}
		frozen.signal(syscall.SIGSTOP)
		// Stopped within a transaction it would keep all others from writing to SQLite, which no lease ends.
		if _, err := d.ExecContext(t.Context(), "DELETE FROM jobs WHERE 1 = 0"); err == nil && slices.Equal(pieces, running()) {
			return true
		}
		frozen.signal(syscall.SIGCONT)
		return false
	})
	id, attempt := splitAttempt(t, pieces[0])
	begun := time.Now()
	p.worker(nil, nil)
	eventually(t, patience, "another worker has the piece", func() bool {
		return len(texts(t, d, "SELECT id FROM jobs WHERE id = ? AND fence = ?", id, attempt+1)) > 0
	})
	t.Logf("taken over after %.1f s", time.Since(begun).Seconds())
	completed(t, by, video)
	before := p.hashes(video)
	frozen.signal(syscall.SIGCONT)
	eventually(t, patience, "the woken worker says that it is fenced", func() bool { return strings.Contains(frozen.log.String(), "taken over") })
	if after := p.published(before, video); !slices.Equal(before, after) {
		t.Errorf("the published objects have changed:\n%v\n%v", before, after)
	}
	var piece struct {
		Piece     int
		Rendition string
	}
	if err := json.Unmarshal([]byte(texts(t, d, "SELECT payload FROM jobs WHERE id = ?", id)[0]), &piece); err != nil {
		t.Fatal(err)
	}
	if fences := texts(t, d, "SELECT fence FROM video_pieces WHERE video_id = ? AND piece = ? AND rendition = ?", video, piece.Piece, piece.Rendition); len(fences) > 1 || len(fences) == 1 && fences[0] != strconv.Itoa(attempt+1) {
		t.Errorf("the piece is of attempt %v, want %d", fences, attempt+1)
	}
	decode(t, by, video)
}

// splitAttempt splits "job attempt", as a query lists it.
func splitAttempt(t *testing.T, text string) (id string, attempt int) {
	t.Helper()
	if _, err := fmt.Sscan(text, &id, &attempt); err != nil {
		t.Fatal(err)
	}
	return id, attempt
}

// hashes lists the stored objects of a video with their hashes.
func (p *installation) hashes(video string) (list []string) {
	p.t.Helper()
	for _, key := range p.keys("videos/" + video + "/") {
		content, _ := p.object(key)
		list = append(list, fmt.Sprintf("%s %x", key, sha256.Sum256(content)))
	}
	return list
}

// published returns hashes of only those objects that are in the list before: a fenced attempt may leave objects of its
// own, under names of its own.
func (p *installation) published(before []string, video string) (list []string) {
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

// F28: a worker that is stopped releases its jobs at once, and their attempts do not count.
func TestStoppedWorkerReleasesItsJobs(t *testing.T) { everywhere(t, stoppedWorkerReleasesItsJobs) }

func stoppedWorkerReleasesItsJobs(t *testing.T, p *installation) {
	_, by := p.serve(nil)
	video := upload(t, clip(t, 6), p.course, by)
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
	p.wantNoLeftovers()
}

// A video is deleted while it is encoded: the encoder stops, and nothing of the video is left or comes back.
func TestDeletedWhileEncoding(t *testing.T) { everywhere(t, deletedWhileEncoding) }

func deletedWhileEncoding(t *testing.T, p *installation) {
	_, by := p.serve(nil)
	video := upload(t, clip(t, 6), p.course, by)
	worker := p.worker(nil, nil)
	eventually(t, patience, "segments are stored", func() bool { return len(p.keys("videos/"+video+"/")) > 0 })
	by.must("DELETE", "/video-streaming/"+video, nil, nil)
	if a, err := by.send("GET", "/video-streaming/"+video+"/status", nil); err != nil || a.Status != 404 {
		t.Errorf("the status of a deleted video: %v %s", err, described(a))
	}
	eventually(t, patience, "the encoder stops", func() bool { return len(worker.tools("ffmpeg")) == 0 })
	// A last object may have been written since: the removal runs again after two minutes, which are over now.
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
