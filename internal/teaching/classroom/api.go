package classroom

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type addInput struct{ Body NewClassroom }

type changeInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body ClassroomChange
}

type deleteInput struct {
	ID string `path:"id"`
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Get("/rooms", "List the classrooms of the school"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[[]Classroom], error) {
			rooms, err := s.List(ctx)
			return rest.One("", rooms, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Create("/rooms", "Add a classroom", fault.Conflict),
		func(ctx context.Context, who access.Caller, in *addInput) (rest.Answer[Classroom], error) {
			c, err := s.Add(ctx, who, in.Body)
			return rest.One("Classroom added", c, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Patch("/rooms/{id}", "Change, archive or restore a classroom; members left out stay as they are", fault.NotFound).
		WithDetails(fault.Precondition, "stale_version", Classroom{}).WithDetails(fault.Conflict, "room_in_use", ClassroomUses{}),
		func(ctx context.Context, who access.Caller, in *changeInput) (rest.Answer[Classroom], error) {
			c, err := s.Change(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("Classroom saved", c, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Delete("/rooms/{id}", "Delete a classroom in which no batch is that is not over", fault.NotFound).
		WithDetails(fault.Conflict, "room_in_use", ClassroomUses{}),
		func(ctx context.Context, who access.Caller, in *deleteInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Classroom deleted", s.Delete(ctx, who, in.ID))
		})
}
