package faults

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http/httptrace"
	"os/exec"
	"syscall"
	"testing"

	"lectern/internal/testapp/soak"
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

// killedUpload is an upload whose server is killed repeatedly.
type killedUpload struct {
	t            *testing.T
	p            *installation
	up           session
	content      []byte
	random       *rand.Rand
	acknowledged map[int]part
	cut          int // rounds that ended in the middle of a request
}

// killPoint is where the server is killed during an upload, in parts and bytes sent rather than in time.
type killPoint struct {
	parts int // acknowledged in this round
	bytes int // sent of the next part's body; all of them: when the request has been sent, before its answer
}

func (at *killPoint) String() string {
	return fmt.Sprintf("%d bytes after %d parts", at.bytes, at.parts)
}

// round asks a server what it holds and sends it parts until there is no answer, or all are sent; how describes what kills
// it. Unless that is a system call, it is killed at a point; at is nil otherwise.
func (k *killedUpload) round(s *process, how string, at *killPoint) {
	k.t.Helper()
	eventually(k.t, patience, "the server listens or is dead", func() bool { return s.ended() || address.MatchString(s.log.String()) })
	m := address.FindStringSubmatch(s.log.String())
	if m == nil {
		return
	}
	by := &client{k.t, m[1] + "/api/v1", k.p.teacher}
	a, err := by.send("POST", "/video-streaming/validate-session", map[string]any{"uploadSession": k.up})
	if err != nil {
		k.cut++
		return
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
	numbers := k.toSend()
	for i, number := range numbers {
		put := k.up.putRaw
		if at != nil && i >= min(at.parts, len(numbers)-1) {
			put = func(by *client, content []byte, number int) (part, answer, error) {
				return k.up.putKilling(by, content, number, at.bytes, func() { s.signal(syscall.SIGKILL) })
			}
		}
		got, a, err := put(by, k.content, number)
		if err != nil {
			k.cut++
			return
		}
		if !a.Success {
			k.t.Fatalf("part %d, killed at %s: %s", number, how, described(a))
		}
		if was, ok := k.acknowledged[number]; ok && was != got {
			k.t.Errorf("part %d was %v and is %v", number, was, got)
		}
		k.acknowledged[number] = got
	}
}

// toSend returns the missing parts, one in thirty of the others, and always the last one.
func (k *killedUpload) toSend() (numbers []int) {
	for number := 1; number <= k.up.TotalChunks; number++ {
		if _, done := k.acknowledged[number]; !done || k.random.IntN(30) == 0 || number == k.up.TotalChunks {
			numbers = append(numbers, number)
		}
	}
	return numbers
}

// putKilling sends one part and calls kill when the given number of bytes of its body have been sent.
func (s session) putKilling(by *client, content []byte, number, after int, kill func()) (part, answer, error) {
	chunk := s.chunk(content, number)
	var body io.Reader = bytes.NewReader(chunk)
	ctx := by.t.Context()
	if after < len(chunk) {
		body = io.MultiReader(bytes.NewReader(chunk[:after]), &atFirstRead{do: kill}, bytes.NewReader(chunk[after:]))
	} else {
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { kill() }})
	}
	a, err := by.sendBody(ctx, "POST", s.partPath(number), "application/octet-stream", body, int64(len(chunk)))
	if err != nil || !a.Success {
		return part{}, a, err
	}
	var p part
	err = json.Unmarshal(a.Data, &p)
	return p, a, err
}

// atFirstRead is an empty reader that calls do when it is read.
type atFirstRead struct{ do func() }

func (r *atFirstRead) Read([]byte) (int, error) {
	r.do()
	return 0, io.EOF
}

// systemCall is a call at which a server is killed, at the latest when one of its threads has made so many of them.
type systemCall struct {
	name string
	most int
}

// F01, F02: the server is killed a hundred times, forty on servers (a quarter of that in make test), while one file is
// sent: in 7 of 25 rounds at a system call chosen by the seed, which is a write to the file or the database log, the sync
// of either, or the answer, and on PostgreSQL and S3 sending to or receiving from them; in the others at a byte of a part
// chosen by the seed, or when all of it was sent and nothing answered. After each restart every acknowledged part is there,
// a part that is sent again keeps its etag, and in the end the file is complete.
func TestServerKilledDuringUpload(t *testing.T) {
	t.Parallel()
	needs(t, "strace")
	everywhere(t, serverKilledDuringUpload)
}

func serverKilledDuringUpload(t *testing.T, p *installation) {
	seed := newSeed(t)
	s, by := p.serve(nil)
	const chunk = 200_000 // a part is two writes
	rounds, calls := soak.Rounds(25, 100), []systemCall{{"pwrite64", 20}, {"fdatasync", 4}, {"write", 12}, {"fsync", 8}}
	if p.s3 != "" {
		rounds, calls = soak.Rounds(12, 40), []systemCall{{"write", 40}, {"read", 60}}
	}
	parts := rounds * 5 / 2
	k := &killedUpload{t: t, p: p, content: noise(parts*chunk+777, seed), random: rand.New(rand.NewPCG(seed, 1)), acknowledged: map[int]part{}}
	k.up = begin(t, by, "kill.mp4", p.course, len(k.content), chunk)
	s.kill()

	atCalls, atPoints := 0, 0
	for round := range rounds {
		if (round+1)*7/25 > round*7/25 { // 7 of 25, spread
			call := calls[atCalls%len(calls)]
			atCalls++
			when := 1 + k.random.IntN(call.most)
			s := start(t, append(p.env, "GOMAXPROCS=1"), strace("-e", "trace="+call.name, "-e", fmt.Sprintf("inject=%s:signal=KILL:when=%d", call.name, when)),
				"serve", "--listen", "127.0.0.1:0", "--no-worker", "--data", p.data)
			k.round(s, fmt.Sprintf("%s %d", call.name, when), nil)
			s.kill()
			continue
		}
		at := &killPoint{parts: k.random.IntN(3), bytes: k.random.IntN(chunk)}
		if round%3 == 0 {
			at.bytes = chunk
		}
		s := start(t, p.env, nil, "serve", "--listen", "127.0.0.1:0", "--no-worker", "--data", p.data)
		before := k.cut
		k.round(s, at.String(), at)
		s.kill()
		atPoints++
		if k.cut == before {
			t.Errorf("the kill at %v has cut off no request", at)
		}
	}
	t.Logf("%d of %d rounds cut off a request, %d of them at a counted point; %d of %d parts acknowledged on the way",
		k.cut, rounds, atPoints, len(k.acknowledged), k.up.TotalChunks)
	if k.cut < rounds*6/10 {
		t.Errorf("only %d of %d rounds were cut off: the faults do not hit", k.cut, rounds)
	}
	_, by = p.serve(nil)
	if missing := lost(k.acknowledged, k.up.held(by)); len(missing) > 0 {
		t.Fatalf("acknowledged and lost: %v", missing)
	}
	k.up.sendRest(by, k.content)
	p.wantSource(k.up.VideoID, k.content)
	p.wantNoLeftovers()
}
