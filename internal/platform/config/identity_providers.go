package config

import "crypto"

// IdentityProviders configures federated sign-in. A provider without a client id is off.
type IdentityProviders struct {
	Google, Facebook, GitHub, LinkedIn, Microsoft Client
	MicrosoftTenant                               string // common, organizations, consumers or the id of one organisation
	Apple                                         AppleClient
	OIDC                                          GenericClient
}

// Client holds the credentials that a provider has issued to this application.
type Client struct{ ID, Secret string }

// AppleClient has a key instead of a secret: it signs a secret for each use.
type AppleClient struct {
	ID, Team, KeyID string
	Key             crypto.Signer
}

// GenericClient configures any OpenID Connect provider.
type GenericClient struct {
	Client
	Issuer string // https://login.example.org, from which everything else is discovered
	Label  string // of its button
}
