package main

import (
	"fmt"
	"slices"
	"strings"

	"lectern/internal/app"
	"lectern/internal/platform/config"
)

// paymentFlags configure who takes payments. Servers and workers need the same.
type paymentFlags struct {
	StripeSecretKey      string   `name:"stripe-secret-key" help:"Lets courses be paid for at Stripe: the secret or restricted key of the account." default:""`
	StripeWebhookSecrets []string `name:"stripe-webhook-secrets" help:"Signing secret of the endpoint at Stripe that reports to /api/v1/payments/webhooks/stripe; several while they are exchanged." default:""`
	PaymentsTest         bool     `help:"Offer a test payment provider, which moves no money. The demo has it."`
}

// Validate refuses the flags before anything is opened.
func (f paymentFlags) Validate() error {
	c := config.Stripe{SecretKey: f.StripeSecretKey}
	switch {
	case c.SecretKey == "" && len(f.StripeWebhookSecrets) > 0:
		return fmt.Errorf("--stripe-webhook-secrets needs --stripe-secret-key")
	case c.SecretKey != "" && !strings.HasPrefix(c.SecretKey, "sk_") && !strings.HasPrefix(c.SecretKey, "rk_"):
		return fmt.Errorf("--stripe-secret-key takes a key that begins with sk_ or rk_, not the publishable one")
	case slices.ContainsFunc(f.StripeWebhookSecrets, func(secret string) bool { return !strings.HasPrefix(secret, "whsec_") }):
		return fmt.Errorf("--stripe-webhook-secrets takes secrets that begin with whsec_, with commas between them")
	case c.SecretKey != "" && !c.IsTest() && f.PaymentsTest:
		return fmt.Errorf("--stripe-secret-key is a live key: it doesn't go with --payments-test or --demo, which let everybody in without paying")
	}
	return nil
}

// needPublicURL refuses providers that would not know where to send buyers back to.
func (f paymentFlags) needPublicURL(m mailFlags) error {
	if f.StripeSecretKey != "" && m.PublicURL == "" {
		return fmt.Errorf("--stripe-secret-key needs --public-url, to which Stripe sends buyers back")
	}
	return nil
}

func (f paymentFlags) set(p *app.Deps) {
	p.Config.PaymentProviders = config.PaymentProviders{Test: f.PaymentsTest,
		Stripe: config.Stripe{SecretKey: f.StripeSecretKey, WebhookSecrets: f.StripeWebhookSecrets, APIURL: "https://api.stripe.com"}}
}
