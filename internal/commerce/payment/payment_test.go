package payment_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/commerce/order"
	"lectern/internal/commerce/payment"
	"lectern/internal/commerce/provider"
	"lectern/internal/commerce/receipt"
	"lectern/internal/commerce/testpay"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// shop is a school that sells a course.
type shop struct {
	*testapp.App
	t      *testing.T
	course string
	admin  testapp.User
}

func newShop(t *testing.T, changes ...func(*app.Deps)) shop {
	t.Helper()
	app := testapp.New(t, changes...)
	teacher := app.User(access.Instructor)
	course := teacher.PublishCourse(`,"prices":[{"currency":"EUR","individual":0,"batch":10000,"early_bird_discount":10,"early_bird_until":"` +
		testapp.Start.Add(time.Hour).Format(time.RFC3339) + `"}]`).ID
	return shop{app, t, course, app.User(access.Admin)}
}

func (s shop) cart() string { return `"currency":"EUR","lines":[{"course_id":"` + s.course + `"}]` }

func (s shop) quote(who testapp.User) order.Quote {
	s.t.Helper()
	return testapp.Read[rest.Answer[order.Quote]](s.t, who.Do("POST", "/payments/quote", "{"+s.cart()+"}", 200)).Data
}

// newOrder is the body of an order; key tells carts apart.
func (s shop) newOrder(digest, key string) string {
	return fmt.Sprintf(`{"cart_key":"cart-of-the-buyer-%s","digest":%q,"billing":{"name":"Ann"},%s}`, key, digest, s.cart())
}

func (s shop) place(who testapp.User, key string) order.Order {
	s.t.Helper()
	return testapp.Read[rest.Answer[order.Order]](s.t, who.Do("POST", "/payments/orders", s.newOrder(s.quote(who).Digest, key), 201)).Data
}

func (s shop) start(who testapp.User, id string) payment.Attempt {
	s.t.Helper()
	return testapp.Read[rest.Answer[payment.Attempt]](s.t, who.Do("POST", "/payments/orders/"+id+"/attempts", `{"provider":"test"}`, 201)).Data
}

func (s shop) card(attempt, number string, status int) {
	s.t.Helper()
	s.Nobody().Do("POST", "/payments/test/"+attempt+"/pay", `{"number":"`+number+`"}`, status)
}

func (s shop) sync(who testapp.User, id string) payment.Progress {
	s.t.Helper()
	return testapp.Read[rest.Answer[payment.Progress]](s.t, who.Do("POST", "/payments/orders/"+id+"/sync", "", 200)).Data
}

func (s shop) get(who testapp.User, id string) order.Order {
	s.t.Helper()
	return testapp.Read[rest.Answer[order.Order]](s.t, who.Do("GET", "/payments/orders/"+id, "", 200)).Data
}

// later lets minutes pass one by one, with the jobs of each.
func (s shop) later(minutes int) {
	s.t.Helper()
	for range minutes {
		s.Clock.Advance(time.Minute)
		if err := s.Payments.Check(s.t.Context()); err != nil {
			s.t.Error(err)
		}
		s.Work()
		if err := s.Orders.Expire(s.t.Context()); err != nil {
			s.t.Error(err)
		}
	}
}

func (s shop) enrolled(who testapp.User) bool {
	return s.Count("SELECT count(*) FROM enrolled_students WHERE user_id = ? AND course_id = ?", who.ID, s.course) == 1
}

func (s shop) intact() {
	s.t.Helper()
	if said := s.ledger(); said != "" {
		s.t.Error(said)
	}
	for _, series := range testapp.Read[rest.Answer[[]receipt.Series]](s.t, s.admin.Do("GET", "/receipts/series", "", 200)).Data {
		if !series.Intact {
			s.t.Errorf("%+v", series)
		}
	}
}

const (
	goodCard     = "4242 4242 4242 4242"
	declinedCard = "4000 0000 0000 0002"
	slowCard     = "4000 0000 0000 0077"
)

