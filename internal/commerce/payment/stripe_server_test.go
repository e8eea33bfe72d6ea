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

// fault of a server at the wire: what it does with the next requests.
type outage string

const (
	works  outage = ""
	broken outage = "500"
	busy   outage = "429"
	loses  outage = "does what it is asked, and cuts the connection instead of answering"
)

// stripeServer is Stripe at the wire, with the clock of the test: sessions, refunds and keys with Stripe's rules, and the messages that it would send.
type stripeServer struct {
	*httptest.Server
	now func() time.Time

	mu       sync.Mutex
	sessions map[string]*stripeSession
	refunds  []stripeRefund
	keys     map[string][2]string // the request and the answer by key
	outage   outage
	closed   []string // what the key may not read
	messages []sent
	events   []map[string]any // all of them, newest first
	disputes []*stripeDispute
	count    int
}

type stripeSession struct {
	ID            string            `json:"id"`
	URL           string            `json:"url"`
	Status        string            `json:"status"`
	PaymentStatus string            `json:"payment_status"`
	AmountTotal   int64             `json:"amount_total"`
	Currency      string            `json:"currency"`
	ExpiresAt     int64             `json:"expires_at"`
	Metadata      map[string]string `json:"metadata"`
	PaymentIntent *stripeIntent     `json:"payment_intent"`
}

type stripeIntent struct {
	ID               string         `json:"id"`
	Status           string         `json:"status"`
	LastPaymentError map[string]any `json:"last_payment_error"`
	LatestCharge     map[string]any `json:"latest_charge"`
	left             int64
}

type stripeRefund struct {
	ID       string            `json:"id"`
	Status   string            `json:"status"`
	Intent   string            `json:"payment_intent"`
	Amount   int64             `json:"amount"`
	Metadata map[string]string `json:"metadata"`
}

const stripeKey = "sk_live_key-of-the-school"

var stripeSecrets = []string{"whsec_new", "whsec_old"}

func newStripe(t *testing.T) *stripeServer {
	t.Helper()
	z := &stripeServer{now: time.Now, sessions: map[string]*stripeSession{}, keys: map[string][2]string{}}
	routes := http.NewServeMux()
	routes.HandleFunc("POST /v1/checkout/sessions", z.begin)
	routes.HandleFunc("GET /v1/checkout/sessions/{id}", func(w http.ResponseWriter, r *http.Request) { z.session(w, r, nil) })
	routes.HandleFunc("POST /v1/checkout/sessions/{id}/expire", func(w http.ResponseWriter, r *http.Request) {
		z.session(w, r, func(s *stripeSession) string {
			if s.Status != "open" {
				return "Only Checkout Sessions with a status in [\"open\"] can be expired."
			}
			s.Status = "expired"
			z.tell("checkout.session.expired", s)
			return ""
		})
	})
	routes.HandleFunc("GET /v1/refunds", func(w http.ResponseWriter, r *http.Request) {
		found := []stripeRefund{}
		for _, one := range z.refunds {
			if one.Intent == r.FormValue("payment_intent") {
				found = append(found, one)
			}
		}
		stripeAnswer(w, 200, map[string]any{"object": "list", "data": found})
	})
	routes.HandleFunc("POST /v1/refunds", z.refund)
	routes.HandleFunc("GET /v1/disputes", z.listDisputes)
	routes.HandleFunc("GET /v1/events", z.listEvents)
	z.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { z.serve(routes, w, r) }))
	t.Cleanup(z.Close)
	return z
}

func (z *stripeServer) configured(d *app.Deps) {
	if c, ok := d.Clock.(*clock.Manual); ok {
		z.now = c.Now
	}
	d.Config.PaymentProviders.Stripe = config.Stripe{SecretKey: stripeKey, WebhookSecrets: stripeSecrets, APIURL: z.URL}
}

func (*stripeServer) name() string { return "stripe" }

