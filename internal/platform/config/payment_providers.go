package config

import "strings"

// PaymentProviders configures who takes payments. One without a key is off.
type PaymentProviders struct {
	Stripe Stripe
	Test   bool // courses are paid for at a provider of tests, which moves nobody's money
}

// Stripe is an account there.
type Stripe struct {
	SecretKey      string   // sk_… or rk_…
	WebhookSecrets []string // whsec_…, several while they are exchanged; none: payments are found by asking
	APIURL         string   // such as https://api.stripe.com
}

// IsTest reports that the key is one of a sandbox, where nobody's money moves.
func (s Stripe) IsTest() bool { return strings.Contains(s.SecretKey, "_test_") }
