package faults

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// needs skips a test on a machine without a tool.
func needs(t *testing.T, tools ...string) {
	t.Helper()
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			missing(t, tool)
		}
	}
}

// killing is an upload whose server dies again and again.
type killing struct {
	t            *testing.T
	p            *premises
	up           session
	content      []byte
	random       *rand.Rand
	acknowledged map[int]part
	cut          int // rounds that ended in the middle of a request
}

// round starts a server, asks what it holds and sends parts until there is no answer, or all are sent; how says what
// kills the server. It gives whether the server came up.
func (k *killing) round(s *process, how string) (up bool) {
	k.t.Helper()
	eventually(k.t, patience, "the server listens or is dead", func() bool { return s.ended() || address.MatchString(s.log.String()) })
	m := address.FindStringSubmatch(s.log.String())
	if m == nil {
		return false
	}
	by := &client{k.t, m[1] + "/api/v1", k.p.teacher}
	a, err := by.send("POST", "/video-streaming/validate-session", map[string]any{"uploadSession": k.up})
	if err != nil {
		k.cut++
		return true
	}
	var state struct {
		UploadedParts []part `json:"uploadedParts"`
	}
	if err := json.Unmarshal(a.Data, &state); err != nil {
		k.t.Fatalf("%v %s", err, described(a))
	}
	if missing := lost(k.acknowledged, state.UploadedParts); len(missing) > 0 {
		k.t.Fatalf("before %s: acknowledged and lost: %v", how, missing)
	}
	for number := 1; number <= k.up.TotalChunks; number++ {
		if _, done := k.acknowledged[number]; done && k.random.IntN(30) > 0 {
			continue
		}
		got, a, err := k.up.putRaw(by, k.content, number)
		if err != nil {
			k.cut++
			return true
		}
		if !a.Success {
			k.t.Fatalf("part %d, killed at %s: %s", number, how, described(a))
		}
		if was, ok := k.acknowledged[number]; ok && was != got {
			k.t.Errorf("part %d was %v and is %v", number, was, got)
		}
		k.acknowledged[number] = got
	}
	return true
}

// F01, F02: the server is killed a hundred times while one file is sent: 28 times at a system call that the seed chooses,
// a write to the file or to the log of the database, the sync of either, or the answer; and as often as is left at a moment
// that the seed chooses. Every part that was acknowledged is there after each restart, a part that is sent again keeps its
// etag, and in the end the file is whole.
func TestKilledAHundredTimesDuringAnUpload(t *testing.T) {
	t.Parallel()
	needs(t, "strace")
	seed := newSeed(t)
	p := newPremises(t)
	s, by := p.serve(nil)
	const chunk, rounds = 200_000, 100 // a part is two writes
	k := &killing{t: t, p: p, content: noise(250*chunk+777, seed), random: rand.New(rand.NewPCG(seed, 1)), acknowledged: map[int]part{}}
	k.up = begin(t, by, "kill.mp4", p.course, len(k.content), chunk)
	s.kill()

	for round := range rounds {
		if round%25 < 7 {
			call := []string{"pwrite64", "fdatasync", "write", "fsync"}[round%4]
			when := 1 + k.random.IntN(map[string]int{"pwrite64": 20, "fdatasync": 4, "write": 12, "fsync": 8}[call]) // of one thread
			s := start(t, []string{"GOMAXPROCS=1"}, strace("-e", "trace="+call, "-e", fmt.Sprintf("inject=%s:signal=KILL:when=%d", call, when)),
				"serve", "--listen", "127.0.0.1:0", "--no-worker", "--data", p.data)
			k.round(s, fmt.Sprintf("%s %d", call, when))
			s.kill()
			continue
		}
		s := start(t, nil, nil, "serve", "--listen", "127.0.0.1:0", "--no-worker", "--data", p.data)
		eventually(t, patience, "the server listens", func() bool { return address.MatchString(s.log.String()) })
		after := time.Duration(k.random.IntN(60)) * time.Millisecond
		death := time.AfterFunc(after, func() { s.signal(syscall.SIGKILL) })
		k.round(s, fmt.Sprintf("kill after %v", after))
		death.Stop()
		s.kill()
	}
	t.Logf("%d of %d rounds cut off a request, %d of %d parts acknowledged on the way", k.cut, rounds, len(k.acknowledged), k.up.TotalChunks)
	if k.cut < rounds*6/10 {
		t.Errorf("only %d of %d rounds were cut off: the faults do not hit", k.cut, rounds)
	}
	_, by = p.serve(nil)
	if missing := lost(k.acknowledged, k.up.held(by)); len(missing) > 0 {
		t.Fatalf("acknowledged and lost: %v", missing)
	}
	k.up.sendRest(by, k.content)
	wantFile(t, p.source(k.up.VideoID), k.content)
	p.wantNoRest()
}

// F02, F03: what makes an acknowledgement true, in its order: the bytes are synced, then the row is in the log of the
// database and that is synced, then the answer goes out.
func TestAPartIsDurableBeforeItIsAcknowledged(t *testing.T) {
	needs(t, "strace")
	p := newPremises(t)
	trace := t.TempDir() + "/trace"
	s, by := p.serve([]string{"strace", "-f", "-y", "-qq", "--seccomp-bpf", "-s", "12", "-o", trace, "-e", "trace=pwrite64,fdatasync,fsync,write"})
	content := noise(300_000, 1)
	up := begin(t, by, "order.mp4", p.course, len(content), 1<<20)
	if _, a, err := up.putRaw(by, content, 1); err != nil || !a.Success {
		t.Fatalf("%v %s", err, described(a))
	}
	s.kill()

	calls := strings.Split(read(t, trace), "\n")
	order := []*regexp.Regexp{
		regexp.MustCompile(`pwrite64\(\d+<.*/uploads/.*/data>`),
		regexp.MustCompile(`fdatasync\(\d+<.*/uploads/.*/data>`),
		regexp.MustCompile(`pwrite64\(\d+<.*lectern\.db-wal>`),
		regexp.MustCompile(`f(data)?sync\(\d+<.*lectern\.db-wal>`),
		regexp.MustCompile(`write\(\d+<(socket|TCP):.*"HTTP/1\.1 200`),
	}
	next := 0
	for _, call := range calls {
		if next < len(order) && order[next].MatchString(call) {
			next++
		}
	}
	if next < len(order) {
		t.Errorf("the step %v does not come after the one before it:\n%s", order[next], strings.Join(calls[max(0, len(calls)-60):], "\n"))
	}
}
