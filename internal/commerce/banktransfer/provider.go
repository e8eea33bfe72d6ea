package banktransfer

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/commerce/provider"
)

// Provider is what payments see of bank transfers.
type Provider struct{ transfers *Service }

// Provider returns the provider whose transfers these are.
func (s *Service) Provider() Provider { return Provider{s} }

// Name is the provider's in addresses and rows.
func (Provider) Name() string { return Name }

// IsTest is never true.
func (Provider) IsTest() bool { return false }

// Validity is how long an order waits for its transfer.
func (Provider) Validity() time.Duration { return validity }

// IsOffered reports whether the school has an account.
func (p Provider) IsOffered(ctx context.Context) (bool, error) {
	current, err := p.transfers.deps.Settings.Current(ctx, p.transfers.deps.DB.Reader())
	return current.Sales.BankAccount != "", err
}

// Offers takes every amount.
func (Provider) Offers(string, int64) error { return nil }

// Start stores a transfer with the account and the reference that the buyer sees. If the attempt has a transfer already, nothing changes. fault.Conflict if the
// school has no account.
func (p Provider) Start(ctx context.Context, n provider.Start) (provider.Started, error) {
	started := provider.Started{Ref: n.AttemptID, RedirectURL: n.ReturnURL}
	return started, p.transfers.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		current, err := p.transfers.deps.Settings.Current(ctx, tx)
		if err != nil {
			return err
		}
		if current.Sales.BankAccount == "" {
			return errNoAccount
		}
		return insert(ctx, tx, Transfer{ID: n.AttemptID, Reference: Reference(n.OrderNumber), Account: current.Sales.BankAccount, Amount: n.Amount, Currency: n.Currency,
			State: open, ExpiresAt: n.ExpiresAt, CreatedAt: n.BegunAt, UpdatedAt: n.BegunAt})
	})
}

// FetchState returns what has been decided so far.
func (p Provider) FetchState(ctx context.Context, ref string) (provider.State, error) {
	t, err := find(ctx, p.transfers.deps.DB.Reader(), ref)
	return t.payment(), err
}

// Cancel ends a transfer for which there is no proof. One with a proof goes on until it is decided: the money may be on its way.
func (p Provider) Cancel(ctx context.Context, ref string) (provider.State, error) {
	err := p.transfers.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		_, err := setState(ctx, tx, Transfer{ID: ref, State: cancelled, UpdatedAt: p.transfers.deps.Clock.Now()}, open)
		return err
	})
	if err != nil {
		return provider.State{}, err
	}
	return p.FetchState(ctx, ref)
}

// Refund records what the school transfers back itself.
func (Provider) Refund(context.Context, provider.Refund) (string, error) {
	return provider.Succeeded, nil
}

// Hints takes no messages: banks send none.
func (Provider) Hints(provider.Message) ([]provider.Hint, error) { return nil, provider.ErrSignature }

// Missed returns nothing: banks send no messages.
func (Provider) Missed(context.Context, time.Time) ([]provider.Hint, error) { return nil, nil }

func (t Transfer) payment() provider.State {
	s := provider.State{PaymentRef: t.ID, Amount: t.Received, Currency: t.Currency, Method: Name}
	switch t.State {
	case open:
		s.Status = provider.Open
	case submitted:
		s.Status = provider.Processing
	case approved:
		s.Status = provider.Succeeded
	case declined:
		s.Status, s.Failure = provider.Failed, "transfer_declined"
	case cancelled:
		s.Status = provider.Cancelled
	}
	return s
}
