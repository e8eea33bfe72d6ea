package payment_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/commerce/order"
	"lectern/internal/commerce/payment"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

const dayLong = 24 * time.Hour

// newSchool sells a course in three instalments of EUR 1,000.00.
func newSchool(t *testing.T, w wire) till {
	t.Helper()
	s := newTill(t, w)
	teacher := s.User(access.Instructor)
	s.course = teacher.PublishCourse(`,"prices":[{"currency":"EUR","individual":0,"batch":100000,"instalments":3},{"currency":"JPY","individual":0,"batch":10000,"instalments":3}]`).ID
	return s
}

func (s shop) quoteParts(who testapp.User, currency string) order.Quote {
	s.t.Helper()
	return testapp.Read[rest.Answer[order.Quote]](s.t, who.Do("POST", "/payments/quote", `{"currency":"`+currency+`","lines":[{"course_id":"`+s.course+`"}],"payment_plan":"installments"}`, 200)).Data
}

func (s shop) placeParts(who testapp.User) order.Order {
	s.t.Helper()
	body := strings.Replace(s.newOrder(s.quoteParts(who, "EUR").Digest, "parts"), `"billing"`, `"payment_plan":"installments","billing"`, 1)
	return testapp.Read[rest.Answer[order.Order]](s.t, who.Do("POST", "/payments/orders", body, 201)).Data
}

func (s shop) planOf(who testapp.User) order.PaymentPlan {
	s.t.Helper()
	all := testapp.Read[rest.List[order.PaymentPlan]](s.t, who.Do("GET", "/payments/plans", "", 200)).Data
	if len(all) != 1 {
		s.t.Fatalf("%d plans", len(all))
	}
	return all[0]
}

func (s shop) orderDue(who testapp.User, d order.Due) order.Order {
	s.t.Helper()
	return testapp.Read[rest.Answer[order.Order]](s.t, who.Do("POST", "/payments/dues/"+d.ID+"/order", "", 201)).Data
}

// payNow pays an order on the page of the provider.
func (s till) payNow(who testapp.User, id string) (attempt string) {
	s.t.Helper()
	attempt = s.attempt(who, id)
	s.buyer(attempt, pays)
	s.take()
	s.sync(who, id)
	return attempt
}

// passes lets time pass, with the hourly job.
func (s shop) passes(d time.Duration) {
	s.t.Helper()
	s.Clock.Advance(d)
	for range 2 {
		if err := s.Orders.RemindDues(s.t.Context()); err != nil {
			s.t.Error(err)
		}
	}
	s.Work()
}

func (s shop) reminded(who testapp.User, kind string) int64 {
	return s.Count("SELECT count(*) FROM notifications WHERE user_id = ? AND kind = ?", who.ID, kind)
}

func amounts(dues []order.QuotedDue) (all []int64) {
	for _, d := range dues {
		all = append(all, d.Amount)
	}
	return all
}

// What is offered: rule 7 of the arithmetic, only for one course, and not for a gift.
func TestInstalmentsAreOffered(t *testing.T) {
	t.Parallel()
	s := newSchool(t, newStripe(t))
	ann := s.User(access.Student)
	if q := s.quote(ann); q.Instalments != 3 || len(q.Dues) != 0 || q.Total != 100000 {
		t.Errorf("%+v", q)
	}
	q := s.quoteParts(ann, "EUR")
	if !slices.Equal(amounts(q.Dues), []int64{33334, 33333, 33333}) || q.Total != 33334 || !strings.HasSuffix(q.Lines[0].Title, "(1/3)") {
		t.Errorf("%+v", q)
	}
	if got := q.Dues[1].DueAt; !got.Equal(testapp.Start.AddDate(0, 1, 0)) {
		t.Errorf("the second is due at %s", got)
	}
	if got := amounts(s.quoteParts(ann, "JPY").Dues); !slices.Equal(got, []int64{3334, 3333, 3333}) {
		t.Errorf("%v", got)
	}
	other := s.User(access.Instructor).PublishCourse(`,"prices":[{"currency":"EUR","individual":0,"batch":2,"instalments":3}]`).ID
	for what, cart := range map[string]string{
		"a gift":      `"is_gift":true,"lines":[{"course_id":"` + s.course + `"}]`,
		"two courses": `"lines":[{"course_id":"` + s.course + `"},{"course_id":"` + other + `"}]`,
	} {
		if answer := ann.Do("POST", "/payments/quote", `{"currency":"EUR","payment_plan":"installments",`+cart+`}`, 409); !strings.Contains(answer, "instalments_not_offered") {
			t.Errorf("%s: %s", what, answer)
		}
	}
	s.course = other // of two cents none is left for the third
	if q := s.quoteParts(ann, "EUR"); q.Instalments != 0 || len(q.Dues) != 0 || q.Total != 2 {
		t.Errorf("%+v", q)
	}
	ann.Do("POST", "/payments/orders", strings.Replace(s.newOrder(q.Digest, "x"), `"billing"`, `"payment_plan":"one_time","billing"`, 1), 409) // a digest of the other price
	teacher := s.User(access.Instructor)
	for _, n := range []int{1, 25} {
		teacher.Do("POST", "/tcourse", fmt.Sprintf(`{"title":"Bees","category":"Nature","course_type":"live","prices":[{"currency":"EUR","individual":0,"batch":100,"instalments":%d}]}`, n), 400)
	}
	if n := s.Count("SELECT count(*) FROM orders") + s.Count("SELECT count(*) FROM payment_plans"); n != 0 {
		t.Errorf("refused requests left %d rows", n)
	}
}

