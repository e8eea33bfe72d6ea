package payment_test

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"lectern/internal/commerce/payment"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// C05: only what Razorpay has signed with one of the secrets is looked into; a buyer of the provider gets what it says.
func TestRazorpaysMessages(t *testing.T) {
	t.Parallel()
	s := newTill(t, newRazorpay(t))
	who, id, attempt := s.begin()
	body := []byte(`{"event":"payment_link.paid","payload":{"payment_link":{"entity":{"reference_id":"` + attempt + `"}}}}`)
	genuine := razorpaySigned(body, "evt_9", razorpaySecrets[0])
	changed := []byte(strings.Replace(string(body), "paid", "said", 1))
	unnamed, long := genuine.Clone(), genuine.Clone()
	unnamed.Del("X-Razorpay-Event-Id")
	long.Set("X-Razorpay-Event-Id", strings.Repeat("e", 101))
	for name, m := range map[string]sent{
		"no signature":     {http.Header{"X-Razorpay-Event-Id": {"evt_9"}}, body},
		"no hexadecimals":  {http.Header{"X-Razorpay-Event-Id": {"evt_9"}, "X-Razorpay-Signature": {"none"}}, body},
		"another secret":   {razorpaySigned(body, "evt_9", "another-secret-of-a-hook"), body},
		"the key's secret": {razorpaySigned(body, "evt_9", razorpaySecret), body},
		"an empty secret":  {razorpaySigned(body, "evt_9", ""), body},
		"another body":     {genuine, changed},
		"no name":          {unnamed, body},
		"a long name":      {long, body},
		"no JSON":          {razorpaySigned([]byte("{"), "evt_9", razorpaySecrets[0]), []byte("{")},
		"of Stripe":        {stripeSigned(body, s.Clock.Now(), razorpaySecrets[0]), body},
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
	if code := s.deliver(sent{razorpaySigned(other, "evt_8", razorpaySecrets[1]), other}); code != 200 {
		t.Errorf("of another installation: %d", code)
	}
	// It is signed and says that all is paid; Razorpay, when asked, says that nothing is.
	for range 2 {
		if code := s.deliver(sent{genuine, body}); code != 200 {
			t.Errorf("a genuine message: %d", code)
		}
	}
	if n := s.Count("SELECT count(*) FROM provider_events"); n != 1 {
		t.Errorf("%d messages are kept", n)
	}
	s.Work()
	s.is(who, id, "pending", false)
}

// Buyers are offered the providers that take their amount; one that doesn't is refused at once, and leaves the order to be paid in another way.
func TestWhatRazorpayTakes(t *testing.T) {
	t.Parallel()
	z := newRazorpay(t)
	stripe := newStripe(t)
	s := till{newShop(t, z.configured, stripe.configured), z}
	offered := func(query string) (names []string) {
		for _, p := range testapp.Read[rest.Answer[[]payment.ProviderInfo]](t, s.Nobody().Do("GET", "/payments/providers"+query, "", 200)).Data {
			names = append(names, p.Name)
		}
		return names
	}
	both, one := []string{"stripe", "razorpay", "test"}, []string{"stripe", "test"}
	for query, want := range map[string][]string{
		"": both, "?currency=EUR&amount=9000": both, "?currency=inr&amount=100": both, "?currency=INR&amount=99": one, "?currency=PLN&amount=9000": one,
		"?currency=KWD&amount=12340": both, "?currency=KWD&amount=12345": {"test"}, "?currency=JPY&amount=500": both,
	} {
		if got := offered(query); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
	s.Nobody().Do("GET", "/payments/providers?currency=EURO", "", 400)
	s.Nobody().Do("GET", "/payments/providers?currency=EUR&amount=-1", "", 400)
	who := s.User(access.Student)
	id := s.place(who, "1").ID
	for _, c := range []struct{ currency, total, code string }{{"PLN", "9000", "currency_not_offered"}, {"KWD", "12345", "amount_not_offered"}, {"INR", "99", "amount_too_small"}, {"EUR", "99", "payment_refused"}} {
		s.Exec("UPDATE orders SET currency = ?, total = ?, net = ? WHERE id = ?", c.currency, c.total, c.total, id)
		if answer := who.Do("POST", "/payments/orders/"+id+"/attempts", `{"provider":"razorpay"}`, 409); !strings.Contains(answer, c.code) {
			t.Error(answer)
		}
	}
	s.Exec("UPDATE orders SET currency = 'EUR', total = 9000, net = 9000 WHERE id = ?", id)
	first := s.attempt(who, id)
	second := testapp.Read[rest.Answer[payment.Attempt]](t, who.Do("POST", "/payments/orders/"+id+"/attempts", `{"provider":"stripe"}`, 201)).Data
	if s.buyer(first, pays) {
		t.Error("the page of a provider that was not chosen in the end still takes money")
	}
	stripe.buyer(second.ID, pays)
	s.later(2)
	s.is(who, id, "paid", true)
}

// scenarios are those of Razorpay's list (razorpay.com/docs/payments/payment-gateway/s2s-integration/test-s2s/best-practices) that apply to Payment Links.
var scenarios = map[string]func(t *testing.T, s till, z *razorpayServer){
	"BP-01 fulfil on the webhook, not on the way back": func(t *testing.T, s till, z *razorpayServer) {
		who, id, attempt := s.begin()
		s.buyer(attempt, pays) // who closes the browser
		s.is(who, id, "pending", false)
		s.hear()
		s.is(who, id, "paid", true)
	},
	"BP-02 and BP-37 a signature with one character changed": func(t *testing.T, s till, z *razorpayServer) {
		who, id, attempt := s.begin()
		s.buyer(attempt, pays)
		for _, m := range s.take() {
			signature := m.header.Get("X-Razorpay-Signature")
			last := map[bool]string{true: "1", false: "0"}[strings.HasSuffix(signature, "0")]
			m.header.Set("X-Razorpay-Signature", signature[:len(signature)-1]+last)
			if code := s.deliver(m); code != 400 {
				t.Errorf("a changed signature is answered %d", code)
			}
		}
		s.Work()
		s.is(who, id, "pending", false)
		s.later(2) // its own question finds the payment
		s.is(who, id, "paid", true)
	},
	"BP-06 a payment that has failed is authorised late": func(t *testing.T, s till, z *razorpayServer) {
		who, id, attempt := s.begin()
		s.buyer(attempt, isDeclined)
		s.hear()
		if p := s.sync(who, id); p.Status != "pending" || p.Attempts[0].Status != "open" || p.Attempts[0].Failure != "declined" {
			t.Errorf("%+v", p)
		}
		s.later(31) // the order expires, and with it the link
		s.is(who, id, "expired", false)
		z.buyer(attempt, confirms)
		s.hear()
		s.is(who, id, "paid", true)
	},
	"BP-06 without automatic capture and without messages": func(t *testing.T, s till, z *razorpayServer) {
		who, id, attempt := s.begin()
		z.manual = true
		s.buyer(attempt, isDeclined)
		s.later(31)
		z.buyer(attempt, confirms)
		s.take()
		s.later(70)
		s.is(who, id, "paid", true)
	},
	"BP-07 the answer about a new link is lost": func(t *testing.T, s till, z *razorpayServer) {
		who := s.User(access.Student)
		id := s.place(who, "1").ID
		s.suffers(loses)
		who.Do("POST", "/payments/orders/"+id+"/attempts", `{"provider":"razorpay"}`, 503)
		s.suffers(works)
		attempt := s.attempt(who, id)
		s.Exec("UPDATE payment_attempts SET status = 'creating', provider_ref = NULL, redirect_url = '' WHERE id = ?", attempt) // as after a crash before our row
		s.later(2)
		if got := s.sync(who, id).Attempts; len(got) != 1 || got[0].Status != "open" || got[0].RedirectURL == "" || z.pages(attempt) != 1 {
			t.Errorf("%+v, %d links", got, z.pages(attempt))
		}
	},
	"BP-08 what was paid is fetched before it is tried again": func(t *testing.T, s till, z *razorpayServer) {
		who, id, attempt := s.begin()
		s.buyer(attempt, pays)
		s.take()
		who.Do("DELETE", "/payments/orders/"+id+"/attempts", "", 200)
		s.is(who, id, "paid", true)
		who.Do("POST", "/payments/orders/"+id+"/attempts", `{"provider":"razorpay"}`, 409)
	},
	"BP-12 the answer about a refund is lost": func(t *testing.T, s till, z *razorpayServer) {
		who, id, _ := s.bought()
		before := len(z.refunded())
		s.suffers(loses)
		s.sendBack(id, 1000, 201)
		s.Work()
		s.suffers(works)
		s.later(10)
		s.is(who, id, "partially_refunded", true)
		if got := z.refunded()[before:]; !slices.Equal(got, []int64{1000}) {
			t.Errorf("refunds at Razorpay: %v", got)
		}
	},
}

func TestRazorpaysScenarios(t *testing.T) {
	t.Parallel()
	for name, scenario := range scenarios {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			z := newRazorpay(t)
			s := newTill(t, z)
			scenario(t, s, z)
			if n := s.Count("SELECT count(*) FROM payments WHERE surplus"); n != 0 {
				t.Errorf("%d surplus payments", n)
			}
			s.intact()
		})
	}
}

