package blog

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/rest"
)

// PostPage asks for a page of posts.
type PostPage struct {
	Number int64 `query:"page" default:"1" minimum:"1" msg:"page must be 1 or more"`
	Limit  int64 `query:"limit" default:"10" minimum:"1" msg:"limit must be 1 or more" doc:"At most 50; more is capped."`
}

type listInput struct {
	PostPage
	PostFilter
}

type searchInput struct {
	PostPage
	PostSearch
}

const mostPosts = 50 // of a page

func (in PostPage) page() rest.Page {
	return rest.Page{Number: in.Number, Limit: min(in.Limit, mostPosts)}
}

type featuredInput struct {
	Limit int64 `query:"limit" default:"6" minimum:"1" msg:"limit must be 1 or more" doc:"At most 12; more is capped."`
}

const mostFeatured = 12

type relatedInput struct {
	ID    string `path:"id" doc:"Its id, or an address that it has or had."`
	Limit int64  `query:"limit" default:"3" minimum:"1" msg:"limit must be 1 or more" doc:"At most 12; more is capped."`
}

const mostRelated = 12

type tagsInput struct {
	Limit int64  `query:"limit" default:"20" minimum:"1" msg:"limit must be 1 or more" doc:"At most 200; more is capped."`
	Sort  string `query:"sort" enum:"posts,name" default:"posts" msg:"sort must be posts or name"`
}

const mostTags = 200

type oneInput struct {
	ID string `path:"id"`
}

type postInput struct {
	ID string `path:"id" doc:"Its id, or an address that it has or had."`
}

type previewInput struct {
	Token string `path:"token"`
}

type manageInput struct {
	rest.Page
	ManageFilter
}

type createInput struct{ Body NewPost }

type saveInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body PostEdit
}

type publishInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body PostPublication
}

type archiveInput struct {
	ID   string `path:"id"`
	Body PostArchiving
}

type slugInput struct {
	ID   string `path:"id"`
	Body NewPostSlug
}

type revisionInput struct {
	ID       string `path:"id"`
	Revision string `path:"revision"`
}

type restoreInput struct {
	ID       string `path:"id"`
	Revision string `path:"revision"`
	rest.IfMatch
}

type featureInput struct{ Body FeaturedPosts }

const (
	root = "/blogs"
	one  = root + "/{id}"
)

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	s.registerReading(api)
	s.registerRelated(api)
	s.registerLikes(api)
	s.registerWriting(api)
	s.registerCovers(api)
	s.registerPublishing(api)
	s.registerRevisions(api)
}

func (s *Service) registerReading(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Get(root, "List the posts of the blog, newest first"),
		func(ctx context.Context, _ access.Caller, in *listInput) (rest.List[PostCard], error) {
			limit, offset := in.page().LimitOffset()
			posts, n, err := s.List(ctx, in.PostFilter, limit, offset)
			return rest.Counted(in.page(), posts, n, err)
		})
	rest.Handle(api, rest.Public, rest.Get(root+"/featured", "List the featured posts, filled up by the newest"),
		func(ctx context.Context, _ access.Caller, in *featuredInput) (rest.Answer[[]PostCard], error) {
			posts, err := s.Featured(ctx, min(in.Limit, mostFeatured))
			return rest.One("", posts, err)
		})
	rest.Handle(api, rest.Public, rest.Get(root+"/search", "Find published posts by words"),
		func(ctx context.Context, _ access.Caller, in *searchInput) (rest.List[FoundPost], error) {
			limit, offset := in.page().LimitOffset()
			posts, n, err := s.Search(ctx, in.PostSearch, limit, offset)
			return rest.Counted(in.page(), posts, n, err)
		})
	rest.Handle(api, rest.Public, rest.Get(root+"/tags", "List the tags of the blog"),
		func(ctx context.Context, _ access.Caller, in *tagsInput) (rest.Answer[[]BlogTag], error) {
			tags, err := s.Tags(ctx, in.Sort == "name", min(in.Limit, mostTags))
			return rest.One("", tags, err)
		})
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get(one, "Get a published post", fault.NotFound, fault.Gone),
		func(ctx context.Context, who access.Caller, in *postInput) (rest.Answer[Post], error) {
			p, err := s.Post(ctx, who, in.ID)
			return rest.One("", p, err)
		})
}

