package payment_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/commerce/banktransfer"
	"lectern/internal/commerce/payment"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

const (
	aProof  = "%PDF-1.7 the bank says so"
	arrived = `{"amount":9000,"value_date":"2026-08-31","bank_ref":"NTRF 7"}`
)

func (s shop) showsProof(who testapp.User, attemptID, name, content string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPut, "/api/v1/payments/attempts/"+attemptID+"/proof?name="+name, strings.NewReader(content))
	r.Header.Set("Content-Type", "application/octet-stream")
	r.Header.Set("Authorization", "Bearer "+who.Token())
	return s.Nobody().SendRaw(r)
}

func (s shop) transfer(who testapp.User, orderID string) banktransfer.Transfer {
	s.t.Helper()
	return testapp.Read[rest.Answer[banktransfer.Transfer]](s.t, who.Do("GET", "/payments/orders/"+orderID+"/transfer", "", 200)).Data
}

// decides approves or rejects as an administrator who has just signed in.
func (s shop) decides(id, how, body string, status int) string {
	s.t.Helper()
	return s.User(access.Admin).Do("POST", "/payments/attempts/"+id+"/"+how, body, status)
}

func TestBankTransfers(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ann, other := s.User(access.Student), s.User(access.Student)
	begin := func(who testapp.User, key string, status int) string {
		id := s.place(who, key).ID
		who.Do("POST", "/payments/orders/"+id+"/attempts", `{"provider":"bank_transfer"}`, status)
		return id
	}
	// Without an account of the school nobody is offered a transfer, and an order stays payable in other ways.
	if answer := s.Nobody().Do("GET", "/payments/providers", "", 200); strings.Contains(answer, "bank_transfer") {
		t.Error(answer)
	}
	s.start(ann, begin(ann, "none", 409))
	s.admin.Do("PUT", "/settings/sales", `{"refund_days":14,"seller_name":"","seller_address":"","country":"","region":"","tax_id":"","registered":false,"prices_include_tax":true,"reverse_charge":false,
		"bank_account":" School of Bees\nDE89 3704 0044 0532 0130 00 ","tax_rates":[]}`, 200)

	id := begin(ann, "1", 201)
	found := s.transfer(ann, id)
	number := strings.ReplaceAll(s.get(ann, id).Number, "-", "")
	if found.Account != "School of Bees\nDE89 3704 0044 0532 0130 00" || found.Amount != 9000 || !strings.HasPrefix(found.Reference, "RF") || !strings.HasSuffix(found.Reference, number) || found.State != "open" {
		t.Errorf("%+v", found)
	}
	other.Do("GET", "/payments/orders/"+id+"/transfer", "", 404)
	for name, c := range map[string]struct {
		who     testapp.User
		file    string
		content string
		want    int
	}{
		"of another": {other, "a.pdf", aProof, 404}, "of an administrator": {s.admin, "a.pdf", aProof, 404}, "no PDF": {ann, "a.pdf", "<script>", 415},
		"nothing": {ann, "a.pdf", "", 400}, "no name": {ann, "", aProof, 400}, "too large": {ann, "a.pdf", aProof + strings.Repeat(" ", 10<<20), 413},
	} {
		if got := s.showsProof(c.who, found.ID, c.file, c.content); got.Code != c.want {
			t.Errorf("%s: %d, want %d", name, got.Code, c.want)
		}
	}
	if kept, err := s.Blob.List(t.Context(), "payment-proofs/"); err != nil || len(kept) != 0 {
		t.Errorf("refused proofs were kept: %v, %v", kept, err)
	}
	s.later(31)   // the order outlives its price
	for range 2 { // a better picture replaces the first
		if got := s.showsProof(ann, found.ID, "..%2Fproof.pdf", aProof); got.Code != 200 {
			t.Fatal(got.Body)
		}
	}
	found = s.transfer(ann, id)
	s.Work()
	if kept, err := s.Blob.List(t.Context(), "payment-proofs/"); err != nil || len(kept) != 1 || found.ProofName != "proof.pdf" {
		t.Errorf("%v, %v, %+v", kept, err, found)
	}
	if got := s.Nobody().Send("GET", found.ProofURL, ""); got.Code != 200 || got.Body.String() != aProof {
		t.Errorf("%d: %s", got.Code, got.Body)
	}
	// A proof is no money: nobody is let in before it is approved, and it does not lapse while it waits.
	s.later(1)
	s.Clock.Advance(8 * 24 * time.Hour)
	s.later(1)
	if o := s.get(ann, id); o.Status != "pending" || s.enrolled(ann) {
		t.Errorf("%+v", o)
	}
	ann.Do("GET", "/payments/transfers", "", 403)
	ann.Do("POST", "/payments/attempts/"+found.ID+"/approve", arrived, 403)
	s.admin.Do("POST", "/payments/attempts/"+found.ID+"/approve", arrived, 403) // who signed in long ago
	if list := testapp.Read[rest.List[banktransfer.Transfer]](t, s.User(access.Admin).Do("GET", "/payments/transfers", "", 200)).Data; len(list) != 1 || list[0].OrderID != id || list[0].BuyerName == "" || list[0].ProofURL == "" {
		t.Errorf("%+v", list)
	}
	for _, day := range []string{"", "31.8.2026", "2027-01-01"} {
		s.decides(found.ID, "approve", strings.Replace(arrived, "2026-08-31", day, 1), 400)
	}
	s.decides(found.ID, "approve", arrived, 200)
	if p := s.transfer(ann, id); p.ValueDate != "2026-08-31" || p.BankRef != "NTRF 7" {
		t.Errorf("%+v", p)
	}
	s.decides(found.ID, "approve", arrived, 409)
	s.decides(found.ID, "reject", `{"reason":"No"}`, 409)
	if o := s.get(ann, id); o.Status != "paid" || !s.enrolled(ann) || s.Count("SELECT count(*) FROM receipts") != 1 {
		t.Errorf("%+v", o)
	}
	if n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'transfer.approved'"); n != 1 {
		t.Errorf("%d entries of the audit log", n)
	}
	if got := s.showsProof(ann, found.ID, "late.pdf", aProof); got.Code != 409 {
		t.Errorf("a proof after the decision: %d", got.Code)
	}
	s.intact()
	// The order outlives its buyer, and the picture of their account does not.
	s.Exec("UPDATE sessions SET proven_at = ? WHERE user_id = ?", s.Clock.Now(), ann.ID)
	ann.Do("DELETE", "/profile/me?permanent=true", "", 200)
	s.Work()
	if kept, err := s.Blob.List(t.Context(), "payment-proofs/"); err != nil || len(kept) != 0 {
		t.Errorf("%v, %v", kept, err)
	}
	if n := s.Count("SELECT count(*) FROM bank_transfers WHERE proof_name = '' AND received = 9000"); n != 1 {
		t.Error("what was decided is gone")
	}
}

