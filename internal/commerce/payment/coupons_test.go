package payment_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/commerce/coupon"
	"lectern/internal/commerce/order"
	"lectern/internal/commerce/payment"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

// coupon adds a coupon that also applies to early birds; more are members of its JSON.
func (s shop) coupon(code, more string) coupon.Coupon {
	s.t.Helper()
	return testapp.Read[rest.Answer[coupon.Coupon]](s.t, s.admin.Do("POST", "/payments/coupons", `{"code":"`+code+`","active":true,"with_early_bird":true,`+more+`}`, 201)).Data
}

const tenPercent = `"kind":"percent","rate_ppm":100000`

func (s shop) quoteWith(who testapp.User, code string) order.Quote {
	s.t.Helper()
	return testapp.Read[rest.Answer[order.Quote]](s.t, who.Do("POST", "/payments/quote", `{"coupon":"`+code+`",`+s.cart()+"}", 200)).Data
}

func (s shop) orderWith(who testapp.User, code, key string) string {
	return strings.Replace(s.newOrder(s.quoteWith(who, code).Digest, key), "{", `{"coupon":"`+code+`",`, 1)
}

func (s shop) taken(id string) int { return int(s.Count("SELECT taken FROM coupons WHERE id = ?", id)) }

func TestCouponsOfAdministrators(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ann := s.User(access.Student)
	ann.Do("GET", "/payments/coupons", "", 403)
	ann.Do("POST", "/payments/coupons", `{"code":"FREE","active":true,"kind":"percent","rate_ppm":1000000}`, 403)
	for _, broken := range []string{
		`"code":"a b","kind":"percent","rate_ppm":100000`, `"code":"AUTUMN","kind":"percent"`, `"code":"AUTUMN","kind":"amount","currency":"EUR"`, `"code":"AUTUMN","kind":"amount","amount":500`,
		`"code":"AUTUMN","kind":"amount","amount":500,"currency":"XQQ"`, `"code":"AUTUMN","kind":"percent","rate_ppm":1000001`, `"code":"AUTUMN","kind":"percent","rate_ppm":1,"min_total":5`,
		`"code":"AUTUMN","kind":"percent","rate_ppm":1,"starts_at":"2026-11-20T10:00:00Z","ends_at":"2026-11-20T10:00:00Z"`, `"code":"AUTUMN","kind":"percent","rate_ppm":1,"most":0`,
		`"code":"AUTUMN","kind":"percent","rate_ppm":1,"budget":5000`, `"code":"AUTUMN","kind":"percent","rate_ppm":1,"currency":"EUR","budget":0`,
	} {
		s.admin.Do("POST", "/payments/coupons", `{"active":true,`+broken+`}`, 400)
	}
	if n := s.Count("SELECT count(*) FROM coupons"); n != 0 {
		t.Errorf("refused requests left %d coupons", n)
	}
	c := s.coupon("Autumn 10", tenPercent)
	s.admin.Do("POST", "/payments/coupons", `{"code":"AUTUMN10","active":true,`+tenPercent+`}`, 400)
	path := "/payments/coupons/" + c.ID
	changed := `{"code":"AUTUMN10","active":true,"kind":"amount","amount":500,"currency":"eur","most":3,"course_ids":["` + s.course + `"]}`
	s.admin.Do("PUT", path, changed, 200)
	got := testapp.Read[rest.Answer[coupon.Coupon]](t, s.admin.Do("GET", path, "", 200)).Data
	if got.Amount != 500 || got.Currency != "EUR" || got.RatePPM != 0 || *got.Most != 3 || len(got.CourseIDs) != 1 || got.WithEarlyBird {
		t.Errorf("%+v", got)
	}
	s.admin.Do("PUT", "/payments/coupons/none", changed, 404)
	s.admin.Do("DELETE", path, "", 200)
	if q := s.quoteWith(ann, "autumn 10"); q.Coupon.WhyNot != coupon.Expired || q.Total != 9000 {
		t.Errorf("%+v", q.Coupon)
	}
	if n := s.Count("SELECT count(*) FROM audit_log WHERE target_kind = 'coupon'"); n != 3 {
		t.Errorf("%d entries of the audit log", n)
	}
}

