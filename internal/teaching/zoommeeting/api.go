package zoommeeting

import (
	"context"
	"io"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type idInput struct {
	ID string `path:"id"`
}

type hostInput struct{ Body NewHost }

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.HandleRaw(api, rest.Signed, rest.Post("/zoom/webhook", "Receive an event from Zoom, which signs it with the secret of the application", fault.Unauthenticated).
		Accepts(nil, "application/json").Produces(URLProof{}).MaxBody(eventBody),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return rest.Reply{}, err
			}
			proof, err := s.Receive(ctx, r.Header("X-Zm-Request-Timestamp"), r.Header("X-Zm-Signature"), body)
			return rest.JSON(200, proof), err
		})
	admins := rest.Roles(access.Admin)
	rest.Handle(api, admins, rest.Get("/meeting-hosts", "List the Zoom accounts that host meetings"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[[]Host], error) {
			hosts, err := s.Hosts(ctx)
			return rest.Answer[[]Host]{Data: hosts}, err
		})
	rest.Handle(api, admins, rest.Create("/meeting-hosts", "Allow a user of the school's Zoom account to host meetings", fault.Conflict, fault.Unavailable),
		func(ctx context.Context, who access.Caller, in *hostInput) (rest.Answer[Host], error) {
			h, err := s.AddHost(ctx, who, in.Body)
			return rest.One("Host added", h, err)
		})
	rest.Handle(api, admins, rest.Delete("/meeting-hosts/{id}", "Stop an account from hosting meetings", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Host removed", s.RemoveHost(ctx, who, in.ID))
		})
	rest.Handle(api, admins, rest.Get("/session-meetings", "List the Zoom meetings of the next two days, failed ones first"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[[]SessionMeeting], error) {
			list, err := s.Meetings(ctx)
			return rest.Answer[[]SessionMeeting]{Data: list}, err
		})
	rest.Handle(api, rest.Teachers, rest.Post("/sessions/{id}/meeting/retry", "Try again to create the Zoom meeting of a session", fault.NotFound).Idempotent(),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Trying again", s.Retry(ctx, who, in.ID))
		})
}
