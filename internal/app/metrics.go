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

// Metrics serves Prometheus: requests by route and status, jobs by kind and state, overlapping times that the database refused, and
// the process.
func (a *App) Metrics() http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		a.API.RequestMetrics(), jobFigures{a.Queue}, a.Instructors.BackstopHits(), a.Resources.BackstopHits())
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
}

var jobsByState = prometheus.NewDesc("lectern_jobs", "Jobs that wait, run or have failed, by kind.", []string{"kind", "state"}, nil)

// jobFigures counts the jobs on each scrape.
type jobFigures struct{ queue *jobs.Queue }

// Describe implements prometheus.Collector.
func (jobFigures) Describe(to chan<- *prometheus.Desc) { to <- jobsByState }

// Collect implements prometheus.Collector.
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

// figuresFor limits the time for counting.
const figuresFor = 3 * time.Second