// A coupon goes the whole way: quote, order, payment, receipt, and the list of its uses.
func TestBuyingWithACoupon(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ann := s.User(access.Student)
	c := s.coupon("AUTUMN", tenPercent+`,"most_each":1`)
	if q := s.quoteWith(s.Nobody(), "winter"); q.Coupon.WhyNot != coupon.Unknown || q.Coupon.Applied || q.Total != 9000 {
		t.Errorf("%+v", q.Coupon)
	}
	q := s.quoteWith(ann, " autumn ")
	if !q.Coupon.Applied || q.Coupon.Amount != 900 || q.Lines[0].Coupon != 900 || q.Total != 8100 || q.Digest == s.quote(ann).Digest {
		t.Errorf("%+v", q)
	}
	ann.Do("POST", "/payments/orders", strings.Replace(s.newOrder(s.quote(ann).Digest, "1"), "{", `{"coupon":"AUTUMN",`, 1), 409) // the price without it was shown
	body := s.orderWith(ann, "AUTUMN", "1")
	o := testapp.Read[rest.Answer[order.Order]](t, ann.Do("POST", "/payments/orders", body, 201)).Data
	if o.Total != 8100 || o.CouponCode != "AUTUMN" || o.Lines[0].Charged != 8100 || s.taken(c.ID) != 1 {
		t.Errorf("%+v, %d taken", o, s.taken(c.ID))
	}
	ann.Do("POST", "/payments/orders", body, 201) // the same cart
	if q := s.quoteWith(ann, "AUTUMN"); q.Coupon.WhyNot != coupon.UsedByYou || s.taken(c.ID) != 1 {
		t.Errorf("%+v", q.Coupon)
	}
	ann.Do("DELETE", "/payments/orders/"+o.ID, "", 200)
	ann.Do("DELETE", "/payments/orders/"+o.ID, "", 200)
	if s.taken(c.ID) != 0 {
		t.Errorf("a cancelled order holds %d uses", s.taken(c.ID))
	}
	o = testapp.Read[rest.Answer[order.Order]](t, ann.Do("POST", "/payments/orders", s.orderWith(ann, "AUTUMN", "2"), 201)).Data
	s.card(s.start(ann, o.ID).ID, goodCard, 200)
	s.sync(ann, o.ID)
	if !s.enrolled(ann) || s.Count("SELECT count(*) FROM receipts WHERE total = 8100 AND snapshot LIKE '%\"coupon\":\"AUTUMN\"%'") != 1 {
		t.Error("a course that was paid with a coupon has no receipt that says so")
	}
	uses := testapp.Read[rest.List[coupon.CouponUse]](t, s.admin.Do("GET", "/payments/coupons/"+c.ID+"/uses", "", 200)).Data
	if len(uses) != 2 || uses[0].State != "used" || uses[0].Amount != 900 || uses[0].OrderNumber != o.Number || uses[1].State != "released" {
		t.Errorf("%+v", uses)
	}
	ann.Do("GET", "/payments/coupons/"+c.ID+"/uses", "", 403)
	s.intact()
}

// C16: what costs nothing with a coupon needs no payment, reaches no provider and gets no number; only its buyer gets access.
func TestACouponForEverything(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	other := s.User(access.Student)
	for code, worth := range map[string]string{
		"GUEST": `"kind":"amount","amount":1000000,"currency":"EUR"`, "EXACT": `"kind":"amount","amount":9000,"currency":"EUR"`, "FREE": `"kind":"percent","rate_ppm":1000000`,
	} {
		who := s.User(access.Student)
		c := s.coupon(code, worth)
		o := testapp.Read[rest.Answer[order.Order]](t, who.Do("POST", "/payments/orders", s.orderWith(who, strings.ToLower(code), "1"), 201)).Data
		if o.Total != 0 || o.Status != "paid" || !s.enrolled(who) || s.enrolled(other) {
			t.Errorf("%s: %+v", code, o)
		}
		who.Do("POST", "/payments/orders/"+o.ID+"/attempts", `{"provider":"test"}`, 409)
		s.admin.Do("POST", "/payments/orders/"+o.ID+"/refunds", `{"amount":1,"reason":"Ill","ends_access":true}`, 409)
		s.Work()
		if n := s.Count("SELECT count(*) FROM coupon_uses WHERE coupon_id = ? AND state = 'used' AND amount = 9000", c.ID); n != 1 || s.taken(c.ID) != 1 {
			t.Errorf("%s: %d uses", code, n)
		}
	}
	for _, table := range []string{"receipts", "number_series", "payments", "payment_attempts", "refunds", "notifications WHERE kind = 'account.order_paid'"} {
		if n := s.Count("SELECT count(*) FROM " + table); n != 0 {
			t.Errorf("%d rows of %s", n, table)
		}
	}
}

