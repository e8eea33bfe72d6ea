package payment_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/commerce/gift"
	"lectern/internal/commerce/order"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

func (s shop) giftQuote(who testapp.User, more string) order.Quote {
	s.t.Helper()
	return testapp.Read[rest.Answer[order.Quote]](s.t, who.Do("POST", "/payments/quote", `{"is_gift":true,`+more+s.cart()+"}", 200)).Data
}

// giftOrder is the body of an order for another person; more are members of the gift.
func (s shop) giftOrder(who testapp.User, to, key, more string) string {
	return strings.Replace(s.newOrder(s.giftQuote(who, "").Digest, key), "{", `{"gift":{"email":"`+to+`","sender_name":"Ann"`+more+`},`, 1)
}

// give buys a gift and pays for it; it returns the id of the order.
func (s shop) give(who testapp.User, to, key, more string) string {
	s.t.Helper()
	o := testapp.Read[rest.Answer[order.Order]](s.t, who.Do("POST", "/payments/orders", s.giftOrder(who, to, key, more), 201)).Data
	s.card(s.start(who, o.ID).ID, goodCard, 200)
	s.sync(who, o.ID)
	return o.ID
}

func (s shop) gifts(who testapp.User) []gift.Gift {
	s.t.Helper()
	return testapp.Read[rest.List[gift.Gift]](s.t, who.Do("GET", "/payments/gifts", "", 200)).Data
}

func (s shop) preview(who testapp.User, token string) gift.GiftPreview {
	s.t.Helper()
	return testapp.Read[rest.Answer[gift.GiftPreview]](s.t, who.Do("GET", "/payments/gifts/"+token, "", 200)).Data
}

func emailOf(u testapp.User) string { return u.ID + "@lectern.test" }

// A gift to an address without an account: the buyer is billed, and any account with the link redeems it, once, within a year.
func TestGiftToANewAddress(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ann, ben, eve := s.User(access.Student), s.User(access.Student), s.User(access.Student)
	for _, broken := range []string{`"email":"`, `"email":"new@`, `"email":"` + emailOf(ann)} {
		body := strings.Replace(s.giftOrder(ann, "x@y.test", "0", ""), `"email":"x@y.test`, broken, 1)
		ann.Do("POST", "/payments/orders", body, 400)
	}
	ann.Do("POST", "/payments/orders", s.giftOrder(ann, "new@family.test", "0", `,"send_at":"2027-09-01T08:00:00Z"`), 400)
	ann.Do("POST", "/payments/orders", strings.Replace(s.giftOrder(ann, "new@family.test", "0", ""), s.giftQuote(ann, "").Digest, s.quote(ann).Digest, 1), 409) // the digest of a purchase for oneself
	if n := s.Count("SELECT count(*) FROM orders") + s.Count("SELECT count(*) FROM gifts"); n != 0 {
		t.Errorf("refused gifts left %d rows", n)
	}

	id := s.give(ann, "new@family.test", "1", `,"recipient_name":"Nia","message":"Happy birthday\n\u202eNia"`)
	if s.enrolled(ann) || s.Count("SELECT count(*) FROM receipts WHERE total = 9000") != 1 {
		t.Error("the giver is enrolled, or has no receipt")
	}
	token := s.EmailToken("new@family.test", "/gift")
	email := s.Emails("new@family.test")[0]
	if !strings.Contains(email.Text, "Happy birthday Nia") || !strings.Contains(email.Subject, "Ann") {
		t.Errorf("%+v", email)
	}
	s.Nobody().Do("GET", "/payments/gifts/"+token+"A", "", 410)
	if p := s.preview(s.Nobody(), token); p.SenderName != "Ann" || p.RecipientName != "Nia" || p.IsYours || p.WhyNot != "" {
		t.Errorf("%+v", p)
	}
	s.Nobody().Do("POST", "/payments/gifts/"+token+"/redeem", "", 401)
	if g := s.gifts(ann)[0]; g.Status != "sent" || !g.CanResend || g.Email != "new@family.test" || len(s.gifts(ben)) != 0 {
		t.Errorf("%+v", g)
	}
	ben.Do("POST", "/payments/gifts/"+token+"/redeem", "", 200)
	ben.Do("POST", "/payments/gifts/"+token+"/redeem", "", 200)
	if p := s.preview(ben, token); !p.IsYours || !s.enrolled(ben) {
		t.Errorf("%+v", p)
	}
	eve.Do("POST", "/payments/gifts/"+token+"/redeem", "", 410)
	s.Nobody().Do("POST", "/payments/gifts/"+token+"/return", "", 410)
	g := s.gifts(ann)[0]
	ann.Do("POST", "/payments/gifts/"+g.ID+"/resend", `{"email":"other@family.test"}`, 409)
	if g.Status != "redeemed" || s.enrolled(eve) {
		t.Errorf("%+v", g)
	}
	s.Work()
	if n := s.Count("SELECT count(*) FROM notifications WHERE user_id = ? AND kind = 'account.gift_redeemed'", ann.ID); n != 1 {
		t.Errorf("the giver has %d notifications", n)
	}
	s.admin.Do("POST", "/payments/orders/"+id+"/refunds", `{"amount":9000,"reason":"Ill","ends_access":true}`, 201)
	s.Work()
	if g := s.gifts(ann)[0]; g.Status != "ended" || s.enrolled(ben) {
		t.Errorf("%+v", g)
	}
	ben.Do("POST", "/payments/gifts/"+token+"/redeem", "", 410)
	s.intact()
}

