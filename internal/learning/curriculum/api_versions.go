package curriculum

import (
	"context"
	"fmt"

	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type publishInput struct {
	ID   string `path:"id"`
	Body Publication
}

type pageInput struct {
	ID string `path:"id"`
	rest.Page
}

type versionInput struct {
	ID     string `path:"id"`
	Number int64  `path:"number" minimum:"1" msg:"A version number must be 1 or more"`
}

type differenceInput struct {
	ID   string `path:"id"`
	From int64  `query:"from" minimum:"0" msg:"from must be the number of a version" doc:"0 or none: the draft."`
	To   int64  `query:"to" minimum:"0" msg:"to must be the number of a version" doc:"0 or none: the draft."`
}

func (s *Service) registerVersions(api *rest.API) {
	gate := rest.Teachers
	rest.Handle(api, gate, rest.Post(base+"/publish", "Publish the draft as the next version, now or later", fault.NotFound).
		WithDetails(fault.Conflict, "curriculum_invalid", Findings{}).Idempotent(),
		func(ctx context.Context, who access.Caller, in *publishInput) (rest.Answer[Published], error) {
			done, err := s.Publish(ctx, who, in.ID, in.Body)
			message := "Published"
			switch {
			case done.PublishAt != nil:
				message = "The draft will be published by itself"
			case done.Unchanged:
				message = fmt.Sprintf("Nothing has changed since version %d", done.Version)
			}
			return rest.One(message, done, err)
		})
	rest.Handle(api, gate, rest.Delete(base+"/publish", "Cancel a scheduled publication", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("The draft will not be published by itself", s.CancelPublication(ctx, who, in.ID))
		})
	rest.Handle(api, gate, rest.Get(base+"/versions", "List the published versions, newest first", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *pageInput) (rest.List[PublishedCurriculum], error) {
			limit, offset := in.LimitOffset()
			items, total, err := s.Versions(ctx, who, in.ID, limit, offset)
			return rest.Many(in.Page, items, total, err)
		})
	rest.Handle(api, gate, rest.Post(base+"/versions/{number}/restore", "Reset the draft to a version", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *versionInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("The draft is that version now", s.Restore(ctx, who, in.ID, in.Number))
		})
	rest.Handle(api, gate, rest.Get(base+"/diff", "Compare two versions", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *differenceInput) (rest.Answer[[]outline.Difference], error) {
			ds, err := s.Differences(ctx, who, in.ID, in.From, in.To)
			return rest.One("", ds, err)
		})
}

type analyticsInput struct {
	ID       string `path:"id"`
	LessonID string `path:"lessonId"`
	Period   string `query:"period" enum:"day,week,month,quarter,year" default:"week" msg:"period must be day, week, month, quarter or year"`
}

func (s *Service) registerChecks(api *rest.API) {
	gate := rest.Teachers
	rest.Handle(api, gate, rest.Post(base+"/validate", "Check the draft: errors that prevent publishing, and warnings", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.Answer[Findings], error) {
			f, err := s.Validate(ctx, who, in.ID)
			return rest.One("", f, err)
		})
	rest.Handle(api, gate, rest.Post(base+"/integrity-check", "Check the references of the curriculum, and repair what can be", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.Answer[Integrity], error) {
			f, err := s.CheckIntegrity(ctx, who, in.ID)
			return rest.One("", f, err)
		})
	rest.Handle(api, gate, rest.Get(base+"/compatibility", "Check whether the draft fits the type of its course", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.Answer[Compatibility], error) {
			c, err := s.Compatibility(ctx, who, in.ID)
			return rest.One("", c, err)
		})
	rest.Handle(api, gate, rest.Get(base+"/stats", "Get statistics of the curriculum and of the progress in it", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.Answer[Stats], error) {
			st, err := s.Stats(ctx, who, in.ID)
			return rest.One("", st, err)
		})
	rest.Handle(api, gate, rest.Get(base+"/lesson/{lessonId}/analytics", "Get recent activity in a lesson", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *analyticsInput) (rest.Answer[LessonAnalytics], error) {
			a, err := s.Analytics(ctx, who, in.ID, in.LessonID, in.Period)
			return rest.One("", a, err)
		})
}