// C11: orders with a coupon are paid, cancelled and expire in any order: as many uses are taken as orders hold or have used, never more than there are, for each person and
// for all; and what is given back is given back once.
func TestUsesOfACouponAddUp(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	coupons := map[string]coupon.Coupon{"FEW": s.coupon("FEW", tenPercent+`,"most":3,"most_each":2`), "BUDGET": s.coupon("BUDGET", tenPercent+`,"currency":"EUR","budget":2500`)}
	buyers := []testapp.User{s.User(access.Student), s.User(access.Student), s.User(access.Student)}
	random := rand.New(rand.NewPCG(11, 7))
	type placed struct {
		who testapp.User
		id  string
	}
	var open []placed
	for n := range soak.Rounds(60, 1000) {
		who := buyers[random.IntN(len(buyers))]
		switch deed := random.IntN(10); {
		case deed < 5:
			if s.enrolled(who) { // as if their access had ended, so that they can buy again
				s.Exec("UPDATE course_grants SET revoked_at = ? WHERE user_id = ?", s.Clock.Now(), who.ID)
				s.Exec("DELETE FROM enrollments WHERE user_id = ?", who.ID)
			}
			answer := who.Send("POST", "/api/v1/payments/orders", s.orderWith(who, []string{"FEW", "BUDGET"}[random.IntN(2)], fmt.Sprint(n)))
			if answer.Code == 201 {
				open = append(open, placed{who, testapp.Read[rest.Answer[order.Order]](t, answer.Body.String()).Data.ID})
			}
		case deed < 8 && len(open) > 0:
			one := open[random.IntN(len(open))]
			var crowd sync.WaitGroup
			for range 3 { // of which one gives the use back
				crowd.Go(func() { one.who.Send("DELETE", "/api/v1/payments/orders/"+one.id, "") })
			}
			crowd.Wait()
		case deed == 8 && len(open) > 0:
			one := open[random.IntN(len(open))]
			if a := one.who.Send("POST", "/api/v1/payments/orders/"+one.id+"/attempts", `{"provider":"test"}`); a.Code == 201 {
				s.card(testapp.Read[rest.Answer[payment.Attempt]](t, a.Body.String()).Data.ID, goodCard, 200)
				s.sync(one.who, one.id)
			}
		case deed == 9 && random.IntN(2) == 0: // refused if more than that is spent
			s.admin.Send("PUT", "/api/v1/payments/coupons/"+coupons["BUDGET"].ID, `{"code":"BUDGET","active":true,"with_early_bird":true,"currency":"EUR","budget":`+fmt.Sprint(1500+500*random.IntN(4))+`,`+tenPercent+`}`)
		default:
			s.Clock.Advance(31 * time.Minute)
			if err := s.Orders.Expire(t.Context()); err != nil {
				t.Error(err)
			}
		}
		for code, c := range coupons {
			if said := s.miscounted(c.ID); said != "" {
				t.Fatalf("%s after %d deeds: %s", code, n+1, said)
			}
		}
		if few, each := s.taken(coupons["FEW"].ID), s.Count(`SELECT coalesce(max(n), 0) FROM (SELECT count(*) AS n FROM coupon_uses WHERE coupon_id = ? AND state IN ('held', 'used')
			GROUP BY user_id) AS each_one`, coupons["FEW"].ID); few > 3 || each > 2 {
			t.Fatalf("after %d deeds: %d are taken, %d by one person", n+1, few, each)
		}
	}
}

