package testpay

import (
	"context"
	"encoding/json"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/sign"
)

// Name is the provider's in addresses and rows.
const Name = "test"

// Begin creates a payment page; with the id of one that there is it returns that one.
func (s *Service) Begin(ctx context.Context, n Checkout) (c Checkout, address string, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		n.State = "open"
		if err := insert(ctx, tx, n); err != nil {
			return err
		}
		c, err = s.read(ctx, tx, n.ID)
		return err
	})
	return c, s.deps.Address + "/pay/test/" + n.ID, err
}

// Fetch returns a payment page as it is now, for the program that has created it. fault.NotFound.
func (s *Service) Fetch(ctx context.Context, id string) (Checkout, error) {
	return s.read(ctx, s.deps.DB.Reader(), id)
}

// Cancel closes an open payment page. What was paid stays so: see the state.
func (s *Service) Cancel(ctx context.Context, id string) (c Checkout, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if c, err = s.read(ctx, tx, id); err != nil || c.State != "open" {
			return err
		}
		c.State = "cancelled"
		return update(ctx, tx, c)
	})
	return c, err
}

// Refund sends money back; with the id of a refund that was made it makes no other. It returns fault.Conflict for more than was paid.
func (s *Service) Refund(ctx context.Context, id, checkout string, amount int64) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		fresh, err := insertRefund(ctx, tx, id, checkout, amount)
		if err != nil || !fresh {
			return err
		}
		return addRefund(ctx, tx, checkout, amount)
	})
}

// Read checks the signature of a message and returns what it is about. fault.Invalid.
func (s *Service) Read(signature string, body []byte) (eventID, kind, checkout string, err error) {
	var m message
	if !sign.New(s.deps.Key, "testpay").IsText(signature, string(body)) || json.Unmarshal(body, &m) != nil {
		return "", "", "", fault.New(fault.Invalid, "bad_signature", "The signature of this message is not valid.")
	}
	return m.EventID, m.Kind, m.CheckoutID, nil
}
