package zoom

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"lectern/internal/platform/fault"
)

// ErrNoRegistrant is fault.NotFound.
var ErrNoRegistrant = fault.New(fault.NotFound, "registrant_not_found", "This meeting has no such registrant.")

// Registrant is a learner who can join a meeting.
type Registrant struct {
	Email     string `json:"email"`
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name,omitempty"`
}

// Register adds a registrant and returns their id in this meeting.
func (c *Client) Register(ctx context.Context, number string, r Registrant) (id string, err error) {
	var answer struct {
		ID string `json:"registrant_id"`
	}
	if err = c.call(ctx, http.MethodPost, "/meetings/"+url.PathEscape(number)+"/registrants", r, &answer); err == nil && answer.ID == "" {
		err = fmt.Errorf("zoom answers without the id of the registrant")
	}
	return answer.ID, err
}

// JoinURL returns the address at which a registrant enters. IsNotFound if Zoom does not have them any more.
func (c *Client) JoinURL(ctx context.Context, number, registrant string) (string, error) {
	var answer struct {
		JoinURL string `json:"join_url"`
	}
	err := c.call(ctx, http.MethodGet, "/meetings/"+url.PathEscape(number)+"/registrants/"+url.PathEscape(registrant), nil, &answer)
	if err == nil && !strings.HasPrefix(answer.JoinURL, "https://") {
		err = fmt.Errorf("zoom answers without an address to join the meeting")
	}
	return answer.JoinURL, err
}

// What can be done about a registration.
const (
	Approve = "approve"
	Cancel  = "cancel"
	Deny    = "deny"
)

// Statuses of a registration: what each of these acts leads to.
const (
	Approved  = "approved"
	Cancelled = "cancelled"
	Denied    = "denied"
)

// MostRegistrants is how many registrations are changed by one call.
const MostRegistrants = 30

// ChangeRegistrants approves, cancels or denies registrations, all of them or none. IsNotFound if Zoom doesn't have the meeting, or one of them.
func (c *Client) ChangeRegistrants(ctx context.Context, number, action string, registrants []string) error {
	type one struct {
		ID string `json:"id"`
	}
	body := struct {
		Action      string `json:"action"`
		Registrants []one  `json:"registrants"`
	}{Action: action}
	for _, id := range registrants {
		body.Registrants = append(body.Registrants, one{id})
	}
	return c.call(ctx, http.MethodPut, "/meetings/"+url.PathEscape(number)+"/registrants/status", body, nil)
}
