package payment_test

import (
	"strings"
	"testing"

	"lectern/internal/commerce/payment"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// holds lets a buyer transfer an amount that is not what was asked for; approved by an administrator, it is held.
func (s shop) holds(amount string) (buyer testapp.User, orderID string, h payment.HeldPayment) {
	s.t.Helper()
	buyer = s.User(access.Student)
	orderID = s.place(buyer, "1").ID
	buyer.Do("POST", "/payments/orders/"+orderID+"/attempts", `{"provider":"bank_transfer"}`, 201)
	s.decides(s.transfer(buyer, orderID).ID, "approve", strings.Replace(arrived, "9000", amount, 1), 200)
	list := s.held()
	return buyer, orderID, list[0]
}

func (s shop) held() []payment.HeldPayment {
	s.t.Helper()
	return testapp.Read[rest.List[payment.HeldPayment]](s.t, s.admin.Do("GET", "/payments/held", "", 200)).Data
}

// What has arrived as another amount pays its order or another one, or goes back: once, by an administrator who has just signed in, with books that are right.
func TestHeldPayments(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.admin.Do("PUT", "/settings/sales", `{"refund_days":14,"seller_name":"","seller_address":"","country":"","region":"","tax_id":"","registered":false,"prices_include_tax":true,"reverse_charge":false,
		"bank_account":"DE89","tax_rates":[]}`, 200)
	ann, id, h := s.holds("8950")
	number := s.get(ann, id).Number
	if h.OrderNumber != number || h.OrderTotal != 9000 || h.Decision != nil || h.BuyerName == "" {
		t.Errorf("%+v", h)
	}
	settle, back := "/payments/held/"+h.ID+"/settle", "/payments/held/"+h.ID+"/return"
	ann.Do("POST", settle, `{"order_number":"`+number+`"}`, 403)
	ann.Do("POST", back, "", 403)
	s.admin.Do("POST", settle, `{"order_number":""}`, 400)
	s.admin.Do("POST", settle, `{"order_number":"LEC-NOTHING"}`, 400)
	s.admin.Do("POST", "/payments/held/none/settle", `{"order_number":"`+number+`"}`, 404)
	s.admin.Do("POST", "/payments/held/none/return", "", 404)
	if n := s.Count("SELECT count(*) FROM payments"); n != 0 || len(s.held()) != 1 {
		t.Errorf("refused decisions left %d payments", n)
	}
	s.admin.Do("POST", settle, `{"order_number":" `+strings.ToLower(number)+` "}`, 200)
	if o := s.get(ann, id); o.Status != "paid" || !s.enrolled(ann) || len(s.held()) != 0 || s.Count("SELECT count(*) FROM payments WHERE amount = 9000 AND fee = 50") != 1 {
		t.Errorf("%+v", o)
	}
	s.admin.Do("POST", settle, `{"order_number":"`+number+`"}`, 409)
	s.admin.Do("POST", back, "", 409)
	s.Work()
	if n := s.Count("SELECT count(*) FROM notifications WHERE kind = 'admin.payment_held' AND user_id = ?", s.admin.ID); n != 1 || s.Count("SELECT count(*) FROM notifications WHERE kind = 'account.order_paid' AND user_id = ?", ann.ID) != 1 {
		t.Errorf("%d notifications", n)
	}

	ben, id, h := s.holds("9500")
	settle, back = "/payments/held/"+h.ID+"/settle", "/payments/held/"+h.ID+"/return"
	s.admin.Do("POST", settle, `{"order_number":"`+number+`"}`, 409) // which is paid
	if n := s.Count("SELECT count(*) FROM payments"); n != 1 || len(s.held()) != 1 {
		t.Errorf("a refused decision left %d payments", n)
	}
	s.admin.Do("POST", settle, `{"order_number":"`+h.OrderNumber+`"}`, 200)
	s.Work()
	if o := s.get(ben, id); o.Status != "paid" || o.Refunded != 0 || s.Count("SELECT count(*) FROM refunds WHERE order_id = ? AND amount = 500 AND status = 'succeeded'", id) != 1 {
		t.Errorf("%+v", o)
	}

	cem, id, h := s.holds("100")
	s.admin.Do("POST", "/payments/held/"+h.ID+"/return", "", 200)
	s.Work()
	if o := s.get(cem, id); o.Status != "pending" || s.enrolled(cem) || s.Count("SELECT count(*) FROM refunds WHERE order_id = ? AND amount = 100 AND status = 'succeeded'", id) != 1 {
		t.Errorf("%+v", o)
	}
	if n := s.Count("SELECT count(*) FROM audit_log WHERE action IN ('held_payment.settled', 'held_payment.returned')"); n != 3 {
		t.Errorf("%d entries of the audit log", n)
	}
	s.intact()
}
