// Package outbound makes requests to other servers: with short timeouts, for small responses, and never inside the
// operator's own network, whatever a name resolves to (server-side request forgery).
package outbound

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"syscall"
	"time"
)

const (
	timeout        = 10 * time.Second // for a whole response
	connectTimeout = 5 * time.Second
	maxBody        = 1 << 20 // bytes of a body
	maxHeaders     = 64 << 10
)

// ErrPrivateNetwork refuses an address inside a private network; ErrTooLarge a response that is too long,
// ErrRedirect one that leads elsewhere.
var (
	ErrPrivateNetwork = errors.New("the address lies in a private or reserved network, which requests from here do not enter")
	ErrTooLarge       = errors.New("the answer is larger than is read")
	ErrRedirect       = errors.New("the server redirects, which is not followed")
)

// New returns a client that follows no redirects and uses no proxy. Known are host:port that the operator has configured
// and that may therefore be in a private network.
func New(known ...string) *http.Client { return newLimited(maxBody, known) }

// newLimited is New for responses of at most some bytes.
func newLimited(most int64, known []string) *http.Client {
	return &http.Client{
		Timeout:       timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return ErrRedirect },
		Transport:     LimitedTransport{transport(known), most},
	}
}

// NewStream returns a client with the rules of New but these: an answer has at most some bytes and may come slowly; callers limit its time.
func NewStream(most int64, known ...string) *http.Client {
	client := newLimited(most, known)
	client.Timeout = 0
	return client
}

// HostPort returns the host and port that an address (a URL, whose port is that of its scheme unless it names one) is reached at, for New; "" for what is no URL.
func HostPort(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	switch {
	case u.Port() != "":
		return u.Host
	case u.Scheme == "http":
		return net.JoinHostPort(u.Hostname(), "80")
	}
	return net.JoinHostPort(u.Hostname(), "443")
}

// transport connects to public addresses, and to those that the operator has configured.
func transport(known []string) *http.Transport {
	inside := &net.Dialer{Timeout: connectTimeout}
	outside := &net.Dialer{Timeout: connectTimeout, Control: refusePrivate}
	return &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			if slices.Contains(known, address) {
				return inside.DialContext(ctx, network, address)
			}
			return outside.DialContext(ctx, network, address)
		},
		ForceAttemptHTTP2: true, MaxIdleConns: 20, IdleConnTimeout: time.Minute, TLSHandshakeTimeout: connectTimeout,
		MaxResponseHeaderBytes: maxHeaders,
	}
}

// refusePrivate checks the address that is actually connected to: after name resolution, so that a name cannot resolve to
// something else afterwards (DNS rebinding).
func refusePrivate(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !IsPublic(to.Addr()) {
		return fmt.Errorf("%s: %w", address, ErrPrivateNetwork)
	}
	return nil
}

// reserved networks that netip does not know: RFC 6890 and its registries, and the ways to write an IPv4 address as an IPv6
// one.
var reserved = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("192.88.99.0/24"), netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("::/96"), netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"),
	netip.MustParsePrefix("100::/64"), netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2001:db8::/32"),
	netip.MustParsePrefix("2002::/16"), netip.MustParsePrefix("fec0::/10"),
}

// IsPublic reports whether an address is on the public internet.
func IsPublic(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	return a.IsGlobalUnicast() && !a.IsPrivate() && !slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(a) })
}

// LimitedTransport cuts off bodies that are too large.
type LimitedTransport struct {
	Next http.RoundTripper
	Most int64 // bytes; 0: 1 MB
}

// RoundTrip sends r.
func (c LimitedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := c.Next.RoundTrip(r)
	if err == nil {
		answer.Body = &limitedBody{answer.Body, cmp.Or(c.Most, maxBody)}
	}
	return answer, err
}

type limitedBody struct {
	io.ReadCloser
	left int64
}

func (b *limitedBody) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, ErrTooLarge
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left+1)])
	if b.left -= int64(n); b.left < 0 {
		return n, ErrTooLarge
	}
	return n, err
}
