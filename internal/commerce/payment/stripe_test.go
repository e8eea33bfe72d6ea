package payment_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"lectern/internal/commerce/payment"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// C05: only what Stripe has signed in the last five minutes, with one of the secrets, is looked into; a buyer of the provider gets what it says.
func TestStripesMessages(t *testing.T) {
	t.Parallel()
	z := newStripe(t)
	s := newTill(t, z)
	if ps := testapp.Read[rest.Answer[[]payment.ProviderInfo]](t, s.Nobody().Do("GET", "/payments/providers", "", 200)).Data; len(ps) != 2 || ps[0] != (payment.ProviderInfo{Name: "stripe"}) {
		t.Errorf("%+v", ps)
	}
	who, id, attempt := s.begin()
	body := []byte(`{"id":"evt_9","type":"checkout.session.completed","data":{"object":{"object":"checkout.session","metadata":{"attempt_id":"` + attempt + `"}}}}`)
	now := s.Clock.Now()
	genuine := stripeSigned(body, now, stripeSecrets[0])
	changed := []byte(strings.Replace(string(body), "evt_9", "evt_8", 1))
	for name, m := range map[string]sent{
		"no signature":     {http.Header{}, body},
		"no time":          {http.Header{"Stripe-Signature": {strings.SplitN(genuine.Get("Stripe-Signature"), ",", 2)[1]}}, body},
		"another secret":   {stripeSigned(body, now, "whsec_other"), body},
		"another body":     {genuine, changed},
		"too old":          {stripeSigned(body, now.Add(-301*time.Second), stripeSecrets[0]), body},
		"from the future":  {stripeSigned(body, now.Add(301*time.Second), stripeSecrets[0]), body},
		"only an old sort": {http.Header{"Stripe-Signature": {strings.ReplaceAll(genuine.Get("Stripe-Signature"), "v1=", "v0=")}}, body},
		"no JSON":          {stripeSigned([]byte("{"), now, stripeSecrets[0]), []byte("{")},
		"of another":       {http.Header{"X-Lectern-Signature": {s.TestPayments.Message(body).Header("X-Lectern-Signature")}}, body},
	} {
		if code := s.deliver(m); code != 400 {
			t.Errorf("%s: %d", name, code)
		}
	}
	if code := s.deliver(sent{genuine, []byte(strings.Repeat(" ", 2<<20))}); code != 413 {
		t.Errorf("2 MB: %d", code)
	}
	if n := s.Count("SELECT count(*) FROM provider_events") + s.Count("SELECT count(*) FROM jobs WHERE kind = 'payment.refresh'"); n != 0 {
		t.Errorf("refused messages left %d rows", n)
	}
	other := []byte(strings.Replace(string(body), attempt, "of-another-school", 1))
	if code := s.deliver(sent{stripeSigned(other, now, stripeSecrets[1]), other}); code != 200 {
		t.Errorf("of another installation: %d", code)
	}
	// It is signed and says that all is paid; Stripe, when asked, says that nothing is.
	if code := s.deliver(sent{genuine, body}); code != 200 {
		t.Errorf("a genuine message: %d", code)
	}
	s.Work()
	s.is(who, id, "pending", false)
}

// What Stripe refuses for good is said at once, and leaves the order to be paid in another way.
func TestStripeRefuses(t *testing.T) {
	t.Parallel()
	s := newTill(t, newStripe(t))
	who, id, attempt := s.begin()
	who.Do("DELETE", "/payments/orders/"+id+"/attempts", "", 200)
	s.Exec("UPDATE orders SET total = 40, net = 40 WHERE id = ?", id)
	if answer := who.Do("POST", "/payments/orders/"+id+"/attempts", `{"provider":"stripe"}`, 409); !strings.Contains(answer, "amount_too_small") {
		t.Error(answer)
	}
	// Icelandic krónur have no parts, and Stripe counts them in hundredths all the same.
	s.Exec("UPDATE orders SET currency = 'ISK', total = 5, net = 5 WHERE id = ?", id)
	s.attempt(who, id)
	who.Do("DELETE", "/payments/orders/"+id+"/attempts", "", 200)
	s.Exec("UPDATE orders SET currency = 'KWD', total = 12345, net = 12345 WHERE id = ?", id)
	if answer := who.Do("POST", "/payments/orders/"+id+"/attempts", `{"provider":"stripe"}`, 409); !strings.Contains(answer, "amount_not_offered") {
		t.Error(answer)
	}
	if got := s.start(who, id); got.Provider != "test" || got.ID == attempt {
		t.Errorf("%+v", got)
	}
}
