package refundrequest_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/commerce/order"
	"lectern/internal/commerce/payment"
	"lectern/internal/commerce/refundrequest"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// desk is a school that sells a course, with the administrator who decides on refunds.
type desk struct {
	*testapp.App
	t      *testing.T
	course string
	admin  testapp.User
}

func newDesk(t *testing.T) desk {
	t.Helper()
	a := testapp.New(t)
	course := a.User(access.Instructor).PublishCourse(`,"prices":[{"currency":"EUR","individual":0,"batch":10000}]`).ID
	return desk{a, t, course, a.User(access.Admin)}
}

// place orders the course; gift is the member of a gift, or empty.
func (d desk) place(who testapp.User, gift string) string {
	d.t.Helper()
	cart := `"currency":"EUR","lines":[{"course_id":"` + d.course + `"}]`
	quote := testapp.Read[rest.Answer[order.Quote]](d.t, who.Do("POST", "/payments/quote", fmt.Sprintf(`{"is_gift":%v,%s}`, gift != "", cart), 200)).Data
	body := fmt.Sprintf(`{"cart_key":"cart-of-%s","digest":%q,"billing":{"name":"Ann"},%s%s}`, who.ID, quote.Digest, gift, cart)
	return testapp.Read[rest.Answer[order.Order]](d.t, who.Do("POST", "/payments/orders", body, 201)).Data.ID
}

// pay pays an order at the test provider, and returns the id of the attempt.
func (d desk) pay(who testapp.User, id string) string {
	d.t.Helper()
	attempt := testapp.Read[rest.Answer[payment.Attempt]](d.t, who.Do("POST", "/payments/orders/"+id+"/attempts", `{"provider":"test"}`, 201)).Data.ID
	d.Nobody().Do("POST", "/payments/test/"+attempt+"/pay", `{"number":"4242424242424242"}`, 200)
	who.Do("POST", "/payments/orders/"+id+"/sync", "", 200)
	return attempt
}

func (d desk) bought() (who testapp.User, id string) {
	d.t.Helper()
	who = d.User(access.Student)
	id = d.place(who, "")
	d.pay(who, id)
	return who, id
}

func (d desk) ask(who testapp.User, id string, status int) (r refundrequest.RefundRequest) {
	d.t.Helper()
	answer := who.Do("POST", "/payments/orders/"+id+"/refund-requests", `{"reason":" I have no time "}`, status)
	if status == 201 {
		r = testapp.Read[rest.Answer[refundrequest.RefundRequest]](d.t, answer).Data
	}
	return r
}

func (d desk) of(who testapp.User, id string) refundrequest.OrderRefundRequests {
	d.t.Helper()
	return testapp.Read[rest.Answer[refundrequest.OrderRefundRequests]](d.t, who.Do("GET", "/payments/orders/"+id+"/refund-requests", "", 200)).Data
}

func (d desk) waiting() []refundrequest.OpenRefundRequest {
	d.t.Helper()
	return testapp.Read[rest.List[refundrequest.OpenRefundRequest]](d.t, d.admin.Do("GET", "/payments/refund-requests", "", 200)).Data
}

func (d desk) notified(who testapp.User, kind string) int64 {
	d.t.Helper()
	d.Work()
	return d.Count("SELECT count(*) FROM notifications WHERE kind = ? AND user_id = ?", kind, who.ID)
}

// refuses requires that nobody can ask for a refund of an order because of why, and that trying changes nothing.
func (d desk) refuses(who testapp.User, id, why string) {
	d.t.Helper()
	before := d.Count("SELECT count(*) FROM refund_requests")
	if found := d.of(who, id); found.CanAsk || found.WhyNot != why {
		d.t.Errorf("%+v, not %s", found, why)
	}
	if answer := who.Do("POST", "/payments/orders/"+id+"/refund-requests", `{"reason":"Bees"}`, 409); !strings.Contains(answer, `"`+why+`"`) {
		d.t.Error(answer)
	}
	if d.Count("SELECT count(*) FROM refund_requests") != before {
		d.t.Error("a refused request was stored")
	}
}