// What is declined can be paid in another way; what lapses, or arrives as another amount, lets nobody in, and what arrives late is honoured.
func TestBankTransfersThatDoNotPay(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.admin.Do("PUT", "/settings/sales", `{"refund_days":14,"seller_name":"","seller_address":"","country":"","region":"","tax_id":"","registered":false,"prices_include_tax":true,"reverse_charge":false,
		"bank_account":"DE89","tax_rates":[]}`, 200)
	begin := func() (testapp.User, string, banktransfer.Transfer) {
		who := s.User(access.Student)
		id := s.place(who, "1").ID
		who.Do("POST", "/payments/orders/"+id+"/attempts", `{"provider":"bank_transfer"}`, 201)
		return who, id, s.transfer(who, id)
	}
	ann, id, sent := begin()
	if got := s.showsProof(ann, sent.ID, "a.pdf", aProof); got.Code != 200 {
		t.Fatal(got.Body)
	}
	// Neither giving up nor another provider takes back what may be on its way.
	ann.Do("DELETE", "/payments/orders/"+id+"/attempts", "", 200)
	if p := s.transfer(ann, id); p.State != "submitted" {
		t.Errorf("%+v", p)
	}
	s.decides(sent.ID, "reject", `{"reason":""}`, 400)
	s.decides(sent.ID, "reject", `{"reason":"It shows another account"}`, 200)
	s.Work()
	p := testapp.Read[rest.Answer[payment.Progress]](t, ann.Do("GET", "/payments/orders/"+id+"/progress", "", 200)).Data
	if p.Status != "pending" || p.Attempts[0].Status != "failed" || p.Attempts[0].Failure != "transfer_declined" || s.transfer(ann, id).Reason != "It shows another account" {
		t.Errorf("%+v", p)
	}
	s.card(s.start(ann, id).ID, goodCard, 200)
	s.sync(ann, id)
	if o := s.get(ann, id); o.Status != "paid" {
		t.Errorf("%+v", o)
	}

	ben, id, sent := begin()
	s.decides(sent.ID, "approve", strings.Replace(arrived, "9000", "8999", 1), 200)
	if o := s.get(ben, id); o.Status != "pending" || s.enrolled(ben) || s.Count("SELECT count(*) FROM held_payments WHERE amount = 8999") != 1 {
		t.Errorf("%+v", o)
	}

	cem, id, sent := begin()
	s.Clock.Advance(7*24*time.Hour + time.Minute)
	s.later(2)
	if o := s.get(cem, id); o.Status != "expired" || s.transfer(cem, id).State != "cancelled" {
		t.Errorf("%+v", o)
	}
	s.decides(sent.ID, "approve", arrived, 200)
	if o := s.get(cem, id); o.Status != "paid" || !s.enrolled(cem) {
		t.Errorf("%+v", o)
	}
}
