package payment_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/commerce/payment"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// deed is what buyers and their banks do.
type deed int

const (
	pays       deed = iota
	paysLess        // than was asked for
	isDeclined      // and stays on the page
	paysSlowly      // with a bank that confirms later
	confirms        // the bank does
)

// sent is a message as it comes in.
type sent struct {
	header http.Header
	body   []byte
}

// wire is a provider at the other end, with its buyers.
type wire interface {
	name() string
	configured(d *app.Deps)
	// buyer returns false if the page is closed.
	buyer(attempt string, does deed) bool
	// take returns the messages that the provider has to send since the last time.
	take() []sent
	suffers(o outage)
	forgetsKeys()
	pages(attempt string) int
	refunded() []int64
}

// testWire is the test provider, which is part of the application and has no outages.
type testWire struct {
	wire
	s    *shop
	tell []string
}

func (*testWire) name() string         { return "test" }
func (*testWire) configured(*app.Deps) {}

func (w *testWire) buyer(attempt string, does deed) bool {
	card := goodCard
	switch does {
	case paysLess:
		w.s.Exec("UPDATE test_checkouts SET amount = amount - 1 WHERE id = ?", attempt)
	case isDeclined:
		card = declinedCard
	case paysSlowly:
		card = slowCard
	case confirms:
		return true
	case pays:
	}
	w.tell = append(w.tell, attempt)
	return w.s.Nobody().Send("POST", "/api/v1/payments/test/"+attempt+"/pay", `{"number":"`+card+`"}`).Code == 200
}

func (w *testWire) take() (all []sent) {
	w.s.Exec("DELETE FROM jobs WHERE kind = 'testpay.deliver'")
	for _, attempt := range w.tell {
		m := w.s.TestPayments.Message([]byte(`{"EventID":"` + db.NewID() + `","Kind":"checkout","CheckoutID":"` + attempt + `"}`))
		all = append(all, sent{http.Header{"X-Lectern-Signature": {m.Header("X-Lectern-Signature")}}, m.Body})
	}
	w.tell = nil
	return all
}

func (w *testWire) refunded() (amounts []int64) {
	_ = w.s.DB.Reader().NewRaw("SELECT amount FROM test_refunds ORDER BY amount").Scan(w.s.t.Context(), &amounts)
	return amounts
}

// till is a shop with one provider.
type till struct {
	shop
	wire
}

func newTill(t *testing.T, w wire) till {
	t.Helper()
	s := newShop(t, w.configured)
	if at, ok := w.(*testWire); ok {
		at.s = &s
	}
	return till{s, w}
}

// begin orders the course for somebody and begins to pay for it.
func (s till) begin() (buyer testapp.User, orderID, attempt string) {
	s.t.Helper()
	buyer = s.User(access.Student)
	orderID = s.place(buyer, "1").ID
	return buyer, orderID, s.attempt(buyer, orderID)
}

func (s till) attempt(who testapp.User, orderID string) string {
	s.t.Helper()
	return testapp.Read[rest.Answer[payment.Attempt]](s.t, who.Do("POST", "/payments/orders/"+orderID+"/attempts", `{"provider":"`+s.name()+`"}`, 201)).Data.ID
}

func (s till) deliver(m sent) int {
	r := httptest.NewRequest(http.MethodPost, "/api/v1/payments/webhooks/"+s.name(), bytes.NewReader(m.body))
	r.Header = m.header.Clone()
	r.Header.Set("Content-Type", "application/json")
	return s.Nobody().SendRaw(r).Code
}

func (s till) is(who testapp.User, orderID, status string, enrolled bool) {
	s.t.Helper()
	if o := s.get(who, orderID); o.Status != status || s.enrolled(who) != enrolled {
		s.t.Errorf("%s: the order is %s, enrolled: %v; want %s, %v", s.name(), o.Status, s.enrolled(who), status, enrolled)
	}
}

// Whoever the provider is, the same holds: of what buyers do, of what messages do, and of what providers do not do.
func TestProviders(t *testing.T) {
	t.Parallel()
	for _, w := range []wire{&testWire{}, newStripe(t), newRazorpay(t)} {
		t.Run(w.name(), func(t *testing.T) {
			t.Parallel()
			s := newTill(t, w)
			s.messagesInAnyOrder()
			s.noMessages()
			s.givenUp()
			s.late()
			s.anotherAmount()
			s.refunds()
			s.intact()
		})
	}
}

// messagesInAnyOrder: C01, C06. A card is declined, another one pays; each message comes five times, in any order.
func (s till) messagesInAnyOrder() {
	who, id, attempt := s.begin()
	s.buyer(attempt, isDeclined)
	if p := s.sync(who, id); p.Status != "pending" || p.Attempts[0].Status != "open" || p.Attempts[0].Failure != "declined" {
		s.t.Errorf("%+v", p)
	}
	s.buyer(attempt, pays)
	all := slices.Repeat(s.take(), 5)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, m := range all {
		if code := s.deliver(m); code != 200 {
			s.t.Errorf("a message is answered %d", code)
		}
		s.Work()
	}
	s.is(who, id, "paid", true)
	if n := s.Count("SELECT count(*) FROM payments") + s.Count("SELECT count(*) FROM receipts"); n != 2 {
		s.t.Errorf("%d payments and receipts", n)
	}
}