// miscounted compares what a coupon says of its uses with these.
func (s shop) miscounted(id string) string {
	const live = " FROM coupon_uses WHERE coupon_id = ? AND state IN ('held', 'used')"
	taken, spent := s.Count("SELECT taken FROM coupons WHERE id = ?", id), s.Count("SELECT spent FROM coupons WHERE id = ?", id)
	uses, off := s.Count("SELECT count(*)"+live, id), s.Count("SELECT coalesce(sum(amount), 0)"+live, id)
	budget := s.Count("SELECT coalesce(budget, -1) FROM coupons WHERE id = ?", id)
	if taken != uses || budget >= 0 && (spent != off || spent > budget) {
		return fmt.Sprintf("%d uses of %d are taken, %d of %d spent, with a budget of %d", taken, uses, spent, off, budget)
	}
	return ""
}

// rush lets fifty buyers order with a coupon at once.
func (s shop) rush(code string) (buyers []testapp.User, codes []int, answers []string) {
	buyers, codes, answers = make([]testapp.User, 50), make([]int, 50), make([]string, 50)
	bodies := make([]string, len(buyers))
	for i := range buyers {
		buyers[i] = s.User(access.Student)
		bodies[i] = s.orderWith(buyers[i], code, fmt.Sprint(i))
	}
	var crowd sync.WaitGroup
	for i, b := range buyers {
		crowd.Go(func() {
			answer := b.Send("POST", "/api/v1/payments/orders", bodies[i])
			codes[i], answers[i] = answer.Code, answer.Body.String()
		})
	}
	crowd.Wait()
	return buyers, codes, answers
}

// Fifty buyers want what is left of a budget at once: it is spent as far as whole discounts go, and the others see the price without it. What is given back can be
// spent again.
func TestTheLastOfABudget(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	c := s.coupon("BUDGET", tenPercent+`,"currency":"EUR","budget":9899`)
	buyers, codes, answers := s.rush("BUDGET")
	placed := map[string]testapp.User{}
	for i, code := range codes {
		if code == 201 {
			placed[testapp.Read[rest.Answer[order.Order]](t, answers[i]).Data.ID] = buyers[i]
		} else if code != 409 || !strings.Contains(answers[i], `"used_up"`) || !strings.Contains(answers[i], `"total":9000`) {
			t.Errorf("%d %s", code, answers[i])
		}
	}
	if said := s.miscounted(c.ID); said != "" || len(placed) != 10 {
		t.Errorf("%d orders: %s", len(placed), said)
	}
	path, next := "/payments/coupons/"+c.ID, s.User(access.Student)
	if q := s.quoteWith(next, "BUDGET"); q.Coupon.WhyNot != coupon.UsedUp || q.Total != 9000 {
		t.Errorf("%+v", q.Coupon)
	}
	s.admin.Do("PUT", path, `{"code":"BUDGET","active":true,"with_early_bird":true,"currency":"EUR","budget":8999,`+tenPercent+`}`, 400)
	for id, buyer := range placed {
		buyer.Do("DELETE", "/payments/orders/"+id, "", 200)
		break
	}
	s.admin.Do("PUT", path, `{"code":"BUDGET","active":true,"with_early_bird":true,"currency":"EUR","budget":8999,`+tenPercent+`}`, 200)
	s.admin.Do("PUT", path, `{"code":"BUDGET","active":true,"with_early_bird":true,"currency":"EUR","budget":9000,`+tenPercent+`}`, 200)
	next.Do("POST", "/payments/orders", s.orderWith(next, "BUDGET", "next"), 201)
	got := testapp.Read[rest.Answer[coupon.Coupon]](t, s.admin.Do("GET", path, "", 200)).Data
	if got.Spent != 9000 || got.Taken != 10 || *got.Budget != 9000 {
		t.Errorf("%+v", got)
	}
	s.admin.Do("PUT", path, `{"code":"BUDGET","active":true,"with_early_bird":true,"currency":"USD","budget":1,`+tenPercent+`}`, 200) // the orders in euros are not of this budget
	s.later(32)
	if said := s.miscounted(c.ID); said != "" || s.taken(c.ID) != 0 {
		t.Errorf("after the orders have expired: %s", said)
	}
}

