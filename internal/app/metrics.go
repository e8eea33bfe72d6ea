package app

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"lectern/internal/platform/jobs"
)

// Metrics is what Prometheus reads: requests by route and status, jobs by kind and state, and the process itself.
func (a *App) Metrics() http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		a.API.RequestMetrics(), jobFigures{a.Queue})
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
}

var jobsByState = prometheus.NewDesc("lectern_jobs", "Jobs that wait, run or have failed, by kind.", []string{"kind", "state"}, nil)

// jobFigures counts the jobs when Prometheus asks.
type jobFigures struct{ queue *jobs.Queue }

// Describe is part of prometheus.Collector.
func (jobFigures) Describe(to chan<- *prometheus.Desc) { to <- jobsByState }

// Collect is part of prometheus.Collector.
func (f jobFigures) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), figuresFor)
	defer cancel()
	counts, err := f.queue.Count(ctx)
	if err != nil {
		to <- prometheus.NewInvalidMetric(jobsByState, err)
		return
	}
	for _, c := range counts {
		to <- prometheus.MustNewConstMetric(jobsByState, prometheus.GaugeValue, float64(c.N), c.Kind, c.State)
	}
}

// figuresFor is how long the database may take to count.
const figuresFor = 3 * time.Second
