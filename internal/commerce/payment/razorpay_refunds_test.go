package payment_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"time"
)

type razorpayDispute struct {
	ID        string `json:"id"`
	PaymentID string `json:"payment_id"`
	Amount    int64  `json:"amount"`
	Reason    string `json:"reason_code"`
	RespondBy int64  `json:"respond_by"`
	Status    string `json:"status"`
	Phase     string `json:"phase"`
	CreatedAt int64  `json:"created_at"`
}

// page is the part of a list that is asked for.
func page[T any](w http.ResponseWriter, r *http.Request, all []T) {
	count, _ := strconv.Atoi(r.FormValue("count"))
	skip, _ := strconv.Atoi(r.FormValue("skip"))
	if count < 1 || count > 100 {
		razorpayError(w, 400, "The count must be between 1 and 100.")
		return
	}
	from := min(skip, len(all))
	razorpayAnswer(w, map[string]any{"entity": "collection", "items": all[from:min(from+count, len(all))]})
}

func since(r *http.Request, at int64) bool {
	from, _ := strconv.ParseInt(r.FormValue("from"), 10, 64)
	return at >= from
}

func (z *razorpayServer) listRefunds(w http.ResponseWriter, r *http.Request, payment string) {
	found := []*razorpayRefund{}
	for _, one := range z.refunds {
		if since(r, one.CreatedAt) && (payment == "" || one.PaymentID == payment) {
			found = append(found, one)
		}
	}
	page(w, r, found)
}

func (z *razorpayServer) listDisputes(w http.ResponseWriter, r *http.Request) {
	found := []*razorpayDispute{}
	for _, d := range z.disputes {
		if since(r, d.CreatedAt) {
			found = append(found, d)
		}
	}
	page(w, r, found)
}

// refund answers a key with what was answered before, and refuses it for another request.
func (z *razorpayServer) refund(w http.ResponseWriter, r *http.Request) {
	var n struct {
		Amount int64             `json:"amount"`
		Notes  map[string]string `json:"notes"`
	}
	_ = json.NewDecoder(r.Body).Decode(&n)
	key, request := r.Header.Get("X-Refund-Idempotency"), r.URL.Path+strconv.FormatInt(n.Amount, 10)
	before, known := z.keys[key]
	p, _ := z.payment(r.PathValue("id"))
	switch {
	case len(key) < 10:
		razorpayError(w, 400, "The idempotency key must be at least 10 characters long.")
	case known && before[0] != request:
		razorpayError(w, 409, "Different request with the same idempotency key has already been processed.")
	case known:
		_, _ = w.Write([]byte(before[1]))
	case p == nil || !p.Captured:
		razorpayError(w, 400, "The id provided does not exist")
	case n.Amount > p.left:
		razorpayError(w, 400, "The refund amount provided is greater than amount captured")
	default:
		p.left -= n.Amount
		made := &razorpayRefund{ID: z.id("rfnd"), PaymentID: p.ID, Amount: n.Amount, Status: "processed", Notes: n.Notes, CreatedAt: z.now().Unix()}
		z.refunds = append(z.refunds, made)
		answer := httptest.NewRecorder()
		razorpayAnswer(answer, made)
		z.keys[key] = [2]string{request, answer.Body.String()}
		_, _ = w.Write(answer.Body.Bytes())
	}
}

// refunded is what has gone back of each refund, in order.
func (z *razorpayServer) refunded() (amounts []int64) {
	z.mu.Lock()
	defer z.mu.Unlock()
	for _, r := range z.refunds {
		amounts = append(amounts, r.Amount)
	}
	return amounts
}

// paidOf is the payment of an attempt.
func (z *razorpayServer) paidOf(attempt string) *razorpayPayment {
	for _, l := range z.links {
		if l.ReferenceID != attempt {
			continue
		}
		if i := slices.IndexFunc(l.payments, func(p *razorpayPayment) bool { return p.Captured }); i >= 0 {
			return l.payments[i]
		}
	}
	return nil
}

// dashboard refunds a part of a payment as the school does in Razorpay's dashboard: without our notes, for which Razorpay sends an empty list.
func (z *razorpayServer) dashboard(attempt string, amount int64, isMade bool) {
	z.mu.Lock()
	defer z.mu.Unlock()
	p := z.paidOf(attempt)
	p.left -= amount
	made := &razorpayRefund{ID: z.id("rfnd"), PaymentID: p.ID, Amount: amount, Status: "pending", Notes: []string{}, CreatedAt: z.now().Unix()}
	z.refunds = append(z.refunds, made)
	z.tell("refund.created", map[string]any{"refund": made, "payment": p})
	if isMade {
		made.Status = "processed"
		z.tell("refund.processed", map[string]any{"refund": made, "payment": p})
	}
}

func (z *razorpayServer) left(attempt string) int64 {
	z.mu.Lock()
	defer z.mu.Unlock()
	return z.paidOf(attempt).left
}

func (z *razorpayServer) fails(n int) {
	z.mu.Lock()
	defer z.mu.Unlock()
	if n < 0 {
		n = len(z.refunds) - 1
	}
	last := z.refunds[n]
	if last.Status == "failed" {
		return
	}
	last.Status = "failed"
	p, _ := z.payment(last.PaymentID)
	p.left += last.Amount
	z.tell("refund.failed", map[string]any{"refund": last, "payment": p})
}

// disputed begins the dispute of a payment, or brings it to another state.
func (z *razorpayServer) disputed(attempt string, s stage) {
	z.mu.Lock()
	defer z.mu.Unlock()
	p, kind := z.paidOf(attempt), "payment.dispute.under_review"
	n := slices.IndexFunc(z.disputes, func(d *razorpayDispute) bool { return d.PaymentID == p.ID })
	if n < 0 {
		n, kind = len(z.disputes), "payment.dispute.created"
		z.disputes = append(z.disputes, &razorpayDispute{ID: z.id("disp"), PaymentID: p.ID, Amount: 9000, Reason: "fraudulent", RespondBy: z.now().Add(7 * 24 * time.Hour).Unix(), CreatedAt: z.now().Unix()})
	}
	d := z.disputes[n]
	d.Phase, d.Status = "chargeback", map[stage]string{asked: "open", taken: "open", reviewed: "under_review", won: "won", lost: "lost"}[s]
	if s == asked {
		d.Phase = "retrieval"
	}
	z.tell(kind, map[string]any{"payment": p, "dispute": d})
}
