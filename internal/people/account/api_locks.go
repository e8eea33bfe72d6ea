package account

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type lockedAccountsInput struct{ rest.Page }

type lockInput struct {
	ID   string `path:"id"`
	Body NewLock
}

type unlockInput struct {
	ID   string `path:"id"`
	Body *Unlocking
}

type statsInput struct {
	Days int64 `query:"days" default:"30" minimum:"1" maximum:"366" msg:"days must be between 1 and 366" doc:"How far back, today included."`
}

func (s *Service) registerLocks(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Get("/auth/locked-accounts", "List locked accounts, with the reasons"),
		func(ctx context.Context, _ access.Caller, in *lockedAccountsInput) (rest.List[LockedAccount], error) {
			limit, offset := in.LimitOffset()
			as, total, err := s.LockedAccounts(ctx, limit, offset)
			return rest.Many(in.Page, as, total, err)
		})
	rest.Handle(api, admin, rest.Get("/auth/lockout-stats", "Get lockout statistics by reason, level, day and risk"),
		func(ctx context.Context, _ access.Caller, in *statsInput) (rest.Answer[LockoutStats], error) {
			stats, err := s.LockoutStats(ctx, in.Days)
			return rest.One("", stats, err)
		})
	rest.Handle(api, admin, rest.Post("/auth/lock-account/{id}", "Lock an account", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *lockInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("The account is locked", s.Lock(ctx, who, in.ID, in.Body))
		})
	rest.Handle(api, admin, rest.Post("/auth/unlock-account/{id}", "End every lock of an account", fault.NotFound).Idempotent(),
		func(ctx context.Context, who access.Caller, in *unlockInput) (rest.Answer[rest.Nothing], error) {
			var how Unlocking
			if in.Body != nil {
				how = *in.Body
			}
			return rest.Done("The account is unlocked", s.Unlock(ctx, who, in.ID, how))
		})
	rest.Handle(api, admin, rest.Post("/auth/unlock-all-accounts", "End every lock that failed attempts have set"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[Unlocked], error) {
			n, err := s.UnlockAll(ctx, who)
			return rest.One("The accounts are unlocked; those locked by hand stay locked", n, err)
		})
}
