package blogtag

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type listInput struct {
	TagFilter
	rest.Page
}

type oneInput struct {
	ID string `path:"id"`
}

type renameInput struct {
	ID   string `path:"id"`
	Body TagName
}

type mergeInput struct {
	ID   string `path:"id"`
	Body TagMerge
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	const one = "/blogs/tags/{id}"
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Get("/blogs/manage/tags", "List the tags of the blog with their former names, those with most posts first"),
		func(ctx context.Context, _ access.Caller, in *listInput) (rest.List[ManagedTag], error) {
			limit, offset := in.LimitOffset()
			tags, n, err := s.List(ctx, in.TagFilter, limit, offset)
			return rest.Counted(in.Page, tags, n, err)
		})
	rest.Handle(api, admin, rest.Put(one, "Rename a tag of the blog; its former name and address lead to it", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *renameInput) (rest.Answer[ManagedTag], error) {
			t, err := s.Rename(ctx, who, in.ID, in.Body)
			return rest.One("Tag renamed", t, err)
		})
	rest.Handle(api, admin, rest.Post(one+"/merge", "Give all posts of a tag another one, and delete it; its name and address lead to the other one", fault.NotFound).Idempotent(),
		func(ctx context.Context, who access.Caller, in *mergeInput) (rest.Answer[ManagedTag], error) {
			t, err := s.Merge(ctx, who, in.ID, in.Body)
			return rest.One("Tags merged", t, err)
		})
	rest.Handle(api, admin, rest.Delete(one, "Delete a tag that no published post has", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Tag deleted", s.Delete(ctx, who, in.ID))
		})
}