const approval = `{"amount":10000,"reason":"On request","ends_access":true}`

func TestAskingForARefund(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ann := d.User(access.Student)
	id := d.place(ann, "")
	path := "/payments/orders/" + id + "/refund-requests"
	d.refuses(ann, id, "not_paid")
	d.pay(ann, id)
	d.Nobody().Do("POST", path, `{"reason":"Bees"}`, 401)
	d.Nobody().Do("GET", path, "", 401)
	stranger := d.User(access.Student)
	stranger.Do("POST", path, `{"reason":"Bees"}`, 404)
	stranger.Do("GET", path, "", 404)
	d.admin.Do("POST", path, `{"reason":"Bees"}`, 403) // who sees the order, but has not bought it
	ann.Do("POST", path, `{"reason":" \n "}`, 400)
	ann.Do("POST", path, `{"reason":"`+strings.Repeat("b", 1001)+`"}`, 400)
	if can := d.of(ann, id); !can.CanAsk || can.LastDay != testapp.Start.AddDate(0, 0, 14).Format(time.DateOnly) || can.Refundable != 10000 || can.Currency != "EUR" || len(can.Requests) != 0 {
		t.Errorf("%+v", can)
	}
	if len(d.waiting()) != 0 || d.notified(d.admin, "admin.refund_requested") != 0 {
		t.Error("a refused request has been stored")
	}

	r := d.ask(ann, id, 201)
	d.refuses(ann, id, "already_asked")
	open := d.waiting()
	if len(open) != 1 || open[0].ID != r.ID || open[0].Reason != "I have no time" || open[0].BuyerName == "" || open[0].OrderNumber == "" || open[0].Title == "" || open[0].Paid != 10000 || open[0].Refundable != 10000 {
		t.Errorf("%+v", open)
	}
	if d.notified(d.admin, "admin.refund_requested") != 1 || !strings.Contains(d.admin.Do("GET", "/dashboard/today?role=admin", "", 200), "refund_requests") {
		t.Error("administrators are not notified")
	}
	withdraw := "/payments/refund-requests/" + r.ID + "/withdraw"
	stranger.Do("POST", withdraw, "", 404)
	d.admin.Do("POST", withdraw, "", 403)
	ann.Do("POST", "/payments/refund-requests/none/withdraw", "", 404)
	ann.Do("GET", "/payments/refund-requests", "", 403)
	if len(d.waiting()) != 1 {
		t.Error("a refused withdrawal has changed something")
	}
	ann.Do("POST", withdraw, "", 200)
	ann.Do("POST", withdraw, "", 409)
	if again := d.of(ann, id); !again.CanAsk || len(again.Requests) != 1 || again.Requests[0].Status != "withdrawn" || again.Requests[0].DecidedAt == nil || len(d.waiting()) != 0 {
		t.Errorf("%+v", again)
	}
	for range 7 {
		ann.Do("POST", "/payments/refund-requests/"+d.ask(ann, id, 201).ID+"/withdraw", "", 200)
	}
	d.ask(ann, id, 429)
}

