package faults

import (
	"bytes"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lectern/internal/platform/blob"
	"lectern/internal/testapp/soak"
)

// sent is one attempt at a part.
type sent struct {
	number int
	bytes  []byte
}

// recorded is an upload with a journal of every change to the disk.
type recorded struct {
	p       *installation
	up      session
	before  map[string][]byte // files, by name, at the start of the journal
	journal journal
	sent    []sent // in this order, each after the answer to the one before
	content []byte // of the whole file at the end
}

// record sends an upload to a server under strace: its start, every part, every third part once more with other bytes, and
// its completion.
func record(t *testing.T, seed uint64) *recorded {
	t.Helper()
	p := newInstallation(t)
	s, by := p.serve(nil)
	trace := filepath.Join(t.TempDir(), "trace")
	detach := s.attach("-o", trace, "-y", "-xx", "-s", "200000", "-e", traced)
	s.signal(syscall.SIGSTOP)
	info, err := os.Stat(trace)
	if err != nil {
		t.Fatal(err)
	}
	r := &recorded{p: p, before: map[string][]byte{}}
	for _, name := range files(t, p.data) {
		if !strings.HasSuffix(name, "-shm") { // recreated by a restart
			r.before[name] = []byte(read(t, name))
		}
	}
	s.signal(syscall.SIGCONT)
	const chunk, parts = 40_000, 12
	r.content = noise(parts*chunk+11, seed)
	r.up = begin(t, by, "crash.mp4", p.course, len(r.content), chunk)
	var held []part
	for number := 1; number <= r.up.TotalChunks; number++ {
		tries := [][]byte{r.content}
		if number%3 == 0 {
			tries = [][]byte{noise(len(r.content), seed+1), r.content}
		}
		var got part
		for _, content := range tries {
			var a answer
			if got, a, err = r.up.putRaw(by, content, number); err != nil || !a.Success {
				t.Fatalf("part %d: %v %s", number, err, described(a))
			}
			r.sent = append(r.sent, sent{number, r.up.chunk(content, number)})
		}
		held = append(held, got)
	}
	if a, err := r.up.complete(by, held); err != nil || !a.Success {
		t.Fatalf("complete: %v %s", err, described(a))
	}
	// A client may have an answer before strace has noted that the call which wrote it has ended.
	eventually(t, patience, "strace has noted every answer", func() bool {
		r.journal = readJournal(t, trace, info.Size())
		return r.journal.answers(len(r.journal)) >= len(r.sent)+2
	})
	detach()
	s.kill()
	if n := r.journal.answers(len(r.journal)); n != len(r.sent)+2 {
		t.Fatalf("the journal of %d events has %d answers, %d requests were made", len(r.journal), n, len(r.sent)+2)
	}
	return r
}

// F03: a thousand power cuts, a hundred in make test, each at a point of an upload chosen by its seed; every write that was
// not synced by then is kept, lost or garbage, also chosen by the seed. No acknowledged part is lost, and the upload can be
// completed to the file that was sent. The disk is a model (like that of SQLite's crash tests), the calls are those of the
// real server. On PostgreSQL and S3 there is no such disk: see TestMachineLostDuringAnUpload.
func TestSimulatedPowerCuts(t *testing.T) {
	needs(t, "strace")
	seed := newSeed(t)
	r := record(t, seed)
	dir := t.TempDir()
	if memory, err := os.MkdirTemp("/dev/shm", "lectern-crash-"); err == nil { // faster; nothing is synced for long here
		dir = memory
		t.Cleanup(func() { _ = os.RemoveAll(dir) })
	}
	var during, after int
	cuts := soak.Rounds(100, 1000)
	for n := range uint64(cuts) {
		random := rand.New(rand.NewPCG(seed, n))
		at := random.IntN(len(r.journal) + 1)
		acknowledged := r.journal.answers(at)
		if acknowledged <= len(r.sent)+1 {
			during++
		} else {
			after++
		}
		r.wantAfterCut(t, filepath.Join(dir, "data"), acknowledged, r.journal.cut(r.before, at, random))
		if t.Failed() {
			t.Fatalf("seed %d, cut %d: after %d of %d events", seed, n, at, len(r.journal))
		}
	}
	t.Logf("%d events; %d cuts during the upload and %d after it", len(r.journal), during, after)
	if during < cuts/2 {
		t.Error("the cuts do not hit the upload")
	}
}