// A gift to an account is there at once. Its buyer does not learn that the address has one: until it is opened, or its course used, they see the same as of any address, and
// may send it elsewhere.
func TestGiftToAnAccount(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ann, ben, eve := s.User(access.Student), s.User(access.Student), s.User(access.Student)
	s.give(ann, emailOf(ben), "1", "")
	s.give(ann, "new@family.test", "2", "")
	byAccount, byAddress := s.gifts(ann)[1], s.gifts(ann)[0]
	if !s.enrolled(ben) || byAccount.Status != "sent" || byAddress.Status != "sent" || !byAccount.CanResend {
		t.Errorf("%+v", byAccount)
	}
	for _, g := range []gift.Gift{byAccount, byAddress} {
		eve.Do("POST", "/payments/gifts/"+g.ID+"/resend", `{"email":"`+emailOf(eve)+`"}`, 404)
		ann.Do("POST", "/payments/gifts/"+g.ID+"/resend", `{"email":"nowhere"}`, 400)
	}
	old := s.EmailToken(emailOf(ben), "/gift")
	ann.Do("POST", "/payments/gifts/"+byAccount.ID+"/resend", `{"email":"`+emailOf(eve)+`","name":"Eve"}`, 200)
	if s.enrolled(ben) || !s.enrolled(eve) || s.gifts(ann)[1].RecipientName != "Eve" {
		t.Error("a gift that was sent elsewhere is where it was")
	}
	ben.Do("GET", "/payments/gifts/"+old, "", 410)
	token := s.EmailToken(emailOf(eve), "/gift")
	if p := s.preview(eve, token); !p.IsYours {
		t.Errorf("%+v", p)
	}
	// She opens it with another account of hers.
	ben.Do("POST", "/payments/gifts/"+token+"/redeem", "", 200)
	if !s.enrolled(ben) || s.enrolled(eve) {
		t.Error("a gift did not go over to the account with which it was opened")
	}

	s.give(ann, emailOf(eve), "3", "")
	s.Exec(`INSERT INTO course_progress (user_id, course_id, version, completed, required, time_spent, last_lesson, last_at, updated_at) VALUES (?, ?, 1, 0, 0, 0, '', ?, ?)`,
		eve.ID, s.course, s.Clock.Now().Add(time.Minute), s.Clock.Now())
	if g := s.gifts(ann)[0]; g.Status != "redeemed" || g.CanResend {
		t.Errorf("a gift with which its recipient learns: %+v", g)
	}
	s.Nobody().Do("POST", "/payments/gifts/"+s.EmailToken(emailOf(eve), "/gift")+"/return", "", 410)
	s.intact()
}

