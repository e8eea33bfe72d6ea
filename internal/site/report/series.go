package report

import (
	"context"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
)

// SeriesQuery asks for a metric over time.
type SeriesQuery struct {
	Metric string `query:"metric" required:"true" maxLength:"40" msg:"There is no such metric for this. GET /dashboard/metrics lists them." doc:"One of GET /dashboard/metrics."`
	Scope  string `query:"scope" default:"school" maxLength:"60" msg:"scope must be school, self, course:ID or currency:CODE" doc:"school and currency:CODE (of revenue): administrators. self: the courses that the caller teaches. course:ID: who teaches it."`
	From   string `query:"from" required:"true" format:"date" msg:"from must be a date (YYYY-MM-DD)" doc:"First day."`
	To     string `query:"to" required:"true" format:"date" msg:"to must be a date (YYYY-MM-DD)" doc:"Last day."`
}

// SteppedQuery asks for points.
type SteppedQuery struct {
	SeriesQuery
	Step    string `query:"step" default:"day" enum:"day,week,month" msg:"step must be day, week or month"`
	Compare bool   `query:"compare" doc:"Whether points have the value of the period of equal length before."`
}

// SeriesPoint is a step of a series.
type SeriesPoint struct {
	From     string `json:"from" doc:"Its first day, YYYY-MM-DD."`
	Value    int64  `json:"value"`
	Previous *int64 `json:"previous" doc:"Of the same step in the period before; null without compare."`
}

// MetricSeries is a metric over time.
type MetricSeries struct {
	Definition Metric        `json:"definition"`
	Scope      string        `json:"scope"`
	Currency   string        `json:"currency" doc:"ISO 4217, of money; otherwise empty."`
	Timezone   string        `json:"timezone"`
	Points     []SeriesPoint `json:"points"`
	AsOf       *time.Time    `json:"asOf"`
}

// asked is a query that was understood.
type asked struct {
	metric   Metric
	scope    scope
	days     clock.Calendar
	from, to int64
}

// understand checks what is asked for and whether the caller may know it.
func (s *Service) understand(ctx context.Context, who access.Caller, q SeriesQuery) (a asked, err error) {
	known := false
	if a.metric, known = metricOf(q.Metric); !known {
		return a, errUnknownMetric
	}
	if a.scope, err = s.scopeOf(ctx, who, a.metric, q.Scope); err != nil {
		return a, err
	}
	if a.days, err = s.calendar(ctx); err != nil {
		return a, err
	}
	a.from, err = clock.ParseDay(q.From)
	if err == nil {
		a.to, err = clock.ParseDay(q.To)
	}
	if err != nil || a.to < a.from {
		return a, fault.InvalidField("to", "out_of_range", "The last day must not be before the first one")
	}
	return a, nil
}

// Series returns a metric over time. errUnknownMetric, errTooLong, errNoScope; fault.Invalid for a period that ends before it begins.
func (s *Service) Series(ctx context.Context, who access.Caller, q SteppedQuery) (series MetricSeries, err error) {
	a, err := s.understand(ctx, who, q.SeriesQuery)
	if err != nil {
		return series, err
	}
	series = MetricSeries{Definition: a.metric, Scope: q.Scope, Timezone: a.days.Zone.String()}
	if a.scope.kind == scopeCurrency {
		series.Currency = a.scope.id
	}
	if a.to-a.from >= mostPoints*31 {
		return series, errTooLong
	}
	steps := stepsOf(a.from, a.to, q.Step)
	if len(steps) > mostPoints {
		return series, errTooLong
	}
	length := a.to - a.from + 1
	first := a.from
	if q.Compare {
		first -= length
	}
	sums, err := seriesOf(ctx, s.deps.DB.Reader(), a.metric.Metric, a.scope, first, a.to)
	if err != nil {
		return series, err
	}
	byDay := map[string]int64{}
	for _, sum := range sums {
		byDay[sum.Day] = sum.Value
	}
	for i, from := range steps {
		until := a.to + 1
		if i+1 < len(steps) {
			until = steps[i+1]
		}
		p := SeriesPoint{From: clock.FormatDay(from), Value: total(byDay, a.metric, from, until)}
		if q.Compare {
			p.Previous = new(total(byDay, a.metric, from-length, until-length))
		}
		series.Points = append(series.Points, p)
	}
	series.AsOf, err = asOf(ctx, s.deps.DB.Reader())
	return series, err
}

// stepsOf returns the first days of the steps of a period; the first step may be shorter.
func stepsOf(from, to int64, step string) (steps []int64) {
	for day := from; day <= to; {
		steps = append(steps, day)
		switch step {
		case "week":
			day = clock.Monday(day) + 7
		case "month":
			date := time.Unix(day*24*60*60, 0).UTC()
			day = time.Date(date.Year(), date.Month()+1, 1, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60)
		default:
			day++
		}
	}
	return steps
}

// total adds up the days of a step; of learners who count once it is the value of the last day.
func total(byDay map[string]int64, m Metric, from, until int64) (sum int64) {
	if m.isNow {
		return byDay[clock.FormatDay(until-1)]
	}
	for day := from; day < until; day++ {
		sum += byDay[clock.FormatDay(day)]
	}
	return sum
}
