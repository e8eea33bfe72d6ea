package profile

import (
	"context"
	"strconv"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type changeInput struct {
	rest.OptionalIfMatch
	Body rest.MergePatch[ProfileEdit]
}

type personInput struct {
	ID string `path:"id"`
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/profile/me/comprehensive", "Get the caller's full profile"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[ComprehensiveProfile], error) {
			c, err := s.Get(ctx, who)
			return rest.One("", c, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Patch("/profile/me/comprehensive", "Change the caller's profile (RFC 7396: null clears)").WithDetails(fault.Precondition, "stale_version", ComprehensiveProfile{}),
		func(ctx context.Context, who access.Caller, in *changeInput) (rest.Answer[ComprehensiveProfile], error) {
			c, err := s.Change(ctx, who, in.Body, in.IfMatch)
			return rest.One("Your profile is saved", c, err)
		})
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/profile/{id}", "Get the public profile of a user", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *personInput) (rest.Answer[PublicProfile], error) {
			f, err := s.PublicProfile(ctx, who, in.ID)
			return rest.One("", f, err)
		})
	s.registerAvatar(api)
	s.registerContact(api)
	s.registerDeletion(api)
}

// cropParameters pick the square of a picture: all of them, or none.
type cropParameters struct {
	X    int64 `query:"x" minimum:"0" doc:"Of the upper left corner, in pixels of the upright picture."`
	Y    int64 `query:"y" minimum:"0"`
	Side int64 `query:"side" minimum:"1" doc:"In pixels. Default: the largest square, in the middle."`
}

func (s *Service) registerAvatar(api *rest.API) {
	set := rest.Put("/profile/me/avatar", "Set the caller's picture from the square x, y, side (pixels of the upright picture; default: the largest in the middle) of a file of at most 5 MB and 40 megapixels", fault.TooLarge, fault.UnsupportedType, fault.TooMany, fault.Unavailable, fault.NoSpace).
		Parameters(cropParameters{}).Accepts(nil, avatarRules.Types...).Produces(rest.Answer[Avatar]{})
	rest.HandleRaw(api, rest.SignedIn, set, func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
		kind, _ := r.ContentType()
		if err := avatarRules.Takes(kind); err != nil {
			return rest.Reply{}, err
		}
		crop, err := readCrop(r)
		if err != nil {
			return rest.Reply{}, err
		}
		avatar, err := s.SetAvatar(ctx, who, r.Body, crop)
		answer, err := rest.One("Your picture is saved", avatar, err)
		return rest.JSON(200, answer), err
	})
	rest.Handle(api, rest.SignedIn, rest.Delete("/profile/me/avatar", "Delete the caller's picture"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Your picture is gone", s.RemoveAvatar(ctx, who))
		})
	rest.HandleRaw(api, rest.Public, rest.Get("/avatars/{id}/{size}", "Get a user's picture, 256 or 64 pixels square", fault.NotFound).
		Parameters(struct {
			Size int64 `path:"size" enum:"64,256"`
		}{}).Produces(nil, "image/jpeg", "image/png").Ranges(),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			return s.Picture(ctx, r.Path("id"), r.Path("size"))
		})
}

// readCrop reads the crop from the query: all of its parameters, or none.
func readCrop(r *rest.Request) (crop Crop, err error) {
	if r.Query("x")+r.Query("y")+r.Query("side") == "" {
		return Crop{}, nil
	}
	var broken fault.Fields
	for name, into := range map[string]*int{"x": &crop.X, "y": &crop.Y, "side": &crop.Side} {
		if *into, err = strconv.Atoi(r.Query(name)); err != nil {
			broken.Require(false, name, "invalid_type", "The crop needs x, y and side in whole pixels")
		}
	}
	return crop, broken.Err()
}

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

// registerDeletion mounts the operations that delete accounts.
func (s *Service) registerDeletion(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Delete("/profile/me", "Delete the caller's account", fault.Forbidden, fault.Conflict).DenyImpersonation().BeforeAcceptance(),
		func(ctx context.Context, who access.Caller, in *leaveInput) (rest.Answer[Deletion], error) {
			d, err := s.DeleteOwnAccount(ctx, who, in.Permanent)
			return rest.One(said(in.Permanent), d, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Delete("/profile/{id}", "Delete a user's account", fault.NotFound, fault.Conflict).DenyImpersonation(),
		func(ctx context.Context, who access.Caller, in *dismissInput) (rest.Answer[Deletion], error) {
			d, err := s.DeleteAccount(ctx, who, in.ID, in.Permanent)
			return rest.One(said(in.Permanent), d, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Post("/profile/{id}/restore", "Restore a deleted account within 30 days", fault.NotFound).Idempotent().DenyImpersonation(),
		func(ctx context.Context, who access.Caller, in *personInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("The account is there again", s.Restore(ctx, who, in.ID))
		})
}

// Register mounts the operations on data exports.
func (s *PersonalData) Register(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Create("/profile/me/export", "Request an archive of all data about the caller", fault.TooMany).Idempotent().DenyImpersonation().BeforeAcceptance(),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[Export], error) {
			x, err := s.RequestExport(ctx, who)
			return rest.One("Your data are being put together. An email tells you when they are ready.", x, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/profile/me/exports", "List the archives of the caller's data, newest first").DenyImpersonation().BeforeAcceptance(),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[[]Export], error) {
			list, err := s.Exports(ctx, who)
			return rest.One("", list, err)
		})
	rest.HandleRaw(api, rest.Signed, rest.Get("/profile/exports/{token}", "Download an archive of the caller's data", fault.Gone).Produces(nil, "application/zip"),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			return s.Download(ctx, r.Path("token"))
		})
}