// Each instalment is an order with a receipt of its own. Learners are reminded 7 days and a day before, on the day, and 3 days after; after 7 days the course is closed, and opens when they
// pay.
func TestPayingInInstalments(t *testing.T) {
	t.Parallel()
	for _, w := range []wire{newStripe(t), newRazorpay(t)} {
		t.Run(w.name(), func(t *testing.T) {
			t.Parallel()
			s := newSchool(t, w)
			ann, bob := s.User(access.Student), s.User(access.Student)
			first := s.placeParts(ann)
			if ps := testapp.Read[rest.List[order.PaymentPlan]](t, ann.Do("GET", "/payments/plans", "", 200)).Data; len(ps) != 0 {
				t.Errorf("a plan of an order that is not paid: %+v", ps)
			}
			s.payNow(ann, first.ID)
			s.is(ann, first.ID, "paid", true)
			p := s.planOf(ann)
			if p.Status != "active" || len(p.Dues) != 3 || p.Dues[0].Status != "paid" || p.Dues[1].Status != "open" || !p.Dues[1].GraceUntil.Equal(p.Dues[1].DueAt.Add(7*dayLong)) {
				t.Errorf("%+v", p)
			}
			bob.Do("POST", "/payments/dues/"+p.Dues[1].ID+"/order", "", 404)
			bob.Do("POST", "/payments/plans/"+p.ID+"/cancel", "", 404)
			ann.Do("POST", "/payments/dues/"+p.Dues[0].ID+"/order", "", 409)
			if n := len(testapp.Read[rest.List[order.Due]](t, bob.Do("GET", "/payments/dues", "", 200)).Data); n != 0 {
				t.Errorf("a stranger sees %d dues", n)
			}

			s.passes(p.Dues[1].DueAt.Sub(s.Clock.Now()) - 7*dayLong - time.Hour)
			if n := s.reminded(ann, "account.due_soon"); n != 0 {
				t.Errorf("%d reminders too early", n)
			}
			for i, wait := range []time.Duration{time.Hour, 6 * dayLong, dayLong} {
				s.passes(wait)
				if n := s.reminded(ann, "account.due_soon"); n != int64(i+1) {
					t.Errorf("%d reminders, want %d", n, i+1)
				}
			}
			s.passes(3 * dayLong)
			if s.reminded(ann, "account.due_late") != 1 || !s.enrolled(ann) {
				t.Error("3 days after it was due")
			}
			s.passes(4 * dayLong)
			if s.reminded(ann, "account.due_suspended") != 1 || s.enrolled(ann) || s.planOf(ann).Status != "past_due" {
				t.Error("7 days after it was due the course is open")
			}
			if answer := ann.Do("POST", "/payments/quote", "{"+s.cart()+"}", 409); !strings.Contains(answer, "instalments_open") {
				t.Error(answer)
			}
			o := s.orderDue(ann, p.Dues[1])
			if o.Total != 33333 || o.Status != "pending" || s.orderDue(ann, p.Dues[1]).ID != o.ID {
				t.Errorf("%+v", o)
			}
			s.payNow(ann, o.ID)
			s.is(ann, o.ID, "paid", true)
			s.payNow(ann, s.orderDue(ann, p.Dues[2]).ID) // in advance
			if p = s.planOf(ann); p.Status != "ended" {
				t.Errorf("%+v", p)
			}
			s.passes(90 * dayLong)
			ann.Do("POST", "/payments/plans/"+p.ID+"/cancel", "", 409)
			if s.reminded(ann, "account.due_soon") != 3 || !s.enrolled(ann) {
				t.Error("what is paid is asked for")
			}
			if n, sum := s.Count("SELECT count(*) FROM receipts"), s.Count("SELECT sum(total) FROM receipts"); n != 3 || sum != 100000 {
				t.Errorf("%d receipts of %d", n, sum)
			}
			s.intact()
		})
	}
}