// Those who have the course already learn that from the gift, its buyer doesn't: they pass it on or return it.
func TestGiftToOneWhoHasTheCourse(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ann, ben, eve := s.User(access.Student), s.User(access.Student), s.User(access.Student)
	own := s.place(ben, "1")
	s.card(s.start(ben, own.ID).ID, goodCard, 200)
	s.sync(ben, own.ID)
	s.give(ann, emailOf(ben), "1", "")
	token := s.EmailToken(emailOf(ben), "/gift")
	if p := s.preview(ben, token); p.WhyNot != "already_enrolled" || p.IsYours || s.gifts(ann)[0].Status != "sent" {
		t.Errorf("%+v", p)
	}
	ben.Do("POST", "/payments/gifts/"+token+"/redeem", "", 409)
	for range 2 {
		s.Nobody().Do("POST", "/payments/gifts/"+token+"/return", "", 200)
	}
	s.Work()
	if n := s.Count("SELECT count(*) FROM notifications WHERE user_id = ? AND kind = 'account.gift_returned'", ann.ID); n != 1 || s.gifts(ann)[0].Status != "returned" {
		t.Errorf("the giver has %d notifications", n)
	}
	eve.Do("POST", "/payments/gifts/"+token+"/redeem", "", 410)
	ann.Do("POST", "/payments/gifts/"+s.gifts(ann)[0].ID+"/resend", `{"email":"eve@family.test"}`, 200)
	again := s.EmailToken("eve@family.test", "/gift")
	eve.Do("POST", "/payments/gifts/"+token+"/redeem", "", 410)
	s.Clock.Advance(364 * 24 * time.Hour)
	s.preview(eve, again)
	s.Clock.Advance(2 * 24 * time.Hour)
	eve.Do("POST", "/payments/gifts/"+again+"/redeem", "", 410)
	if g := s.gifts(ann)[0]; g.Status != "expired" || g.CanResend || s.enrolled(eve) {
		t.Errorf("%+v", g)
	}
	s.Clock.Advance(31 * 24 * time.Hour)
	s.Sweep()
	if g := s.gifts(ann)[0]; g.Email != "" {
		t.Errorf("the address of a gift that nobody redeemed is kept: %+v", g)
	}
}

// While the payment of a gift is disputed, its recipient can't learn and its link is dead; a dispute that is won opens both again.
func TestGiftWhosePaymentIsDisputed(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ann, ben, eve := s.User(access.Student), s.User(access.Student), s.User(access.Student)
	toAccount, toAddress := s.give(ann, emailOf(ben), "1", ""), s.give(ann, "new@family.test", "2", "")
	token := s.EmailToken("new@family.test", "/gift")
	each := func(do func(ctx context.Context, tx bun.IDB, id string) error) {
		t.Helper()
		if err := s.DB.InTx(t.Context(), func(tx bun.IDB) error {
			return errors.Join(do(t.Context(), tx, toAccount), do(t.Context(), tx, toAddress))
		}); err != nil {
			t.Fatal(err)
		}
	}
	each(s.Orders.Suspend)
	eve.Do("POST", "/payments/gifts/"+token+"/redeem", "", 410)
	if gs := s.gifts(ann); s.enrolled(ben) || gs[0].Status != "ended" || gs[1].CanResend {
		t.Errorf("%+v", gs)
	}
	each(s.Orders.Resume)
	eve.Do("POST", "/payments/gifts/"+token+"/redeem", "", 200)
	if !s.enrolled(ben) || !s.enrolled(eve) || len(s.Emails("new@family.test")) != 1 {
		t.Error("a dispute that was won has not opened a gift again")
	}
}

// A gift is sent on its day, and not before it is paid.
func TestGiftOfALaterDay(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ann, ben := s.User(access.Student), s.User(access.Student)
	day := s.Clock.Now().Add(48 * time.Hour).Format(time.RFC3339)
	ann.Do("POST", "/payments/orders", s.giftOrder(ann, "unpaid@family.test", "0", ""), 201)
	s.give(ann, emailOf(ben), "1", `,"send_at":"`+day+`"`)
	s.give(ann, "wrong@family.test", "2", `,"send_at":"`+day+`"`)
	if gs := s.gifts(ann); len(gs) != 2 || gs[0].Status != "waiting" || s.enrolled(ben) {
		t.Fatalf("%+v", gs)
	}
	ann.Do("POST", "/payments/gifts/"+s.gifts(ann)[0].ID+"/resend", `{"email":"right@family.test"}`, 200)
	send := func() {
		if err := s.Gifts.SendDue(t.Context()); err != nil {
			t.Error(err)
		}
		s.Work()
	}
	s.Clock.Advance(47 * time.Hour)
	send()
	if s.enrolled(ben) || len(s.Emails("right@family.test")) != 0 {
		t.Error("a gift was sent before its day")
	}
	s.Clock.Advance(time.Hour)
	send()
	send()
	if !s.enrolled(ben) || len(s.Emails("right@family.test")) != 1 || len(s.Emails("wrong@family.test")) != 0 || len(s.Emails("unpaid@family.test")) != 0 || s.gifts(ann)[0].Status != "sent" {
		t.Error("gifts were not sent once, on their day, to the last address")
	}
}

