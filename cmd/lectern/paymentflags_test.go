package main

import (
	"strings"
	"testing"
)

func TestPaymentFlags(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		flags paymentFlags
		want  string // in the error
	}{
		{paymentFlags{}, ""},
		{paymentFlags{PaymentsTest: true}, ""},
		{paymentFlags{StripeSecretKey: "sk_test_1", PaymentsTest: true}, ""},
		{paymentFlags{StripeSecretKey: "rk_live_1", StripeWebhookSecrets: []string{"whsec_1", "whsec_2"}}, ""},
		{paymentFlags{StripeSecretKey: "sk_live_1", PaymentsTest: true}, "live key"},
		{paymentFlags{StripeSecretKey: "pk_live_1"}, "publishable"},
		{paymentFlags{StripeWebhookSecrets: []string{"whsec_1"}}, "--stripe-secret-key"},
		{paymentFlags{StripeSecretKey: "sk_live_1", StripeWebhookSecrets: []string{"sk_live_1"}}, "whsec_"},
	} {
		if err := c.flags.Validate(); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.flags, err)
		}
	}
	if err := (paymentFlags{StripeSecretKey: "sk_live_1"}).needPublicURL(mailFlags{}); err == nil || !strings.Contains(err.Error(), "--public-url") {
		t.Error(err)
	}
}
