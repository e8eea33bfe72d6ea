package razorpay

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"
	"time"

	"lectern/internal/commerce/provider"
)

// shortest is the least time for which Razorpay takes a link: 15 minutes from when it arrives there, and a minute for clocks that differ.
const shortest = 16 * time.Minute

// link is a Payment Link as far as it matters here.
type link struct {
	ID          string
	ReferenceID string `json:"reference_id"` // the id of our attempt
	ShortURL    string `json:"short_url"`
	OrderID     string `json:"order_id"` // of Razorpay, to which the payments belong; empty until the buyer opens the page
	Status      string // created, partially_paid, expired, cancelled or paid
}

// newLink is what Razorpay is asked for. It sends nothing itself: neither text messages, nor emails, nor reminders.
type newLink struct {
	Amount         int64           `json:"amount"`
	Currency       string          `json:"currency"`
	AcceptPartial  bool            `json:"accept_partial"`
	ReferenceID    string          `json:"reference_id"` // at most 40 characters, each once
	Description    string          `json:"description"`
	ExpireBy       int64           `json:"expire_by"` // Unix seconds
	Notify         map[string]bool `json:"notify"`
	ReminderEnable bool            `json:"reminder_enable"`
	CallbackURL    string          `json:"callback_url"`
	CallbackMethod string          `json:"callback_method"`
}

// Start creates a link for an attempt. Razorpay refuses a second one with the same reference: what it refuses may be there already, from a request of which the answer
// was lost.
func (r *Razorpay) Start(ctx context.Context, n provider.Start) (provider.Started, error) {
	expires := n.ExpiresAt
	if earliest := r.clock.Now().Add(shortest); expires.Before(earliest) {
		expires = earliest // the page is closed before that, together with the order
	}
	var made link
	err := r.post(ctx, "/v1/payment_links", newLink{Amount: n.Amount, Currency: n.Currency, ReferenceID: n.AttemptID, Description: n.Title + " (" + n.OrderNumber + ")",
		ExpireBy: expires.Unix(), Notify: map[string]bool{"sms": false, "email": false}, CallbackURL: n.ReturnURL, CallbackMethod: "get"}, "", &made)
	if isRefused(err) {
		before, lookErr := r.linkOf(ctx, n.AttemptID)
		switch {
		case lookErr != nil:
			return provider.Started{}, lookErr
		case before == nil:
			return provider.Started{}, errRefused.WithCause(err)
		}
		made, err = *before, nil
	}
	return provider.Started{Ref: made.ID, RedirectURL: made.ShortURL}, err
}

// linkOf returns the link of an attempt; nil if there is none.
func (r *Razorpay) linkOf(ctx context.Context, attemptID string) (*link, error) {
	var found struct {
		Links []link `json:"payment_links"`
	}
	if err := r.get(ctx, "/v1/payment_links", url.Values{"reference_id": {attemptID}}, &found); err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(found.Links, func(l link) bool { return l.ReferenceID == attemptID }); i >= 0 {
		return &found.Links[i], nil
	}
	return nil, nil
}

// FetchState returns what is true of a link now. Money that a bank has authorised is captured first: otherwise Razorpay would send it back after some days.
func (r *Razorpay) FetchState(ctx context.Context, ref string) (provider.State, error) {
	var found link
	if err := r.get(ctx, "/v1/payment_links/"+url.PathEscape(ref), nil, &found); err != nil {
		return provider.State{}, err
	}
	var payments []payment
	if found.OrderID != "" {
		var err error
		if payments, err = r.payments(ctx, found.OrderID); err != nil {
			return provider.State{}, err
		}
	}
	paid := slices.IndexFunc(payments, func(p payment) bool { return p.Captured })
	if paid < 0 {
		return found.state(payments), nil
	}
	return r.paidState(ctx, payments[paid])
}

// paidState is a payment with its refunds and disputes.
func (r *Razorpay) paidState(ctx context.Context, p payment) (state provider.State, err error) {
	state, since := p.state(), time.Unix(p.CreatedAt, 0)
	if state.Refunds, err = r.refunds(ctx, p.ID, since); err != nil {
		return provider.State{}, err
	}
	state.Disputes, err = r.disputes(ctx, p.ID, since)
	return state, err
}

// Cancel closes an open link. Razorpay refuses that for one that is paid, has expired or is cancelled, whose state says which.
func (r *Razorpay) Cancel(ctx context.Context, ref string) (provider.State, error) {
	var closed link
	err := r.post(ctx, "/v1/payment_links/"+url.PathEscape(ref)+"/cancel", struct{}{}, "", &closed)
	if err != nil && !isRefused(err) {
		return provider.State{}, err
	}
	return r.FetchState(ctx, ref)
}

// state is what a link and its payments say together, of which none has succeeded: a bank may still confirm one of a link that has expired.
func (l link) state(payments []payment) provider.State {
	state := provider.State{Status: provider.Open}
	if l.Status == "expired" || l.Status == "cancelled" {
		state.Status = map[string]string{"expired": provider.Expired, "cancelled": provider.Cancelled}[l.Status]
	}
	for _, p := range payments {
		switch {
		case p.Status == "authorized" || p.Status == "created":
			state.Status, state.Failure = provider.Processing, ""
		case p.Status == "failed" && state.Status != provider.Processing:
			state.Failure = provider.Declined
			if state.Status != provider.Open {
				state.Status = provider.Failed // for three days its bank may confirm it all the same
			}
		}
	}
	return state
}

// payment is what a buyer has paid, or has tried to.
type payment struct {
	ID           string
	Amount       int64
	Currency     string
	Status       string // created, authorized, captured, refunded or failed
	Captured     bool
	Method       string
	Fee          *int64 // with its tax
	BaseCurrency string `json:"base_currency"` // in which fees are, where it is another
	CreatedAt    int64  `json:"created_at"`    // Unix seconds
}

func (p payment) state() provider.State {
	state := provider.State{Status: provider.Succeeded, PaymentRef: p.ID, Amount: p.Amount, Currency: strings.ToUpper(p.Currency), Method: p.Method}
	if p.BaseCurrency == "" || p.BaseCurrency == p.Currency {
		state.Fee = p.Fee
	}
	return state
}

// payments returns the payments of an order of Razorpay, oldest first, those captured that were only authorised.
func (r *Razorpay) payments(ctx context.Context, orderID string) ([]payment, error) {
	var found struct{ Items []payment }
	if err := r.get(ctx, "/v1/orders/"+url.PathEscape(orderID)+"/payments", nil, &found); err != nil {
		return nil, err
	}
	all := found.Items
	slices.SortFunc(all, func(a, b payment) int { return cmp.Compare(a.CreatedAt, b.CreatedAt) })
	if slices.ContainsFunc(all, func(p payment) bool { return p.Captured }) {
		return all, nil // of an order that is paid Razorpay sends the others back itself
	}
	if i := slices.IndexFunc(all, func(p payment) bool { return p.Status == "authorized" }); i >= 0 {
		var captured payment
		err := r.post(ctx, "/v1/payments/"+url.PathEscape(all[i].ID)+"/capture", map[string]any{"amount": all[i].Amount, "currency": all[i].Currency}, "", &captured)
		if err == nil {
			all[i] = captured
		} else if !isRefused(err) {
			return nil, err
		}
	}
	return all, nil
}