func TestRefusingARefund(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ann, id := d.bought()
	refuse := "/payments/refund-requests/" + d.ask(ann, id, 201).ID + "/refuse"
	ann.Do("POST", refuse, `{"reason":"Mine"}`, 403)
	d.admin.Do("POST", refuse, `{"reason":" "}`, 400)
	d.admin.Do("POST", "/payments/refund-requests/none/refuse", `{"reason":"No"}`, 404)
	d.Clock.Advance(time.Hour)
	d.admin.Do("POST", refuse, `{"reason":"Late"}`, 403) // who has not confirmed their identity lately
	if len(d.waiting()) != 1 {
		t.Error("a refused decision has changed something")
	}
	d.admin = d.User(access.Admin)
	d.admin.Do("POST", refuse, `{"reason":" You have learned it all "}`, 200)
	d.admin.Do("POST", refuse, `{"reason":"Twice"}`, 409)
	found := d.of(ann, id)
	if len(found.Requests) != 1 || found.Requests[0].Status != "refused" || found.Requests[0].Answer != "You have learned it all" || found.Requests[0].Amount != 0 {
		t.Errorf("%+v", found)
	}
	d.refuses(ann, id, "decided")
	if d.notified(ann, "account.refund_refused") != 1 || d.Count("SELECT count(*) FROM audit_log WHERE action = 'refund_request.refused'") != 1 || d.Count("SELECT count(*) FROM refunds") != 0 {
		t.Error("the buyer is not notified, or a refund was made")
	}
	if news := ann.Do("GET", "/notifications", "", 200); !strings.Contains(news, "You have learned it all") {
		t.Error(news)
	}
}

func TestApprovingARefund(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ann, id := d.bought()
	r := d.ask(ann, id, 201)
	approve := "/payments/refund-requests/" + r.ID + "/approve"
	ann.Do("POST", approve, approval, 403)
	d.admin.Do("POST", approve, `{"amount":0,"reason":"On request","ends_access":true}`, 400)
	d.admin.Do("POST", approve, `{"amount":10000,"reason":" ","ends_access":true}`, 400)
	d.admin.Do("POST", "/payments/refund-requests/none/approve", approval, 404)
	d.admin.Do("POST", approve, `{"amount":10001,"reason":"On request","ends_access":true}`, 409)
	stale := d.admin
	d.Clock.Advance(time.Hour)
	stale.Do("POST", approve, approval, 403)
	if len(d.waiting()) != 1 || d.Count("SELECT count(*) FROM refunds")+d.Count("SELECT refund_reserved FROM orders WHERE id = ?", id) != 0 {
		t.Error("a refused decision has changed something")
	}

	d.admin = d.User(access.Admin)
	d.admin.Do("POST", approve, `{"amount":4000,"reason":"On request","ends_access":true}`, 200)
	d.admin.Do("POST", approve, approval, 409)
	d.admin.Do("POST", "/payments/refund-requests/"+r.ID+"/refuse", `{"reason":"No"}`, 409)
	ann.Do("POST", "/payments/refund-requests/"+r.ID+"/withdraw", "", 409)
	if d.notified(ann, "account.refund_approved") != 1 || d.notified(ann, "account.order_refunded") != 1 {
		t.Error("the buyer is not notified")
	}
	o := testapp.Read[rest.Answer[order.Order]](t, ann.Do("GET", "/payments/orders/"+id, "", 200)).Data
	if o.Status != "partially_refunded" || o.Refunded != 4000 || d.Count("SELECT count(*) FROM enrolled_students WHERE user_id = ?", ann.ID) != 0 {
		t.Errorf("%+v", o)
	}
	if d.Count("SELECT count(*) FROM test_refunds") != 1 || d.Count("SELECT count(*) FROM receipts WHERE kind = 'credit_note' AND total = 4000") != 1 {
		t.Error("the provider was not asked once")
	}
	if found := d.of(ann, id); found.Requests[0].Status != "approved" || found.Requests[0].Amount != 4000 || found.Refundable != 6000 {
		t.Errorf("%+v", found)
	}
	if d.Count("SELECT count(*) FROM audit_log WHERE action IN ('refund_request.approved', 'order.refunded')") != 2 {
		t.Error("the audit log lacks an entry")
	}
	d.refuses(ann, id, "decided")
}

