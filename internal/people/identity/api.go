package identity

import (
	"context"
	"encoding/json"
	"io"
	"net/url"
	"strings"

	"lectern/internal/people/lockout"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type startInput struct {
	Provider string `path:"provider"`
	Body     NewAuthorizationRequest
}

type finishInput struct {
	Provider string `path:"provider"`
	Body     IdentityCallback
}

type claimInput struct{ Body IdentityProof }

type identityInput struct {
	ID string `path:"id"`
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Get("/auth/providers", "List the identity providers that are set up"),
		func(context.Context, access.Caller, *struct{}) (rest.Answer[[]IdentityProvider], error) {
			return rest.One("", s.ListProviders(), nil)
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/oauth/{provider}/start", "Begin signing in with a provider",
		fault.NotFound, fault.TooMany, fault.BadGateway, fault.Unavailable),
		func(ctx context.Context, _ access.Caller, in *startInput) (rest.Answer[AuthorizationRequest], error) {
			v, err := s.Start(ctx, in.Provider, in.Body, rest.ClientOf(ctx))
			return rest.One("", v, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/auth/oauth/{provider}/connect", "Begin connecting an account at a provider to the caller's account",
		fault.NotFound, fault.Forbidden, fault.TooMany, fault.BadGateway, fault.Unavailable),
		func(ctx context.Context, who access.Caller, in *startInput) (rest.Answer[AuthorizationRequest], error) {
			v, err := s.Connect(ctx, who, in.Provider, in.Body, rest.ClientOf(ctx))
			return rest.One("", v, err)
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/oauth/{provider}/finish", "Complete an authorization request after the return from a provider",
		fault.NotFound, fault.Gone, fault.Forbidden, fault.Conflict, fault.TooMany, fault.BadGateway, fault.Unavailable).Idempotent().
		WithDetails(fault.Locked, "account_locked", lockout.LockoutAnswer{}),
		func(ctx context.Context, who access.Caller, in *finishInput) (rest.Answer[IdentityCallbackResult], error) {
			a, err := s.Finish(ctx, who, in.Provider, in.Body, rest.ClientOf(ctx))
			return rest.One("", a, err)
		})
	rest.HandleRaw(api, rest.Public, rest.Post("/auth/oauth/apple/callback", "Where Apple posts its form; redirects to the page that completes the sign-in").
		AcceptsForms(appleForm{}, nil).Redirects(),
		func(_ context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) { return s.relayApple(r) })
	s.registerConnected(api)
}

func (s *Service) registerConnected(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/auth/identities", "List the federated identities with which the caller can sign in"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[[]Connected], error) {
			all, err := s.Connected(ctx, who)
			return rest.One("", all, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/auth/identities", "Connect a proven identity that has the email address of the caller's account",
		fault.Gone, fault.Forbidden, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *claimInput) (rest.Answer[[]Connected], error) {
			all, err := s.ConnectProven(ctx, who, in.Body)
			return rest.One("Connected", all, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/auth/identities/{id}", "Disconnect a federated identity", fault.NotFound, fault.Forbidden, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *identityInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Disconnected", s.Disconnect(ctx, who, in.ID))
		})
}

// appleForm is what Apple posts (form_post of Sign in with Apple), in either case of success.
type appleForm struct {
	State string `json:"state,omitempty" doc:"Of the authorization request."`
	Code  string `json:"code,omitempty"`
	Error string `json:"error,omitempty" doc:"In place of code: why there was no sign-in."`
	User  string `json:"user,omitempty" doc:"JSON with the name, at the first sign-in only."`
}

const maxFormBytes = 32 << 10 // Apple posts a code, a state, an ID token and a name

// relayApple redirects the form that Apple posts to the sign-in page. It decides nothing: the values are useless without
// the key that the page holds.
func (s *Service) relayApple(r *rest.Request) (rest.Reply, error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxFormBytes))
	if err != nil {
		return rest.Reply{}, err
	}
	form, err := url.ParseQuery(string(body))
	if err != nil {
		form = url.Values{} // the page reports that it is incomplete
	}
	on := url.Values{}
	for _, name := range []string{"state", "code", "error"} {
		if value := form.Get(name); value != "" {
			on.Set(name, value)
		}
	}
	var user struct {
		Name struct {
			FirstName, LastName string
		}
	}
	if json.Unmarshal([]byte(form.Get("user")), &user) == nil { // Apple sends it at the first sign-in only
		if name := strings.TrimSpace(user.Name.FirstName + " " + user.Name.LastName); name != "" {
			on.Set("name", name)
		}
	}
	return rest.SeeOther(s.address + "/oauth/callback/apple?" + on.Encode()), nil
}