// wantAfterCut checks what a power cut has left after the given number of acknowledged requests.
func (r *recorded) wantAfterCut(t *testing.T, dir string, acknowledged int, disk map[string][]byte) {
	t.Helper()
	left := r.writeDisk(t, dir, disk)
	defer func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	}()
	d := left.database()
	defer d.Close()
	var ref, key, status string
	err := d.QueryRow("SELECT storage_ref, object_key, status FROM upload_sessions WHERE id = ?", r.up.UploadID).Scan(&ref, &key, &status)
	if err != nil {
		if acknowledged > 0 {
			t.Errorf("the session is lost: %v", err)
		}
		return
	}
	store, err := blob.NewDisk(left.objects())
	if err != nil {
		t.Fatal(err)
	}
	if status != "completed" {
		var held []blob.StoredPart
		rows, err := d.Query("SELECT part_number, size, crc32c, storage_tag FROM upload_parts WHERE video_id = ? ORDER BY part_number", r.up.VideoID)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var s blob.StoredPart
			if err := rows.Scan(&s.Number, &s.Size, &s.CRC32C, &s.Tag); err != nil {
				t.Fatal(err)
			}
			held = append(held, s)
		}
		r.wantParts(t, held, acknowledged-1)
		if err := store.Verify(t.Context(), key, ref, held); err != nil {
			t.Errorf("the parts that the database knows: %v", err)
		}
		if acknowledged <= len(r.sent) {
			return
		}
		if err := store.Finish(t.Context(), key, ref, held); err != nil {
			t.Errorf("the upload does not end: %v", err)
		}
	}
	if content, err := os.ReadFile(left.sourceFile(r.up.VideoID)); err != nil || !bytes.Equal(content, r.content) {
		t.Errorf("the file is not the one that was sent: %v", err)
	}
}

// wantParts compares the parts in the database with the acknowledged attempts; the next attempt may be there too.
func (r *recorded) wantParts(t *testing.T, held []blob.StoredPart, acknowledged int) {
	t.Helper()
	sum := func(s sent) uint32 { return crc32.Checksum(s.bytes, crc32.MakeTable(crc32.Castagnoli)) }
	for i, s := range r.sent[:max(0, acknowledged)] {
		if i+1 < len(r.sent) && r.sent[i+1].number == s.number && i+1 < acknowledged {
			continue // replaced by another
		}
		kept := s.number <= len(held) && held[s.number-1].CRC32C == sum(s)
		if next := acknowledged; !kept && s.number <= len(held) && next < len(r.sent) && r.sent[next].number == s.number {
			kept = held[s.number-1].CRC32C == sum(r.sent[next])
		}
		if !kept {
			t.Errorf("part %d was acknowledged and is lost", s.number)
		}
	}
}

// writeDisk writes the content of a disk to a folder.
func (r *recorded) writeDisk(t *testing.T, dir string, disk map[string][]byte) *installation {
	t.Helper()
	left := *r.p
	left.t, left.data = t, dir
	for name, content := range disk {
		inside, there := strings.CutPrefix(name, r.p.data)
		to := filepath.Join(dir, inside)
		if !there {
			continue
		}
		folder, file := filepath.Split(name)
		if err := os.MkdirAll(filepath.Join(dir, strings.TrimPrefix(folder, r.p.data)), 0o700); err != nil {
			t.Fatal(err)
		}
		if file == "" {
			continue
		}
		if err := os.WriteFile(to, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return &left
}
