package payment_test

import (
	"testing"
	"time"

	"lectern/internal/commerce/testpay"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func (s shop) deed(attempt, body string, status int) (d testpay.TestDealings) {
	s.t.Helper()
	answer := s.admin.Do("POST", "/payments/test/"+attempt+"/dealings", body, status)
	if status == 200 {
		d = testapp.Read[rest.Answer[testpay.TestDealings]](s.t, answer).Data
	}
	for range 10 {
		s.Clock.Advance(time.Second)
		s.Work()
	}
	return d
}

// At the test provider administrators let payments and refunds fail and disputes be decided; all of it takes the road of real messages.
func TestDeedsAtTheTestProvider(t *testing.T) {
	t.Parallel()
	s := newTill(t, &testWire{})
	who, id, attempt := s.begin()
	s.card(attempt, slowCard, 200)
	s.sync(who, id)
	who.Do("POST", "/payments/test/"+attempt+"/dealings", `{"deed":"fail_payment"}`, 403)
	s.admin.Do("POST", "/payments/test/none/dealings", `{"deed":"fail_payment"}`, 404)
	s.admin.Do("GET", "/payments/test/none/dealings", "", 404)
	s.deed(attempt, `{"deed":"dispute"}`, 409)
	s.deed(attempt, `{"deed":"nonsense"}`, 400)
	if d := s.deed(attempt, `{"deed":"fail_payment"}`, 200); d.State != "failed" {
		t.Errorf("%+v", d)
	}
	s.deed(attempt, `{"deed":"fail_payment"}`, 409)
	if p := s.sync(who, id); p.Attempts[0].Status != "failed" || s.Count("SELECT count(*) FROM notifications WHERE kind = 'account.payment_failed' AND user_id = ?", who.ID) != 1 {
		t.Errorf("%+v", p)
	}

	second, order2, attempt2 := s.boughtAtTest()
	s.admin = s.User(access.Admin)
	s.sendBack(order2, 4000, 201)
	s.Work()
	s.is(second, order2, "partially_refunded", true)
	s.deed(attempt2, `{"deed":"dispute_won"}`, 409)
	refund := testapp.Read[rest.Answer[testpay.TestDealings]](t, s.admin.Do("GET", "/payments/test/"+attempt2+"/dealings", "", 200)).Data
	s.deed(attempt2, `{"deed":"fail_refund","refund_id":"none"}`, 409)
	failing := `{"deed":"fail_refund","refund_id":"` + refund.Refunds[0].ID + `"}`
	s.deed(attempt2, failing, 200)
	s.deed(attempt2, failing, 409)
	s.is(second, order2, "paid", true)
	if open := s.failedRefunds(); len(open) != 1 || open[0].ReversedAt == nil || open[0].CanReopen {
		t.Errorf("%+v", open)
	}
	s.deed(attempt2, `{"deed":"dispute"}`, 200)
	s.is(second, order2, "paid", false)
	s.deed(attempt2, `{"deed":"dispute"}`, 409)
	s.deed(attempt2, `{"deed":"dispute_won"}`, 200)
	s.is(second, order2, "paid", true)

	third, order3, attempt3 := s.boughtAtTest()
	s.deed(attempt3, `{"deed":"dispute"}`, 200)
	s.deed(attempt3, `{"deed":"dispute_lost"}`, 200)
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
