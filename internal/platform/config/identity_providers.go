package config

import "crypto"

// IdentityProviders is with whom people may sign in besides here. A provider without a client id is off.
type IdentityProviders struct {
	Google, Facebook, GitHub, LinkedIn, Microsoft Client
	MicrosoftTenant                               string // common, organizations, consumers or the id of one organisation
	Apple                                         AppleClient
	OIDC                                          GenericClient
}

// Client is what a provider gives an application that lets people sign in with it.
type Client struct{ ID, Secret string }

// AppleClient has a key in place of a secret: it signs one for each use.
type AppleClient struct {
	ID, Team, KeyID string
	Key             crypto.Signer
}

// GenericClient is for a provider that speaks OpenID Connect.
type GenericClient struct {
	Client
	Issuer string // https://login.example.org, from which everything else is discovered
	Label  string // what its button says
}
