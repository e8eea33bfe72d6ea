package report

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

type statsInput struct{ StatsQuery }

type seriesInput struct{ SteppedQuery }

type rowsInput struct {
	SeriesQuery
	rest.CursorParam
	Limit int64 `query:"limit" default:"50" minimum:"1" maximum:"200" msg:"limit must be a number from 1 to 200"`
}

// RowPage is a page of what a figure was made of.
type RowPage struct {
	Rows       []FigureRow `json:"rows" nullable:"false"`
	NextCursor string      `json:"nextCursor" doc:"What cursor takes for the next page; empty on the last one."`
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/dashboard/stats", "Get the dashboard of one of the caller's roles: what waits for them today, and figures", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *statsInput) (rest.Answer[Dashboard], error) {
			st, err := s.Stats(ctx, who, in.StatsQuery)
			return rest.One("", st, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/dashboard/admin", "Get the dashboard of the school", fault.NotFound),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[Dashboard], error) {
			st, err := s.Stats(ctx, who, StatsQuery{Role: string(access.Admin)})
			return rest.One("", st, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/dashboard/today", "List what waits for the caller today in one of their roles", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *statsInput) (rest.Answer[[]TodayItem], error) {
			items, err := s.Today(ctx, who, in.StatsQuery)
			return rest.One("", items, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/dashboard/metrics", "List what the figures of dashboards are"),
		func(context.Context, access.Caller, *struct{}) (rest.Answer[[]Metric], error) {
			return rest.One("", s.Metrics(), nil)
		})
	s.registerSeries(api)
}

func (s *Service) registerSeries(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/dashboard/series", "Get a figure over time, with the period before", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *seriesInput) (rest.Answer[MetricSeries], error) {
			series, err := s.Series(ctx, who, in.SteppedQuery)
			return rest.One("", series, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/dashboard/rows", "List what a figure was made of", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *rowsInput) (rest.Answer[RowPage], error) {
			rows, next, err := s.Rows(ctx, who, in.SeriesQuery, in.CursorParam, in.Limit)
			return rest.One("", RowPage{append([]FigureRow{}, rows...), next}, err)
		})
	rest.HandleRaw(api, rest.SignedIn, rest.Get("/dashboard/export", "Export a figure over time, or what it was made of, as a CSV file", fault.NotFound).Exports().
		Parameters(ExportQuery{}).Produces(nil, "text/csv"),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			q := ExportQuery{Sheet: r.Query("sheet"), SteppedQuery: SteppedQuery{Step: r.Query("step"), Compare: r.Query("compare") == "true",
				SeriesQuery: SeriesQuery{Metric: r.Query("metric"), Scope: r.Query("scope"), From: r.Query("from"), To: r.Query("to")}}}
			write, err := s.Export(ctx, who, q.withDefaults())
			return rest.Stream(rest.Headers{ContentType: sheet.Type, CacheControl: "no-store", Disposition: `attachment; filename="figures.csv"`}, write), err
		})
}

// withDefaults are those of the tags.
func (q ExportQuery) withDefaults() ExportQuery {
	if q.Scope == "" {
		q.Scope = scopeSchool
	}
	if q.Sheet != "rows" {
		q.Sheet = "series"
	}
	return q
}
