package catalogue

import (
	"context"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type listInput struct {
	rest.Page
	rest.CursorParam
	Filter
	Sort Sort `query:"sort" enum:"newest,oldest,title,-title,price,-price,rating" default:"newest" msg:"sort must be newest, oldest, title, -title, price, -price or rating" doc:"rating: best first, where few reviews count less. price is that of a place in a batch; free courses come first, and each currency for itself."`
}

func (in *listInput) listing() Listing { return Listing{in.Filter, in.Sort, in.Page, in.CursorParam} }

type facetsInput struct{ Filter }

type collabInput struct {
	rest.Page
	Filter
	Collaboration
}

type suggestInput struct {
	Q string `query:"q" maxLength:"200" msg:"q must be at most 200 characters" doc:"What the user has typed so far."`
}

type categoryInput struct {
	rest.IfMatch
	Body CategoryChange
}

type categoryOrderInput struct {
	rest.IfMatch
	Body CategoryOrder
}

type homeListInput struct {
	rest.IfMatch
	Body HomeList
}

type homeInput struct {
	Currency string `query:"currency" maxLength:"3" msg:"currency must be a three-letter code such as EUR" doc:"Default: that of the school."`
}

func (s *Service) Register(api *rest.API) {
	s.registerLists(api)
	s.registerCategories(api)
	s.registerHome(api)
}

func (s *Service) registerLists(api *rest.API) {
	list := func(ctx context.Context, who access.Caller, in *listInput) (rest.List[course.Course], error) {
		items, total, next, err := s.List(ctx, who, in.listing())
		return rest.CursorPage(in.Page, items, total, next, err)
	}
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/courses/get", "List the courses that the caller may see", fault.Unauthenticated), list)
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/courses/new", "List the courses that the caller may see, newest first", fault.Unauthenticated), list)
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/tcourse/all", "List the courses of all types that the caller may see", fault.Unauthenticated), list)
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/courses/facets", "List the facets of a list of courses, with the number of courses for each value", fault.Unauthenticated),
		func(ctx context.Context, who access.Caller, in *facetsInput) (rest.Answer[CourseFacets], error) {
			f, err := s.Facets(ctx, who, in.Filter)
			return rest.One("", f, err)
		})
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/courses/{id}/related", "List the courses that have most in common with a course, at most 4", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *struct {
			ID string `path:"id"`
		}) (rest.Answer[[]course.Course], error) {
			found, err := s.Related(ctx, who, in.ID)
			return rest.One("", found, err)
		})
	rest.Handle(api, rest.Public, rest.Get("/courses/search-suggestions", "Suggest words, courses, categories and instructors while typing"),
		func(ctx context.Context, _ access.Caller, in *suggestInput) (rest.Answer[[]Suggestion], error) {
			found, err := s.Suggest(ctx, in.Q)
			return rest.One("", found, err)
		})
	collab := func(ctx context.Context, who access.Caller, in *collabInput) (rest.Answer[CollabResult], error) {
		r, err := s.Collaborate(ctx, who, in.Filter, in.Collaboration, in.Page)
		return rest.One("", r, err)
	}
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/tcourse/collab", "Search all courses of both origins, and group similar titles", fault.Unauthenticated), collab)
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/tcourse/search", "Search all courses; the same as /tcourse/collab", fault.Unauthenticated), collab)
}

func (s *Service) registerCategories(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, rest.Public, rest.Get("/courses/category", "List the categories as a tree with their numbers of courses, parents first"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[CategoryTree], error) {
			cs, err := s.Categories(ctx)
			return rest.One("", cs, err)
		})
	rest.Handle(api, admin, rest.Put("/courses/category", "Create a category, rename it, or move it in the tree", fault.Conflict).WithDetails(fault.Precondition, "stale_version", StaleCategories{}),
		func(ctx context.Context, who access.Caller, in *categoryInput) (rest.Answer[CategoryTree], error) {
			cs, err := s.ChangeCategory(ctx, who, in.Body, in.IfMatch)
			return rest.One("Category saved", cs, err)
		})
	rest.Handle(api, admin, rest.Put("/courses/category-order", "Put the categories in order").WithDetails(fault.Precondition, "stale_version", StaleCategories{}),
		func(ctx context.Context, who access.Caller, in *categoryOrderInput) (rest.Answer[CategoryTree], error) {
			cs, err := s.OrderCategories(ctx, who, in.Body, in.IfMatch)
			return rest.One("Categories saved", cs, err)
		})
	rest.Handle(api, admin, rest.Delete("/courses/category/{name}", "Delete a category without courses", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *struct {
			Name string `path:"name"`
		}) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Category removed", s.RemoveCategory(ctx, who, in.Name))
		})
}

func (s *Service) registerHome(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Get("/home-display", "List the courses of the home page with their prices"),
		func(ctx context.Context, _ access.Caller, in *homeInput) (rest.Answer[HomeDisplay], error) {
			h, err := s.Home(ctx, in.Currency)
			return rest.One("", h, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Put("/home-display", "Choose the courses of the home page").WithDetails(fault.Precondition, "stale_version", HomeDisplay{}),
		func(ctx context.Context, who access.Caller, in *homeListInput) (rest.Answer[HomeDisplay], error) {
			h, err := s.SetHome(ctx, who, in.Body, in.IfMatch)
			return rest.One("Saved", h, err)
		})
}
