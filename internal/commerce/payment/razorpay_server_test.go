package payment_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/config"
)

// razorpayServer is Razorpay at the wire, with the clock of the test: links, payments, refunds and disputes with Razorpay's rules, and the messages that it would send.
type razorpayServer struct {
	*httptest.Server
	now func() time.Time

	mu       sync.Mutex
	links    []*razorpayLink
	refunds  []*razorpayRefund
	disputes []*razorpayDispute
	keys     map[string][2]string // the request and the answer by key of a refund
	outage   outage
	closed   []string // paths that do not exist for the account
	manual   bool     // authorised payments wait to be captured
	messages []sent
	count    int
}

type razorpayLink struct {
	ID          string `json:"id"`
	ReferenceID string `json:"reference_id"`
	ShortURL    string `json:"short_url"`
	OrderID     string `json:"order_id,omitempty"`
	Status      string `json:"status"`
	Amount      int64  `json:"amount"`
	Currency    string `json:"currency"`
	ExpireBy    int64  `json:"expire_by"`
	payments    []*razorpayPayment
}

type razorpayPayment struct {
	Entity    string   `json:"entity"`
	ID        string   `json:"id"`
	OrderID   string   `json:"order_id"`
	Amount    int64    `json:"amount"`
	Currency  string   `json:"currency"`
	Status    string   `json:"status"`
	Captured  bool     `json:"captured"`
	Method    string   `json:"method"`
	Fee       *int64   `json:"fee"`
	Notes     []string `json:"notes"`
	CreatedAt int64    `json:"created_at"`
	left      int64
}

type razorpayRefund struct {
	ID        string `json:"id"`
	PaymentID string `json:"payment_id"`
	Amount    int64  `json:"amount"`
	Status    string `json:"status"`
	Notes     any    `json:"notes"`
	CreatedAt int64  `json:"created_at"`
}

const razorpayKey, razorpaySecret = "rzp_live_school", "key-of-the-school"

var razorpaySecrets = []string{"the-new-secret-of-the-hook", "the-old-secret-of-the-hook"}

func newRazorpay(t *testing.T) *razorpayServer {
	t.Helper()
	z := &razorpayServer{now: time.Now, keys: map[string][2]string{}}
	routes := http.NewServeMux()
	routes.HandleFunc("POST /v1/payment_links", z.begin)
	routes.HandleFunc("GET /v1/payment_links", z.listLinks)
	routes.HandleFunc("GET /v1/payment_links/{id}", func(w http.ResponseWriter, r *http.Request) { z.link(w, r, false) })
	routes.HandleFunc("POST /v1/payment_links/{id}/cancel", func(w http.ResponseWriter, r *http.Request) { z.link(w, r, true) })
	routes.HandleFunc("GET /v1/orders/{id}/payments", z.listPayments)
	routes.HandleFunc("POST /v1/payments/{id}/capture", z.capture)
	routes.HandleFunc("POST /v1/payments/{id}/refund", z.refund)
	routes.HandleFunc("GET /v1/payments/{id}/refunds", func(w http.ResponseWriter, r *http.Request) { z.listRefunds(w, r, r.PathValue("id")) })
	routes.HandleFunc("GET /v1/refunds", func(w http.ResponseWriter, r *http.Request) { z.listRefunds(w, r, "") })
	routes.HandleFunc("GET /v1/disputes", z.listDisputes)
	z.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { z.serve(routes, w, r) }))
	t.Cleanup(z.Close)
	return z
}

func (z *razorpayServer) configured(d *app.Deps) {
	if c, ok := d.Clock.(*clock.Manual); ok {
		z.now = c.Now
	}
	d.Config.PaymentProviders.Razorpay = config.Razorpay{KeyID: razorpayKey, KeySecret: razorpaySecret, WebhookSecrets: razorpaySecrets, APIURL: z.URL}
}

func (*razorpayServer) name() string { return "razorpay" }

func (z *razorpayServer) serve(routes http.Handler, w http.ResponseWriter, r *http.Request) {
	z.mu.Lock()
	defer z.mu.Unlock()
	user, password, _ := r.BasicAuth()
	if user != razorpayKey || password != razorpaySecret {
		razorpayError(w, 401, "The api key provided is invalid")
		return
	}
	if status, err := strconv.Atoi(string(z.outage)); err == nil {
		w.WriteHeader(status)
		_, _ = w.Write([]byte("<html>We are facing some trouble completing your request at the moment.</html>"))
		return
	}
	if slices.Contains(z.closed, r.URL.Path) {
		razorpayError(w, 400, "The requested URL was not found on the server.")
		return
	}
	answer := httptest.NewRecorder()
	routes.ServeHTTP(answer, r)
	if z.outage == loses && r.Method == http.MethodPost {
		panic(http.ErrAbortHandler)
	}
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes())
}

