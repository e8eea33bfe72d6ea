package main

import (
	"net/netip"
	"testing"
)

func TestATrustedProxyMayHoldMoreConnectionsThanAStranger(t *testing.T) {
	t.Parallel()
	f := newFair(nil, []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")})
	for range mostPerHost {
		if !f.take("192.0.2.1") {
			t.Fatal("a stranger has fewer connections than are allowed")
		}
	}
	if f.take("192.0.2.1") {
		t.Error("a stranger has more connections than are allowed")
	}
	if f.leave("192.0.2.1"); !f.take("192.0.2.1") {
		t.Error("a connection that has ended still counts")
	}
	for range 2 * mostPerHost {
		if !f.take("10.1.2.3") || !f.take("::ffff:10.1.2.3") {
			t.Fatal("the proxy, behind which everybody is, counts as one of them")
		}
	}
}
