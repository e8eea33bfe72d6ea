package user

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

type listInput struct {
	rest.Page
	rest.CursorParam
	Filter
}

type oneInput struct {
	ID string `path:"id"`
}

type keepFilterInput struct{ Body NewUserFilter }

type changeFilterInput struct {
	ID   string `path:"id"`
	Body NewUserFilter
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Get("/users", "List users by a filter"),
		func(ctx context.Context, _ access.Caller, in *listInput) (rest.List[UserRow], error) {
			us, n, next, err := s.List(ctx, in.Filter, in.Page, in.CursorParam)
			return rest.CursorPage(in.Page, us, n, next, err)
		})
	rest.Handle(api, admin, rest.Get("/users/{id}", "Get all details of a user; the ETag is for If-Match", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *oneInput) (rest.Answer[UserDetail], error) {
			d, err := s.Get(ctx, in.ID)
			return rest.One("", d, err)
		})
	s.registerFilters(api)
	s.registerActing(api)
	s.registerEvents(api)
	s.registerBulk(api)
	rest.HandleRaw(api, admin, rest.Get("/users/export", "Export users by a filter as a CSV file").Exports().
		Parameters(Filter{}).Produces(nil, "text/csv"),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			f, err := parseFilter(r.RawQuery())
			if err != nil {
				return rest.Reply{}, err
			}
			write, err := s.Export(ctx, who, f)
			return rest.Stream(rest.Headers{ContentType: sheet.Type, CacheControl: "no-store", Disposition: `attachment; filename="users.csv"`}, write), err
		})
}

func (s *Service) registerFilters(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Get("/users/filters", "List the saved filters of the caller"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[[]UserFilter], error) {
			fs, err := s.Filters(ctx, who)
			return rest.One("", fs, err)
		})
	rest.Handle(api, admin, rest.Create("/users/filters", "Save a filter of the list of users", fault.Conflict),
		func(ctx context.Context, who access.Caller, in *keepFilterInput) (rest.Answer[UserFilter], error) {
			f, err := s.SaveFilter(ctx, who, in.Body)
			return rest.One("The filter is kept", f, err)
		})
	rest.Handle(api, admin, rest.Put("/users/filters/{id}", "Change a saved filter", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *changeFilterInput) (rest.Answer[UserFilter], error) {
			f, err := s.ChangeFilter(ctx, who, in.ID, in.Body)
			return rest.One("The filter is changed", f, err)
		})
	rest.Handle(api, admin, rest.Delete("/users/filters/{id}", "Delete a saved filter", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("The filter is removed", s.DeleteFilter(ctx, who, in.ID))
		})
}