// Fifty buyers want the last use at once: one gets it, and the others see the price without it. One that has expired is given back once, and a payment that comes
// after that is honoured, over the limit if need be.
func TestTheLastUseOfACoupon(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	c := s.coupon("LAST", tenPercent+`,"most":1`)
	buyers, codes, answers := s.rush("LAST")
	winner := -1
	for i, code := range codes {
		switch {
		case code == 201 && winner < 0:
			winner = i
		case code != 409 || !strings.Contains(answers[i], `"used_up"`) || !strings.Contains(answers[i], `"total":9000`):
			t.Errorf("%d %s", code, answers[i])
		}
	}
	if winner < 0 || s.taken(c.ID) != 1 || s.Count("SELECT count(*) FROM orders") != 1 || s.Count("SELECT count(*) FROM coupon_uses") != 1 {
		t.Fatalf("%d uses", s.taken(c.ID))
	}
	o := testapp.Read[rest.Answer[order.Order]](t, answers[winner]).Data
	a := s.start(buyers[winner], o.ID)
	s.Exec("UPDATE payment_attempts SET status = 'failed', next_check_at = NULL")
	s.Clock.Advance(31 * time.Minute)
	s.later(2)
	if s.taken(c.ID) != 0 {
		t.Errorf("an expired order holds %d uses", s.taken(c.ID))
	}
	other := s.User(access.Student)
	second := testapp.Read[rest.Answer[order.Order]](t, other.Do("POST", "/payments/orders", s.orderWith(other, "LAST", "second"), 201)).Data
	s.Exec("UPDATE test_checkouts SET expires_at = ?", s.Clock.Now().Add(time.Hour))
	s.card(a.ID, goodCard, 200) // late
	s.sync(buyers[winner], o.ID)
	if !s.enrolled(buyers[winner]) || s.taken(c.ID) != 1 || s.Count("SELECT count(*) FROM coupon_uses WHERE state = 'over'") != 1 {
		t.Errorf("a late payment with a coupon: %d uses", s.taken(c.ID))
	}
	other.Do("DELETE", "/payments/orders/"+second.ID, "", 200)
	if s.taken(c.ID) != 0 {
		t.Errorf("%d uses are left over", s.taken(c.ID))
	}
}

// Administrators find orders by number, buyer, status and day, and export what they see.
func TestFindingAndExportingOrders(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ann, ben := s.User(access.Student), s.User(access.Student)
	first := s.place(ann, "1")
	s.Clock.Advance(24 * time.Hour)
	second := s.place(ben, "1")
	s.Exec("INSERT INTO user_search_keys (user_id, search_key) VALUES (?, 'ben@school.test')", ben.ID)
	ann.Do("GET", "/payments/admin?search="+second.Number, "", 403)
	ann.Do("GET", "/payments/admin/export", "", 403)
	s.admin.Do("GET", "/payments/admin?from=2026-09-02&to=2026-09-01", "", 400)
	s.admin.Do("GET", "/payments/admin/export?from=yesterday", "", 400)
	for query, want := range map[string]string{
		"search=" + strings.ToLower(first.Number): first.ID, "search=LEC-0": "", "search=ben@school": second.ID, "to=2026-09-01": first.ID, "from=2026-09-02&status=pending": second.ID, "status=refunded": "",
	} {
		found := testapp.Read[rest.List[order.Order]](t, s.admin.Do("GET", "/payments/admin?"+query, "", 200)).Data
		if len(found) > 1 || want != "" && (len(found) == 0 || found[0].ID != want) || want == "" && len(found) != 0 {
			t.Errorf("%s finds %d orders", query, len(found))
		}
	}
	s.Exec("UPDATE orders SET billing = ? WHERE id = ?", `{"name":"Ann","company":"=cmd()"}`, first.ID)
	sheet := s.admin.Do("GET", "/payments/admin/export?to=2026-09-01", "", 200)
	if strings.Count(sheet, "\r\n") != 2 || !strings.Contains(sheet, first.Number) || !strings.Contains(sheet, ",90.00,") || strings.Contains(sheet, ",=cmd") {
		t.Error(sheet)
	}
}