func (s *Service) registerRelated(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Get(one+"/related", "List the posts that share most tags with a post, filled up by the newest", fault.NotFound, fault.Gone),
		func(ctx context.Context, _ access.Caller, in *relatedInput) (rest.Answer[[]PostCard], error) {
			posts, err := s.Related(ctx, in.ID, min(in.Limit, mostRelated))
			return rest.One("", posts, err)
		})
}

func (s *Service) registerLikes(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Post(one+"/like", "Like a post; repeating changes nothing", fault.NotFound, fault.Gone),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[LikeCount], error) {
			l, err := s.Like(ctx, who, in.ID, true)
			return rest.One("", l, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete(one+"/like", "Take back that the caller likes a post; repeating changes nothing", fault.NotFound, fault.Gone),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[LikeCount], error) {
			l, err := s.Like(ctx, who, in.ID, false)
			return rest.One("", l, err)
		})
}

func (s *Service) registerWriting(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Get(root+"/manage", "List the posts that the caller writes, last changed first; all for administrators"),
		func(ctx context.Context, who access.Caller, in *manageInput) (rest.List[PostDraft], error) {
			limit, offset := in.LimitOffset()
			drafts, n, err := s.Managed(ctx, who, in.ManageFilter, limit, offset)
			return rest.Counted(in.Page, drafts, n, err)
		})
	rest.Handle(api, rest.Teachers, rest.Create(root, "Begin a post with a title").Idempotent(),
		func(ctx context.Context, who access.Caller, in *createInput) (rest.Answer[PostDraft], error) {
			d, err := s.Create(ctx, who, in.Body)
			return rest.One("Draft created", d, err)
		})
	rest.Handle(api, rest.Teachers, rest.Get(one+"/draft", "Get the draft of a post", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[PostDraft], error) {
			d, err := s.Draft(ctx, who, in.ID)
			return rest.One("", d, err)
		})
	rest.Handle(api, rest.Teachers, rest.Put(one, "Save the draft of a post", fault.NotFound).WithDetails(fault.Precondition, "stale_version", PostDraft{}),
		func(ctx context.Context, who access.Caller, in *saveInput) (rest.Answer[PostDraft], error) {
			d, err := s.Save(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("Draft saved", d, err)
		})
	rest.Handle(api, rest.Teachers, rest.Put(one+"/slug", "Give a post an address; earlier ones lead to it", fault.NotFound).WithDetails(fault.Conflict, "slug_taken", SlugTaken{}),
		func(ctx context.Context, who access.Caller, in *slugInput) (rest.Answer[PostDraft], error) {
			d, err := s.SetSlug(ctx, who, in.ID, in.Body)
			return rest.One("Address changed", d, err)
		})
	s.registerPreviews(api)
	rest.Handle(api, rest.Teachers, rest.Post(one+"/restore", "Restore a post that was deleted in the last 30 days", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[PostDraft], error) {
			d, err := s.Undelete(ctx, who, in.ID)
			return rest.One("Post restored", d, err)
		})
	rest.Handle(api, rest.Teachers, rest.Delete(one, "Delete a post that readers don't see; it can be restored for 30 days", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Post deleted", s.Delete(ctx, who, in.ID))
		})
}

func (s *Service) registerPreviews(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Post(one+"/preview-link", "Make a link that shows the draft of a post for 7 days, without signing in; an earlier one ends", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[PreviewLink], error) {
			link, err := s.SharePreview(ctx, who, in.ID)
			return rest.One("Link created", link, err)
		})
	rest.Handle(api, rest.Teachers, rest.Delete(one+"/preview-link", "Withdraw the preview link of a post", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Link withdrawn", s.WithdrawPreview(ctx, who, in.ID))
		})
	rest.Handle(api, rest.Public, rest.Get(root+"/preview/{token}", "Get the draft behind a preview link", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *previewInput) (rest.Answer[PostPreview], error) {
			p, err := s.Preview(ctx, in.Token)
			return rest.One("", p, err)
		})
}

// coverParameters pick the area of a picture: all of them, or none.
type coverParameters struct {
	X     int64 `query:"x" minimum:"0" doc:"Of the upper left corner, in pixels of the upright picture."`
	Y     int64 `query:"y" minimum:"0"`
	Width int64 `query:"width" minimum:"1" doc:"In pixels; the height follows, 16:9. Default: the largest area, in the middle."`
	rest.IfMatch
}