// serve answers one request after another: with what the script says, by the key, or by what is asked.
func (z *stripeServer) serve(routes http.Handler, w http.ResponseWriter, r *http.Request) {
	z.mu.Lock()
	defer z.mu.Unlock()
	if r.Header.Get("Authorization") != "Bearer "+stripeKey || r.Header.Get("Stripe-Version") == "" {
		stripeError(w, 401, "authentication_error", "", "Invalid API Key provided")
		return
	}
	if status, err := strconv.Atoi(string(z.outage)); err == nil {
		stripeError(w, status, "api_error", "", "Something is wrong on our side")
		return
	}
	_ = r.ParseForm()
	if slices.ContainsFunc(z.closed, func(part string) bool { return strings.Contains(r.URL.String(), part) }) {
		stripeError(w, 403, "invalid_request_error", "", "The provided key does not have the required permissions for this endpoint")
		return
	}
	key, request := r.Header.Get("Idempotency-Key"), r.URL.Path+r.PostForm.Encode()
	before, known := z.keys[key]
	answer := httptest.NewRecorder()
	switch {
	case key == "" || !known:
		routes.ServeHTTP(answer, r)
	case before[0] != request:
		stripeError(answer, 400, "idempotency_error", "", "Keys for idempotent requests can only be used with the same parameters they were first used with.")
	default:
		_, _ = answer.WriteString(before[1])
	}
	if key != "" && answer.Code == 200 {
		z.keys[key] = [2]string{request, answer.Body.String()}
	}
	if z.outage == loses && r.Method == http.MethodPost {
		panic(http.ErrAbortHandler)
	}
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes())
}

