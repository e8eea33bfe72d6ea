package banktransfer

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/money"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
	"lectern/internal/platform/text"
)

// Payments is what this package needs of payments.
type Payments interface {
	// Refresh asks the provider of an attempt, here this package, what is true now and records it.
	Refresh(ctx context.Context, attemptID string) error
}

// Sessions is what this package needs of sessions.
type Sessions interface {
	// Fresh returns a fault unless the caller has proven who they are within the last minutes.
	Fresh(ctx context.Context, q bun.IDB, who access.Caller) error
}

type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *settings.Store
	Audit    *audit.Log
	Blob     blob.Store
	Queue    *jobs.Queue
	Files    attachment.Signer // signs URLs of proofs
	Payments Payments
	Sessions Sessions
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// OfOrder returns the newest transfer of an order. For its buyer and administrators. fault.NotFound.
func (s *Service) OfOrder(ctx context.Context, who access.Caller, orderID string) (Transfer, error) {
	t, err := ofOrder(ctx, s.deps.DB.Reader(), orderID)
	if err != nil {
		return t, err
	}
	if t.BuyerID != who.ID && !who.HasRole(access.Admin) {
		return Transfer{}, errNoTransfer
	}
	return s.signed(t), nil
}

func (s *Service) signed(t Transfer) Transfer {
	if t.ProofID != "" {
		t.ProofURL = s.deps.Files.Address(t.ProofID)
	}
	return t
}

// Waiting lists the transfers that are neither approved, declined nor cancelled, the oldest first, with or without a proof of payment. For administrators.
func (s *Service) Waiting(ctx context.Context, limit, offset int64) ([]Transfer, rest.Count, error) {
	q := s.deps.DB.Reader()
	n, err := countWaiting(ctx, q, rest.MaxCount+1)
	if err != nil {
		return nil, rest.Count{}, err
	}
	found, err := waiting(ctx, q, limit, offset)
	for i := range found {
		found[i] = s.signed(found[i])
	}
	return found, rest.CountUpTo(n), err
}

// Upload is a proof on its way to the server.
type Upload struct {
	Name string // for display only, never used as a path
	Body io.Reader
	Size int64 // bytes
}

// Submit stores the proof of a transfer, or another one in its place. For the buyer. It returns fault.NotFound, fault.Conflict once it is decided, fault.Invalid,
// fault.UnsupportedType for what is no PDF, PNG or JPEG, or fault.TooLarge over 10 MB.
func (s *Service) Submit(ctx context.Context, who access.Caller, id string, u Upload) (Transfer, error) {
	t, err := find(ctx, s.deps.DB.Reader(), id)
	switch {
	case err != nil:
		return t, err
	case t.BuyerID != who.ID:
		return Transfer{}, errNoTransfer
	case t.State != open && t.State != submitted:
		return Transfer{}, errDecided
	}
	t.State, t.ProofID, t.ProofName, t.UpdatedAt = submitted, db.NewID(), attachment.Name(u.Name), s.deps.Clock.Now()
	if t.ProofType, err = s.store(ctx, t, u); err != nil {
		return Transfer{}, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := s.dropProof(ctx, tx, t.ID); err != nil {
			return err
		}
		changed, err := setProof(ctx, tx, t)
		if err == nil && !changed {
			err = errDecided
		}
		if err != nil {
			return err
		}
		return events.Publish(ctx, tx, t.UpdatedAt, TransferSubmitted{t.ID})
	})
	if err != nil {
		return Transfer{}, errors.Join(err, s.deps.Blob.Delete(context.WithoutCancel(ctx), objectkey.PaymentProof(t.ProofID)))
	}
	return s.signed(t), s.deps.Payments.Refresh(ctx, t.ID)
}