func TestBuyingACourse(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ann, other := s.User(access.Student), s.User(access.Student)
	s.Nobody().Do("POST", "/payments/orders", s.newOrder(s.quote(s.Nobody()).Digest, "0"), 401)
	o := s.place(ann, "1")
	if o.Total != 9000 || o.Lines[0].EarlyBird != 1000 || o.Status != "pending" || len(o.Can) != 2 || !strings.HasPrefix(o.Number, "LEC-") {
		t.Errorf("%+v", o)
	}
	if again := s.place(ann, "1"); again.ID != o.ID {
		t.Error("the same cart was ordered twice")
	}
	other.Do("GET", "/payments/orders/"+o.ID, "", 404)
	other.Do("POST", "/payments/orders/"+o.ID+"/attempts", `{"provider":"test"}`, 404)
	ann.Do("POST", "/payments/orders/"+o.ID+"/attempts", `{"provider":"none"}`, 404)
	s.admin.Do("POST", "/payments/orders/"+o.ID+"/attempts", `{"provider":"test"}`, 403)

	a := s.start(ann, o.ID)
	if again := s.start(ann, o.ID); again.ID != a.ID || a.RedirectURL != "https://lectern.test/pay/test/"+a.ID {
		t.Errorf("%+v, then %+v", a, again)
	}
	ann.Do("DELETE", "/payments/orders/"+o.ID, "", 409) // a payment is under way
	s.card(a.ID, declinedCard, 200)
	if p := s.sync(ann, o.ID); p.Status != "pending" || p.Attempts[0].Failure != "declined" || s.enrolled(ann) {
		t.Errorf("%+v", p)
	}
	s.card(a.ID, goodCard, 200)
	p := s.sync(ann, o.ID)
	if p.Status != "paid" || len(p.Payments) != 1 || p.Payments[0].Amount != 9000 || !s.enrolled(ann) {
		t.Errorf("%+v", p)
	}
	s.card(a.ID, goodCard, 409)
	s.later(6) // messages arrive late, twice or never
	if n := s.Count("SELECT count(*) FROM payments") + s.Count("SELECT count(*) FROM receipts"); n != 2 {
		t.Errorf("%d payments and receipts", n)
	}
	ann.Do("POST", "/payments/orders/"+o.ID+"/attempts", `{"provider":"test"}`, 409)
	ann.Do("POST", "/payments/quote", "{"+s.cart()+"}", 409) // they have the course

	receipts := testapp.Read[rest.List[receipt.Receipt]](t, ann.Do("GET", "/receipts", "", 200)).Data
	if len(receipts) != 1 || receipts[0].Label != "TRC/2026/1" || receipts[0].Total != 9000 {
		t.Fatalf("%+v", receipts)
	}
	pdf := s.Nobody().Send("GET", receipts[0].FileURL, "")
	if pdf.Code != 200 || !strings.HasPrefix(pdf.Body.String(), "%PDF-") {
		t.Errorf("%d", pdf.Code)
	}
	if again := s.Nobody().Send("GET", receipts[0].FileURL, ""); again.Body.String() != pdf.Body.String() {
		t.Error("the same document is drawn differently")
	}
	if list := testapp.Read[rest.List[receipt.Receipt]](t, other.Do("GET", "/receipts?order_id="+o.ID, "", 200)).Data; len(list) != 0 {
		t.Errorf("another user sees %+v", list)
	}
	s.intact()
}

// What is paid is what was shown: a price that has changed since is shown first, and what a client says of it counts for nothing.
func TestPriceIsTheServers(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ann := s.User(access.Student)
	shown, held := s.quote(ann), s.place(ann, "held")
	s.Clock.Advance(61 * time.Minute) // the early-bird discount is over
	answer := ann.Do("POST", "/payments/orders", s.newOrder(shown.Digest, "late"), 409)
	if !strings.Contains(answer, `"price_changed"`) || !strings.Contains(answer, `"total":10000`) {
		t.Error(answer)
	}
	ann.Do("POST", "/payments/orders", s.newOrder("made up", "tampered"), 409)
	ann.Do("POST", "/payments/orders/"+held.ID+"/attempts", `{"provider":"test"}`, 409) // its price held for half an hour
	tampered := strings.Replace(s.newOrder(s.quote(ann).Digest, "more"), "{", `{"total":1,"paid":10000,"status":"paid","buyer_id":"x","quantity":0,"discount":9999,`, 1)
	o := testapp.Read[rest.Answer[order.Order]](t, ann.Do("POST", "/payments/orders", tampered, 201)).Data
	if o.Total != 10000 || o.Status != "pending" || o.Paid != 0 {
		t.Errorf("%+v", o)
	}
	s.later(1)
	if o := s.get(ann, held.ID); o.Status != "expired" {
		t.Errorf("%+v", o)
	}
	if n := s.Count("SELECT count(*) FROM orders"); n != 2 {
		t.Errorf("refused orders were stored: %d", n)
	}
}