// A plan that is cancelled asks for nothing more, and keeps the course open until the next instalment would have been due.
func TestCancellingInstalments(t *testing.T) {
	t.Parallel()
	s := newSchool(t, newStripe(t))
	ann := s.User(access.Student)
	s.payNow(ann, s.placeParts(ann).ID)
	p := s.planOf(ann)
	waiting := s.orderDue(ann, p.Dues[1])
	for range 2 {
		ann.Do("POST", "/payments/plans/"+p.ID+"/cancel", "", 200)
	}
	if p = s.planOf(ann); p.Status != "cancelled" || p.AccessUntil == nil || !p.AccessUntil.Equal(p.Dues[1].DueAt) || p.Dues[1].Status != "cancelled" || !s.enrolled(ann) {
		t.Errorf("%+v", p)
	}
	if o := s.get(ann, waiting.ID); o.Status != "cancelled" {
		t.Errorf("its order is %s", o.Status)
	}
	ann.Do("POST", "/payments/dues/"+p.Dues[1].ID+"/order", "", 409)
	s.passes(p.Dues[1].DueAt.Sub(s.Clock.Now()))
	if s.enrolled(ann) || s.reminded(ann, "account.due_soon") != 0 {
		t.Error("a cancelled plan goes on")
	}
	s.quote(ann) // can be bought again
	s.intact()
}

// C10, C14, C15: an instalment that is paid twice is sent back once; a refund that ends access ends the plan; a dispute closes the course until it is decided.
func TestInstalmentsUnderStress(t *testing.T) {
	t.Parallel()
	z := newStripe(t)
	s := newSchool(t, z)
	ann := s.User(access.Student)
	s.payNow(ann, s.placeParts(ann).ID)
	p := s.planOf(ann)
	ids := make([]string, 20)
	var all sync.WaitGroup
	for i := range ids {
		all.Go(func() {
			answer := ann.Do("POST", "/payments/dues/"+p.Dues[1].ID+"/order", "", 201)
			ids[i] = testapp.Read[rest.Answer[order.Order]](t, answer).Data.ID
		})
	}
	all.Wait()
	if slices.Sort(ids); ids[0] == "" || ids[0] != ids[19] {
		t.Errorf("%v", slices.Compact(ids))
	}
	late := s.attempt(ann, ids[0])
	s.Exec("UPDATE payment_attempts SET status = 'failed' WHERE id = ?", late) // as if it had ended while its page was open
	s.Exec("UPDATE orders SET status = 'expired' WHERE id = ?", ids[0])
	again := s.orderDue(ann, p.Dues[1])
	attempt := s.payNow(ann, again.ID)
	s.buyer(late, pays)
	s.take()
	s.later(3)
	if n := s.Count("SELECT count(*) FROM payments WHERE surplus"); n != 1 || len(s.refunded()) != 1 || s.get(ann, ids[0]).Status != "expired" {
		t.Errorf("%d surplus payments, refunds %v", n, s.refunded())
	}

	z.disputed(attempt, taken)
	s.hear()
	if s.enrolled(ann) || s.planOf(ann).Status != "active" {
		t.Error("the course of a disputed instalment is open")
	}
	z.disputed(attempt, won)
	s.hear()
	if !s.enrolled(ann) {
		t.Error("the dispute is won, and the course closed")
	}
	s.User(access.Admin).Do("POST", "/payments/orders/"+again.ID+"/refunds", `{"amount":33333,"reason":"Ill","ends_access":true}`, 201)
	s.Work()
	if p = s.planOf(ann); p.Status != "cancelled" || p.Dues[2].Status != "cancelled" || s.enrolled(ann) {
		t.Errorf("%+v", p)
	}
	if progress := testapp.Read[rest.Answer[payment.Progress]](t, ann.Do("GET", "/payments/orders/"+again.ID+"/progress", "", 200)).Data; progress.Status != "refunded" {
		t.Errorf("%+v", progress)
	}
	s.intact()
}
