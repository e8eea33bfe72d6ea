package identity

import (
	"cmp"
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/sync/singleflight"

	"lectern/internal/platform/config"
)

// openID is an OpenID Connect provider (Core 1.0 and Discovery 1.0). The fields describe how providers differ.
type openID struct {
	providerClient
	label    string
	client   config.Client
	issuer   string
	atTokens oauth2.AuthStyle        // AutoDetect: as the discovery document says
	sign     func() (string, error)  // creates the client secret, unless it is fixed
	extra    []oauth2.AuthCodeOption // for the authorization endpoint
	noNonce  bool                    // does not return the nonce; a wrong one is refused all the same
	tenants  bool                    // the issuer of a token names its tenant, see tenantIssuer
	vouches  func(claims) bool       // whether the provider vouches for the address; nil: email_verified

	mutex  sync.Mutex
	flight singleflight.Group
	found  *discovery
}

// discovery is a fetched discovery document.
type discovery struct {
	*oidc.Provider
	meta struct {
		Issuer        string   `json:"issuer"`
		Authorization string   `json:"authorization_endpoint"`
		Token         string   `json:"token_endpoint"`
		UserInfo      string   `json:"userinfo_endpoint"`
		JWKS          string   `json:"jwks_uri"`
		Algorithms    []string `json:"id_token_signing_alg_values_supported"`
		NamesIss      bool     `json:"authorization_response_iss_parameter_supported"` // RFC 9207
		AtTokens      []string `json:"token_endpoint_auth_methods_supported"`
	}
	at time.Time
}

const discoveryTTL = time.Hour

// claims of an ID token or of the userinfo endpoint.
type claims struct {
	Subject  string      `json:"sub"`
	Email    string      `json:"email"`
	Verified lenientBool `json:"email_verified"`
	Name     string      `json:"name"`
	Given    string      `json:"given_name"`
	Family   string      `json:"family_name"`
	Party    string      `json:"azp"`
	Tenant   string      `json:"tid"`      // Microsoft
	Owned    lenientBool `json:"xms_edov"` // Microsoft: the tenant owns the address's domain
}

// lenientBool accepts the strings and numbers that some providers send for a boolean.
type lenientBool bool

// UnmarshalJSON never fails; anything that is not clearly true is false.
func (t *lenientBool) UnmarshalJSON(b []byte) error {
	switch string(b) {
	case `true`, `"true"`, `1`, `"1"`:
		*t = true
	}
	return nil
}

func (o *openID) begin(ctx context.Context, s secrets) (string, error) {
	d, err := o.discover(ctx)
	if err != nil {
		return "", providerError(o.label, err)
	}
	options := append([]oauth2.AuthCodeOption{oauth2.S256ChallengeOption(s.verifier), oidc.Nonce(s.nonce)}, o.extra...)
	c, err := o.config(d, s)
	if err != nil {
		return "", err
	}
	return c.AuthCodeURL(s.state, options...), nil
}

func (o *openID) identify(ctx context.Context, s secrets, r IdentityCallback) (providerUser, error) {
	d, err := o.discover(ctx)
	if err != nil {
		return providerUser{}, providerError(o.label, err)
	}
	if !o.isFrom(d, r.Issuer) {
		return providerUser{}, errForged(o.label, fmt.Errorf("the answer names the issuer %.100q", r.Issuer))
	}
	c, err := o.config(d, s)
	if err != nil {
		return providerUser{}, err
	}
	token, err := c.Exchange(o.withClient(ctx), r.Code, oauth2.VerifierOption(s.verifier))
	if err != nil {
		return providerUser{}, providerError(o.label, err)
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return providerUser{}, errForged(o.label, errors.New("no ID token in the token response"))
	}
	said, issuer, err := o.verify(ctx, d, raw, token.AccessToken, s.nonce)
	if err != nil {
		return providerUser{}, err
	}
	if said.Email == "" && d.UserInfoEndpoint() != "" {
		if err := o.fetchUserInfo(ctx, d, token, &said); err != nil {
			return providerUser{}, err
		}
	}
	if said.Name == "" {
		said.Name = strings.TrimSpace(said.Given + " " + said.Family)
	}
	if said.Name == "" {
		said.Name = r.Name
	}
	verified := bool(said.Verified)
	if o.vouches != nil {
		verified = o.vouches(said)
	}
	return providerUser{Issuer: issuer, Subject: said.Subject, Email: said.Email, Verified: verified && said.Email != "", Name: said.Name}, nil
}

// verify checks an ID token: signed by the issuer, for this client, not expired, and for this authorization request (OpenID
// Connect Core, section 3.1.3.7).
func (o *openID) verify(ctx context.Context, d *discovery, raw, accessToken, nonce string) (said claims, issuer string, err error) {
	verifier := d.Verifier(&oidc.Config{ClientID: o.client.ID, Now: o.clock.Now, SkipIssuerCheck: o.tenants})
	token, err := verifier.Verify(o.withClient(ctx), raw)
	if err != nil {
		if ctx.Err() != nil {
			return said, "", errUnreachable(o.label, ctx.Err())
		}
		return said, "", errForged(o.label, truncateError(err))
	}
	if err := token.Claims(&said); err != nil {
		return said, "", errForged(o.label, truncateError(err))
	}
	switch {
	case o.tenants && !isTenantIssuer(token.Issuer, said.Tenant):
		err = fmt.Errorf("the token was issued by %.100q", token.Issuer)
	case len(token.Audience) > 1 && said.Party == "", said.Party != "" && said.Party != o.client.ID:
		err = fmt.Errorf("the token is for the party %.100q", said.Party)
	case (token.Nonce != "" || !o.noNonce) && subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(nonce)) == 0:
		err = errors.New("the nonce is that of another authorization request")
	case token.IssuedAt.After(o.clock.Now().Add(skew)):
		err = errors.New("the token is from the future")
	case token.AccessTokenHash != "":
		err = token.VerifyAccessToken(accessToken)
	}
	if err != nil {
		return said, "", errForged(o.label, err)
	}
	return said, token.Issuer, nil
}