// noMessages: C04.
func (s till) noMessages() {
	who, id, attempt := s.begin()
	s.buyer(attempt, pays)
	s.take()
	s.later(2)
	s.is(who, id, "paid", true)
}

// givenUp: a page closes with its attempt, and with its order.
func (s till) givenUp() {
	who, id, attempt := s.begin()
	who.Do("DELETE", "/payments/orders/"+id+"/attempts", "", 200)
	if s.buyer(attempt, pays) {
		s.t.Error("a page that was given up still takes money")
	}
	again := s.attempt(who, id)
	if again == attempt {
		s.t.Error("an attempt that was given up goes on")
	}
	s.later(31)
	if s.buyer(again, pays) {
		s.t.Error("the page of an expired order still takes money")
	}
	s.is(who, id, "expired", false)
}

// late: a bank that confirms after the order has expired is believed, and what is paid twice goes back.
func (s till) late() {
	who, id, attempt := s.begin()
	s.Clock.Advance(29*time.Minute + 30*time.Second)
	s.buyer(attempt, paysSlowly)
	s.sync(who, id)
	s.Exec("UPDATE orders SET status = 'expired' WHERE id = ?", id)
	s.Clock.Advance(time.Hour)
	s.buyer(attempt, confirms)
	s.take()
	s.later(1)
	s.is(who, id, "paid", true)

	who, id, attempt = s.begin()
	s.Exec("UPDATE payment_attempts SET status = 'failed' WHERE id = ?", attempt) // as if it had been given up while its page was open
	second := s.attempt(who, id)
	before := len(s.refunded())
	s.buyer(attempt, pays)
	s.buyer(second, pays)
	s.take()
	s.later(3)
	s.is(who, id, "paid", true)
	if n := s.Count("SELECT count(*) FROM payments WHERE order_id = ? AND surplus", id); n != 1 || len(s.refunded()) != before+1 {
		s.t.Errorf("%d surplus payments, refunds: %v", n, s.refunded())
	}
}

// anotherAmount: C08.
func (s till) anotherAmount() {
	who, id, attempt := s.begin()
	s.buyer(attempt, paysLess)
	s.take()
	s.later(2)
	if n := s.Count("SELECT count(*) FROM held_payments WHERE attempt_id = ?", attempt); n != 1 {
		s.t.Errorf("%d payments are held", n)
	}
	s.is(who, id, "pending", false)
}

// refunds: C14. A part, then the rest, and no more.
func (s till) refunds() {
	who, id, attempt := s.begin()
	s.buyer(attempt, pays)
	s.take()
	s.sync(who, id)
	before := len(s.refunded())
	total := s.get(who, id).Total
	s.sendBack(id, 1000, 201)
	s.Work()
	s.is(who, id, "partially_refunded", true)
	s.sendBack(id, total-999, 409)
	s.sendBack(id, total-1000, 201)
	s.Work()
	s.is(who, id, "refunded", true)
	if n := len(s.refunded()) - before; n != 2 {
		s.t.Errorf("%d refunds at the provider", n)
	}
}

func (s till) sendBack(id string, amount int64, status int) {
	s.t.Helper()
	body, _ := json.Marshal(payment.NewRefund{Amount: amount, Reason: "Ill"})
	s.User(access.Admin).Do("POST", "/payments/orders/"+id+"/refunds", string(body), status) // who has just signed in
}

// C03, C10, C26: while a provider is away, nobody is charged, the order stays, and what was begun goes on afterwards. What it did although its answer was
// lost it does not do again, not even when it has forgotten our keys.
func TestProvidersThatAreAway(t *testing.T) {
	t.Parallel()
	for _, w := range []wire{newStripe(t), newRazorpay(t)} {
		t.Run(w.name(), func(t *testing.T) {
			t.Parallel()
			s := newTill(t, w)
			who := s.User(access.Student)
			id := s.place(who, "1").ID
			for _, o := range []outage{broken, busy, loses} {
				s.suffers(o)
				answer := who.Do("POST", "/payments/orders/"+id+"/attempts", `{"provider":"`+s.name()+`"}`, 503)
				if !strings.Contains(answer, "provider_away") || strings.Contains(answer, "key-of-the-school") {
					t.Error(answer)
				}
			}
			s.is(who, id, "pending", false)
			s.suffers(works)
			attempt := s.attempt(who, id)
			if s.pages(attempt) != 1 || s.Count("SELECT count(*) FROM payment_attempts") != 1 {
				t.Errorf("%d pages", s.pages(attempt))
			}
			s.buyer(attempt, pays)
			s.suffers(broken)
			for _, m := range s.take() {
				if code := s.deliver(m); code != 200 {
					t.Errorf("a message is answered %d while the provider is away", code)
				}
			}
			s.Work()
			who.Do("POST", "/payments/orders/"+id+"/sync", "", 503)
			s.is(who, id, "pending", false)
			s.suffers(works)
			s.later(10)
			s.is(who, id, "paid", true)

			s.suffers(loses)
			s.sendBack(id, 1000, 201)
			s.Work()
			s.suffers(works)
			s.forgetsKeys()
			s.later(10)
			s.is(who, id, "partially_refunded", true)
			if got := s.refunded(); !slices.Equal(got, []int64{1000}) {
				t.Errorf("refunds at the provider: %v", got)
			}
			if n := s.Count("SELECT count(*) FROM receipts"); n != 2 {
				t.Errorf("%d documents", n)
			}
		})
	}
}
