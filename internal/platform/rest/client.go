package rest

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"lectern/internal/platform/access"
)

// TrustProxies lists the proxies whose X-Forwarded-For is trusted; from others it could be forged.
func (a *API) TrustProxies(networks []netip.Prefix) { a.proxies = networks }

// ClientOf returns the client of this context's request.
func ClientOf(ctx context.Context) access.Client { return access.ClientOf(ctx) }

// clientOf follows X-Forwarded-For backwards from the connection, as long as a trusted proxy has written the entry.
func (a *API) clientOf(r *http.Request) access.Client {
	o := access.Client{UserAgent: r.UserAgent(), Languages: r.Header.Get("Accept-Language")}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return o
	}
	o.Address = peer.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		if !slices.ContainsFunc(a.proxies, func(n netip.Prefix) bool { return n.Contains(o.Address) }) {
			break
		}
		next, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			break
		}
		o.Address = next.Unmap()
	}
	return o
}
