package access

import (
	"context"
	"net/netip"
)

// Client is the origin of a request. The zero Address means unknown.
type Client struct {
	Address   netip.Addr
	UserAgent string // of the header, a short printable line
	Languages string // of the header Accept-Language, likewise
}

// RateLimitKey is the key of rate limits: an IPv4 address, or the /64 of an IPv6 address, because one customer has all of
// it.
func (o Client) RateLimitKey() string { return o.prefix(32, 64) }

// Network is the part of the address that users are shown: the network, not the machine.
func (o Client) Network() string { return o.prefix(24, 48) }

// NetworkKey is the key of limits on visitors without an account: the network of an IPv4 address, or the /56 of an IPv6 address, which is what
// one household has.
func (o Client) NetworkKey() string { return o.prefix(24, 56) }

func (o Client) prefix(v4, v6 int) string {
	address := o.Address.Unmap().WithZone("")
	bits := v6
	if address.Is4() {
		bits = v4
	}
	network, err := address.Prefix(bits)
	if err != nil || !network.IsValid() {
		return "unknown"
	}
	return network.String()
}

type clientKey struct{}

// WithClient returns the context of a request from c. Package rest calls it for every request.
func WithClient(ctx context.Context, c Client) context.Context {
	return context.WithValue(ctx, clientKey{}, c)
}

// ClientOf returns the client of this context's request; the zero Client outside of requests.
func ClientOf(ctx context.Context) Client {
	c, _ := ctx.Value(clientKey{}).(Client)
	return c
}
