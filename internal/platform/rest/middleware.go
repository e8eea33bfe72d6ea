package rest

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/prometheus/client_golang/prometheus"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/text"
)

// baseMiddleware sets request ids and security headers, and turns a panic into a blank 500.
func (a *API) baseMiddleware(log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := db.NewID()
		a.setSecurityHeaders(w.Header(), r)
		w.Header().Set("X-Request-Id", id)
		r = r.WithContext(access.WithClient(context.WithValue(r.Context(), requestKey{}, request{id, log}), a.clientOf(r)))
		defer func() {
			switch v := recover(); v {
			case nil:
			case http.ErrAbortHandler:
				panic(v)
			default:
				writeProblem(w, problemOf(r.Context(), fmt.Errorf("panic: %v\n%s", v, debug.Stack())))
			}
		}()
		if !isStorable(r.URL) {
			problemHandler(http.StatusBadRequest, "malformed", "The address contains characters that are not allowed.")(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isStorable reports whether both databases can compare the URL's contents.
func isStorable(u *url.URL) bool {
	query, err := url.QueryUnescape(u.RawQuery)
	return err == nil && text.IsStorable(u.Path+query)
}

// contentSecurityPolicy restricts pages to their own origin, plus uploads straight to storage and pages shown in frames,
// where configured. Media use blob: URLs (Media Source Extensions), small pictures data:, and Mantine sets style
// attributes.
func contentSecurityPolicy(storage string, frames []string) string {
	return "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
		"media-src 'self' blob:; worker-src 'self' blob:; connect-src 'self' " + storage +
		"; frame-src 'self' blob: " + strings.Join(frames, " ") +
		"; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// forbidCaching keeps answers out of every cache that are for their caller alone, or hold what opens an account. Content behind signed
// URLs says for itself how long browsers may keep it, and so may any other answer.
func forbidCaching(h http.Header, gate Gate, r *http.Request) {
	read := r.Method == http.MethodGet || r.Method == http.MethodHead
	if gate.Name != Signed.Name && (gate.needsToken() || !read || r.Header.Get("Authorization") != "") {
		h.Set("Cache-Control", "no-store")
	}
}

func (a *API) setSecurityHeaders(h http.Header, r *http.Request) {
	h.Set("Content-Security-Policy", a.policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer") // signed URLs must not leak
	h.Set("X-Frame-Options", "DENY")
	if r.TLS != nil || a.tls {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}

func newRequestHistogram() *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "lectern_http_request_seconds", Help: "How long requests took, by route and status.",
		Buckets: []float64{.001, .005, .02, .1, .5, 2, 10, 60},
	}, []string{"method", "route", "status"})
}

// RequestMetrics holds the metrics of all requests, for Prometheus.
func (a *API) RequestMetrics() prometheus.Collector { return a.requests }

// measure observes every request by the pattern of its route, because paths are unbounded.
func (a *API) measure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		seen := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		defer func() {
			route := "none"
			if c := chi.RouteContext(r.Context()); c != nil && c.RoutePattern() != "" {
				route = c.RoutePattern()
			}
			a.requests.WithLabelValues(r.Method, route, strconv.Itoa(seen.Status())).Observe(time.Since(begun).Seconds())
		}()
		next.ServeHTTP(seen, r)
	})
}

// TrustProxies lists the proxies whose X-Forwarded-For is trusted; from others it could be forged.
func (a *API) TrustProxies(networks []netip.Prefix) { a.proxies = networks }

// ClientOf returns the client of this context's request.
func ClientOf(ctx context.Context) access.Client { return access.ClientOf(ctx) }

// What is kept of the headers that describe a client, in characters. Logs, sessions and emails hold them.
const (
	maxUserAgent = 300
	maxLanguages = 100
)

// clientOf follows X-Forwarded-For backwards from the connection, as long as a trusted proxy has written the entry.
func (a *API) clientOf(r *http.Request) access.Client {
	o := access.Client{UserAgent: text.Printable(r.UserAgent(), maxUserAgent), Languages: text.Printable(r.Header.Get("Accept-Language"), maxLanguages)}
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
		o.Address = next.Unmap().WithZone("") // which means something on the proxy's machine alone, and may be any text
	}
	return o
}
