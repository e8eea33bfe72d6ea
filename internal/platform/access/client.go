package access

import (
	"context"
	"net/netip"
)

// Client is where a request comes from. The zero Address is one that is not known.
type Client struct {
	Address   netip.Addr
	UserAgent string
	Languages string // that the browser asks for, as its header Accept-Language has them
}

// RateLimitKey is what limits count by: an IPv4 address, or the /64 of an IPv6 one, of which a single customer has them all.
func (o Client) RateLimitKey() string { return o.prefix(32, 64) }

// Network is what people are shown of where somebody was: the network, not the machine.
func (o Client) Network() string { return o.prefix(24, 48) }

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

// WithClient returns a context of a request that comes from c. Package rest calls it for every request.
func WithClient(ctx context.Context, c Client) context.Context {
	return context.WithValue(ctx, clientKey{}, c)
}

// ClientOf returns where the request of this context comes from; the zero Client outside of requests.
func ClientOf(ctx context.Context) Client {
	c, _ := ctx.Value(clientKey{}).(Client)
	return c
}
