package zoom

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Instance is one time in which a meeting took place.
type Instance struct {
	UUID      string    `json:"uuid"`
	StartedAt time.Time `json:"start_time"`
}

// Participant is a stretch of time in which somebody was in an instance.
type Participant struct {
	UserID       string    `json:"user_id"`       // of this stretch; another one when they come back
	RegistrantID string    `json:"registrant_id"` // empty for who did not register
	Status       string    `json:"status"`
	JoinedAt     time.Time `json:"join_time"`
	LeftAt       time.Time `json:"leave_time"`
}

// WaitingRoom is the status of a participant who was not let in yet.
const WaitingRoom = "in_waiting_room"

// Instances returns the times in which a meeting took place; none if it never did.
func (c *Client) Instances(ctx context.Context, number string) ([]Instance, error) {
	var answer struct {
		Meetings []Instance `json:"meetings"`
	}
	err := c.call(ctx, http.MethodGet, "/past_meetings/"+url.PathEscape(number)+"/instances", nil, &answer)
	if IsNotFound(err) {
		err = nil
	}
	return answer.Meetings, err
}

// Participants returns everybody who was in an instance; the report of the number of a meeting would be that of its last instance only.
func (c *Client) Participants(ctx context.Context, uuid string) (all []Participant, err error) {
	query := url.Values{"page_size": {"300"}, "include_fields": {"registrant_id"}}
	for {
		var page struct {
			Participants []Participant `json:"participants"`
			Next         string        `json:"next_page_token"`
		}
		if err := c.call(ctx, http.MethodGet, "/report/meetings/"+escapeUUID(uuid)+"/participants?"+query.Encode(), nil, &page); err != nil {
			return nil, err
		}
		all = append(all, page.Participants...)
		if page.Next == "" || page.Next == query.Get("next_page_token") {
			return all, nil
		}
		query.Set("next_page_token", page.Next)
	}
}

// escapeUUID writes the id of an instance into a path, twice where it has slashes that would end a segment.
func escapeUUID(uuid string) string {
	if strings.HasPrefix(uuid, "/") || strings.Contains(uuid, "//") {
		uuid = url.PathEscape(uuid)
	}
	return url.PathEscape(uuid)
}
