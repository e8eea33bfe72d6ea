package faults

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// failed waits until processing a video has failed and returns the status.
func failed(t *testing.T, by *client, video string) (got videoStatus) {
	t.Helper()
	eventually(t, patience, "the video has failed", func() bool {
		got = status(by, video)
		if got.Status == "completed" {
			t.Fatal("the video is complete")
		}
		return got.Status == "failed"
	})
	if got.FailureCode == "" || len(got.FailureReason) < 20 {
		t.Errorf("it failed without a helpful reason: %+v", got)
	}
	return got
}

// F23: texts that reference other files and URLs and are named like videos are refused with a reason; nothing that they
// reference is opened, and no connection is made: on SQLite and the disk, where a worker needs none.
func TestMasqueradedVideosReachNothing(t *testing.T) {
	needs(t, "strace")
	p := newInstallation(t)
	canary := filepath.Join(t.TempDir(), "canary.mp4")
	if err := os.WriteFile(canary, []byte(read(t, "../testdata/clips/bbb-720p-5s.mp4")), 0o644); err != nil {
		t.Fatal(err)
	}
	trap, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer trap.Close()
	var caught atomic.Int64
	go func() {
		for {
			c, err := trap.Accept()
			if err != nil {
				return // the test has ended
			}
			caught.Add(1)
			_ = c.Close()
		}
	}()
	host := trap.Addr().String()
	_, port, _ := net.SplitHostPort(host)

	_, by := p.serve(nil)
	videos := map[string]string{}
	for name, content := range map[string]string{
		"hls":      "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nhttp://" + host + "/a.ts\n#EXTINF:10,\nfile://" + canary + "\n#EXT-X-ENDLIST\n",
		"hls-key":  "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXT-X-KEY:METHOD=AES-128,URI=\"http://" + host + "/key\"\n#EXTINF:10,\n" + canary + "\n",
		"ffconcat": "ffconcat version 1.0\nfile " + canary + "\n",
		"concat":   "file '" + canary + "'\n",
		"sdp":      "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video " + port + " RTP/AVP 96\na=rtpmap:96 H264/90000\n",
		"dash": `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT10S"><Period><BaseURL>http://` + host +
			`/</BaseURL><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>file://` + canary + `</BaseURL></Representation></AdaptationSet></Period></MPD>`,
		"text": strings.Repeat("This is no film.\n", 100),
		"zip":  "PK\x03\x04" + strings.Repeat("\x00", 400),
	} {
		file := filepath.Join(t.TempDir(), name+".mp4")
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		videos[name] = upload(t, file, p.course, by)
	}
	trace := filepath.Join(t.TempDir(), "trace")
	p.worker(nil, []string{"strace", "-f", "-qq", "--seccomp-bpf", "-s", "300", "-o", trace, "-e", "trace=connect,open,openat,openat2"})
	for name, video := range videos {
		got := failed(t, by, video)
		t.Logf("%s: %s, %s", name, got.FailureCode, got.FailureReason)
	}
	if caught.Load() > 0 {
		t.Errorf("%d connections were made", caught.Load())
	}
	calls := read(t, trace)
	if !strings.Contains(calls, "openat(") {
		t.Fatal("strace has seen nothing")
	}
	for line := range strings.Lines(calls) {
		if strings.Contains(line, canary) || strings.Contains(line, "sa_family=AF_INET") {
			t.Errorf("unexpected system call of the worker: %s", line)
		}
	}
}

// breakEncoder makes a folder of tools whose ffmpeg probes correctly and runs this instead of encoding. Its prlimit allows
// a second of CPU and 1 GiB of memory, because the real limits are more than a test can wait for.
func breakEncoder(t *testing.T, does string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for tool, script := range map[string]string{
		"ffmpeg":  "case \"$*\" in *libx264*) ;; *) exec %s \"$@\";; esac\n" + does,
		"prlimit": "for a; do shift; case $a in --cpu=*) a=--cpu=1:3;; --as=*) a=--as=1073741824;; esac; set -- \"$@\" \"$a\"; done\nexec %s \"$@\"",
	} {
		real, err := exec.LookPath(tool)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, tool), []byte("#!/bin/sh\n"+fmt.Sprintf(script, real)+"\n"), 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// F26: an ffmpeg that crashes, spins, allocates, forks, or writes garbage, a little or 100 GB, fails its video with a class
// and a reason, after a second attempt; none of it keeps running, and the worker and the server continue. Neither database nor storage
// plays a part.
func TestBrokenEncoder(t *testing.T) {
	for name, c := range map[string]brokenEncoder{ // there is no place where it may write a file
		"crashes":                 {"kill -SEGV $$", "crashed"},
		"writes garbage":          {"head -c 300000 /dev/urandom >&3; exit 0", "garbage"},
		"writes without end":      {"cat /dev/zero >&3", "garbage"},
		"writes a file of 100 GB": {"exec dd if=/dev/zero of=/tmp/big bs=1M count=100000", "failed"},
		"gives up":                {"echo 'the film is odd' >&2; exit 1", "failed"},
		"spins":                   {"while :; do :; done", "out_of_cpu"},
		"takes memory":            {"dd if=/dev/zero of=/dev/null bs=9G count=1", "failed"},
		"forks":                   {"for i in 1 2 3 4 5 6 7 8 9; do setsid sleep 98765 & done; exit 1", "failed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.fails(t, newInstallation(t))
		})
	}
}

