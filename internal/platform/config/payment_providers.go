package config

import "strings"

// PaymentProviders configures who takes payments. One without a key is off.
type PaymentProviders struct {
	Stripe   Stripe
	Razorpay Razorpay
	Test     bool // courses are paid for at a provider of tests, which moves nobody's money
}

// Stripe is an account there.
type Stripe struct {
	SecretKey      string   // sk_… or rk_…
	WebhookSecrets []string // whsec_…, several while they are exchanged; none: payments are found by asking
	APIURL         string   // such as https://api.stripe.com
}

// IsTest reports that the key is one of a sandbox, where nobody's money moves.
func (s Stripe) IsTest() bool { return strings.Contains(s.SecretKey, "_test_") }

// Razorpay is an account there.
type Razorpay struct {
	KeyID          string   // rzp_live_… or rzp_test_…
	KeySecret      string   // which was shown with it
	WebhookSecrets []string // chosen by the school, several while they are exchanged; none: payments are found by asking
	APIURL         string   // such as https://api.razorpay.com
}

// IsTest reports that the key is one of the test mode, in which nobody's money moves.
func (r Razorpay) IsTest() bool { return strings.HasPrefix(r.KeyID, "rzp_test_") }
