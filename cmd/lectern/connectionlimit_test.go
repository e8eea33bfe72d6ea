package main

import (
	"net/netip"
	"testing"
)

func TestConnectionLimitExemptsTrustedProxies(t *testing.T) {
	t.Parallel()
	f := limitConnections(nil, []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")})
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
