package stripe

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"lectern/internal/commerce/provider"
	"lectern/internal/platform/fault"
)

// payableFor is how long Stripe's page takes a payment, from the beginning of the attempt: an order can be paid for half an hour, in which the attempt may be
// begun again, and Stripe demands at least half an hour from then on. The page is closed before that, together with the order.
const payableFor = 62 * time.Minute

// session is a Checkout Session as far as it matters here.
type session struct {
	ID            string
	URL           string
	Status        string // open, complete or expired
	PaymentStatus string `json:"payment_status"` // paid, unpaid or no_payment_required
	AmountTotal   int64  `json:"amount_total"`
	Currency      string
	PaymentIntent *intent `json:"payment_intent"`
}

type intent struct {
	ID               string
	Status           string
	LastPaymentError *struct{ Code string } `json:"last_payment_error"`
	LatestCharge     *struct {
		Method  struct{ Type string } `json:"payment_method_details"`
		Balance json.RawMessage       `json:"balance_transaction"` // its id, where the key may not read it
	} `json:"latest_charge"`
}

var (
	errRefused  = fault.New(fault.Conflict, "payment_refused", "The payment provider doesn't accept this payment. Choose another way to pay, or ask the school.")
	errTooSmall = fault.New(fault.Conflict, "amount_too_small", "This amount is too small to be paid in this way. Choose another way to pay, or ask the school.")
)

// Offers returns fault.Conflict for an amount that has no form at Stripe. What is too small is known only when the payment is begun.
func (*Stripe) Offers(currency string, amount int64) error {
	_, err := toStripe(currency, amount)
	return err
}

// Start creates a session for one line with the whole amount, so that Stripe rounds nothing. All that is sent follows from the attempt: the same attempt sends the
// same request with the same key, for which Stripe answers with the same session.
func (s *Stripe) Start(ctx context.Context, n provider.Start) (provider.Started, error) {
	amount, err := toStripe(n.Currency, n.Amount)
	if err != nil {
		return provider.Started{}, err
	}
	form := url.Values{
		"mode": {"payment"}, "client_reference_id": {n.AttemptID}, "success_url": {n.ReturnURL}, "cancel_url": {n.ReturnURL},
		"expires_at":              {strconv.FormatInt(n.BegunAt.Add(payableFor).Unix(), 10)},
		"line_items[0][quantity]": {"1"}, "line_items[0][price_data][currency]": {strings.ToLower(n.Currency)},
		"line_items[0][price_data][unit_amount]":        {strconv.FormatInt(amount, 10)},
		"line_items[0][price_data][product_data][name]": {n.Title + " (" + n.OrderNumber + ")"},
		"metadata[attempt_id]":                          {n.AttemptID}, "payment_intent_data[metadata][attempt_id]": {n.AttemptID},
		"payment_intent_data[description]": {n.OrderNumber},
	}
	var made session
	if err := s.post(ctx, "/v1/checkout/sessions", form, n.AttemptID, &made); err != nil {
		return provider.Started{}, startFault(err)
	}
	return provider.Started{Ref: made.ID, RedirectURL: made.URL}, nil
}

func startFault(err error) error {
	refused, ok := errors.AsType[*refusedError](err)
	switch {
	case ok && refused.code == "amount_too_small":
		return errTooSmall.WithCause(err)
	case ok && refused.forGood():
		return errRefused.WithCause(err)
	}
	return err
}

// FetchState returns what is true of a session now.
func (s *Stripe) FetchState(ctx context.Context, ref string) (provider.State, error) {
	var found session
	path := "/v1/checkout/sessions/" + url.PathEscape(ref)
	err := s.get(ctx, path, url.Values{"expand[]": {"payment_intent.latest_charge.balance_transaction"}}, &found)
	if isForbidden(err) {
		err = s.get(ctx, path, url.Values{"expand[]": {"payment_intent.latest_charge"}}, &found)
	}
	if err != nil {
		return provider.State{}, err
	}
	state := found.state()
	if state.Status != provider.Succeeded || found.PaymentIntent == nil {
		return state, nil
	}
	if state.Refunds, err = s.refunds(ctx, state.PaymentRef, state.Currency); err != nil {
		return provider.State{}, err
	}
	state.Disputes, err = s.disputes(ctx, state.PaymentRef, state.Currency)
	return state, err
}

// Cancel closes an open session. Stripe refuses that for one that is complete or has expired, whose state then tells.
func (s *Stripe) Cancel(ctx context.Context, ref string) (provider.State, error) {
	var closed struct{ ID string } // the rest is not expanded
	err := s.post(ctx, "/v1/checkout/sessions/"+url.PathEscape(ref)+"/expire", nil, "", &closed)
	if refused, ok := errors.AsType[*refusedError](err); err != nil && (!ok || refused.status != http.StatusBadRequest) {
		return provider.State{}, err
	}
	return s.FetchState(ctx, ref)
}

// feeIn returns what Stripe keeps of a payment; nil if it is unknown, or in another currency, as that of the account may be.
func feeIn(currency string, balance json.RawMessage) *int64 {
	var b struct {
		Fee      int64
		Currency string
	}
	if json.Unmarshal(balance, &b) != nil || !strings.EqualFold(b.Currency, currency) {
		return nil
	}
	return new(fromStripe(currency, b.Fee))
}

func (s session) state() provider.State {
	currency := strings.ToUpper(s.Currency)
	state := provider.State{Status: provider.Open, PaymentRef: s.ID, Amount: fromStripe(currency, s.AmountTotal), Currency: currency}
	if s.PaymentIntent != nil {
		state.PaymentRef = s.PaymentIntent.ID
		if s.PaymentIntent.LastPaymentError != nil {
			state.Failure = provider.Declined
		}
		if c := s.PaymentIntent.LatestCharge; c != nil {
			state.Method = c.Method.Type
			state.Fee = feeIn(currency, c.Balance)
		}
	}
	switch {
	case s.Status == "expired":
		state.Status = provider.Expired
	case s.Status == "complete" && s.PaymentStatus != "unpaid":
		state.Status, state.Failure = provider.Succeeded, ""
	case s.Status == "complete":
		state.Status = provider.Processing // by a bank that confirms in days
		if i := s.PaymentIntent; i != nil && (i.Status == "requires_payment_method" || i.Status == "canceled") {
			state.Status, state.Failure = provider.Failed, provider.Declined
		}
	}
	return state
}
