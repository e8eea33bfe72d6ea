package profile

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type leaveInput struct {
	Permanent bool `query:"permanent" msg:"permanent must be true or false" doc:"At once and for good. Otherwise the account can be had back for 30 days."`
}

type dismissInput struct {
	ID        string `path:"id"`
	Permanent bool   `query:"permanent" msg:"permanent must be true or false" doc:"At once and for good. Otherwise an administrator can give the account back for 30 days."`
}

const (
	closedSoft    = "The account is closed. It can be had back for 30 days."
	closedForGood = "The account is closed and is being deleted for good."
)

func said(permanent bool) string {
	if permanent {
		return closedForGood
	}
	return closedSoft
}

// registerDeletion mounts the ends of accounts.
func (s *Service) registerDeletion(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Delete("/profile/me", "Delete one's own account", fault.Forbidden, fault.Conflict).DenyImpersonation(),
		func(ctx context.Context, who access.Caller, in *leaveInput) (rest.Answer[Deletion], error) {
			d, err := s.Leave(ctx, who, in.Permanent)
			return rest.One(said(in.Permanent), d, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Delete("/profile/{id}", "Delete somebody's account", fault.NotFound, fault.Conflict).DenyImpersonation(),
		func(ctx context.Context, who access.Caller, in *dismissInput) (rest.Answer[Deletion], error) {
			d, err := s.Dismiss(ctx, who, in.ID, in.Permanent)
			return rest.One(said(in.Permanent), d, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Post("/profile/{id}/restore", "Give a deleted account back, within its 30 days", fault.NotFound).DenyImpersonation(),
		func(ctx context.Context, who access.Caller, in *personInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("The account is there again", s.Restore(ctx, who, in.ID))
		})
}

// Register mounts the archives of users' data.
func (s *PersonalData) Register(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Create("/profile/me/export", "Have everything that is held about the caller put together", fault.TooMany).DenyImpersonation(),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[Export], error) {
			x, err := s.OrderExport(ctx, who)
			return rest.One("Your data are being put together. A letter tells you when they are ready.", x, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/profile/me/exports", "Archives of the caller's data, the newest first").DenyImpersonation(),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[[]Export], error) {
			list, err := s.Exports(ctx, who)
			return rest.One("", list, err)
		})
	rest.HandleRaw(api, rest.Signed, rest.Get("/profile/exports/{token}", "Fetch an archive of one's data", fault.Gone).Produces(nil, "application/zip"),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			return s.Download(ctx, r.Path("token"))
		})
}