// A message that is forged is refused and changes nothing; a genuine one may come a hundred times.
func TestMessagesAreHints(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ann := s.User(access.Student)
	o := s.place(ann, "1")
	a := s.start(ann, o.ID)
	s.card(a.ID, goodCard, 200)
	s.Exec("DELETE FROM jobs WHERE kind = 'testpay.deliver'")
	body := func(event, attempt string) []byte {
		return []byte(`{"EventID":"` + event + `","Kind":"checkout.paid","CheckoutID":"` + attempt + `"}`)
	}
	receive := func(m provider.Message) error { return s.Payments.Receive(t.Context(), "test", m) }
	forged := func(signature string, body []byte) provider.Message {
		return provider.Message{Body: body, Header: func(string) string { return signature }}
	}
	genuine := body("event", a.ID)
	for _, signature := range []string{"", "forged", s.TestPayments.Message(body("other", a.ID)).Header(testpay.SignatureHeader)} {
		if receive(forged(signature, genuine)) == nil {
			t.Errorf("%q is taken for a signature", signature)
		}
	}
	if receive(forged(s.TestPayments.Message(body("strange", db.NewID())).Header(testpay.SignatureHeader), body("strange", db.NewID()))) == nil {
		t.Error("the signature of another message is taken")
	}
	if n := s.Count("SELECT count(*) FROM provider_events") + s.Count("SELECT count(*) FROM jobs WHERE kind = 'payment.refresh'"); n != 0 {
		t.Errorf("refused messages left %d rows", n)
	}
	s.Nobody().Do("POST", "/payments/webhooks/test", string(genuine), 400)
	s.Nobody().Do("POST", "/payments/webhooks/none", string(genuine), 404)
	var crowd sync.WaitGroup
	for i := range 40 {
		crowd.Go(func() {
			event := body(fmt.Sprint("event", i%4), a.ID)
			if err := receive(s.TestPayments.Message(event)); err != nil {
				t.Error(err)
			}
		})
	}
	crowd.Wait()
	s.Work()
	if o := s.get(ann, o.ID); o.Status != "paid" || s.Count("SELECT count(*) FROM payments") != 1 || s.Count("SELECT count(*) FROM receipts") != 1 {
		t.Errorf("%+v", o)
	}
}

// Without any message a payment is found by asking, and one that comes after the order has expired is honoured.
func TestLostMessagesAndLatePayments(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ann, ben := s.User(access.Student), s.User(access.Student)
	o := s.place(ann, "1")
	a := s.start(ann, o.ID)
	s.card(a.ID, goodCard, 200)
	s.Exec("DELETE FROM jobs WHERE kind = 'testpay.deliver'")
	s.later(2)
	if !s.enrolled(ann) {
		t.Error("a payment of which no message came was not found within two minutes")
	}

	late := s.place(ben, "1")
	b := s.start(ben, late.ID)
	s.Clock.Advance(29*time.Minute + 30*time.Second)
	s.card(b.ID, slowCard, 200) // is confirmed after the order has expired
	s.Exec("DELETE FROM jobs WHERE kind = 'testpay.deliver'")
	s.Exec("UPDATE orders SET status = 'expired' WHERE id = ?", late.ID)
	s.later(61)
	if o := s.get(ben, late.ID); o.Status != "paid" || !s.enrolled(ben) {
		t.Errorf("a late payment was not honoured: %+v", o)
	}
	s.intact()
}

// Twenty clicks begin one payment; two payments of an order are one too many, which is sent back.
func TestOnePaymentForAnOrder(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ann := s.User(access.Student)
	o := s.place(ann, "1")
	ids := make([]string, 20)
	var clicks sync.WaitGroup
	for i := range ids {
		clicks.Go(func() { ids[i] = s.start(ann, o.ID).ID })
	}
	clicks.Wait()
	for _, id := range ids {
		if id != ids[0] {
			t.Fatalf("several attempts: %q", ids)
		}
	}
	// A second attempt, as if the first had been given up while its page was still open.
	s.Exec("UPDATE payment_attempts SET status = 'failed'")
	second := s.start(ann, o.ID)
	s.card(ids[0], goodCard, 200)
	s.card(second.ID, goodCard, 200)
	s.later(3)
	if n := s.Count("SELECT count(*) FROM payments WHERE surplus"); n != 1 || s.Count("SELECT count(*) FROM payments") != 2 || s.Count("SELECT count(*) FROM receipts") != 1 {
		t.Errorf("%d surplus payments", n)
	}
	if n := s.Count("SELECT count(*) FROM test_refunds WHERE amount = 9000"); n != 1 || s.Count("SELECT count(*) FROM refunds WHERE status = 'succeeded'") != 1 {
		t.Errorf("%d refunds", n)
	}
	if got := s.get(ann, o.ID); got.Paid != 9000 || got.Refunded != 0 {
		t.Errorf("%+v", got)
	}
}