func razorpayAnswer(w http.ResponseWriter, v any) { _ = json.NewEncoder(w).Encode(v) }

func razorpayError(w http.ResponseWriter, status int, description string) {
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"code": "BAD_REQUEST_ERROR", "reason": "input_validation_failed", "description": description}})
}

func (z *razorpayServer) id(prefix string) string {
	z.count++
	return fmt.Sprintf("%s_%d", prefix, z.count)
}

func (z *razorpayServer) begin(w http.ResponseWriter, r *http.Request) {
	var n struct {
		Amount         int64           `json:"amount"`
		Currency       string          `json:"currency"`
		AcceptPartial  bool            `json:"accept_partial"`
		ReferenceID    string          `json:"reference_id"`
		Description    string          `json:"description"`
		ExpireBy       int64           `json:"expire_by"`
		Notify         map[string]bool `json:"notify"`
		ReminderEnable bool            `json:"reminder_enable"`
		CallbackURL    string          `json:"callback_url"`
		CallbackMethod string          `json:"callback_method"`
	}
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	err := d.Decode(&n)
	switch {
	case err != nil || n.Description == "" || n.AcceptPartial || n.ReminderEnable || n.Notify["sms"] || n.Notify["email"]:
		razorpayError(w, 400, "wrong input fields sent.")
	case !strings.HasPrefix(n.CallbackURL, "https://") || n.CallbackMethod != "get":
		razorpayError(w, 400, "callback_method must be get if callback_url is passed")
	case len(n.ReferenceID) == 0 || len(n.ReferenceID) > 40:
		razorpayError(w, 400, "reference_id: the length must be no more than 40.")
	case slices.ContainsFunc(z.links, func(l *razorpayLink) bool { return l.ReferenceID == n.ReferenceID }):
		razorpayError(w, 400, "payment link creation with reference ID already attempted")
	case n.ExpireBy < z.now().Add(15*time.Minute).Unix():
		razorpayError(w, 400, "timestamp must be atleast 15 minutes in future")
	case n.Amount < 100:
		razorpayError(w, 400, "amount must be at least INR 1.00")
	default:
		l := &razorpayLink{ID: z.id("plink"), ReferenceID: n.ReferenceID, Status: "created", Amount: n.Amount, Currency: n.Currency, ExpireBy: n.ExpireBy}
		l.ShortURL = "https://rzp.io/rzp/" + l.ID
		z.links = append(z.links, l)
		razorpayAnswer(w, l)
	}
}

func (z *razorpayServer) listLinks(w http.ResponseWriter, r *http.Request) {
	found := []*razorpayLink{}
	for _, l := range z.links {
		if l.ReferenceID == r.FormValue("reference_id") {
			found = append(found, l)
		}
	}
	razorpayAnswer(w, map[string]any{"payment_links": found})
}

// lapse closes a link whose time is over.
func (z *razorpayServer) lapse(l *razorpayLink) {
	if l.Status == "created" && z.now().Unix() >= l.ExpireBy {
		l.Status = "expired"
	}
}

func (z *razorpayServer) link(w http.ResponseWriter, r *http.Request, cancel bool) {
	i := slices.IndexFunc(z.links, func(l *razorpayLink) bool { return l.ID == r.PathValue("id") })
	if i < 0 {
		razorpayError(w, 400, "The id provided does not exist")
		return
	}
	l := z.links[i]
	z.lapse(l)
	if cancel && l.Status != "created" {
		razorpayError(w, 400, "cannot cancel or expire an already paid/partially paid link")
		return
	}
	if cancel {
		l.Status = "cancelled"
		z.tell("payment_link.cancelled", map[string]any{"payment_link": l})
	}
	razorpayAnswer(w, l)
}

func (z *razorpayServer) listPayments(w http.ResponseWriter, r *http.Request) {
	found := []*razorpayPayment{}
	for _, l := range z.links {
		if l.OrderID == r.PathValue("id") {
			found = l.payments
		}
	}
	razorpayAnswer(w, map[string]any{"entity": "collection", "items": found})
}