// The last day counts in the time zone of the school, and the setting that applies now.
func TestTheTimeToAskForARefund(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.admin.Do("PUT", "/settings/school", `{"name":"Bees","support_email":"","time_zone":"Pacific/Auckland"}`, 200)
	ann, id := d.bought()
	zone, _ := time.LoadLocation("Pacific/Auckland")
	last := testapp.Start.In(zone).AddDate(0, 0, 14)
	end := time.Date(last.Year(), last.Month(), last.Day()+1, 0, 0, 0, 0, zone)
	d.Clock.Advance(end.Sub(d.Clock.Now()) - time.Second)
	if can := d.of(ann, id); !can.CanAsk || can.LastDay != last.Format(time.DateOnly) {
		t.Errorf("%+v", can)
	}
	d.Clock.Advance(time.Second)
	d.refuses(ann, id, "window_over")

	sales := `{"refund_days":%d,"seller_name":"","seller_address":"","country":"","region":"","tax_id":"","registered":false,"prices_include_tax":false,"reverse_charge":false,"bank_account":"","tax_rates":[]}`
	d.admin = d.User(access.Admin)
	d.admin.Do("PUT", "/settings/sales", fmt.Sprintf(sales, 366), 400)
	d.admin.Do("PUT", "/settings/sales", fmt.Sprintf(sales, 15), 200)
	if can := d.of(ann, id); !can.CanAsk {
		t.Errorf("%+v", can)
	}
	d.admin.Do("PUT", "/settings/sales", fmt.Sprintf(sales, 0), 200)
	d.refuses(ann, id, "not_offered")
	if can := d.of(ann, id); can.LastDay != "" {
		t.Errorf("%+v", can)
	}
}

// A refund that is made without the request closes it once nothing is left of the order.
func TestRefundsByHand(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ann, id := d.bought()
	d.ask(ann, id, 201)
	d.admin.Do("POST", "/payments/orders/"+id+"/refunds", `{"amount":4000,"reason":"A part","ends_access":false}`, 201)
	d.Work()
	if open := d.waiting(); len(open) != 1 || open[0].Refundable != 6000 {
		t.Errorf("%+v", open)
	}
	d.admin.Do("POST", "/payments/orders/"+id+"/refunds", `{"amount":6000,"reason":"The rest","ends_access":true}`, 201)
	d.Work()
	found := d.of(ann, id)
	if len(d.waiting()) != 0 || found.Requests[0].Status != "approved" || found.Requests[0].Amount != 6000 || d.notified(ann, "account.refund_approved") != 0 || d.notified(ann, "account.order_refunded") != 2 {
		t.Errorf("%+v", found)
	}

	ben, second := d.bought()
	d.admin.Do("POST", "/payments/orders/"+second+"/refunds", approval, 201) // reserved, and not made yet
	d.refuses(ben, second, "nothing_left")
}

// Who has their bank take back the money, or whose gift was accepted, can't ask besides.
func TestDisputesAndGiftsRuleOutARequest(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ann := d.User(access.Student)
	id := d.place(ann, "")
	attempt := d.pay(ann, id)
	d.Exec(`INSERT INTO disputes (id, order_id, payment_id, provider, provider_ref, amount, currency, reason, status, withdrawn, created_at, updated_at)
		SELECT 'd', order_id, id, 'test', 'd', 100, 'EUR', 'general', 'under_review', FALSE, ?, ? FROM payments WHERE attempt_id = ?`, d.Clock.Now(), d.Clock.Now(), attempt)
	d.refuses(ann, id, "disputed")

	ben := d.User(access.Student)
	gift := d.place(ben, `"gift":{"email":"new@family.test","sender_name":"Ben"},`)
	d.pay(ben, gift)
	if can := d.of(ben, gift); !can.CanAsk {
		t.Errorf("%+v", can)
	}
	token := d.EmailToken("new@family.test", "/gift")
	d.User(access.Student).Do("POST", "/payments/gifts/"+token+"/redeem", "", 200)
	d.refuses(ben, gift, "gift_redeemed")
}