// brokenEncoder is what ffmpeg does instead of encoding, and what the job's error has to contain.
type brokenEncoder struct{ does, class string }

func (c brokenEncoder) fails(t *testing.T, p *installation) {
	_, by := p.serve(nil)
	worker := p.worker([]string{"PATH=" + breakEncoder(t, c.does) + ":" + os.Getenv("PATH")}, nil)
	video := upload(t, "../testdata/clips/bbb-720p-5s.mp4", p.course, by)
	got := failed(t, by, video)
	t.Logf("%s: %s", got.FailureCode, got.FailureReason)
	if tries := texts(t, p.database(), "SELECT attempts FROM jobs WHERE ref = ? AND kind = 'transcode.piece' AND state = 'failed'", video); len(tries) == 0 || tries[0] != "2" {
		t.Errorf("it was tried %v times, want 2", tries)
	}
	if errors := strings.Join(texts(t, p.database(), "SELECT last_error FROM jobs WHERE ref = ?", video), "\n"); !strings.Contains(errors, c.class) {
		t.Errorf("the error lacks the class: %s", errors)
	}
	if worker.ended() {
		t.Error("the worker has ended")
	}
	for _, left := range []string{"ffmpeg", "sleep", "dd", "tail", "cat"} {
		if pids := worker.tools(left); len(pids) > 0 {
			t.Errorf("%s is left: %v", left, pids)
		}
	}
	worker.kill()
	if a, err := by.send("GET", "/video-streaming/videos", nil); err != nil || a.Status != 200 {
		t.Errorf("the list: %v %s", err, described(a))
	}
	p.wantNoLeftovers()
}

// F27: where the sandbox does not start, uploads are accepted and no media is touched; the log says so, and /readyz that the media tools are not there. A flag
// accepts the risk, and then the waiting videos are processed.
func TestUnsandboxedWorkersWait(t *testing.T) {
	p := newInstallation(t)
	tools := t.TempDir()
	for _, tool := range []string{"ffmpeg", "ffprobe", "prlimit"} { // and no bwrap
		path, err := exec.LookPath(tool)
		if err == nil {
			err = os.Symlink(path, filepath.Join(tools, tool))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	env := append(p.env, "PATH="+tools)
	s := serve(t, env, nil, "--data", p.data)
	by := p.client(s)
	video := upload(t, clip(t, 1), p.course, by)
	if _, body := fetch(t, s.URL+"/readyz"); !strings.Contains(body, `"name":"media","ok":false`) || strings.Contains(body, "ffmpeg") {
		t.Errorf("/readyz does not name the media tools alone: %s", body)
	}
	if log := s.log.String(); !strings.Contains(log, "bubblewrap") || !strings.Contains(log, "--allow-unsandboxed-media") {
		t.Errorf("the log does not tell what to do: %s", log)
	}
	if got := texts(t, p.database(), "SELECT state || fence FROM jobs WHERE ref = ?", video); len(got) != 1 || got[0] != "waiting0" {
		t.Errorf("without a sandbox the jobs of the video are %v", got)
	}
	s.kill()

	worker := start(t, env, nil, "worker", "--data", p.data)
	eventually(t, patience, "a worker that can do nothing ends", worker.ended)
	if worker.cmd.ProcessState.Success() || !strings.Contains(worker.log.String(), "--allow-unsandboxed-media") {
		t.Errorf("it ends with %v and says %s", worker.cmd.ProcessState, worker.log)
	}

	s = serve(t, env, nil, "--data", p.data, "--allow-unsandboxed-media")
	by = p.client(s)
	flagged := *p
	flagged.env = env
	if out, _ := flagged.run("doctor", "--data", p.data, "--allow-unsandboxed-media"); !strings.Contains(out, "NOT isolated") {
		t.Errorf("doctor does not say that the flag is set: %s", out)
	}
	completed(t, by, video)
}
