package identity

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/oauth2"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/config"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/outbound"
)

// provider is an identity provider: openID or oauthProvider.
type provider interface {
	// begin returns the URL to redirect the browser to.
	begin(ctx context.Context, s secrets) (string, error)
	// identify exchanges the browser's return for the user.
	identify(ctx context.Context, s secrets, r IdentityCallback) (providerUser, error)
}

// secrets of one authorization request.
type secrets struct {
	state, nonce, verifier string
	redirect               string // the URL at which this application receives the response
}

// configuredProvider is a provider with its name.
type configuredProvider struct {
	IdentityProvider
	provider
}

// HTTPClient makes requests to providers.
type HTTPClient = *http.Client

// NewHTTPClient reaches the public internet, and the operator's own issuer wherever it is.
func NewHTTPClient(c config.IdentityProviders) HTTPClient {
	u, err := url.Parse(c.OIDC.Issuer)
	if err != nil || u.Host == "" {
		return outbound.New()
	}
	if u.Port() != "" {
		return outbound.New(u.Host)
	}
	return outbound.New(net.JoinHostPort(u.Hostname(), map[string]string{"http": "80"}[u.Scheme]+map[string]string{"https": "443"}[u.Scheme]))
}

// Providers that are set up, in display order.
type Providers []configuredProvider

// NewProviders skips providers without a client id.
func NewProviders(c config.IdentityProviders, reach HTTPClient, clock clock.Clock) (all Providers) {
	add := func(name, label string, id string, p provider) {
		if id != "" {
			all = append(all, configuredProvider{IdentityProvider{name, label}, p})
		}
	}
	asker := providerClient{reach, clock}
	add("google", "Google", c.Google.ID, &openID{providerClient: asker, label: "Google", client: c.Google, issuer: "https://accounts.google.com", atTokens: oauth2.AuthStyleInParams})
	add("apple", "Apple", c.Apple.ID, newApple(asker, c.Apple))
	add("microsoft", "Microsoft", c.Microsoft.ID, newMicrosoft(asker, c.Microsoft, c.MicrosoftTenant))
	add("facebook", "Facebook", c.Facebook.ID, newFacebook(asker, c.Facebook))
	add("github", "GitHub", c.GitHub.ID, newGitHub(asker, c.GitHub))
	add("linkedin", "LinkedIn", c.LinkedIn.ID, &openID{providerClient: asker, label: "LinkedIn", client: c.LinkedIn, issuer: "https://www.linkedin.com/oauth",
		atTokens: oauth2.AuthStyleInParams, noNonce: true})
	label := c.OIDC.Label
	if label == "" {
		label = "your organisation"
	}
	add("oidc", label, c.OIDC.ID, &openID{providerClient: asker, label: label, client: c.OIDC.Client, issuer: c.OIDC.Issuer})
	return all
}

// providerClient makes the requests to a provider.
type providerClient struct {
	reach HTTPClient
	clock clock.Clock
}

// withClient makes the OAuth and OpenID libraries use this client.
func (a providerClient) withClient(ctx context.Context) context.Context {
	return context.WithValue(ctx, oauth2.HTTPClient, a.reach)
}

// errForged reports a response that is not from the provider or not for this request.
func errForged(label string, cause error) error {
	return fault.New(fault.BadGateway, "identity_not_proven", "The answer from "+label+" doesn't prove who you are. Nothing was changed. Start again.").WithCause(cause)
}

// providerError classifies a failure: the provider refused the code, is unreachable, or answered nonsense. Its texts are
// truncated for the log, without URLs, which may contain secrets.
func providerError(label string, err error) error {
	if _, ok := errors.AsType[*fault.Error](err); ok {
		return err
	}
	if refused, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		if refused.ErrorCode == "invalid_grant" || refused.ErrorCode == "bad_verification_code" { // the second is GitHub's
			return fault.New(fault.Gone, "code_refused", "This sign-in with "+label+" took too long or was already used. Start again.").
				WithCause(fmt.Errorf("the token endpoint answers %.60q", refused.ErrorCode))
		}
		err = &statusError{refused.Response.StatusCode}
	}
	if refused, ok := errors.AsType[*statusError](err); ok {
		if refused.status >= http.StatusInternalServerError || refused.status == http.StatusTooManyRequests {
			return errUnreachable(label, refused)
		}
		return errMisbehaves(label, refused)
	}
	cause := err
	if asked, ok := errors.AsType[*url.Error](err); ok {
		cause = asked.Err
	}
	_, broken := errors.AsType[*net.OpError](err)
	if !errors.Is(err, outbound.ErrPrivateNetwork) && !errors.Is(err, outbound.ErrTooLarge) &&
		(errors.Is(err, context.DeadlineExceeded) || isTimeout(err) || broken || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)) {
		return errUnreachable(label, truncateError(cause))
	}
	return errMisbehaves(label, truncateError(cause))
}

// statusError is an unexpected HTTP status.
type statusError struct{ status int }

func (r *statusError) Error() string { return fmt.Sprintf("status %d", r.status) }

func isTimeout(err error) bool {
	slow, ok := errors.AsType[net.Error](err)
	return ok && slow.Timeout()
}

func errUnreachable(label string, cause error) error {
	return fault.New(fault.Unavailable, "provider_away", label+" is not responding. Try again in a minute, or sign in another way.").
		WithRetryAfter(time.Minute).WithCause(cause)
}

func errMisbehaves(label string, cause error) error {
	return fault.New(fault.BadGateway, "provider_trouble", label+" sent an invalid answer. Sign in another way, and tell your school.").WithCause(cause)
}

// truncateError keeps a provider's response from flooding the log.
func truncateError(err error) error { return fmt.Errorf("%.300s", err.Error()) }
