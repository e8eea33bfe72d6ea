package zoomcatalogue

import (
	"context"
	"fmt"
	"strings"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/mail"
)

// ZoomInvitation is a text for those who are expected in a meeting.
type ZoomInvitation struct {
	Invitation string `json:"invitation" doc:"Plain text in the language of the caller, with the times in the zone of the meeting and in theirs, and the page on which each of its people gets a link of their own. Nothing of it comes from Zoom."`
}

// invitationWords are the words of an invitation. hours takes a day, two times of the clock and a zone.
type invitationWords struct{ hours, join, how string }

var wordsOfInvitations = map[string]invitationWords{
	mail.English: {"%s, %s–%s (%s)", "Join here: %s", "Sign in with your own account. You can join from 10 minutes before it begins, by a link that is only yours."},
	mail.German:  {"%s, %s–%s Uhr (%s)", "Hier teilnehmen: %s", "Melden Sie sich mit Ihrem eigenen Konto an. Ab 10 Minuten vor Beginn treten Sie über einen Link bei, der nur für Sie gilt."},
}

// Invitation returns a text with which people are invited to a meeting, for the caller to send. Who may: as for Read. fault.NotFound.
func (s *Service) Invitation(ctx context.Context, who access.Caller, id string) (i ZoomInvitation, err error) {
	m, err := s.found(ctx, who, id)
	if err != nil {
		return i, err
	}
	q := s.deps.DB.Reader()
	language, err := mail.LanguageFor(ctx, s.deps.Preferences, q, who.ID, access.ClientOf(ctx).Languages)
	if err != nil {
		return i, err
	}
	_, zone, err := s.deps.Preferences.LanguageAndZone(ctx, q, who.ID)
	i.Invitation = m.invitation(language, zone, s.deps.Address+m.JoinPath)
	return i, err
}

// invitation is the text, for a reader in some zone.
func (m stored) invitation(language, zone, page string) string {
	words := wordsOfInvitations[language]
	when := m.hours(words, language, m.Timezone)
	if zone != m.Timezone {
		when += "\n" + m.hours(words, language, zone)
	}
	parts := []string{m.Topic, when}
	if m.Agenda != "" {
		parts = append(parts, m.Agenda)
	}
	return strings.Join(append(parts, fmt.Sprintf(words.join, page)+"\n"+words.how), "\n\n")
}

// hours are day and times of a meeting in a zone; UTC for one that is not known.
func (m stored) hours(words invitationWords, language, zone string) string {
	location, err := time.LoadLocation(zone)
	if err != nil || zone == "" {
		location = time.UTC
	}
	from, until := m.StartTime.In(location), m.EndTime.In(location)
	return fmt.Sprintf(words.hours, mail.FormatDay(language, from), from.Format(clockTime), until.Format(clockTime), location)
}
