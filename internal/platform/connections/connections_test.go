package connections

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"
)

// serving serves clients that may take nothing for the time of a stall, and returns its address.
func serving(t *testing.T, handler http.HandlerFunc, stall time.Duration) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	limited := Limit(l, nil)
	limited.stall = stall
	server := &http.Server{Handler: handler, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(limited) }() // until it is closed
	t.Cleanup(func() { _ = server.Close() })
	return l.Addr().String()
}

// answering serves one answer; done gets the error of writing it.
func answering(t *testing.T, body []byte, stall time.Duration) (address string, done chan error) {
	t.Helper()
	done = make(chan error, 1)
	return serving(t, func(w http.ResponseWriter, _ *http.Request) {
		_, err := w.Write(body)
		done <- err
	}, stall), done
}

// request opens a connection that has asked for the answer.
func request(t *testing.T, address string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	return c
}

// A client that takes none of its answer does not hold the handler, its memory and its connection for ever.
func TestAnswerThatNobodyTakesEnds(t *testing.T) {
	t.Parallel()
	address, done := answering(t, make([]byte, 64<<20), 300*time.Millisecond)
	request(t, address)
	select {
	case err := <-done:
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("writing ended with %v", err)
		}
	case <-time.After(time.Minute):
		t.Error("the answer is still being written")
	}
}

// A client that takes its answer slowly, for longer than a stall may last, gets all of it.
func TestSlowDownloadIsCompleted(t *testing.T) {
	t.Parallel()
	const stall = 3 * time.Second // far longer than anything else keeps this process from reading
	address, done := answering(t, make([]byte, 16<<20), stall)
	c, began := request(t, address), time.Now()
	var got bytes.Buffer
	tick := time.NewTicker(60 * time.Millisecond) // for each of 64 pieces
	defer tick.Stop()
	for {
		if _, err := io.CopyN(&got, c, 256<<10); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		<-tick.C
	}
	if err := <-done; err != nil || got.Len() < 16<<20 || time.Since(began) < stall {
		t.Errorf("%d bytes in %v: %v", got.Len(), time.Since(began), err)
	}
}

// A stream of events that is silent for longer than a stall may last, because nothing happens, goes on: its deadline is about what is
// being written.
func TestSilentStreamGoesOn(t *testing.T) {
	t.Parallel()
	const stall = 100 * time.Millisecond
	address := serving(t, func(w http.ResponseWriter, _ *http.Request) {
		for _, event := range []string{"first", "second"} {
			_, _ = io.WriteString(w, event) // a client that does not get it fails the test
			_ = http.NewResponseController(w).Flush()
			<-time.After(3 * stall)
		}
	}, stall)
	answer, err := io.ReadAll(request(t, address))
	if err != nil || !strings.Contains(string(answer), "first") || !strings.Contains(string(answer), "second") {
		t.Errorf("%q, %v", answer, err)
	}
}

func TestConnectionLimitExemptsTrustedProxies(t *testing.T) {
	t.Parallel()
	f := Limit(nil, []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")})
	for range maxConnectionsPerHost {
		if !f.acquire("192.0.2.1") {
			t.Fatal("an untrusted address is limited too early")
		}
	}
	if f.acquire("192.0.2.1") {
		t.Error("an untrusted address is not limited")
	}
	if f.release("192.0.2.1"); !f.acquire("192.0.2.1") {
		t.Error("a closed connection still counts")
	}
	for range 2 * maxConnectionsPerHost {
		if !f.acquire("10.1.2.3") || !f.acquire("::ffff:10.1.2.3") {
			t.Fatal("the trusted proxy is limited like a single client")
		}
	}
}
