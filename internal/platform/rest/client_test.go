package rest_test

import (
	"context"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
)

// A client that is not a trusted proxy can claim any address; none is believed.
func TestClientOf(t *testing.T) {
	t.Parallel()
	api := rest.New(nil, nil, nil, nil)
	rest.Handle(api, rest.Public, rest.Get("/origin", "Tells it back"), func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[[]string], error) {
		o := rest.ClientOf(ctx)
		return rest.One("", []string{o.Address.String(), o.RateLimitKey(), o.Network(), o.UserAgent}, nil)
	})
	for _, c := range []struct{ trusted, peer, forwarded, want string }{
		{"", "192.0.2.7:99", "203.0.113.9", `["192.0.2.7","192.0.2.7/32","192.0.2.0/24","ua"]`},
		{"10.0.0.0/8", "192.0.2.7:99", "203.0.113.9", `["192.0.2.7",`},
		{"10.0.0.0/8", "10.1.2.3:99", "198.51.100.1, 203.0.113.9", `["203.0.113.9",`},
		{"10.0.0.0/8", "10.1.2.3:99", "198.51.100.1, 10.9.9.9", `["198.51.100.1",`},
		{"10.0.0.0/8", "10.1.2.3:99", "198.51.100.1, nonsense", `["10.1.2.3",`},
		{"10.0.0.0/8", "10.1.2.3:99", "", `["10.1.2.3",`},
		{"::1/128", "[::1]:99", "2001:db8:1:2:3::4", `["2001:db8:1:2:3::4","2001:db8:1:2::/64","2001:db8:1::/48","ua"]`},
		{"", "[::ffff:192.0.2.7]:99", "", `["192.0.2.7","192.0.2.7/32",`},
		{"", "@", "", `["invalid IP","unknown","unknown","ua"]`},
	} {
		var trusted []netip.Prefix
		if c.trusted != "" {
			trusted = append(trusted, netip.MustParsePrefix(c.trusted))
		}
		api.TrustProxies(trusted)
		r := httptest.NewRequest("GET", "/api/v1/origin", nil)
		r.RemoteAddr = c.peer
		r.Header.Set("User-Agent", "ua")
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		w := httptest.NewRecorder()
		api.ServeHTTP(w, r)
		if !strings.Contains(w.Body.String(), `"data":`+c.want) {
			t.Errorf("%+v: %s", c, w.Body)
		}
	}
}