func stripeAnswer(w http.ResponseWriter, status int, v any) {
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func stripeError(w http.ResponseWriter, status int, kind, code, message string) {
	stripeAnswer(w, status, map[string]any{"error": map[string]any{"type": kind, "code": code, "message": message}})
}

func (z *stripeServer) id(prefix string) string {
	z.count++
	return fmt.Sprintf("%s_%d", prefix, z.count)
}

func (z *stripeServer) begin(w http.ResponseWriter, r *http.Request) {
	amount, _ := strconv.ParseInt(r.FormValue("line_items[0][price_data][unit_amount]"), 10, 64)
	until, _ := strconv.ParseInt(r.FormValue("expires_at"), 10, 64)
	wait := time.Unix(until, 0).Sub(z.now())
	switch {
	case r.FormValue("mode") != "payment" || r.FormValue("line_items[0][quantity]") != "1" || r.FormValue("line_items[0][price_data][product_data][name]") == "":
		stripeError(w, 400, "invalid_request_error", "parameter_missing", "Missing required param.")
	case !strings.HasPrefix(r.FormValue("success_url"), "https://") || !strings.HasPrefix(r.FormValue("cancel_url"), "https://"):
		stripeError(w, 400, "invalid_request_error", "url_invalid", "Not a valid URL")
	case wait < 30*time.Minute || wait > 24*time.Hour:
		stripeError(w, 400, "invalid_request_error", "", "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.")
	case amount < 50:
		stripeError(w, 400, "invalid_request_error", "amount_too_small", "The Checkout Session's total amount must convert to at least 50 cents.")
	default:
		s := &stripeSession{ID: z.id("cs"), Status: "open", PaymentStatus: "unpaid", AmountTotal: amount, Currency: r.FormValue("line_items[0][price_data][currency]"), ExpiresAt: until,
			Metadata: map[string]string{"attempt_id": r.FormValue("metadata[attempt_id]")}}
		s.URL = "https://checkout.stripe.com/c/pay/" + s.ID
		z.sessions[s.ID] = s
		stripeAnswer(w, 200, s)
	}
}

func (z *stripeServer) session(w http.ResponseWriter, r *http.Request, change func(*stripeSession) string) {
	s, there := z.sessions[r.PathValue("id")]
	if !there {
		stripeError(w, 404, "invalid_request_error", "resource_missing", "No such checkout.session")
		return
	}
	if s.Status == "open" && z.now().Unix() >= s.ExpiresAt {
		s.Status = "expired"
	}
	if change != nil {
		if problem := change(s); problem != "" {
			stripeError(w, 400, "invalid_request_error", "", problem)
			return
		}
	}
	stripeAnswer(w, 200, expanded(s, r.Form["expand[]"]))
}

// expanded shows of the objects of a session those that were asked for, and of the others their ids.
func expanded(s *stripeSession, paths []string) map[string]any {
	var shown map[string]any
	body, _ := json.Marshal(s)
	_ = json.Unmarshal(body, &shown)
	asked := strings.Join(paths, " ")
	if s.PaymentIntent == nil {
		return shown
	}
	if !strings.Contains(asked, "payment_intent") {
		shown["payment_intent"] = s.PaymentIntent.ID
		return shown
	}
	if charge, ok := shown["payment_intent"].(map[string]any)["latest_charge"].(map[string]any); ok && !strings.Contains(asked, "balance_transaction") {
		charge["balance_transaction"] = "txn_1"
	}
	return shown
}

func (z *stripeServer) refund(w http.ResponseWriter, r *http.Request) {
	amount, _ := strconv.ParseInt(r.FormValue("amount"), 10, 64)
	for _, s := range z.sessions {
		if s.PaymentIntent == nil || s.PaymentIntent.ID != r.FormValue("payment_intent") {
			continue
		}
		if amount > s.PaymentIntent.left {
			stripeError(w, 400, "invalid_request_error", "", "Refund amount is greater than unrefunded amount on charge")
			return
		}
		s.PaymentIntent.left -= amount
		made := stripeRefund{ID: z.id("re"), Status: "succeeded", Intent: s.PaymentIntent.ID, Amount: amount, Metadata: map[string]string{"refund_id": r.FormValue("metadata[refund_id]")}}
		z.refunds = append(z.refunds, made)
		stripeAnswer(w, 200, made)
		return
	}
	stripeError(w, 404, "invalid_request_error", "resource_missing", "No such payment_intent")
}

// tell records a message about a session, as it is now.
func (z *stripeServer) tell(kind string, s *stripeSession) {
	z.tellOf(kind, map[string]any{"id": s.ID, "object": "checkout.session", "status": s.Status, "metadata": s.Metadata, "payment_intent": nil})
}

func (z *stripeServer) tellOf(kind string, object map[string]any) {
	e := map[string]any{"id": z.id("evt"), "object": "event", "type": kind, "created": z.now().Unix(), "data": map[string]any{"object": object}}
	body, _ := json.Marshal(e)
	z.events = append([]map[string]any{e}, z.events...)
	z.messages = append(z.messages, sent{stripeSigned(body, z.now(), stripeSecrets[len(z.messages)%2]), body})
}

func stripeSigned(body []byte, at time.Time, secret string) http.Header {
	sum := hmac.New(sha256.New, []byte(secret))
	_, _ = fmt.Fprintf(sum, "%d.%s", at.Unix(), body)
	return http.Header{"Stripe-Signature": {fmt.Sprintf("t=%d,v1=%s,v1=%s,v0=00", at.Unix(), strings.Repeat("0", 64), hex.EncodeToString(sum.Sum(nil)))}}
}

// buyer does what a buyer does on the page of a session; false if the page is closed.
func (z *stripeServer) buyer(attempt string, does deed) bool {
	z.mu.Lock()
	defer z.mu.Unlock()
	for _, s := range z.sessions {
		if s.Metadata["attempt_id"] != attempt {
			continue
		}
		if does == confirms {
			s.PaymentStatus, s.PaymentIntent.Status = "paid", "succeeded"
			z.tell("checkout.session.async_payment_succeeded", s)
			return true
		}
		if s.Status != "open" || z.now().Unix() >= s.ExpiresAt {
			return false
		}
		if s.PaymentIntent == nil {
			s.PaymentIntent = &stripeIntent{ID: z.id("pi"), left: s.AmountTotal}
		}
		switch does {
		case isDeclined:
			s.PaymentIntent.Status, s.PaymentIntent.LastPaymentError = "requires_payment_method", map[string]any{"code": "card_declined"}
			return true
		case paysSlowly:
			s.Status, s.PaymentIntent.Status = "complete", "processing"
		case paysLess:
			s.AmountTotal--
			fallthrough
		default:
			s.Status, s.PaymentStatus, s.PaymentIntent.Status, s.PaymentIntent.LastPaymentError = "complete", "paid", "succeeded", nil
		}
		s.PaymentIntent.LatestCharge = map[string]any{"payment_method_details": map[string]any{"type": "card"}, "balance_transaction": map[string]any{"fee": 155, "currency": s.Currency}}
		z.tell("checkout.session.completed", s)
		return true
	}
	return false
}

func (z *stripeServer) take() []sent {
	z.mu.Lock()
	defer z.mu.Unlock()
	all := z.messages
	z.messages = nil
	return all
}

func (z *stripeServer) suffers(o outage) {
	z.mu.Lock()
	defer z.mu.Unlock()
	z.outage = o
}

func (z *stripeServer) forgetsKeys() {
	z.mu.Lock()
	defer z.mu.Unlock()
	z.keys = map[string][2]string{}
}

// pages counts the pages of an attempt.
func (z *stripeServer) pages(attempt string) (n int) {
	z.mu.Lock()
	defer z.mu.Unlock()
	for _, s := range z.sessions {
		if s.Metadata["attempt_id"] == attempt {
			n++
		}
	}
	return n
}

// refunded is what has gone back of each refund, in order.
func (z *stripeServer) refunded() (amounts []int64) {
	z.mu.Lock()
	defer z.mu.Unlock()
	for _, r := range slices.Clone(z.refunds) {
		amounts = append(amounts, r.Amount)
	}
	return amounts
}
