package company_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/commerce/banktransfer"
	"lectern/internal/commerce/order"
	"lectern/internal/commerce/receipt"
	"lectern/internal/commerce/seat"
	"lectern/internal/people/authn"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// takesInvoices gives the school an account, to which invoices are paid.
func (o office) takesInvoices() {
	o.t.Helper()
	o.admin.Do("PUT", "/settings/sales", `{"refund_days":14,"seller_name":"School of Bees","seller_address":"","country":"DE","region":"","tax_id":"","registered":true,"prices_include_tax":false,"reverse_charge":false,
		"bank_account":"DE89 3704 0044 0532 0130 00","tax_rates":[{"country":"DE","region":"","name":"VAT","rate_ppm":190000}]}`, 200)
	o.admin.Do("PATCH", "/corporate/"+o.id, `{"country":"DE","address":"Hive 1"}`, 200)
}

func (o office) seatCart(course string, quantity int) string {
	return fmt.Sprintf(`"currency":"EUR","lines":[{"course_id":%q,"quantity":%d}]`, course, quantity)
}

func (o office) quoteSeats(who authn.SignedIn, cart string) order.Quote {
	o.t.Helper()
	return testapp.Read[rest.Answer[order.Quote]](o.t, o.as(who, "POST", "/orders/quote", "{"+cart+"}", 200)).Data
}

// orders orders seats in a course by invoice.
func (o office) orders(who authn.SignedIn, cart, key string) order.Order {
	o.t.Helper()
	body := fmt.Sprintf(`{%s,"cart_key":"cart-of-the-company-%s","digest":%q,"po_number":"PO 4711"}`, cart, key, o.quoteSeats(who, cart).Digest)
	return testapp.Read[rest.Answer[order.Order]](o.t, o.as(who, "POST", "/orders", body, 201)).Data
}

func (o office) ordered() []order.CompanyOrder {
	o.t.Helper()
	return testapp.Read[rest.List[order.CompanyOrder]](o.t, o.admin.Do("GET", "/corporate/"+o.id+"/orders", "", 200)).Data
}

// pays records that the money of an order has arrived.
func (o office) pays(orderID string, amount int64) {
	o.t.Helper()
	transfer := testapp.Read[rest.Answer[banktransfer.Transfer]](o.t, o.admin.Do("GET", "/payments/orders/"+orderID+"/transfer", "", 200)).Data
	o.User(access.Admin).Do("POST", "/payments/attempts/"+transfer.ID+"/approve", fmt.Sprintf(`{"amount":%d,"value_date":%q}`, amount, o.Clock.Now().Format(time.DateOnly)), 200)
}

func (o office) pools() (total int64) {
	return o.Count("SELECT coalesce(sum(total), 0) FROM seat_pools WHERE ends_at IS NULL OR ends_at > ?", o.Clock.Now())
}

func TestOrdersByInvoice(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	course := o.course()
	cart := o.seatCart(course, 5)
	o.as(o.manager, "POST", "/orders/quote", "{"+cart+"}", 409) // the school has no account to which it could be paid
	o.takesInvoices()
	stranger := o.Register("wasp@wasps.test")
	o.as(stranger, "POST", "/orders/quote", "{"+cart+"}", 404)
	o.as(stranger, "GET", "/orders", "", 404)
	o.as(o.member, "POST", "/orders/quote", "{"+cart+"}", 403)
	o.as(o.member, "GET", "/orders", "", 403)
	body := `{` + cart + `,"cart_key":"cart-of-the-company-0","digest":"another","po_number":"PO 4711"}`
	o.as(stranger, "POST", "/orders", body, 404)
	o.as(o.member, "POST", "/orders", body, 403)
	o.as(o.manager, "POST", "/orders", body, 409) // the price is another one
	o.as(o.manager, "POST", "/orders/quote", `{"currency":"EUR","lines":[{"course_id":"`+course+`","quantity":1},{"course_id":"`+course+`","quantity":2}]}`, 400)
	free := o.Course(o.User(access.Instructor))
	if refused := o.as(o.manager, "POST", "/orders/quote", "{"+o.seatCart(free, 5)+"}", 409); !strings.Contains(refused, "Ask the school for seats in it.") {
		t.Errorf("%s", refused)
	}
	if n := o.Count("SELECT count(*) FROM orders") + o.Count("SELECT count(*) FROM receipts"); n != 0 {
		t.Errorf("refused requests left %d rows", n)
	}

	placed := o.orders(o.manager, cart, "1")
	if placed.Net != 50000 || placed.Tax != 9500 || placed.Total != 59500 || placed.PONumber != "PO 4711" || placed.Status != "pending" || placed.DueAt == nil || placed.Lines[0].Quantity != 5 {
		t.Errorf("%+v", placed)
	}
	if again := o.orders(o.manager, cart, "1"); again.ID != placed.ID || o.Count("SELECT count(*) FROM receipts") != 1 {
		t.Error("the same cart was ordered twice")
	}
	o.at(o.manager, "GET", "/payments/orders/"+placed.ID, "", 200)
	o.at(o.member, "GET", "/payments/orders/"+placed.ID, "", 404)
	o.at(stranger, "GET", "/payments/orders/"+placed.ID, "", 404)
	if o.pools() != 0 {
		t.Error("seats were given before the order was approved or paid")
	}
	found := o.ordered()
	if len(found) != 1 || len(found[0].Documents) != 1 || found[0].Documents[0].Kind != "invoice" || !strings.HasPrefix(found[0].Documents[0].Label, "IN/") {
		t.Fatalf("%+v", found)
	}
	o.Clock.Advance(60 * 24 * time.Hour) // it is overdue, and goes on
	if err := o.Orders.Expire(t.Context()); err != nil {
		t.Fatal(err)
	}
	o.pays(placed.ID, 59500)
	found = o.ordered()
	if found[0].Status != "paid" || len(found[0].Documents) != 2 || o.pools() != 5 {
		t.Errorf("%+v, %d seats", found[0], o.pools())
	}
	if len(found[0].Documents) != 2 {
		t.FailNow()
	}
	var snapshot string
	if err := o.DB.Reader().NewRaw("SELECT snapshot FROM receipts WHERE kind = 'receipt'").Scan(t.Context(), &snapshot); err != nil {
		t.Fatal(err)
	}
	if d := testapp.Read[receipt.Document](t, snapshot); d.PONumber != "PO 4711" || d.Invoice != found[0].Documents[0].Label || d.Lines[0].Count != 5 {
		t.Errorf("%+v", d)
	}
}