// Those who look after the bills of a company ask for refunds of its orders; who has ordered and left it can't any more.
func TestOrdersOfCompanies(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ann, id := d.bought()
	bills, member := d.User(access.Corporate), d.User(access.Student)
	now := d.Clock.Now()
	d.Exec("INSERT INTO companies (id, name, name_key, country, tax_id, address, status, note, version, created_at, updated_at) VALUES ('c', 'Bees', 'bees', '', '', '', 'active', '', 1, ?, ?)", now, now)
	for who, role := range map[string]string{bills.ID: "billing", member.ID: "member"} {
		d.Exec("INSERT INTO company_people (company_id, user_id, role, department, state, joined_at) VALUES ('c', ?, ?, '', 'active', ?)", who, role, now)
	}
	d.Exec("UPDATE orders SET company_id = 'c' WHERE id = ?", id)
	d.ask(member, id, 404)
	d.ask(ann, id, 403)
	d.ask(d.admin, id, 403)
	if d.Count("SELECT count(*) FROM refund_requests") != 0 {
		t.Error("a refused request was stored")
	}
	r := d.ask(bills, id, 201)
	if open := d.waiting(); len(open) != 1 || d.notified(bills, "account.refund_approved") != 0 {
		t.Errorf("%+v", open)
	}
	d.admin.Do("POST", "/payments/refund-requests/"+r.ID+"/approve", approval, 200)
	if d.notified(bills, "account.refund_approved") != 1 || d.notified(ann, "account.refund_approved") != 0 {
		t.Error("another one was notified of the decision")
	}
}

// Two administrators, the buyer and a refund by hand at the same moment: one decision counts, and never more than was paid goes back.
func TestOneDecisionCounts(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for range 5 {
		ann, id := d.bought()
		var sent sync.WaitGroup
		for range 4 {
			sent.Go(func() { ann.Send("POST", "/api/v1/payments/orders/"+id+"/refund-requests", `{"reason":"Bees"}`) })
		}
		sent.Wait()
		open := d.of(ann, id).Requests
		if len(open) != 1 {
			t.Fatalf("%+v", open)
		}
		path := "/api/v1/payments/refund-requests/" + open[0].ID
		codes := make([]int, 5)
		tries := []func() int{
			func() int { return d.admin.Send("POST", path+"/approve", approval).Code },
			func() int { return d.admin.Send("POST", path+"/approve", approval).Code },
			func() int { return d.admin.Send("POST", path+"/refuse", `{"reason":"No"}`).Code },
			func() int { return ann.Send("POST", path+"/withdraw", "").Code },
			func() int {
				return d.admin.Send("POST", "/api/v1/payments/orders/"+id+"/refunds", `{"amount":6000,"reason":"By hand","ends_access":false}`).Code
			},
		}
		for i, try := range tries {
			sent.Go(func() { codes[i] = try() })
		}
		sent.Wait()
		d.Work()
		won := 0
		for _, code := range codes[:4] {
			if code == 200 {
				won++
			} else if code != 409 {
				t.Errorf("%v", codes)
			}
		}
		ended := d.of(ann, id).Requests[0]
		back := d.Count("SELECT CAST(coalesce(sum(amount), 0) AS BIGINT) FROM refunds WHERE order_id = ?", id)
		if won != 1 || ended.Status == "open" || back > 10000 || (ended.Status == "approved") != (ended.Amount == 10000) || back != d.Count("SELECT refunded FROM orders WHERE id = ?", id) {
			t.Errorf("%v: %+v, %d sent back", codes, ended, back)
		}
	}
}

func TestErasedAccounts(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ann, id := d.bought()
	ben, other := d.bought()
	d.ask(ann, id, 201)
	d.ask(ben, other, 201)
	if err := d.DB.InTx(t.Context(), func(tx bun.IDB) error { return d.RefundRequests.Erase(t.Context(), tx, ann.ID) }); err != nil {
		t.Fatal(err)
	}
	if open := d.waiting(); len(open) != 1 || open[0].OrderID != other || d.Count("SELECT count(*) FROM refund_requests WHERE reason = '' AND status = 'withdrawn'") != 1 {
		t.Errorf("%+v", open)
	}
}
