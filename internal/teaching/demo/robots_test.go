package demo_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
)

// asksForCodes lets the school ask for codes as it does by default; the worlds of other tests ask nobody.
func (w *world) asksForCodes(whom, blocked string) {
	w.t.Helper()
	w.User(access.Admin).Do("PUT", "/settings/forms", fmt.Sprintf(`{"email_code":%q,"blocked":[%s]}`, whom, blocked), 200)
	w.Clock.Advance(3 * time.Second)
}

var digits = regexp.MustCompile(`\b\d{6}\b`)

// codes returns the codes that were emailed to an address.
func (w *world) codes(email string) (all []string) {
	w.t.Helper()
	w.Work()
	for _, e := range w.Emails(email) {
		if strings.HasSuffix(e.Subject, "is your code") {
			all = append(all, digits.FindString(e.Text))
		}
	}
	return all
}

// F78: who looks like a robot proves their address by a code, of which an address gets one in 10 minutes, with 5 tries. Nothing is booked until then.
func TestSuspiciousVisitorsNeedACode(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.asksForCodes("suspicious", "")
	visitor, before := w.Nobody(), w.state()
	for range 20 { // a script without a form
		r := w.refused(visitor, "POST", "/demo-booking", form("Ann@lectern.test", at(2, "10:00"), ""), 409, "BOOKING_ERROR", "email_code_required")
		if !strings.Contains(r.Errors[0].Message, "6 digits") {
			t.Errorf("%+v", r)
		}
	}
	codes := w.codes("Ann@lectern.test")
	if len(codes) != 1 {
		t.Fatal("emails:", codes)
	}
	if n := w.Count("SELECT count(*) FROM form_codes WHERE id || email || languages LIKE ?", "%"+codes[0]+"%"); n != 0 {
		t.Error("the digits are stored")
	}
	wrong := "000000"
	if codes[0] == wrong {
		wrong = "000001"
	}
	for range 4 {
		w.refused(visitor, "POST", "/demo-booking", form("ann@lectern.test", at(2, "10:00"), `,"emailCode":"`+wrong+`"`), 409, "BOOKING_ERROR", "email_code_wrong")
	}
	w.refused(visitor, "POST", "/demo-booking", form("eve@lectern.test", at(2, "10:00"), `,"emailCode":"`+codes[0]+`"`), 409, "BOOKING_ERROR", "email_code_wrong")
	if after := w.state(); after != before {
		t.Error(before, after)
	}
	w.book(visitor, form("ann@lectern.test", at(2, "10:00"), `,"emailCode":" `+codes[0]+`"`))
	w.refused(visitor, "POST", "/demo-booking", form("ann@lectern.test", at(3, "10:00"), `,"emailCode":"`+wrong+`"`), 409, "BOOKING_ERROR", "email_code_wrong")
	w.refused(visitor, "POST", "/demo-booking", form("ann@lectern.test", at(3, "10:00"), `,"emailCode":"`+codes[0]+`"`), 429, "BOOKING_ERROR", "too_many_attempts")
	w.Clock.Advance(10 * time.Minute)
	w.refused(visitor, "POST", "/demo-booking", form("ann@lectern.test", at(3, "10:00"), `,"emailCode":"`+codes[0]+`"`), 409, "BOOKING_ERROR", "email_code_wrong")
	w.refused(visitor, "POST", "/demo-booking", form("ann@lectern.test", at(3, "10:00"), ""), 409, "BOOKING_ERROR", "email_code_required")
	if again := w.codes("Ann@lectern.test"); len(again) != 1 || len(w.codes("ann@lectern.test")) != 1 {
		t.Error("no other code after 10 minutes:", again)
	}
	for i := range 20 { // an address each
		visitor.Send("POST", "/api/v1/demo-booking", form(fmt.Sprintf("r%d@lectern.test", i), at(2, "12:00"), ""))
	}
	if n := w.Count("SELECT count(*) FROM jobs WHERE kind = 'form_code.email'"); n > 10 {
		t.Error(n, "emails for one network")
	}
	w.book(w.User(access.Student), form("sue@lectern.test", at(2, "14:00"), ""))
}