// Those who look after the bills of a company hear of its orders by invoice: that one was approved, is paid, and each week that one is overdue.
func TestNoticesOfOrders(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.takesInvoices()
	cart := o.seatCart(o.course(), 2)
	placed := o.orders(o.manager, cart, "1")
	o.orders(o.manager, cart, "2")
	notices := func(kind string) string {
		t.Helper()
		o.Work()
		return fmt.Sprint(o.Count("SELECT count(*) FROM notifications WHERE kind = ? AND user_id = ?", kind, o.manager.User.ID), " of ", o.Count("SELECT count(*) FROM notifications WHERE kind = ?", kind))
	}
	for range 2 {
		o.admin.Do("POST", "/payments/orders/"+placed.ID+"/approve", "", 200)
	}
	if got := notices("account.company_order_approved"); got != "1 of 1" {
		t.Error(got)
	}
	remind := func(after time.Duration, want string) {
		t.Helper()
		o.Clock.Advance(after)
		for range 2 {
			if err := o.Orders.Remind(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if got := notices("account.company_order_overdue"); got != want {
			t.Errorf("%s reminders, not %s", got, want)
		}
	}
	const day = 24 * time.Hour
	remind(29*day, "0 of 0")
	remind(day, "2 of 2")
	o.pays(placed.ID, placed.Total)
	if got := notices("account.company_order_paid"); got != "1 of 1" {
		t.Error(got)
	}
	remind(6*day, "2 of 2")
	remind(day, "3 of 3")
	remind(28*day, "3 of 3") // nobody is reminded for ever
}

func TestApprovedOrders(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.takesInvoices()
	course := o.course()
	placed := o.orders(o.manager, o.seatCart(course, 2), "1")
	path := "/payments/orders/" + placed.ID
	o.DoAs(o.manager, "POST", path+"/approve", "", 403)
	o.admin.Do("POST", path+"/approve", "", 200)
	o.admin.Do("POST", path+"/approve", "", 200)
	if o.pools() != 2 {
		t.Errorf("%d seats", o.pools())
	}
	pool := testapp.Read[rest.List[seat.SeatPool]](t, o.as(o.manager, "GET", "/pools", "", 200)).Data[0].ID
	o.give(pool, course, "member@bees.test", 200)
	if !o.learns(o.member.User.ID, course) {
		t.Error("the seat of an approved order gives nothing")
	}
	// What the school has given is not to be taken back by the company.
	o.DoAs(o.manager, "DELETE", path+"/attempts", "", 200)
	o.DoAs(o.manager, "DELETE", path, "", 409)
	o.admin.Do("DELETE", path, "", 200)
	if err := o.Seats.Expire(t.Context()); err != nil {
		t.Fatal(err)
	}
	if o.learns(o.member.User.ID, course) || o.pools() != 0 {
		t.Error("a cancelled order still gives seats")
	}
	found := o.ordered()[0]
	if len(found.Documents) != 2 || found.Documents[1].Kind != "credit_note" || found.Status != "cancelled" {
		t.Errorf("%+v", found)
	}
	o.admin.Do("POST", path+"/approve", "", 409)
	if o.pools() != 0 {
		t.Error("a cancelled order was approved")
	}
	// Money that comes nevertheless buys the seats again; what is then refunded is credited against the receipt.
	o.pays(placed.ID, 23800)
	if o.pools() != 2 {
		t.Error("a late payment bought nothing")
	}
	o.User(access.Admin).Do("POST", path+"/refunds", `{"amount":23800,"reason":"Sorry","ends_access":true}`, 201)
	o.Work()
	found = o.ordered()[0]
	if found.Status != "refunded" || len(found.Documents) != 4 || o.pools() != 0 {
		t.Errorf("%+v, %d seats", found, o.pools())
	}
	if n := o.Count("SELECT count(*) FROM receipts WHERE kind = 'credit_note' AND total <> 23800"); n != 0 {
		t.Error("a credit note is not over the whole order")
	}
	for _, s := range testapp.Read[rest.Answer[[]receipt.Series]](t, o.admin.Do("GET", "/receipts/series", "", 200)).Data {
		if !s.Intact {
			t.Errorf("%+v", s)
		}
	}
}
