package faults

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
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

// systemCall is one at which a server is killed, at the latest when one of its threads makes so many of them.
type systemCall struct {
	name string
	most int
}

// F01, F02: the server is killed a hundred times, on servers forty, while one file is sent: in 7 of 25 at a system call that
// the seed chooses, a write to the file or to the log of the database, the sync of either, or the answer, and on PostgreSQL
// and S3 what goes to them and comes from them; in the others at a moment that the seed chooses. Every part that was acknowledged is there after each restart, a part that is sent again keeps its
// etag, and in the end the file is whole.
func TestKilledAHundredTimesDuringAnUpload(t *testing.T) {
	t.Parallel()
	needs(t, "strace")
	everywhere(t, killedAHundredTimesDuringAnUpload)
}

func killedAHundredTimesDuringAnUpload(t *testing.T, p *premises) {
	seed := newSeed(t)
	s, by := p.serve(nil)
	const chunk = 200_000 // a part is two writes
	rounds, parts, alive, calls := 100, 250, 60, []systemCall{{"pwrite64", 20}, {"fdatasync", 4}, {"write", 12}, {"fsync", 8}}
	if p.s3 != "" {
		rounds, parts, alive, calls = 40, 80, 150, []systemCall{{"write", 40}, {"read", 60}}
	}
	k := &killing{t: t, p: p, content: noise(parts*chunk+777, seed), random: rand.New(rand.NewPCG(seed, 1)), acknowledged: map[int]part{}}
	k.up = begin(t, by, "kill.mp4", p.course, len(k.content), chunk)
	s.kill()

	for round := range rounds {
		if round%25 < 7 {
			call := calls[round%len(calls)]
			when := 1 + k.random.IntN(call.most)
			s := start(t, append(p.env, "GOMAXPROCS=1"), strace("-e", "trace="+call.name, "-e", fmt.Sprintf("inject=%s:signal=KILL:when=%d", call.name, when)),
				"serve", "--listen", "127.0.0.1:0", "--no-worker", "--data", p.data)
			k.round(s, fmt.Sprintf("%s %d", call.name, when))
			s.kill()
			continue
		}
		s := start(t, p.env, nil, "serve", "--listen", "127.0.0.1:0", "--no-worker", "--data", p.data)
		eventually(t, patience, "the server listens", func() bool { return address.MatchString(s.log.String()) })
		after := time.Duration(k.random.IntN(alive)) * time.Millisecond
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
	p.wantSource(k.up.VideoID, k.content)
	p.wantNoRest()
}