// C16: a gift that costs nothing needs no payment and gets no number; only its recipient has the course.
func TestGiftThatCostsNothing(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ann, ben := s.User(access.Student), s.User(access.Student)
	s.coupon("FREE", `"kind":"percent","rate_ppm":1000000`)
	digest := s.giftQuote(ann, `"coupon":"FREE",`).Digest
	body := strings.Replace(s.newOrder(digest, "1"), "{", `{"coupon":"FREE","gift":{"email":"`+emailOf(ben)+`","sender_name":"Ann"},`, 1)
	o := testapp.Read[rest.Answer[order.Order]](t, ann.Do("POST", "/payments/orders", body, 201)).Data
	if o.Total != 0 || o.Status != "paid" || !o.Lines[0].Gift || s.enrolled(ann) || !s.enrolled(ben) || len(s.gifts(ann)) != 1 {
		t.Errorf("%+v", o)
	}
	if n := s.Count("SELECT count(*) FROM receipts") + s.Count("SELECT count(*) FROM payments") + s.Count("SELECT count(*) FROM number_series"); n != 0 {
		t.Errorf("%d documents and payments", n)
	}
	for i := range 30 {
		answer := ann.Send("POST", "/api/v1/payments/orders", s.giftOrder(ann, "new@family.test", fmt.Sprint("more", i), ""))
		if i > 20 && answer.Code != 429 {
			t.Fatalf("the gift %d is answered by %d", i, answer.Code)
		}
	}
}

// C15: own purchases, gifts that are given, redeemed, returned and sent elsewhere, and refunds of all of them in any order: a learner is in the course if and only if
// something that was paid for them is live.
func TestAccessByGiftsAndPurchases(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ann, ben := s.User(access.Student), s.User(access.Student)
	draw := rand.New(rand.NewPCG(15, 3))
	live, orders, elsewhere := map[string]bool{}, []string{}, 0
	refund := func(id string) {
		if s.admin.Send("POST", "/api/v1/payments/orders/"+id+"/refunds", `{"amount":9000,"reason":"Ill","ends_access":true}`).Code == 201 {
			s.Work()
			delete(live, id)
		}
	}
	for step := range soak.Rounds(40, 2000) {
		if step%15 == 14 {
			s.Exec("DELETE FROM rate_limits")
		}
		key := fmt.Sprint(step)
		act := draw.IntN(5)
		switch {
		case act == 0 && len(live) == 0:
			o := s.place(ben, key).ID
			s.card(s.start(ben, o).ID, goodCard, 200)
			s.sync(ben, o)
			live[o], orders = true, append(orders, o)
		case act == 1:
			id := s.give(ann, emailOf(ben), key, "")
			if len(live) == 0 {
				live[id] = true
			}
			orders = append(orders, id)
		case act == 2 && len(orders) > 0:
			refund(orders[draw.IntN(len(orders))])
		case act == 3:
			for _, g := range s.gifts(ann) {
				if g.CanResend && live[g.OrderID] {
					elsewhere++
					ann.Do("POST", "/payments/gifts/"+g.ID+"/resend", fmt.Sprintf(`{"email":"e%d@family.test"}`, elsewhere), 200)
					delete(live, g.OrderID)
					break
				}
			}
		case act == 4:
			for _, g := range s.gifts(ann) {
				if g.CanResend && !live[g.OrderID] && len(live) == 0 {
					ann.Do("POST", "/payments/gifts/"+g.ID+"/resend", `{"email":"`+emailOf(ben)+`"}`, 200)
					live[g.OrderID] = true
					break
				}
			}
		}
		if s.enrolled(ben) != (len(live) > 0) || s.enrolled(ann) {
			t.Fatalf("after step %d, act %d: enrolled %v with %d rights", step, act, s.enrolled(ben), len(live))
		}
	}
}
