package main

import (
	"net/netip"
	"testing"
)

func TestATrustedProxyMayHoldMoreConnectionsThanAStranger(t *testing.T) {
	t.Parallel()
	f := limitConnections(nil, []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")})
	for range maxConnectionsPerHost {
		if !f.acquire("192.0.2.1") {
			t.Fatal("a stranger has fewer connections than are allowed")
		}
	}
	if f.acquire("192.0.2.1") {
		t.Error("a stranger has more connections than are allowed")
	}
	if f.release("192.0.2.1"); !f.acquire("192.0.2.1") {
		t.Error("a connection that has ended still counts")
	}
	for range 2 * maxConnectionsPerHost {
		if !f.acquire("10.1.2.3") || !f.acquire("::ffff:10.1.2.3") {
			t.Fatal("the proxy, behind which everybody is, counts as one of them")
		}
	}
}