// Who fills in the form of the page needs no code, until their network has booked 3 times within an hour; nor who lacks the field that people don't see.
func TestPeopleNeedNoCode(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.asksForCodes("suspicious", "")
	filled := func(i int, more string) string {
		id := w.slots(w.Nobody(), "date=2026-09-02").HoldID
		w.Clock.Advance(3 * time.Second)
		return form(fmt.Sprintf("p%d@lectern.test", i), at(2+i, "10:00"), `,"holdId":"`+id+`"`+more)
	}
	for i := range 3 {
		w.book(w.Nobody(), filled(i, ""))
	}
	w.refused(w.Nobody(), "POST", "/demo-booking", filled(3, ""), 409, "BOOKING_ERROR", "email_code_required")
	w.Clock.Advance(time.Hour)
	w.refused(w.Nobody(), "POST", "/demo-booking", filled(4, `,"website":"https://robots.test"`), 409, "BOOKING_ERROR", "email_code_required")
	w.book(w.Nobody(), filled(5, ""))
	w.asksForCodes("always", "")
	w.refused(w.Nobody(), "POST", "/demo-booking", filled(6, ""), 409, "BOOKING_ERROR", "email_code_required")
}

// While a visitor fetches their code, their slot stays held: until the code expires, not longer.
func TestTheSlotStaysHeldForTheCode(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.asksForCodes("always", "")
	mine, theirs := w.slots(w.Nobody(), "date=2026-09-02").HoldID, w.slots(w.Nobody(), "date=2026-09-02").HoldID
	w.hold(w.Nobody(), mine, at(2, "10:00"), 200)
	w.Clock.Advance(4 * time.Minute)
	body := form("ann@lectern.test", at(2, "10:00"), `,"holdId":"`+mine+`"`)
	w.refused(w.Nobody(), "POST", "/demo-booking", body, 409, "BOOKING_ERROR", "email_code_required")
	w.Clock.Advance(9 * time.Minute)
	w.refused(w.Nobody(), "POST", "/demo-booking/hold", fmt.Sprintf(`{"holdId":%q,"timeSlot":%q}`, theirs, at(2, "10:00")), 409, "BOOKING_ERROR", "slot_taken")
	w.book(w.Nobody(), strings.TrimSuffix(body, "}")+`,"emailCode":"`+w.codes("ann@lectern.test")[0]+`"}`)
	late := w.slots(w.Nobody(), "date=2026-09-03").HoldID
	w.hold(w.Nobody(), late, at(3, "10:00"), 200)
	w.Clock.Advance(4 * time.Second)
	w.refused(w.Nobody(), "POST", "/demo-booking", form("eve@lectern.test", at(3, "10:00"), `,"holdId":"`+late+`"`), 409, "BOOKING_ERROR", "email_code_required")
	w.Clock.Advance(10 * time.Minute)
	w.hold(w.Nobody(), w.slots(w.Nobody(), "date=2026-09-03").HoldID, at(3, "10:00"), 200)
}

// Addresses and domains that the school has blocked book nothing, and get no email.
func TestBlockedAddresses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.asksForCodes("never", `"@Robots.test","eve@lectern.test","bücher.test"`)
	before := w.state()
	for _, email := range []string{"a@robots.test", "a@mail.ROBOTS.test", "Eve@lectern.test", "a@xn--bcher-kva.test"} {
		for _, who := range []string{"visitor", "user"} {
			by := w.Nobody()
			if who == "user" {
				by = w.User(access.Student)
			}
			w.refused(by, "POST", "/demo-booking", form(email, at(2, "10:00"), ""), 400, "BOOKING_ERROR", "not_allowed")
		}
	}
	if after := w.state(); after != before {
		t.Error(before, after)
	}
	w.book(w.Nobody(), form("a@norobots.test", at(2, "10:00"), ""))
	w.book(w.Nobody(), form("steve@lectern.test", at(3, "10:00"), ""))
}
