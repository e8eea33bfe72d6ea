package certificate

import (
	"context"
	"strconv"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// Media types of what programs read that check badges.
const (
	credentialType = "application/vc+ld+json"
	linkedType     = "application/ld+json"
	pngType        = "image/png"
)

type listInput struct {
	List int64 `path:"list" doc:"Number of the list, from 1."`
}

type achievementInput struct {
	CourseID string `path:"courseId"`
}

// cachedMinutes is how long programs keep lists and keys: as long, a revocation may go unnoticed.
const cached = "public, max-age=300"

func (s *Service) registerBadges(api *rest.API) {
	rest.HandleRaw(api, rest.SignedIn, rest.Get(one+"/credential", "Get a certificate as an Open Badge: a signed credential", fault.NotFound).Parameters(oneInput{}).Produces(nil, credentialType),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			text, err := s.Credential(ctx, who, r.Path("id"))
			return linked(text, credentialType, "private, no-store"), err
		})
	rest.HandleRaw(api, rest.SignedIn, rest.Get(one+"/badge.png", "Get a certificate as an Open Badge in a picture", fault.NotFound).Parameters(oneInput{}).Produces(nil, pngType),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			picture, err := s.BadgePicture(ctx, who, r.Path("id"))
			return linked(picture, pngType, "private, no-store"), err
		})
	rest.HandleRaw(api, rest.Public, rest.Get("/certificates/verify/{code}/credential", "Get a certificate as an Open Badge, by its code", fault.NotFound, fault.TooMany).Parameters(codeInput{}).Produces(nil, credentialType),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			text, err := s.PublicCredential(ctx, r.Path("code"))
			return linked(text, credentialType, "no-store"), err
		})
	rest.HandleRaw(api, rest.Public, rest.Get("/certificates/issuer", "Read who issues Open Badges here, and with which keys they are signed").Produces(nil, linkedType),
		func(ctx context.Context, _ access.Caller, _ *rest.Request) (rest.Reply, error) {
			text, err := s.Profile(ctx)
			return linked(text, linkedType, cached), err
		})
	rest.HandleRaw(api, rest.Public, rest.Get("/certificates/status/{list}", "Read which Open Badges of a list were revoked or replaced: a signed status list", fault.NotFound).Parameters(listInput{}).Produces(nil, credentialType),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			list, err := strconv.ParseInt(r.Path("list"), 10, 64)
			if err != nil {
				return rest.Reply{}, errNoList
			}
			text, err := s.StatusList(ctx, list)
			return linked(text, credentialType, cached), err
		})
	rest.HandleRaw(api, rest.Public, rest.Get("/certificates/achievements/{courseId}", "Read what Open Badges of a course are for", fault.NotFound).Parameters(achievementInput{}).Produces(nil, linkedType),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			text, err := s.Achievement(ctx, r.Path("courseId"))
			return linked(text, linkedType, cached), err
		})
}

func linked(text []byte, kind, cache string) rest.Reply {
	return rest.Bytes(text, rest.Headers{ContentType: kind, CacheControl: cache})
}
