package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"net/netip"
	"net/url"
	"os"
	"strings"

	"lectern/internal/app"
	"lectern/internal/platform/config"
)

// identityFlags configure the identity providers. A provider is offered when its client id is set.
type identityFlags struct {
	GoogleClientID        string `name:"google-client-id" help:"Lets people sign in with Google." default:""`
	GoogleClientSecret    string `help:"Its secret." default:""`
	FacebookClientID      string `name:"facebook-client-id" help:"Lets people sign in with Facebook." default:""`
	FacebookClientSecret  string `help:"Its secret." default:""`
	GithubClientID        string `name:"github-client-id" help:"Lets people sign in with GitHub." default:""`
	GithubClientSecret    string `help:"Its secret." default:""`
	LinkedinClientID      string `name:"linkedin-client-id" help:"Lets people sign in with LinkedIn." default:""`
	LinkedinClientSecret  string `help:"Its secret." default:""`
	MicrosoftClientID     string `name:"microsoft-client-id" help:"Lets people sign in with Microsoft." default:""`
	MicrosoftClientSecret string `help:"Its secret." default:""`
	MicrosoftTenant       string `help:"Which Microsoft accounts: common, organizations, consumers, or the ID of one organisation." default:"common"`
	AppleClientID         string `name:"apple-client-id" help:"Lets people sign in with Apple: the Services ID." default:""`
	AppleTeamID           string `name:"apple-team-id" help:"Team ID, ten characters." default:""`
	AppleKeyID            string `name:"apple-key-id" help:"Key ID, ten characters." default:""`
	AppleKeyFile          string `help:"The .p8 file of the key that signs client secrets." default:"" type:"path"`
	OIDCIssuer            string `name:"oidc-issuer" help:"Lets people sign in with any OpenID Connect provider, such as https://login.example.org." default:""`
	OIDCClientID          string `name:"oidc-client-id" help:"Client ID from the provider." default:""`
	OIDCClientSecret      string `name:"oidc-client-secret" help:"Its secret." default:""`
	OIDCLabel             string `name:"oidc-label" help:"Its name on the button, after \"Continue with\"." default:""`
}

// Validate refuses the flags before anything is opened.
func (o identityFlags) Validate() error { return o.set(&app.Deps{}) }

// set validates the flags and applies them.
func (o identityFlags) set(p *app.Deps) (err error) {
	c := &p.Config.IdentityProviders
	for _, one := range []struct {
		name, id, secret string
		into             *config.Client
	}{
		{"google", o.GoogleClientID, o.GoogleClientSecret, &c.Google},
		{"facebook", o.FacebookClientID, o.FacebookClientSecret, &c.Facebook},
		{"github", o.GithubClientID, o.GithubClientSecret, &c.GitHub},
		{"linkedin", o.LinkedinClientID, o.LinkedinClientSecret, &c.LinkedIn},
		{"microsoft", o.MicrosoftClientID, o.MicrosoftClientSecret, &c.Microsoft},
		{"oidc", o.OIDCClientID, o.OIDCClientSecret, &c.OIDC.Client},
	} {
		if (one.id == "") != (one.secret == "") {
			return fmt.Errorf("--%s-client-id and --%s-client-secret belong together: only one of them is set", one.name, one.name)
		}
		*one.into = config.Client{ID: one.id, Secret: one.secret}
	}
	if c.MicrosoftTenant = o.MicrosoftTenant; url.PathEscape(c.MicrosoftTenant) != c.MicrosoftTenant {
		return fmt.Errorf("--microsoft-tenant takes common, organizations, consumers, or the id of an organisation; it got %q", o.MicrosoftTenant)
	}
	if c.Apple, err = o.apple(); err != nil {
		return err
	}
	c.OIDC.Issuer, c.OIDC.Label = o.OIDCIssuer, o.OIDCLabel
	return o.checkOIDC()
}

func (o identityFlags) apple() (config.AppleClient, error) {
	given := []string{o.AppleClientID, o.AppleTeamID, o.AppleKeyID, o.AppleKeyFile}
	switch strings.Join(given, "") {
	case "":
		return config.AppleClient{}, nil
	default:
		for _, one := range given {
			if one == "" {
				return config.AppleClient{}, fmt.Errorf("signing in with Apple takes all of --apple-client-id, --apple-team-id, --apple-key-id and --apple-key-file")
			}
		}
	}
	key, err := readAppleKey(o.AppleKeyFile)
	return config.AppleClient{ID: o.AppleClientID, Team: o.AppleTeamID, KeyID: o.AppleKeyID, Key: key}, err
}

// readAppleKey reads the .p8 file that Apple issues: PKCS #8 in PEM, on P-256.
func readAppleKey(file string) (crypto.Signer, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("--apple-key-file: %w", err)
	}
	if block, _ := pem.Decode(content); block != nil {
		parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if key, ok := parsed.(*ecdsa.PrivateKey); err == nil && ok && key.Curve == elliptic.P256() {
			return key, nil
		}
	}
	return nil, fmt.Errorf("--apple-key-file takes the .p8 file that Apple has given out; %s is something else", file)
}

func (o identityFlags) checkOIDC() error {
	if (o.OIDCIssuer == "") != (o.OIDCClientID == "") {
		return fmt.Errorf("--oidc-issuer and --oidc-client-id belong together: only one of them is set")
	}
	u, err := url.Parse(o.OIDCIssuer)
	if err != nil || o.OIDCIssuer != "" && (u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" && (u.Scheme != "http" || !isLoopback(u.Hostname()))) {
		return fmt.Errorf("--oidc-issuer takes an address such as https://login.example.org (http only on this machine); it got %q", o.OIDCIssuer)
	}
	return nil
}

// isLoopback reports whether a host is this machine, so that plain HTTP cannot be intercepted.
func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
