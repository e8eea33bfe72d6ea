package profile

import (
	"context"
	"slices"
	"strconv"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

var pictures = []string{"image/jpeg", "image/png", "image/webp", "image/gif"}

func (s *Service) registerAvatar(api *rest.API) {
	set := rest.Put("/profile/me/avatar", "Make one's picture of the square x, y, side (pixels of the upright picture; default: the largest in the middle) of a file of at most 5 MB and 40 megapixels", fault.TooLarge, fault.UnsupportedType, fault.NoSpace).
		Queries("x", "y", "side").Accepts(nil, pictures...).Produces(rest.Answer[Avatar]{})
	rest.HandleRaw(api, rest.SignedIn, set, func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
		if kind, _ := r.ContentType(); !slices.Contains(pictures, kind) {
			return rest.Reply{}, fault.New(fault.UnsupportedType, "unsupported_type", wrongFile)
		}
		crop, err := readCrop(r)
		if err != nil {
			return rest.Reply{}, err
		}
		avatar, err := s.SetAvatar(ctx, who, r.Body, crop)
		answer, err := rest.One("Your picture is saved", avatar, err)
		return rest.JSON(200, answer), err
	})
	rest.Handle(api, rest.SignedIn, rest.Delete("/profile/me/avatar", "Take one's picture away"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Your picture is gone", s.RemoveAvatar(ctx, who))
		})
	rest.HandleRaw(api, rest.Public, rest.Get("/avatars/{id}/{size}", "A person's picture, 256 or 64 pixels square", fault.NotFound).Produces(nil, "image/jpeg", "image/png"),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			return s.Picture(ctx, r.Path("id"), r.Path("size"))
		})
}

// readCrop reads the square of the query; all of it or none.
func readCrop(r *rest.Request) (crop Crop, err error) {
	if r.Query("x")+r.Query("y")+r.Query("side") == "" {
		return Crop{}, nil
	}
	var broken fault.Fields
	for name, into := range map[string]*int{"x": &crop.X, "y": &crop.Y, "side": &crop.Side} {
		if *into, err = strconv.Atoi(r.Query(name)); err != nil {
			broken.Require(false, name, "invalid_type", "The square needs x, y and side in whole pixels")
		}
	}
	return crop, broken.Err()
}
