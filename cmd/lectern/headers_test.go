package main

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// What no header may hold does not reach a handler: control characters, and a megabyte of anything.
func TestUnfitHeadersAreRefused(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(nil)
	server.Config = newServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	}))
	server.Start()
	defer server.Close()
	for name, c := range map[string]struct {
		header string
		want   int
	}{
		"an ordinary one":   {"User-Agent: bees", 204},
		"beyond ASCII":      {"User-Agent: b\u00e9es", 204},
		"U+0000":            {"User-Agent: a\x00b", 400},
		"a control":         {"Idempotency-Key: a\x1bb", 400},
		"a megabyte":        {"Cookie: " + strings.Repeat("a", 1<<20), 431},
		"a megabyte of all": {strings.Repeat("X-Bees: "+strings.Repeat("a", 1000)+"\r\n", 1000) + "X-Last: a", 431},
		"a megabyte's name": {strings.Repeat("a", 1<<20) + ": a", 431},
	} {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		go func() { // the server answers before it has read all
			_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: lectern.test\r\n"+c.header+"\r\n\r\n")
		}()
		r, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || r.StatusCode != c.want {
			t.Errorf("%s: %v %v, want %d", name, r, err, c.want)
		}
		_ = conn.Close()
	}
}