const skew = 5 * time.Minute // tolerated clock skew, as in go-oidc

// fetchUserInfo asks the userinfo endpoint for claims that the ID token leaves out.
func (o *openID) fetchUserInfo(ctx context.Context, d *discovery, token *oauth2.Token, said *claims) error {
	info, err := d.UserInfo(o.withClient(ctx), oauth2.StaticTokenSource(token))
	if err != nil {
		return providerError(o.label, err)
	}
	if info.Subject != said.Subject { // section 5.3.2: the answer may be about another user
		return errForged(o.label, errors.New("the userinfo endpoint names another subject"))
	}
	var more claims
	if err := info.Claims(&more); err != nil {
		return errMisbehaves(o.label, truncateError(err))
	}
	said.Email, said.Verified = more.Email, more.Verified
	if said.Name == "" {
		said.Name, said.Given, said.Family = more.Name, more.Given, more.Family
	}
	return nil
}

// isFrom reports whether a response is this provider's, by the issuer that it names or should name (RFC 9207): responses of
// one provider must not be sent to another.
func (o *openID) isFrom(d *discovery, issuer string) bool {
	if issuer == "" {
		return !d.meta.NamesIss
	}
	return issuer == d.meta.Issuer || o.tenants && strings.HasPrefix(issuer, microsoftBase) && strings.HasSuffix(issuer, "/v2.0")
}

// config returns the OAuth configuration for one authorization request.
func (o *openID) config(d *discovery, s secrets) (*oauth2.Config, error) {
	secret, end := o.client.Secret, d.Endpoint()
	if o.sign != nil {
		var err error
		if secret, err = o.sign(); err != nil {
			return nil, fmt.Errorf("sign a client secret for %s: %w", o.label, err)
		}
	}
	end.AuthStyle = o.atTokens
	if o.atTokens == oauth2.AuthStyleAutoDetect { // would try both styles, but a code works only once
		end.AuthStyle = oauth2.AuthStyleInHeader // the default of Discovery 1.0
		if len(d.meta.AtTokens) > 0 && !slices.Contains(d.meta.AtTokens, "client_secret_basic") {
			end.AuthStyle = oauth2.AuthStyleInParams
		}
	}
	return &oauth2.Config{ClientID: o.client.ID, ClientSecret: secret, Endpoint: end, RedirectURL: s.redirect,
		Scopes: []string{oidc.ScopeOpenID, "profile", "email"}}, nil
}

// discover returns the discovery document, fetched once an hour; concurrent callers share one fetch.
func (o *openID) discover(ctx context.Context) (*discovery, error) {
	o.mutex.Lock()
	found := o.found
	o.mutex.Unlock()
	if found != nil && o.clock.Now().Sub(found.at) < discoveryTTL {
		return found, nil
	}
	done := o.flight.DoChan("", func() (any, error) {
		d, err := o.fetchDiscovery(context.WithoutCancel(ctx)) // others wait too; the HTTP client has its own timeout
		if err == nil {
			o.mutex.Lock()
			o.found = d
			o.mutex.Unlock()
		}
		return d, err
	})
	select {
	case r := <-done:
		d, _ := r.Val.(*discovery)
		return d, r.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (o *openID) fetchDiscovery(ctx context.Context) (*discovery, error) {
	d := &discovery{at: o.clock.Now()}
	if err := o.get(ctx, strings.TrimSuffix(o.issuer, "/")+"/.well-known/openid-configuration", "", nil, &d.meta); err != nil {
		return nil, err
	}
	m := d.meta
	if m.Issuer != o.issuer && !o.tenants { // Discovery 1.0, section 4.3; Microsoft's multi-tenant document has a pattern here
		return nil, fmt.Errorf("the discovery document names the issuer %.100q", m.Issuer)
	}
	for _, address := range []string{m.Authorization, m.Token, m.JWKS, cmp.Or(m.UserInfo, m.Token)} {
		if !o.isSafeURL(address) {
			return nil, fmt.Errorf("the discovery document names the address %.100q", address)
		}
	}
	d.Provider = (&oidc.ProviderConfig{IssuerURL: m.Issuer, AuthURL: m.Authorization, TokenURL: m.Token, JWKSURL: m.JWKS, UserInfoURL: m.UserInfo,
		Algorithms: slices.DeleteFunc(m.Algorithms, func(a string) bool { return !slices.Contains(signatures, a) })}).NewProvider(o.withClient(ctx))
	return d, nil
}

// signatures lists the accepted algorithms: asymmetric ones only, so neither "none" nor a shared secret.
var signatures = []string{oidc.RS256, oidc.RS384, oidc.RS512, oidc.PS256, oidc.PS384, oidc.PS512, oidc.ES256, oidc.ES384, oidc.ES512, oidc.EdDSA}

// isSafeURL reports whether the URL is https, or has the scheme of the issuer that the operator configured.
func (o *openID) isSafeURL(address string) bool {
	u, err := url.Parse(address)
	own, bad := url.Parse(o.issuer)
	return err == nil && bad == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == own.Scheme && u.Host == own.Host)
}
