package faults

import (
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// F02, F03: the order of what makes an acknowledgement true. On SQLite and the disk the bytes are synced, then the row is
// in the database log and that is synced, then the answer is sent. On servers the store has answered, then the database has
// answered the commit, then the answer is sent; their syncs are their own.
func TestPartIsDurableBeforeItIsAcknowledged(t *testing.T) {
	needs(t, "strace")
	everywhere(t, partIsDurableBeforeItIsAcknowledged)
}

func partIsDurableBeforeItIsAcknowledged(t *testing.T, p *installation) {
	trace := filepath.Join(t.TempDir(), "trace")
	s, by := p.serve([]string{"strace", "-f", "-yy", "-qq", "--seccomp-bpf", "-s", "12", "-o", trace, "-e", "trace=pwrite64,fdatasync,fsync,write,read"})
	content := noise(300_000, 1)
	up := begin(t, by, "order.mp4", p.course, len(content), 1<<20)
	if _, a, err := up.putRaw(by, content, 1); err != nil || !a.Success {
		t.Fatalf("%v %s", err, described(a))
	}
	s.kill()

	calls := wholeCalls(read(t, trace))
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

var unfinished, resumed = regexp.MustCompile(`^(\d+) +(.*)<unfinished \.\.\.>$`), regexp.MustCompile(`^(\d+) +<\.\.\. \w+ resumed>(.*)$`)

// wholeCalls returns the calls of a trace. An interrupted call is listed where it ended, because only then it is done; but
// a send where it began, because the recipient may have the data from then on.
func wholeCalls(trace string) (calls []string) {
	begun := map[string]string{} // by thread
	for line := range strings.Lines(trace) {
		line = strings.TrimRight(line, "\n")
		if m := unfinished.FindStringSubmatch(line); m != nil {
			begun[m[1]] = strings.TrimRight(m[2], " ")
			if !strings.HasPrefix(m[2], "write(") {
				continue
			}
		}
		if m := resumed.FindStringSubmatch(line); m != nil {
			if strings.HasPrefix(begun[m[1]], "write(") {
				continue
			}
			line = m[1] + " " + begun[m[1]] + " " + strings.TrimLeft(m[2], " ")
		}
		calls = append(calls, line)
	}
	return calls
}

// durability matches the system calls that make a part durable, in order, and the answer.
func (p *installation) durability() []*regexp.Regexp {
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

// port returns the port of an address.
func port(p *installation, address string) string {
	p.t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		p.t.Fatal(err)
	}
	return u.Port()
}