// store keeps a proof and returns its type.
func (s *Service) store(ctx context.Context, t Transfer, u Upload) (string, error) {
	switch {
	case u.Size > maxProof:
		return "", fault.New(fault.TooLarge, "file_too_large", "A proof can be at most 10 MB.")
	case u.Size < 1:
		return "", fault.Fields{{Name: "file", Code: "required", Message: "The file is empty, or its size was not sent."}}.Err()
	case t.ProofName == "":
		return "", fault.Fields{{Name: "name", Code: "required", Message: "File name is required"}}.Err()
	}
	kind, body, err := attachment.Sniff(u.Body, u.Size)
	if err != nil {
		return "", err
	}
	if kind != "application/pdf" && kind != "image/png" && kind != "image/jpeg" {
		return "", fault.New(fault.UnsupportedType, "unsupported_type", "A proof must be a PDF, PNG or JPEG file.")
	}
	return kind, attachment.ExplainCutOff(s.deps.Blob.Put(ctx, objectkey.PaymentProof(t.ProofID), body, u.Size))
}

// OpenProof returns a proof for a valid signed URL. fault.Unauthenticated, or fault.NotFound if it has been replaced.
func (s *Service) OpenProof(ctx context.Context, id, until, signature string) (t Transfer, o blob.Object, err error) {
	if err := s.deps.Files.Check(id, until, signature); err != nil {
		return t, o, fault.New(fault.Unauthenticated, "address_expired", "This link is invalid or has expired. Open the order again.").WithCause(err)
	}
	if t, err = byProof(ctx, s.deps.DB.Reader(), id); err != nil {
		return t, o, err
	}
	o, err = s.deps.Blob.Open(ctx, objectkey.PaymentProof(id))
	if errors.Is(err, fs.ErrNotExist) {
		err = errNoTransfer
	}
	return t, o, err
}

// Approve records the money that has arrived, which pays the order, even if the order has expired or was cancelled. For administrators whose session is fresh. It
// returns fault.NotFound, fault.Forbidden, fault.Invalid, or fault.Conflict if it was decided before.
func (s *Service) Approve(ctx context.Context, who access.Caller, id string, a Approval) (Transfer, error) {
	if day, err := time.Parse(time.DateOnly, a.ValueDate); err != nil || day.After(s.deps.Clock.Now().Add(farthestEast)) {
		return Transfer{}, fault.InvalidField("value_date", "invalid", "Please enter the day on which the money arrived")
	}
	return s.decide(ctx, who, Transfer{ID: id, State: approved, Received: a.Amount, ValueDate: a.ValueDate, BankRef: text.OneLine(text.Printable(a.BankRef, longestBankRef))}, []string{open, submitted, cancelled, declined})
}

// Reject declines a transfer. The buyer is notified of the reason and can pay in another way. Callers and faults as of Approve.
func (s *Service) Reject(ctx context.Context, who access.Caller, id string, r Rejection) (Transfer, error) {
	return s.decide(ctx, who, Transfer{ID: id, State: declined, Reason: r.Reason}, []string{open, submitted})
}

func (s *Service) decide(ctx context.Context, who access.Caller, to Transfer, from []string) (t Transfer, err error) {
	if err := s.deps.Sessions.Fresh(ctx, s.deps.DB.Reader(), who); err != nil {
		return t, err
	}
	to.DecidedBy, to.UpdatedAt = &who.ID, s.deps.Clock.Now()
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		changed, err := setState(ctx, tx, to, from...)
		if err != nil {
			return err
		}
		if t, err = find(ctx, tx, to.ID); err != nil {
			return err
		}
		if !changed {
			return errDecided
		}
		if to.State == declined {
			if err := events.Publish(ctx, tx, to.UpdatedAt, TransferDeclined{t.ID}); err != nil {
				return err
			}
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "transfer." + to.State, TargetKind: "order", TargetID: t.OrderID,
			After: map[string]any{"number": t.OrderNumber, "amount": money.Decimal(t.Received, t.Currency), "currency": t.Currency, "value_date": t.ValueDate, "bank_ref": t.BankRef, "reason": t.Reason}})
	})
	if err != nil {
		return Transfer{}, err
	}
	return s.signed(t), s.deps.Payments.Refresh(ctx, t.ID)
}
