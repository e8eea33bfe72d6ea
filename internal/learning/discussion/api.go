package discussion

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type listInput struct {
	ID     string `path:"id"`
	Thread string `query:"thread" maxLength:"36" msg:"This comment doesn't exist" doc:"Id of the comment whose answers are asked for; without it, what begins threads."`
	rest.Page
	rest.CursorParam
}

type addInput struct {
	ID   string `path:"id"`
	Body NewComment
}

type editInput struct {
	ID   string `path:"id"`
	Body CommentEdit
}

type hideInput struct {
	ID   string `path:"id"`
	Body Hiding
}

type oneInput struct {
	ID string `path:"id"`
}

type courseInput struct {
	ID         string `path:"id"`
	Unanswered bool   `query:"unanswered" msg:"unanswered must be true or false" doc:"Only comments of learners to which no instructor has replied."`
	rest.Page
	rest.CursorParam
}

func (s *Service) Register(api *rest.API) {
	const ofLesson, one = "/progress/lessons/{id}/comments", "/progress/comments/{id}"
	rest.Handle(api, rest.SignedIn, rest.Get(ofLesson, "List the comments on a lesson", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.List[Comment], error) {
			limit, _ := in.LimitOffset()
			cs, next, err := s.List(ctx, who, in.ID, in.Thread, limit, in.CursorParam)
			return rest.CursorPage(in.Page, cs, rest.Count{Total: int64(len(cs)), AtLeast: next != "" || in.Cursor != ""}, next, err)
		})
	rest.Handle(api, rest.Roles(access.Instructor, access.Admin), rest.Get("/progress/courses/{id}/comments", "List the comments of a course that begin threads, for its instructors", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.List[CourseComment], error) {
			limit, _ := in.LimitOffset()
			cs, n, next, err := s.OfCourse(ctx, who, in.ID, in.Unanswered, limit, in.CursorParam)
			return rest.CursorPage(in.Page, cs, n, next, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Create(ofLesson, "Comment on a lesson, or reply to a comment", fault.NotFound).Idempotent(),
		func(ctx context.Context, who access.Caller, in *addInput) (rest.Answer[Comment], error) {
			c, err := s.Add(ctx, who, in.ID, in.Body)
			return rest.One("Comment sent", c, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Put(one, "Change a comment of the caller", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *editInput) (rest.Answer[Comment], error) {
			c, err := s.Edit(ctx, who, in.ID, in.Body)
			return rest.One("Comment saved", c, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete(one, "Delete a comment of the caller", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Comment deleted", s.Delete(ctx, who, in.ID))
		})
	rest.Handle(api, rest.Roles(access.Instructor, access.Admin), rest.Put(one+"/hidden", "Hide a comment, or show it again", fault.NotFound, fault.Forbidden),
		func(ctx context.Context, who access.Caller, in *hideInput) (rest.Answer[Comment], error) {
			c, err := s.Hide(ctx, who, in.ID, in.Body)
			return rest.One("", c, err)
		})
}
