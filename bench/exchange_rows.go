package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	questionsExchanged = 10_000 // as many as a course has at most
	lettersOfQuestion  = 12_000 // so that the file is nearly as large as it may be, 128 MB
)

// exchangeMemoryRow imports and exports the largest file of questions. The peer is what programs do that read and write such a file as
// a whole: a server of a few lines (wholeServer) that decodes the same bytes into the same kind of structures, and stores nothing.
func exchangeMemoryRow(b *bench) ([]Figure, error) {
	if err := need(b.binary()); err != nil {
		return nil, err
	}
	file := filepath.Join(b.dir, "questions.json")
	if err := writeQuestions(file); err != nil {
		return nil, err
	}
	ours, peer, err := alternate(min(b.pairs, 3), func() (Sample, error) { return b.exchangeOurs(file) }, func() (Sample, error) { return b.exchangeWhole(file) })
	if err != nil {
		return nil, err
	}
	held := *b
	held.env = []string{fmt.Sprintf("GOMEMLIMIT=%dMiB", int(median(column(ours, "idle")))+leftForGo)}
	var limited []Sample
	for range ours {
		one, err := held.exchangeOurs(file)
		if err != nil {
			return nil, err
		}
		limited = append(limited, one)
	}
	return []Figure{
		oursToPeer("import: ours / reading the file as a whole", "import", ours, peer).atMost(0.25),
		oursToPeer("export: ours / writing the file as a whole", "export", ours, peer).atMost(0.25),
		absolute("import: memory over idle, without garbage", "MiB", column(limited, "import")).atMost(32),
		absolute("export: memory over idle, without garbage", "MiB", column(limited, "export")).atMost(32),
	}, nil
}

// leftForGo is how many MiB over idle Go's memory limit is, so that garbage beyond it does not count. What is held does: the limit is no
// refusal. The rest of the 32 MiB is for SQLite's caches, of which the limit does not know (faults/memory_test.go).
const leftForGo = 20

// writeQuestions writes a file of questions as Lectern exports them.
func writeQuestions(file string) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	prompt := strings.Repeat("Who dances? ", lettersOfQuestion/12)
	fmt.Fprint(w, `{"format":"lectern-questions-1","questions":[`)
	for i := range questionsExchanged {
		separator := ","
		if i == 0 {
			separator = ""
		}
		fmt.Fprintf(w, `%s{"kind":"short","format":"plain","prompt":%q,"points":1,"tags":["bees","dances"],"accepted":["bees"]}`, separator, fmt.Sprint(i, " ", prompt))
	}
	fmt.Fprint(w, "]}")
	return w.Flush() // nothing reads it before
}

// exchangeOurs measures Lectern on a new data folder.
func (b *bench) exchangeOurs(file string) (Sample, error) {
	l, err := b.serve("ours", "--no-worker")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(filepath.Join(b.dir, "ours"))
	defer l.stop()
	return l.exchange(file, l.url+"/api/v1/question-banks/"+l.course+"/import", l.url+"/api/v1/question-banks/"+l.course+"/export")
}

// exchangeWhole measures a process of this program that serves wholeServer.
func (b *bench) exchangeWhole(file string) (Sample, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	p, err := start(b.ctx, []string{wholeServerAddress + "=" + address}, self)
	if err != nil {
		return nil, err
	}
	defer p.stop()
	url := "http://" + address
	if err := p.answers(url + "/readyz"); err != nil {
		return nil, err
	}
	l := &lectern{process: p, url: url, ctx: b.ctx}
	return l.exchange(file, url+"/import", url+"/export")
}

// exchange returns how far memory rises above idle while the file is imported, and while what was imported is exported.
func (l *lectern) exchange(file, to, from string) (Sample, error) {
	idle, imported, err := l.riseOf(func() error {
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		defer f.Close()
		return l.send(http.MethodPost, to, "application/json", f, -1, nil)
	})
	if err != nil {
		return nil, err
	}
	_, exported, err := l.riseOf(func() error { return l.download(from) })
	return Sample{"idle": idle, "import": imported, "export": exported}, err
}

func (l *lectern) download(url string) error {
	r, err := http.NewRequestWithContext(l.ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+l.token)
	answer, err := client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	n, err := io.Copy(io.Discard, answer.Body)
	if err == nil && (answer.StatusCode != http.StatusOK || n < questionsExchanged*lettersOfQuestion) {
		err = fmt.Errorf("%s: %s, %d bytes", url, answer.Status, n)
	}
	return err
}

// riseOf returns the memory of the idle server's own (RssAnon: without the pages of its program), and how far it rises above that, in MiB.
func (l *lectern) riseOf(do func() error) (idle, rise float64, err error) {
	time.Sleep(settled)
	if idle, err = l.memory("RssAnon"); err != nil {
		return 0, 0, err
	}
	highest := idle
	var done atomic.Bool
	var group errgroup.Group
	group.Go(func() error {
		defer done.Store(true)
		return do()
	})
	group.Go(func() error {
		for !done.Load() {
			now, err := l.memory("RssAnon")
			if err != nil {
				return err
			}
			highest = max(highest, now)
			time.Sleep(10 * time.Millisecond)
		}
		return nil
	})
	err = group.Wait()
	return idle, highest - idle, err
}

// wholeServerAddress is the variable of the environment that makes this program the peer of exchangeMemoryRow, on that address.
const wholeServerAddress = "LECTERN_BENCH_WHOLE"

// serveWhole serves the peer until it is stopped.
func serveWhole(address string) error {
	var bank struct {
		Format    string `json:"format"`
		Questions []struct {
			Kind     string   `json:"kind"`
			Format   string   `json:"format"`
			Prompt   string   `json:"prompt"`
			Points   int64    `json:"points"`
			Tags     []string `json:"tags"`
			Accepted []string `json:"accepted"`
		} `json:"questions"`
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /readyz", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("POST /import", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err == nil {
			err = json.Unmarshal(body, &bank)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
		}
	})
	mux.HandleFunc("GET /export", func(w http.ResponseWriter, _ *http.Request) {
		text, err := json.Marshal(bank)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Write(text) // the client counts the bytes
	})
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	return http.Serve(listener, mux)
}