func (z *razorpayServer) payment(id string) (*razorpayPayment, *razorpayLink) {
	for _, l := range z.links {
		for _, p := range l.payments {
			if p.ID == id {
				return p, l
			}
		}
	}
	return nil, nil
}

func (z *razorpayServer) capture(w http.ResponseWriter, r *http.Request) {
	p, l := z.payment(r.PathValue("id"))
	var n struct {
		Amount   int64
		Currency string
	}
	_ = json.NewDecoder(r.Body).Decode(&n)
	if p == nil || p.Status != "authorized" || n.Amount != p.Amount || n.Currency != p.Currency {
		razorpayError(w, 400, "This payment has already been captured")
		return
	}
	z.captured(l, p)
	razorpayAnswer(w, p)
}

// captured is what follows when a bank has paid.
func (z *razorpayServer) captured(l *razorpayLink, p *razorpayPayment) {
	p.Status, p.Captured, p.Fee, p.left = "captured", true, new(int64(155)), p.Amount
	l.Status = "paid"
	order := map[string]any{"id": l.OrderID, "receipt": l.ReferenceID, "status": "paid"}
	z.tell("payment.captured", map[string]any{"payment": p})
	z.tell("order.paid", map[string]any{"payment": p, "order": order})
	z.tell("payment_link.paid", map[string]any{"payment": p, "order": order, "payment_link": l})
}

func (z *razorpayServer) tell(kind string, entities map[string]any) {
	payload := map[string]any{}
	for name, e := range entities {
		payload[name] = map[string]any{"entity": e}
	}
	body, _ := json.Marshal(map[string]any{"entity": "event", "event": kind, "created_at": z.now().Unix(), "payload": payload})
	z.messages = append(z.messages, sent{razorpaySigned(body, z.id("evt"), razorpaySecrets[len(z.messages)%2]), body})
}

func razorpaySigned(body []byte, id, secret string) http.Header {
	sum := hmac.New(sha256.New, []byte(secret))
	_, _ = sum.Write(body)
	return http.Header{"X-Razorpay-Signature": {hex.EncodeToString(sum.Sum(nil))}, "X-Razorpay-Event-Id": {id}}
}

// buyer does what a buyer does on the page of a link; false if the page is closed.
func (z *razorpayServer) buyer(attempt string, does deed) bool {
	z.mu.Lock()
	defer z.mu.Unlock()
	i := slices.IndexFunc(z.links, func(l *razorpayLink) bool { return l.ReferenceID == attempt })
	if i < 0 {
		return false
	}
	l := z.links[i]
	if does == confirms {
		z.confirm(l, l.payments[len(l.payments)-1])
		return true
	}
	if z.lapse(l); l.Status != "created" {
		return false
	}
	if l.OrderID == "" {
		l.OrderID = z.id("order")
	}
	p := &razorpayPayment{Entity: "payment", ID: z.id("pay"), OrderID: l.OrderID, Amount: l.Amount, Currency: l.Currency, Status: "created", Method: "upi", Notes: []string{},
		CreatedAt: z.now().Unix()}
	l.payments = append(l.payments, p)
	switch does {
	case isDeclined:
		p.Status = "failed"
		z.tell("payment.failed", map[string]any{"payment": p})
	case paysSlowly:
	case paysLess:
		p.Amount--
		z.confirm(l, p)
	case pays, confirms:
		z.confirm(l, p)
	}
	return true
}

// confirm is what a bank does.
func (z *razorpayServer) confirm(l *razorpayLink, p *razorpayPayment) {
	p.Status = "authorized"
	z.tell("payment.authorized", map[string]any{"payment": p})
	if !z.manual {
		z.captured(l, p)
	}
}

func (z *razorpayServer) take() []sent {
	z.mu.Lock()
	defer z.mu.Unlock()
	all := z.messages
	z.messages = nil
	return all
}

func (z *razorpayServer) suffers(o outage) {
	z.mu.Lock()
	defer z.mu.Unlock()
	z.outage = o
}

func (z *razorpayServer) forgetsKeys() {
	z.mu.Lock()
	defer z.mu.Unlock()
	z.keys = map[string][2]string{}
}

// pages counts the links of an attempt.
func (z *razorpayServer) pages(attempt string) (n int) {
	z.mu.Lock()
	defer z.mu.Unlock()
	for _, l := range z.links {
		if l.ReferenceID == attempt {
			n++
		}
	}
	return n
}