func (s *Service) registerCovers(api *rest.API) {
	set := rest.Put(one+"/cover", "Make the area x, y, width (pixels of the upright picture; default: the largest of 16:9 in the middle) of a file of at most 5 MB and 40 megapixels the cover of the draft of a post",
		fault.NotFound, fault.TooLarge, fault.UnsupportedType, fault.TooMany, fault.Unavailable, fault.NoSpace).
		WithDetails(fault.Precondition, "stale_version", PostDraft{}).Parameters(coverParameters{}).Accepts(nil, picture.CoverRules.Types...).Produces(rest.Answer[PostDraft]{})
	rest.HandleRaw(api, rest.Teachers, set, func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
		kind, _ := r.ContentType()
		area, err := picture.AreaOf(r.Query)
		if err != nil {
			return rest.Reply{}, err
		}
		d, err := s.SetCover(ctx, who, r.Path("id"), picture.CoverUpload{Type: kind, Body: r.Body, Area: area}, rest.IfMatch{ETag: r.Header("If-Match")})
		answer, err := rest.One("Cover saved", d, err)
		return rest.JSON(200, answer), err
	})
	rest.Handle(api, rest.Teachers, rest.Delete(one+"/cover", "Remove the cover of the draft of a post", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[PostDraft], error) {
			d, err := s.RemoveCover(ctx, who, in.ID)
			return rest.One("Cover removed", d, err)
		})
	rest.HandleRaw(api, rest.Public, rest.Get("/blog-covers/{id}/{width}", "Get the cover of a post in one of its widths", fault.NotFound).
		Parameters(struct {
			Width int64 `path:"width" minimum:"1"`
		}{}).Produces(nil, "image/webp", "image/jpeg").Ranges(),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			return s.CoverImage(ctx, r.Path("id"), r.Path("width"))
		})
}

func (s *Service) registerPublishing(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Post(one+"/publish", "Publish the draft of a post, now or at a time", fault.NotFound, fault.Conflict).WithDetails(fault.Precondition, "stale_version", PostDraft{}).Idempotent(),
		func(ctx context.Context, who access.Caller, in *publishInput) (rest.Answer[PostDraft], error) {
			d, err := s.Publish(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One(map[bool]string{true: "Post scheduled", false: "Post published"}[d.Status == scheduled], d, err)
		})
	rest.Handle(api, admin, rest.Post(one+"/unpublish", "Make a published or scheduled post a draft again; it keeps its address", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[PostDraft], error) {
			d, err := s.Unpublish(ctx, who, in.ID)
			return rest.One("Post unpublished", d, err)
		})
	rest.Handle(api, admin, rest.Patch(one+"/archive", "Archive a post, or take it out of the archive as a draft", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *archiveInput) (rest.Answer[PostDraft], error) {
			d, err := s.Archive(ctx, who, in.ID, in.Body)
			return rest.One("", d, err)
		})
	rest.Handle(api, admin, rest.Put(root+"/featured", "Set which posts are shown first, in this order", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *featureInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Featured posts saved", s.Feature(ctx, who, in.Body))
		})
	review := func(op rest.Op, message string, wanted bool) {
		rest.Handle(api, rest.Teachers, op, func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[PostDraft], error) {
			d, err := s.RequestReview(ctx, who, in.ID, wanted)
			return rest.One(message, d, err)
		})
	}
	review(rest.Post(one+"/request-review", "Tell administrators that a post is ready to be published; repeating changes nothing", fault.NotFound, fault.Conflict), "Review requested", true)
	review(rest.Delete(one+"/request-review", "Take back that a post is ready to be published", fault.NotFound), "Request withdrawn", false)
}

func (s *Service) registerRevisions(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Get(one+"/revisions", "List the texts of a post that are kept, newest first", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[[]PostRevision], error) {
			all, err := s.Revisions(ctx, who, in.ID)
			return rest.One("", all, err)
		})
	rest.Handle(api, rest.Teachers, rest.Get(one+"/revisions/{revision}", "Get one text of a post", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *revisionInput) (rest.Answer[PostRevisionText], error) {
			t, err := s.Revision(ctx, who, in.ID, in.Revision)
			return rest.One("", t, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post(one+"/revisions/{revision}/restore", "Make an earlier text the draft of a post", fault.NotFound).WithDetails(fault.Precondition, "stale_version", PostDraft{}),
		func(ctx context.Context, who access.Caller, in *restoreInput) (rest.Answer[PostDraft], error) {
			d, err := s.Restore(ctx, who, in.ID, in.Revision, in.IfMatch)
			return rest.One("Restored as the draft", d, err)
		})
}
