package rest

import (
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/prometheus/client_golang/prometheus"
)

func newRequestHistogram() *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "lectern_http_request_seconds", Help: "How long requests took, by route and status.",
		Buckets: []float64{.001, .005, .02, .1, .5, 2, 10, 60},
	}, []string{"method", "route", "status"})
}

// RequestMetrics is the figures of all requests, for Prometheus.
func (a *API) RequestMetrics() prometheus.Collector { return a.requests }

// measure observes every request under the pattern of its route: the addresses themselves would be without number.
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