// What arrives as another amount is held for people to decide: nobody is let in.
func TestOtherAmountsAreHeld(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ann := s.User(access.Student)
	o := s.place(ann, "1")
	a := s.start(ann, o.ID)
	s.Exec("UPDATE test_checkouts SET amount = 8999 WHERE id = ?", a.ID)
	s.card(a.ID, goodCard, 200)
	s.later(2)
	if got := s.get(ann, o.ID); got.Status != "pending" || s.enrolled(ann) || s.Count("SELECT count(*) FROM receipts") != 0 {
		t.Errorf("%+v", got)
	}
	ann.Do("GET", "/payments/held", "", 403)
	if held := testapp.Read[rest.List[payment.HeldPayment]](t, s.admin.Do("GET", "/payments/held", "", 200)).Data; len(held) != 1 || held[0].Amount != 8999 || held[0].OrderID != o.ID {
		t.Errorf("%+v", held)
	}
}

// Refunds never exceed what was paid, however many are asked for at once, and credit notes add up to them.
func TestRefunds(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ann := s.User(access.Student)
	s.admin.Do("PUT", "/settings/sales", `{"refund_days":14,"seller_name":"","seller_address":"","country":"DE","region":"","tax_id":"","bank_account":"","registered":true,"prices_include_tax":true,"reverse_charge":true,
		"tax_rates":[{"country":"DE","region":"","name":"VAT","rate_ppm":190000}]}`, 200)
	o := s.place(ann, "1")
	if o.Net != 7563 || o.Tax != 1437 || o.Total != 9000 {
		t.Errorf("%+v", o)
	}
	s.card(s.start(ann, o.ID).ID, goodCard, 200)
	s.sync(ann, o.ID)
	path := "/payments/orders/" + o.ID + "/refunds"
	ann.Do("POST", path, `{"amount":100,"reason":"Ill","ends_access":false}`, 403)
	s.admin.Do("POST", path, `{"amount":9001,"reason":"Ill","ends_access":false}`, 409)
	s.admin.Do("POST", path, `{"amount":0,"reason":"Ill","ends_access":false}`, 400)
	if n := s.Count("SELECT count(*) FROM refunds"); n != 0 {
		t.Errorf("refused requests left %d refunds", n)
	}
	var crowd sync.WaitGroup
	for range 12 {
		crowd.Go(func() {
			s.admin.Send("POST", "/api/v1"+path, `{"amount":1000,"reason":"Ill","ends_access":false}`)
		})
	}
	crowd.Wait()
	s.Work()
	if got := s.get(ann, o.ID); got.Refunded != 9000 || got.Status != "refunded" || !s.enrolled(ann) {
		t.Errorf("%+v", got)
	}
	var net, tax, total int64
	var snapshots []string
	if err := s.DB.Reader().NewRaw("SELECT snapshot FROM receipts WHERE order_id = ?", o.ID).Scan(t.Context(), &snapshots); err != nil {
		t.Fatal(err)
	}
	for _, snapshot := range snapshots {
		d := testapp.Read[receipt.Document](t, snapshot)
		if d.Kind == "credit_note" {
			net, tax, total = net+d.Net, tax+d.Tax, total+d.Total
		}
	}
	if net != o.Net || tax != o.Tax || total != o.Total {
		t.Errorf("credit notes add up to %d + %d = %d", net, tax, total)
	}
	s.intact()
	if n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'order.refunded'"); n != 9 {
		t.Errorf("%d entries of the audit log", n)
	}

	ben := s.User(access.Student)
	second := s.place(ben, "1")
	s.card(s.start(ben, second.ID).ID, goodCard, 200)
	s.sync(ben, second.ID)
	s.admin.Do("POST", "/payments/orders/"+second.ID+"/refunds", `{"amount":9000,"reason":"Left","ends_access":true}`, 201)
	s.Work()
	if s.enrolled(ben) {
		t.Error("a refund that ends access left the learner in the course")
	}
}
