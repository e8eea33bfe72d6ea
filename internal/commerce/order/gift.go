package order

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
)

// NewGift says for whom a cart is.
type NewGift struct {
	Email         string     `json:"email" minLength:"3" maxLength:"254" pattern:"\\S" msg:"Please enter an email address;maxLength=An email address has at most 254 characters"`
	RecipientName string     `json:"recipient_name,omitempty" maxLength:"120" msg:"The name must be at most 120 characters"`
	SenderName    string     `json:"sender_name" minLength:"1" maxLength:"120" pattern:"\\S" msg:"Please enter who it is from;maxLength=The name must be at most 120 characters"`
	Message       string     `json:"message,omitempty" maxLength:"500" msg:"The message must be at most 500 characters"`
	SendAt        *time.Time `json:"send_at,omitempty" doc:"When the recipient gets it, within a year; absent or past: as soon as it is paid."`
}

// Gifts is what this package needs of gifts.
type Gifts interface {
	// Check limits how many gifts a buyer orders: fault.TooMany.
	Check(ctx context.Context, who access.Caller) error
	// Add keeps for whom a line is. fault.Invalid.
	Add(ctx context.Context, tx bun.IDB, who access.Caller, orderID, lineID string, n NewGift) error
	// Provide sends the gift of a line that was paid, or opens it again.
	Provide(ctx context.Context, tx bun.IDB, lineID string) error
	// TakeBack ends it.
	TakeBack(ctx context.Context, tx bun.IDB, lineID string) error
}

// insertWithGift stores an order, and for whom it is.
func (s *Service) insertWithGift(ctx context.Context, tx bun.IDB, who access.Caller, n NewOrder, o Order) error {
	if err := insert(ctx, tx, o); err != nil || n.Gift == nil {
		return err
	}
	for _, l := range o.Lines {
		if err := s.deps.Gifts.Add(ctx, tx, who, o.ID, l.ID, *n.Gift); err != nil {
			return err
		}
	}
	return nil
}
