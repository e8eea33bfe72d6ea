package faults

import (
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// F02, F03: what makes an acknowledgement true, in its order. On SQLite and the disk the bytes are synced, then the row is
// in the log of the database and that is synced, then the answer goes out. On servers the store has answered, then the
// database has answered the commit, then the answer goes out; their syncs are their own.
func TestAPartIsDurableBeforeItIsAcknowledged(t *testing.T) {
	needs(t, "strace")
	everywhere(t, partIsDurableBeforeItIsAcknowledged)
}

func partIsDurableBeforeItIsAcknowledged(t *testing.T, p *premises) {
	trace := filepath.Join(t.TempDir(), "trace")
	s, by := p.serve([]string{"strace", "-f", "-yy", "-qq", "--seccomp-bpf", "-s", "12", "-o", trace, "-e", "trace=pwrite64,fdatasync,fsync,write,read"})
	content := noise(300_000, 1)
	up := begin(t, by, "order.mp4", p.course, len(content), 1<<20)
	if _, a, err := up.putRaw(by, content, 1); err != nil || !a.Success {
		t.Fatalf("%v %s", err, described(a))
	}
	s.kill()

	calls := strings.Split(read(t, trace), "\n")
	order := p.durability()
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

// durability matches the system calls that a part needs to be durable, in their order, and the answer.
func (p *premises) durability() []*regexp.Regexp {
	p.t.Helper()
	steps := []string{
		`pwrite64\(\d+<.*/uploads/.*/data>`,
		`fdatasync\(\d+<.*/uploads/.*/data>`,
		`pwrite64\(\d+<.*lectern\.db-wal>`,
		`f(data)?sync\(\d+<.*lectern\.db-wal>`,
	}
	if p.postgres != "" {
		store, database := `\(\d+<TCP:\[.*:`+port(p, p.endpoint())+`\]>, "`, `\(\d+<TCP:\[.*:`+port(p, p.postgres)+`\]>, "`
		steps = []string{
			`write` + store + `PUT `,
			`read` + store + `HTTP/1\.1 200`,
			`write` + database + `Q.*commit`,
			`read` + database + `C.*COMM`,
		}
	}
	var order []*regexp.Regexp
	for _, step := range append(steps, `write\(\d+<(socket|TCP).*"HTTP/1\.1 200`) {
		order = append(order, regexp.MustCompile(step))
	}
	return order
}

// port is that of an address.
func port(p *premises, address string) string {
	p.t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		p.t.Fatal(err)
	}
	return u.Port()
}