// An account without disputes takes payments as before.
func TestRazorpayWithoutDisputes(t *testing.T) {
	t.Parallel()
	z := newRazorpay(t)
	z.closed = []string{"/v1/disputes"}
	s := newTill(t, z)
	_, id, _ := s.bought()
	if err := s.Payments.Missed(t.Context()); err != nil {
		t.Error(err)
	}
	s.sendBack(id, 9000, 201)
	s.Work()
	if rs := s.refundsOf(id); len(rs) != 1 || rs[0].Status != "succeeded" {
		t.Errorf("%+v", rs)
	}
}

// C01, C12: fifty buyers pay at once, while each message comes three times and browsers come back. Each is settled once; the numbers of the receipts have no gap.
func TestRazorpayFiftyAtOnce(t *testing.T) {
	t.Parallel()
	const buyers = 50
	z := newRazorpay(t)
	s := newTill(t, z)
	var all sync.WaitGroup
	for range buyers {
		_, _, attempt := s.begin()
		s.buyer(attempt, pays)
		all.Go(func() { _ = s.Payments.Refresh(t.Context(), attempt) })
	}
	messages := slices.Repeat(s.take(), 3)
	rand.New(rand.NewPCG(3, 4)).Shuffle(len(messages), func(i, j int) { messages[i], messages[j] = messages[j], messages[i] })
	for part := range slices.Chunk(messages, len(messages)/8+1) {
		all.Go(func() {
			for _, m := range part {
				if code := s.deliver(m); code != 200 {
					t.Errorf("a message is answered %d", code)
				}
			}
		})
	}
	all.Wait()
	s.Work()
	for what, query := range map[string]string{"payments": "payments", "receipts": "receipts WHERE kind = 'receipt'", "paid orders": "orders WHERE status = 'paid'",
		"enrollments": "enrolled_students", "numbers": "(SELECT DISTINCT number FROM receipts) AS n WHERE number BETWEEN 1 AND 50"} {
		if n := s.Count("SELECT count(*) FROM " + query); n != buyers {
			t.Errorf("%d %s", n, what)
		}
	}
	if n := s.Count("SELECT count(*) FROM payments WHERE surplus") + int64(len(z.refunded())); n != 0 {
		t.Errorf("%d payments were settled twice", n)
	}
	s.intact()
}
