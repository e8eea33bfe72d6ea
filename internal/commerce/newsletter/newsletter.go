// Package newsletter sends campaigns to those who have subscribed to a list and have confirmed it by a link in an email.
package newsletter

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// Statuses of subscribers.
const (
	Pending      = "pending"
	Confirmed    = "confirmed"
	Unsubscribed = "unsubscribed"
	Bounced      = "bounced"
)

// Statuses of campaigns.
const (
	Draft     = "draft"
	Scheduled = "scheduled"
	Sending   = "sending"
	Paused    = "paused"
	Sent      = "sent"
	Cancelled = "cancelled"
)

// Why a campaign is paused.
const (
	byAdministrator = "administrator"
	byRefusals      = "refusals"
	byServer        = "server"
)

// States of deliveries.
const (
	queued  = "queued"
	sent    = "sent"
	refused = "refused"
	bounced = "bounced"
	skipped = "skipped"
)

// NewsletterList is what visitors subscribe to.
type NewsletterList struct {
	bun.BaseModel `bun:"table:newsletter_lists,alias:l" json:"-"`

	ID          string    `bun:",pk" json:"id"`
	Name        string    `json:"name"`
	Description string    `json:"description"`
	Archived    bool      `json:"archived" doc:"Whether nobody can subscribe to it any more."`
	Subscribers int64     `bun:",scanonly" json:"subscribers" doc:"Those who have confirmed."`
	Version     int64     `json:"-"`
	CreatedAt   time.Time `json:"created_at"`
}

// EditVersion implements rest.Versioned.
func (l NewsletterList) EditVersion() int64 { return l.Version }

// NewsletterListEdit is what administrators write of a list.
type NewsletterListEdit struct {
	Name        string `json:"name" pattern:"\\S" maxLength:"80" msg:"Enter a name;maxLength=The name must be at most 80 characters"`
	Description string `json:"description" maxLength:"300" msg:"The description must be at most 300 characters"`
	Archived    bool   `json:"archived"`
}

// Consent is what a subscriber agreed to. It is kept as the proof.
type Consent struct {
	Text    string    `json:"text"`
	Version int64     `json:"version"`
	At      time.Time `json:"at"`
	Network string    `json:"network"`
}

// consentText is what the form says, in its version.
const (
	consentText    = "I want to receive the newsletter by email. I can unsubscribe at any time."
	consentVersion = 1
)

// Subscriber is an address that has subscribed, as administrators see it.
type Subscriber struct {
	bun.BaseModel `bun:"table:newsletter_subscribers,alias:s" json:"-"`

	ID          string           `bun:",pk" json:"id"`
	Email       string           `json:"email"`
	EmailKey    string           `json:"-"`
	FullName    string           `json:"full_name"`
	Status      string           `json:"status" enum:"pending,confirmed,unsubscribed,bounced,complained"`
	Languages   string           `json:"-"`
	ConsentRow  db.JSON[Consent] `bun:"consent" json:"-"`
	Consent     Consent          `bun:"-" json:"consent"`
	UserID      *string          `json:"user_id" doc:"Their account; null for none."`
	CreatedAt   time.Time        `json:"created_at"`
	AskedAt     time.Time        `json:"-"`
	ConfirmedAt *time.Time       `json:"confirmed_at"`
	EndedAt     *time.Time       `json:"ended_at" doc:"When they unsubscribed, or an email came back."`
}

// Campaign is an email to all subscribers of a list.
type Campaign struct {
	bun.BaseModel `bun:"table:newsletter_campaigns,alias:c" json:"-"`

	ID            string     `bun:",pk" json:"id"`
	ListID        string     `json:"list_id"`
	ListName      string     `bun:",scanonly" json:"list_name"`
	Subject       string     `json:"subject"`
	Body          string     `json:"body" doc:"HTML."`
	Status        string     `json:"status" enum:"draft,scheduled,sending,paused,sent,cancelled"`
	PauseReason   string     `json:"pause_reason" enum:",administrator,refusals,server" doc:"Of a paused one: an administrator paused it, too many addresses were refused, or the mail server has been unreachable for a day."`
	SendAt        *time.Time `json:"send_at" doc:"When it is to be sent; null for a draft."`
	StartedAt     *time.Time `json:"started_at"`
	FinishedAt    *time.Time `json:"finished_at"`
	Position      string     `json:"-"`
	Recipients    int64      `json:"recipients" doc:"Subscribers when it started; of a draft, those of its list now."`
	Sent          int64      `json:"sent"`
	Refused       int64      `json:"refused" doc:"Emails that the mail server did not accept, those to addresses that don't exist included."`
	Unsubscribed  int64      `json:"unsubscribed" doc:"By a link in it."`
	SentBefore    int64      `json:"-"`
	RefusedBefore int64      `json:"-"`
	CreatedBy     string     `json:"-"`
	Version       int64      `json:"-"`
	CreatedAt     time.Time  `json:"created_at"`
	UpdatedAt     time.Time  `json:"updated_at"`
}

// EditVersion implements rest.Versioned.
func (c Campaign) EditVersion() int64 { return c.Version }

// CampaignEdit is what administrators write of a campaign. Length counts the text without markup.
type CampaignEdit struct {
	ListID  string `json:"list_id" minLength:"1" maxLength:"36" msg:"Choose a list"`
	Subject string `json:"subject" pattern:"\\S" maxLength:"150" msg:"Enter a subject;maxLength=The subject must be at most 150 characters"`
	Body    string `json:"body" maxLength:"80000" msg:"The text must be at most 20000 characters" doc:"HTML."`
}

// longestBody is how many characters a campaign has at most, without markup.
const longestBody = 20_000

// delivery is a campaign for one subscriber.
type delivery struct {
	bun.BaseModel `bun:"table:newsletter_deliveries,alias:d"`

	ID           string `bun:",pk"`
	CampaignID   string
	SubscriberID string
	State        string
	ClaimedUntil *time.Time
	SentAt       *time.Time
}

// NewsletterDelivery is what has become of a campaign for one subscriber.
type NewsletterDelivery struct {
	ID     string     `json:"id"`
	Email  string     `json:"email"`
	State  string     `json:"state" enum:"queued,sent,refused,bounced,skipped" doc:"skipped: unsubscribed before it was sent."`
	SentAt *time.Time `json:"sent_at"`
}

var (
	errNoList       = fault.New(fault.NotFound, "newsletter_list_not_found", "This list doesn't exist.")
	errNoCampaign   = fault.New(fault.NotFound, "campaign_not_found", "This campaign doesn't exist.")
	errNoSubscriber = fault.New(fault.NotFound, "subscriber_not_found", "This subscriber doesn't exist.")
	errLink         = fault.New(fault.Forbidden, "link_invalid", "This link isn't valid. Copy the whole link from the email.")
	errLinkOver     = fault.New(fault.Gone, "link_expired", "This link has expired. Subscribe again.")
)
