package identity

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"golang.org/x/oauth2"

	"lectern/internal/platform/config"
)

// newApple is Sign in with Apple. Its client secret is a JWT that we sign; it responds with a form post, and sends the
// user's name through the browser only (developer.apple.com, "Sign in with Apple REST API").
func newApple(a providerClient, c config.AppleClient) *openID {
	const issuer = "https://appleid.apple.com"
	return &openID{
		providerClient: a, label: "Apple", client: config.Client{ID: c.ID}, issuer: issuer, atTokens: oauth2.AuthStyleInParams,
		extra: []oauth2.AuthCodeOption{oauth2.SetAuthURLParam("response_mode", "form_post"), oauth2.SetAuthURLParam("scope", "openid name email")},
		sign: func() (string, error) {
			now := a.clock.Now()
			token := jwt.NewWithClaims(jwt.SigningMethodES256, jwt.RegisteredClaims{Issuer: c.Team, Subject: c.ID,
				Audience: jwt.ClaimStrings{issuer}, IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(5 * time.Minute))})
			token.Header["kid"] = c.KeyID
			return token.SignedString(c.Key)
		},
	}
}

const microsoftBase = "https://login.microsoftonline.com/"

// personalTenant is the tenant of Microsoft's personal accounts.
const personalTenant = "9188040d-6c67-4c5b-b112-36a304b66dad"

// newMicrosoft is the Microsoft identity platform. A tenant's administrators can put any address into the email claim, so
// it counts as verified only when Microsoft confirms that the tenant owns the domain (xms_edov).
func newMicrosoft(a providerClient, c config.Client, tenant string) *openID {
	if tenant == "consumers" {
		tenant = personalTenant
	}
	return &openID{
		providerClient: a, label: "Microsoft", client: c, issuer: microsoftBase + tenant + "/v2.0", atTokens: oauth2.AuthStyleInParams,
		tenants: tenant == "common" || tenant == "organizations", vouches: func(said claims) bool { return bool(said.Owned) },
	}
}

var tenantID = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// isTenantIssuer reports whether a token was issued by the tenant that it names.
func isTenantIssuer(issuer, tenant string) bool {
	return tenantID.MatchString(tenant) && issuer == microsoftBase+tenant+"/v2.0"
}

// oauthProvider is an OAuth 2 provider without OpenID Connect: its API identifies the user.
type oauthProvider struct {
	providerClient
	label string
	oauth oauth2.Config
	who   func(ctx context.Context, token string) (providerUser, error)
}

func (p *oauthProvider) begin(_ context.Context, s secrets) (string, error) {
	c := p.oauth
	c.RedirectURL = s.redirect
	return c.AuthCodeURL(s.state, oauth2.S256ChallengeOption(s.verifier)), nil
}

func (p *oauthProvider) identify(ctx context.Context, s secrets, r IdentityCallback) (providerUser, error) {
	c := p.oauth
	c.RedirectURL = s.redirect
	token, err := c.Exchange(p.withClient(ctx), r.Code, oauth2.VerifierOption(s.verifier))
	if err != nil {
		return providerUser{}, providerError(p.label, err)
	}
	who, err := p.who(ctx, token.AccessToken)
	if err != nil {
		return providerUser{}, providerError(p.label, err)
	}
	return who, nil
}

// get fetches JSON, with an access token if given.
func (a providerClient) get(ctx context.Context, address, token string, header map[string]string, into any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	r.Header.Set("Accept", "application/json")
	r.Header.Set("User-Agent", "lectern")
	for name, value := range header {
		r.Header.Set(name, value)
	}
	answer, err := a.reach.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return &statusError{answer.StatusCode}
	}
	return json.NewDecoder(answer.Body).Decode(into)
}

// newGitHub is a GitHub OAuth app (docs.github.com, "Authorizing OAuth apps").
func newGitHub(a providerClient, c config.Client) *oauthProvider {
	api := map[string]string{"Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"}
	return &oauthProvider{providerClient: a, label: "GitHub", oauth: oauth2.Config{ClientID: c.ID, ClientSecret: c.Secret, Scopes: []string{"read:user", "user:email"},
		Endpoint: oauth2.Endpoint{AuthURL: "https://github.com/login/oauth/authorize", TokenURL: "https://github.com/login/oauth/access_token", AuthStyle: oauth2.AuthStyleInParams}},
		who: func(ctx context.Context, token string) (providerUser, error) {
			var user struct {
				ID          int64
				Login, Name string
			}
			if err := a.get(ctx, "https://api.github.com/user", token, api, &user); err != nil {
				return providerUser{}, err
			}
			var addresses []struct {
				Email             string
				Primary, Verified bool
			}
			if err := a.get(ctx, "https://api.github.com/user/emails", token, api, &addresses); err != nil {
				return providerUser{}, err
			}
			if user.ID <= 0 {
				return providerUser{}, fmt.Errorf("the user has the id %d", user.ID)
			}
			p := providerUser{Issuer: "https://github.com", Subject: strconv.FormatInt(user.ID, 10), Name: user.Name}
			if strings.TrimSpace(p.Name) == "" {
				p.Name = user.Login
			}
			for _, address := range addresses {
				if address.Primary {
					p.Email, p.Verified = address.Email, address.Verified
				}
			}
			return p, nil
		}}
}

// newFacebook is Facebook Login (developers.facebook.com, "Manually build a login flow"). It does not say whether an
// address is verified.
func newFacebook(a providerClient, c config.Client) *oauthProvider {
	const graph = "https://graph.facebook.com/v23.0"
	return &oauthProvider{providerClient: a, label: "Facebook", oauth: oauth2.Config{ClientID: c.ID, ClientSecret: c.Secret, Scopes: []string{"public_profile", "email"},
		Endpoint: oauth2.Endpoint{AuthURL: "https://www.facebook.com/v23.0/dialog/oauth", TokenURL: graph + "/oauth/access_token", AuthStyle: oauth2.AuthStyleInParams}},
		who: func(ctx context.Context, token string) (providerUser, error) {
			proof := hmac.New(sha256.New, []byte(c.Secret)) // appsecret_proof shows that we hold the secret
			proof.Write([]byte(token))
			var user struct{ ID, Name, Email string }
			err := a.get(ctx, graph+"/me?fields=id,name,email&appsecret_proof="+hex.EncodeToString(proof.Sum(nil)), token, nil, &user)
			return providerUser{Issuer: "https://www.facebook.com", Subject: user.ID, Name: user.Name, Email: user.Email}, err
		}}
}
