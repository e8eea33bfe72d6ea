package goal

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type (
	listInput struct {
		Status string `query:"status" enum:"active,achieved,missed,paused,dropped" msg:"status must be active, achieved, missed, paused or dropped"`
	}
	oneInput struct {
		ID string `path:"id"`
	}
	newInput  struct{ Body NewGoal }
	editInput struct {
		ID   string `path:"id"`
		Body rest.MergePatch[GoalEdit]
	}
	newStepInput struct {
		ID   string `path:"id"`
		Body NewMilestone
	}
	stepInput struct {
		ID          string `path:"id"`
		MilestoneID string `path:"milestoneId"`
	}
	editStepInput struct {
		ID          string `path:"id"`
		MilestoneID string `path:"milestoneId"`
		Body        rest.MergePatch[MilestoneEdit]
	}
	tickInput struct {
		ID          string `path:"id"`
		MilestoneID string `path:"milestoneId"`
		Body        MilestoneTick
	}
	orderInput struct {
		ID   string `path:"id"`
		Body MilestoneOrder
	}
)

// MilestoneTick ticks a milestone, or takes that back.
type MilestoneTick struct {
	Undo bool `json:"undo,omitempty"`
}

// MilestoneOrder is the order of the milestones of a goal.
type MilestoneOrder struct {
	IDs []string `json:"ids" maxItems:"30" msg:"A goal has at most 30 milestones" doc:"All of them."`
}

// Register mounts the operations, each with who may call it.
func (s *Service) Register(api *rest.API) {
	const all, one = "/goals", "/goals/{id}"
	rest.Handle(api, rest.SignedIn, rest.Get(all, "List the caller's goals, the latest first"),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.Answer[[]Goal], error) {
			goals, err := s.List(ctx, who, in.Status)
			return rest.One("", goals, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Create(all, "Set a goal", fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *newInput) (rest.Answer[Goal], error) {
			g, err := s.Set(ctx, who, in.Body)
			return rest.One("Goal set", g, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/goals/suggestions", "List goals that the caller could set, with dates from the forecasts of their courses"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[[]GoalSuggestion], error) {
			suggestions, err := s.Suggest(ctx, who)
			return rest.One("", suggestions, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get(one, "Read a goal of the caller", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Goal], error) {
			g, err := s.Goal(ctx, who, in.ID)
			return rest.One("", g, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Patch(one, "Change a goal of the caller, pause, resume or drop it (RFC 7396)", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *editInput) (rest.Answer[Goal], error) {
			g, err := s.Edit(ctx, who, in.ID, in.Body)
			return rest.One("Goal saved", g, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete(one, "Delete a goal of the caller", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Goal deleted", s.Delete(ctx, who, in.ID))
		})
	rest.Handle(api, rest.SignedIn, rest.Get(one+"/history", "Get what has become of a goal of the caller so far", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[GoalHistory], error) {
			h, err := s.History(ctx, who, in.ID)
			return rest.One("", h, err)
		})
	s.registerMilestones(api)
}

// registerMilestones registers what changes the milestones of a goal. All answer with the goal.
func (s *Service) registerMilestones(api *rest.API) {
	const all, one = "/goals/{id}/milestones", "/goals/{id}/milestones/{milestoneId}"
	rest.Handle(api, rest.SignedIn, rest.Create(all, "Add a milestone to a goal of the caller", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *newStepInput) (rest.Answer[Goal], error) {
			g, err := s.AddMilestone(ctx, who, in.ID, in.Body)
			return rest.One("Milestone added", g, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Put(all+"/order", "Put the milestones of a goal of the caller into another order", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *orderInput) (rest.Answer[Goal], error) {
			g, err := s.Reorder(ctx, who, in.ID, in.Body.IDs)
			return rest.One("Order saved", g, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Patch(one, "Change a milestone of the caller (RFC 7396)", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *editStepInput) (rest.Answer[Goal], error) {
			g, err := s.EditMilestone(ctx, who, in.ID, in.MilestoneID, in.Body)
			return rest.One("Milestone saved", g, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete(one, "Delete a milestone of the caller", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *stepInput) (rest.Answer[Goal], error) {
			g, err := s.DeleteMilestone(ctx, who, in.ID, in.MilestoneID)
			return rest.One("Milestone deleted", g, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post(one+"/done", "Tick a manual milestone of the caller, or take that back", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *tickInput) (rest.Answer[Goal], error) {
			g, err := s.Tick(ctx, who, in.ID, in.MilestoneID, in.Body.Undo)
			return rest.One("Milestone saved", g, err)
		})
}
