package blogcomment

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type listInput struct {
	ID     string `path:"id"`
	Thread string `query:"thread" maxLength:"36" msg:"This comment doesn't exist" doc:"Id of the comment whose replies are asked for; without it, what begins threads."`
	rest.Page
	rest.CursorParam
}

type oneInput struct {
	ID string `path:"id"`
}

type addInput struct {
	ID   string `path:"id"`
	Body NewBlogComment
}

type editInput struct {
	ID   string `path:"id"`
	Body BlogCommentEdit
}

type reportInput struct {
	ID   string `path:"id"`
	Body BlogCommentReport
}

type moderatedInput struct {
	ModerationFilter
	rest.Page
	rest.CursorParam
}

type decideInput struct{ Body CommentDecisions }

type blockInput struct {
	ID   string `path:"id"`
	Body CommenterBlock
}

type modeInput struct {
	ID   string `path:"id"`
	Body PostCommentMode
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	const ofPost, one = "/blogs/{id}/comments", "/blogs/comments/{id}"
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get(ofPost, "List the comments on a post", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.List[BlogComment], error) {
			limit, _ := in.LimitOffset()
			cs, next, err := s.List(ctx, who, in.ID, in.Thread, limit, in.CursorParam)
			return rest.CursorPage(in.Page, cs, rest.Count{Total: int64(len(cs)), AtLeast: next != "" || in.Cursor != ""}, next, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get(ofPost+"/form", "Get what the caller needs to comment on a post", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[BlogCommentForm], error) {
			f, err := s.Form(ctx, who, in.ID)
			return rest.One("", f, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Create(ofPost, "Comment on a post, or reply to a comment", fault.NotFound, fault.Conflict, fault.TooMany).
		WithDetails(fault.Forbidden, "commenter_blocked", BlockedCommenter{}).Idempotent().DenyImpersonation(),
		func(ctx context.Context, who access.Caller, in *addInput) (rest.Answer[BlogComment], error) {
			c, err := s.Add(ctx, who, in.ID, in.Body)
			return rest.One(map[bool]string{true: "Comment sent. It appears once it is approved", false: "Comment published"}[c.IsWaiting], c, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Put(one, "Edit the caller's comment", fault.NotFound, fault.Forbidden, fault.Conflict).DenyImpersonation(),
		func(ctx context.Context, who access.Caller, in *editInput) (rest.Answer[BlogComment], error) {
			c, err := s.Edit(ctx, who, in.ID, in.Body)
			return rest.One("Comment saved", c, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete(one, "Delete the caller's comment; its replies stay", fault.NotFound, fault.Forbidden).DenyImpersonation(),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Comment deleted", s.Delete(ctx, who, in.ID))
		})
	rest.Handle(api, rest.SignedIn, rest.Post(one+"/reports", "Report a comment to the administrators", fault.NotFound, fault.Forbidden, fault.TooMany).Idempotent(),
		func(ctx context.Context, who access.Caller, in *reportInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Comment reported", s.Report(ctx, who, in.ID, in.Body))
		})
	s.registerModeration(api)
}

func (s *Service) registerModeration(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Get("/blogs/comments", "List the comments that wait for a decision, or those with another status"),
		func(ctx context.Context, who access.Caller, in *moderatedInput) (rest.List[ModeratedComment], error) {
			limit, _ := in.LimitOffset()
			cs, n, next, err := s.Moderated(ctx, who, in.ModerationFilter, limit, in.CursorParam)
			return rest.CursorPage(in.Page, cs, n, next, err)
		})
	rest.Handle(api, admin, rest.Put("/blogs/comments/bulk", "Publish, reject or mark comments as spam"),
		func(ctx context.Context, who access.Caller, in *decideInput) (rest.Answer[[]CommentDecided], error) {
			all, err := s.Decide(ctx, who, in.Body)
			return rest.One("Comments decided", all, err)
		})
	rest.Handle(api, admin, rest.Put("/blogs/commenters/{id}/block", "Keep a user from commenting on posts", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *blockInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("User blocked", s.Block(ctx, who, in.ID, in.Body))
		})
	rest.Handle(api, admin, rest.Delete("/blogs/commenters/{id}/block", "Let a user comment on posts again; repeating changes nothing", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("User unblocked", s.Unblock(ctx, who, in.ID))
		})
	rest.Handle(api, rest.Teachers, rest.Put("/blogs/{id}/comments-mode", "Set how a post takes comments", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *modeInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Saved", s.SetMode(ctx, who, in.ID, in.Body))
		})
}
