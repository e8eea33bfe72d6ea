// Package gift keeps places in courses that buyers pay for another person: to whom they are sent and when, who has redeemed them, and what becomes of those
// that are returned. Buyers are not shown whether an address has an account.
package gift

import (
	"net/mail"
	"strings"
	"time"
	"unicode"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/text"
)

const (
	redeemable  = 12                  // months for which a gift can be redeemed
	latestSend  = 12                  // months after which it can be sent at the latest
	mostMessage = 500                 // characters
	retention   = 30 * 24 * time.Hour // for which the address of a gift that has ended is kept
)

// Recipient is for whom a gift is.
type Recipient struct {
	Email, Name, SenderName, Message string
	SendAt                           *time.Time
}

// Gift is a place in a course that a buyer has paid for another person.
type Gift struct {
	bun.BaseModel `bun:"table:gifts,alias:g" json:"-"`

	ID            string     `bun:",pk" json:"id"`
	LineID        string     `json:"-"`
	OrderID       string     `json:"order_id"`
	BuyerID       string     `json:"-"`
	CourseID      *string    `bun:",scanonly" json:"course_id" doc:"null once the course has been deleted."`
	Title         string     `bun:",scanonly" json:"title" doc:"Of the course, when it was bought."`
	Email         string     `json:"email" doc:"Empty a month after it has ended."`
	EmailKey      string     `json:"-"`
	RecipientName string     `json:"recipient_name"`
	SenderName    string     `json:"sender_name"`
	Message       string     `json:"message"`
	Link          int64      `json:"-"`
	SendAt        *time.Time `json:"send_at" doc:"null: as soon as it was paid."`
	PaidAt        *time.Time `json:"-"`
	SentAt        *time.Time `json:"sent_at"`
	ExpiresAt     *time.Time `json:"expires_at" doc:"Until when it can be redeemed, once it is sent."`
	RedeemedBy    *string    `json:"-"`
	RedeemedAt    *time.Time `json:"-"`
	OpenedAt      *time.Time `json:"-"`
	ReturnedAt    *time.Time `json:"-"`
	RevokedAt     *time.Time `json:"-"`
	CreatedAt     time.Time  `json:"created_at"`
	HasLearned    bool       `bun:",scanonly" json:"-"` // who has it has learned in the course since
	Status        string     `bun:"-" json:"status" enum:"waiting,sent,redeemed,returned,expired,ended" doc:"waiting: to be sent later. returned: the recipient doesn't want it, or has the course already. ended: refunded or disputed."`
	CanResend     bool       `bun:"-" json:"can_resend" doc:"Whether it can be sent to another address."`
}

// Statuses that buyers see.
const (
	waiting  = "waiting"
	sent     = "sent"
	redeemed = "redeemed"
	returned = "returned"
	expired  = "expired"
	ended    = "ended"
)

// taken reports whether a gift was accepted, by its link or by learning. Before that it can be sent elsewhere, even if an account has it already, so that
// buyers do not learn from it which addresses have accounts.
func (g Gift) taken() bool { return g.RedeemedBy != nil && (g.OpenedAt != nil || g.HasLearned) }

// status is what the buyer sees.
func (g Gift) status(now time.Time) string {
	switch {
	case g.RevokedAt != nil:
		return ended
	case g.taken():
		return redeemed
	case g.ReturnedAt != nil:
		return returned
	case g.SentAt == nil:
		return waiting
	case !now.Before(*g.ExpiresAt):
		return expired
	}
	return sent
}

func (g Gift) canResend(now time.Time) bool {
	s := g.status(now)
	return s == waiting || s == sent || s == returned
}

// isDue reports whether a gift is to be sent now.
func (g Gift) isDue(now time.Time) bool {
	return g.PaidAt != nil && g.SentAt == nil && g.RevokedAt == nil && (g.SendAt == nil || !now.Before(*g.SendAt))
}

// GiftPreview is a gift as one who has its link sees it.
type GiftPreview struct {
	CourseID      string    `json:"course_id"`
	Title         string    `json:"title"`
	RecipientName string    `json:"recipient_name"`
	SenderName    string    `json:"sender_name"`
	Message       string    `json:"message"`
	ExpiresAt     time.Time `json:"expires_at"`
	IsYours       bool      `json:"is_yours" doc:"The caller has redeemed it, or it has been put into their account."`
	WhyNot        string    `json:"why_not,omitempty" enum:"already_enrolled,already_paid,enrollment_suspended" doc:"Why the caller can't redeem it; it can be passed on or returned. already_paid: they have a right to the course and can enrol again."`
}

// RedeemedGift is a gift that the caller has.
type RedeemedGift struct {
	CourseID string `json:"course_id"`
	Title    string `json:"title"`
}

// GiftAddress is where a gift is sent instead.
type GiftAddress struct {
	Email string `json:"email" minLength:"3" maxLength:"254" pattern:"\\S" msg:"Please enter an email address;maxLength=An email address has at most 254 characters"`
	Name  string `json:"name,omitempty" maxLength:"120" msg:"The name must be at most 120 characters"`
}

// TurnedEvent is published when a recipient has accepted a gift by its link, or returned it.
type TurnedEvent struct{ GiftID, Turn string }

// EventName is the name under which the event is published.
func (TurnedEvent) EventName() string { return "gift.turned" }

// Limits of emails that buyers can cause.
var (
	orderRule  = ratelimit.Rule{Name: "gifts", Limit: 20, Window: time.Hour}
	resendRule = ratelimit.Rule{Name: "gifts sent again", Limit: 10, Window: time.Hour}
)

var (
	errNoGift = fault.New(fault.NotFound, "gift_not_found", "This gift doesn't exist.")
	errGone   = fault.New(fault.Gone, "link_dead", "This gift has been redeemed, returned or refunded, has expired, or was sent to another address. Ask who gave it to you.")
	errTaken  = fault.New(fault.Conflict, "gift_not_open", "This gift has been redeemed or has ended. It can't be sent to another address.")
)

func isAddress(email string) bool {
	a, err := mail.ParseAddress(email)
	return err == nil && a.Address == email && strings.Contains(email, "@") && !strings.ContainsFunc(email, unicode.IsSpace)
}

// normalise returns r as it is stored, or fault.Invalid.
func (r Recipient) normalise(now time.Time) (Recipient, error) {
	r.Email = strings.TrimSpace(r.Email)
	r.Name, r.SenderName = text.Printable(text.OneLine(r.Name), 120), text.Printable(text.OneLine(r.SenderName), 120)
	r.Message = text.Printable(text.OneLine(r.Message), mostMessage)
	var broken fault.Fields
	broken.Require(isAddress(r.Email), "gift.email", "invalid_format", "This is not a valid email address")
	broken.Require(r.SendAt == nil || r.SendAt.Before(now.AddDate(0, latestSend, 0)), "gift.send_at", "too_late", "A gift can be sent within a year at the latest")
	return r, broken.Err()
}
