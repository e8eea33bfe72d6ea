package content

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
)

// LiveSession is the content of a live lesson.
type LiveSession struct {
	Date     string    `json:"date" doc:"YYYY-MM-DD, in the time zone."`
	Start    string    `json:"start_time" doc:"HH:MM, in the time zone."`
	Minutes  int64     `json:"duration_minutes"`
	Timezone string    `json:"timezone" doc:"IANA name."`
	JoinURL  string    `json:"join_url,omitempty"`
	StartsAt time.Time `json:"starts_at" doc:"The instant, made of the wall time."`
}

type liveKind struct{}

func (liveKind) Check(_ context.Context, _ bun.IDB, _ string, c Content) (Content, error) {
	s, err := Decode[LiveSession](c)
	if err != nil {
		return nil, err
	}
	var broken fault.Fields
	zone, err := time.LoadLocation(s.Timezone)
	broken.Require(err == nil && s.Timezone != "" && s.Timezone != "Local", "content.timezone", "unknown_value", "Please choose a time zone, such as Europe/Berlin")
	broken.Require(s.Minutes >= 30 && s.Minutes <= 480, "content.duration_minutes", "out_of_range", "A session must last from 30 minutes to 8 hours")
	address, err := url.Parse(s.JoinURL)
	broken.Require(err == nil && (s.JoinURL == "" || address.Scheme == "https" && address.Host != "" && address.User == nil),
		"content.join_url", "invalid_format", "The meeting link must start with https://")
	if zone != nil {
		s.StartsAt, err = clock.Resolve(s.Date, s.Start, zone)
		skipped := errors.Is(err, clock.ErrSkipped)
		broken.Require(err == nil || skipped, "content.date", "invalid_format", "Please enter a date and a time")
		broken.Require(!skipped, "content.start_time", "skipped", "The clocks go forward over this time on that day, so it doesn't exist. Choose another one")
	}
	if err := broken.Err(); err != nil {
		return nil, err
	}
	return json.Marshal(s)
}

func (liveKind) ForLearner(c Content) (Content, error) { return c, nil }
