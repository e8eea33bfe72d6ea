package outbound_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"lectern/internal/platform/outbound"
)

func TestIsPublic(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"8.8.8.8": true, "2606:4700:4700::1111": true, "::ffff:8.8.8.8": true,
		"127.0.0.1": false, "127.9.9.9": false, "0.0.0.0": false, "0.1.2.3": false, "10.1.2.3": false, "172.16.0.1": false,
		"192.168.1.1": false, "169.254.169.254": false, "100.64.0.1": false, "198.18.0.1": false, "224.0.0.1": false,
		"255.255.255.255": false, "240.0.0.1": false, "::1": false, "::": false, "fe80::1": false, "fc00::1": false, "ff02::1": false,
		"::ffff:127.0.0.1": false, "::ffff:169.254.169.254": false, "64:ff9b::7f00:1": false, "2002:7f00:1::": false,
		"::127.0.0.1": false, "fd00:ec2::254": false, "fe80::1%eth0": false,
	} {
		if got := outbound.IsPublic(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
}

// A name is judged by what it resolves to, and an internal server is reached only when the operator has configured it.
func TestPrivateNetworksAreRefused(t *testing.T) {
	t.Parallel()
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if r.URL.Path == "/moved" {
			http.Redirect(w, r, "/", http.StatusFound)
		}
	}))
	defer server.Close()
	at, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	stranger := outbound.New()
	for _, address := range []string{server.URL, "http://localhost:" + at.Port(), "http://[::ffff:127.0.0.1]:" + at.Port()} {
		if answer, err := stranger.Get(address); err == nil {
			_ = answer.Body.Close()
			t.Errorf("%s was asked", address)
		}
	}
	if _, err := stranger.Get(server.URL); !errors.Is(err, outbound.ErrPrivateNetwork) || asked != 0 {
		t.Errorf("%v, asked %d times", err, asked)
	}
	named := outbound.New(at.Host)
	if answer, err := named.Get(server.URL); err != nil || answer.StatusCode != http.StatusOK || asked != 1 {
		t.Errorf("named by the operator: %v, %d requests", err, asked)
	}
	if _, err := named.Get(server.URL + "/moved"); err == nil || asked != 2 {
		t.Errorf("a redirect was followed: %v, %d requests", err, asked)
	}
}

func TestHugeAnswer(t *testing.T) {
	t.Parallel()
	for size, want := range map[int]error{1 << 20: nil, 1<<20 + 1: outbound.ErrTooLarge, 5 << 20: outbound.ErrTooLarge} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.Copy(w, strings.NewReader(strings.Repeat("x", size))) // the client hangs up
		}))
		defer server.Close()
		answer, err := outbound.New(strings.TrimPrefix(server.URL, "http://")).Get(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		if !errors.Is(err, want) || want == nil && len(body) != size || len(body) > 1<<20+1 {
			t.Errorf("of %d bytes %d were read: %v", size, len(body), err)
		}
	}
}
