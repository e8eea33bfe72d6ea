package seat

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/rest"
)

type poolsInput struct {
	ID string `path:"id"`
	rest.Page
}

type addPoolInput struct {
	ID   string `path:"id"`
	Body NewSeatPool
}

type seatsInput struct {
	ID string `path:"id"`
	rest.Page
	rest.CursorParam
	SeatFilter
}

type poolSeatsInput struct {
	ID   string `path:"id"`
	Pool string `path:"poolId"`
	rest.Page
	rest.CursorParam
	SeatFilter
}

type giveInput struct {
	ID   string `path:"id"`
	Pool string `path:"poolId"`
	Body NewSeats
}

type seatInput struct {
	ID   string `path:"id"`
	Pool string `path:"poolId"`
	Seat string `path:"seatId"`
}

// Register mounts the operations, each with its gate. Who may is decided by the role of the caller in the company; strangers get 404.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/corporate/{id}/pools", "List the seats that a company has, for its managers and those who look after its bills", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *poolsInput) (rest.List[SeatPool], error) {
			limit, offset := in.LimitOffset()
			items, n, err := s.Pools(ctx, who, in.ID, limit, offset)
			return rest.Many(in.Page, items, n, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Create("/corporate/{id}/pools", "Grant seats to a company", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *addPoolInput) (rest.Answer[SeatPool], error) {
			p, err := s.AddPool(ctx, who, in.ID, in.Body)
			return rest.One("Seats granted", p, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/corporate/{id}/seats", "List the seats of a company with the progress of those who have them, for its managers", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *seatsInput) (rest.List[Seat], error) {
			limit, _ := in.LimitOffset()
			items, n, next, err := s.Seats(ctx, who, in.ID, in.SeatFilter, in.CursorParam, limit)
			return rest.CursorPage(in.Page, items, n, next, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/corporate/{id}/pools/{poolId}/seats", "List the seats of a pool, for managers of the company", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *poolSeatsInput) (rest.List[Seat], error) {
			limit, _ := in.LimitOffset()
			in.PoolID = in.Pool
			items, n, next, err := s.Seats(ctx, who, in.ID, in.SeatFilter, in.CursorParam, limit)
			return rest.CursorPage(in.Page, items, n, next, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/corporate/{id}/pools/{poolId}/seats", "Give seats of a pool to people, all or none; who does not belong to the company is invited, for its managers", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *giveInput) (rest.Answer[GivenSeats], error) {
			given, err := s.Give(ctx, who, in.ID, in.Pool, in.Body)
			return rest.One("Seats given", given, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/corporate/{id}/pools/{poolId}/seats/{seatId}", "Give a seat back to its pool, for managers of the company", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *seatInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Seat released", s.Release(ctx, who, in.ID, in.Pool, in.Seat))
		})
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "seats", Column: "user_id", Export: []string{"company_id", "email", "course_id", "state", "offered_at", "taken_at", "ended_at"}},
	}
}
