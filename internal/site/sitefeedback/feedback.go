// Package sitefeedback receives what users and visitors say about the site, and publishes what they agreed to have published.
package sitefeedback

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
)

const (
	fresh     = "new"
	published = "published"
)

// SiteFeedback is what a user or visitor says about the site, as administrators see it.
type SiteFeedback struct {
	bun.BaseModel `bun:"table:site_feedback,alias:f" json:"-"`

	ID             string     `bun:",pk" json:"id"`
	FormID         *string    `json:"-"`
	UserID         *string    `json:"user_id" doc:"Their account; null for a visitor."`
	FullName       string     `json:"full_name"`
	Email          string     `json:"email"`
	EmailKey       string     `json:"-"`
	Rating         int64      `json:"rating" doc:"1 to 5 stars."`
	Body           string     `json:"text"`
	PublishConsent bool       `json:"publish_consent" doc:"Whether they agreed to have it published with their first name."`
	Status         string     `json:"status" enum:"new,published,hidden"`
	PublishedAt    *time.Time `json:"published_at" doc:"null unless it is published."`
	CreatedAt      time.Time  `json:"created_at"`
}

// NewSiteFeedback is the form.
type NewSiteFeedback struct {
	Rating         int64  `json:"rating" minimum:"1" maximum:"5" msg:"Choose 1 to 5 stars"`
	Text           string `json:"text" pattern:"\\S" maxLength:"2000" msg:"Write what you think;maxLength=The text must be at most 2000 characters"`
	PublishConsent bool   `json:"publish_consent,omitempty" doc:"They agree to have it published with their first name."`
	FullName       string `json:"full_name,omitempty" maxLength:"120" msg:"The name must be at most 120 characters" doc:"Of visitors."`
	Email          string `json:"email,omitempty" maxLength:"254" msg:"Enter a valid email address" doc:"Of visitors; never published."`
	Form           string `json:"form_id,omitempty" maxLength:"400" msg:"This form has expired. Open it again" doc:"From GET /feedback/form. A form counts once; visitors without one are asked for a code from an email."`
	Website        string `json:"website,omitempty" maxLength:"200" doc:"People don't see this field of the form: who fills it in is a robot."`
	EmailCode      string `json:"email_code,omitempty" maxLength:"20" msg:"The code has 6 digits" doc:"Of the email, for visitors whom a refusal has asked for it."`
}

// FeedbackForm is a form that was opened.
type FeedbackForm struct {
	FormID string `json:"form_id" doc:"To send with the feedback within 2 hours."`
}

// Testimonial is feedback that was published.
type Testimonial struct {
	ID        string    `json:"id"`
	FirstName string    `json:"first_name"`
	Rating    int64     `json:"rating" doc:"1 to 5 stars."`
	Text      string    `json:"text"`
	CreatedAt time.Time `json:"created_at"`
}

// FeedbackDecision publishes or hides feedback.
type FeedbackDecision struct {
	Status string `json:"status" enum:"new,published,hidden" msg:"This status doesn't exist"`
}

// FeedbackFilter narrows the list.
type FeedbackFilter struct {
	Status string `query:"status" enum:",new,published,hidden" msg:"This status doesn't exist"`
	Rating int64  `query:"rating" minimum:"0" maximum:"5" msg:"rating must be 1 to 5" doc:"0: all."`
}

var errNoFeedback = fault.New(fault.NotFound, "feedback_not_found", "This feedback doesn't exist.")
