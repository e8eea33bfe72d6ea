package payment_test

import (
	"testing"
	"time"

	"lectern/internal/commerce/testpay"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func (s shop) event(attempt, body string, status int) (d testpay.TestPaymentDetail) {
	s.t.Helper()
	answer := s.admin.Do("POST", "/payments/test/"+attempt+"/simulation", body, status)
	if status == 200 {
		d = testapp.Read[rest.Answer[testpay.TestPaymentDetail]](s.t, answer).Data
	}
	for range 10 {
		s.Clock.Advance(time.Second)
		s.Work()
	}
	return d
}

// At the test provider administrators let payments and refunds fail and disputes be decided; all of it takes the road of real messages.
func TestEventsAtTheTestProvider(t *testing.T) {
	t.Parallel()
	s := newTill(t, &testWire{})
	who, id, attempt := s.begin()
	s.card(attempt, slowCard, 200)
	s.sync(who, id)
	who.Do("POST", "/payments/test/"+attempt+"/simulation", `{"event":"payment_failed"}`, 403)
	s.admin.Do("POST", "/payments/test/none/simulation", `{"event":"payment_failed"}`, 404)
	s.admin.Do("GET", "/payments/test/none/simulation", "", 404)
	s.event(attempt, `{"event":"dispute_opened"}`, 409)
	s.event(attempt, `{"event":"nonsense"}`, 400)
	if d := s.event(attempt, `{"event":"payment_failed"}`, 200); d.State != "failed" {
		t.Errorf("%+v", d)
	}
	s.event(attempt, `{"event":"payment_failed"}`, 409)
	if p := s.sync(who, id); p.Attempts[0].Status != "failed" || s.Count("SELECT count(*) FROM notifications WHERE kind = 'account.payment_failed' AND user_id = ?", who.ID) != 1 {
		t.Errorf("%+v", p)
	}

	second, order2, attempt2 := s.boughtAtTest()
	s.admin = s.User(access.Admin)
	s.sendBack(order2, 4000, 201)
	s.Work()
	s.is(second, order2, "partially_refunded", true)
	s.event(attempt2, `{"event":"dispute_won"}`, 409)
	refund := testapp.Read[rest.Answer[testpay.TestPaymentDetail]](t, s.admin.Do("GET", "/payments/test/"+attempt2+"/simulation", "", 200)).Data
	s.event(attempt2, `{"event":"refund_failed","refund_id":"none"}`, 409)
	failing := `{"event":"refund_failed","refund_id":"` + refund.Refunds[0].ID + `"}`
	s.event(attempt2, failing, 200)
	s.event(attempt2, failing, 409)
	s.is(second, order2, "paid", true)
	if open := s.failedRefunds(); len(open) != 1 || open[0].ReversedAt == nil || open[0].CanReopen {
		t.Errorf("%+v", open)
	}
	s.event(attempt2, `{"event":"dispute_opened"}`, 200)
	s.is(second, order2, "paid", false)
	s.event(attempt2, `{"event":"dispute_opened"}`, 409)
	s.event(attempt2, `{"event":"dispute_won"}`, 200)
	s.is(second, order2, "paid", true)

	third, order3, attempt3 := s.boughtAtTest()
	s.event(attempt3, `{"event":"dispute_opened"}`, 200)
	s.event(attempt3, `{"event":"dispute_lost"}`, 200)
	s.is(third, order3, "refunded", false)
	s.sound(order3, "a dispute that was lost")
	s.intact()
}

func (s till) boughtAtTest() (buyer testapp.User, orderID, attempt string) {
	s.t.Helper()
	buyer, orderID, attempt = s.begin()
	s.card(attempt, goodCard, 200)
	s.sync(buyer, orderID)
	s.is(buyer, orderID, "paid", true)
	return buyer, orderID, attempt
}
