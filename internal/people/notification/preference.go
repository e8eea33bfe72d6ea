package notification

import (
	"context"
	"fmt"
	"slices"
	"time"
	_ "time/tzdata" // for machines without a zone database

	"github.com/uptrace/bun"

	"lectern/internal/people/notificationkind"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// NotificationPreferences of a user.
type NotificationPreferences struct {
	Kinds  []KindPreference `json:"kinds" doc:"Every kind of news that the caller can have, in groups."`
	Digest MailDigest       `json:"digest"`
}

// KindPreference is a user's choice for one kind of notification.
type KindPreference struct {
	Kind        notificationkind.Kind `json:"kind"`
	Group       string                `json:"group" enum:"security,account,announcements,courses,goals,certificates,videos,blog,administration"`
	Title       string                `json:"title"`
	Description string                `json:"description"`
	InApp       bool                  `json:"in_app" doc:"Shown in the list."`
	Mail        bool                  `json:"mail"`
	MailFixed   bool                  `json:"mail_fixed" doc:"Mail of this kind cannot be switched off."`
}

// MailDigest says when emails are sent.
type MailDigest struct {
	Frequency string     `json:"frequency" enum:"at_once,daily,weekly" msg:"Please choose at_once, daily or weekly"`
	Hour      int64      `json:"hour" minimum:"0" maximum:"23" msg:"The hour must be a number from 0 to 23" doc:"Of the day in time_zone, when a digest comes."`
	Weekday   int64      `json:"weekday" minimum:"0" maximum:"6" msg:"The weekday must be a number from 0 (Sunday) to 6" doc:"When a weekly digest comes; 0 is Sunday."`
	TimeZone  string     `json:"time_zone" maxLength:"64" msg:"This time zone doesn't exist" doc:"IANA, such as Europe/Berlin; empty is that of the profile, or else the school's."`
	NextAt    *time.Time `json:"next_at,omitempty" doc:"When the next digest comes; only told, not taken."`
}

// NewNotificationPreferences changes preferences. Kinds that it does not name keep theirs.
type NewNotificationPreferences struct {
	Kinds  []KindChoice `json:"kinds" maxItems:"100" msg:"At most 100 kinds can be set"`
	Digest *MailDigest  `json:"digest,omitempty" doc:"Absent: as it is."`
}

// KindChoice holds the channels of one kind.
type KindChoice struct {
	bun.BaseModel `bun:"table:notification_preferences,alias:nc" json:"-"`

	UserID string                `bun:",pk" json:"-"`
	Kind   notificationkind.Kind `bun:",pk" json:"kind" maxLength:"64" msg:"This kind of notification doesn't exist"`
	InApp  bool                  `json:"in_app" msg:"in_app must be true or false"`
	Mail   bool                  `json:"mail" msg:"mail must be true or false"`
}

// digestSchedule is the row with a user's email frequency and the time of the next digest.
type digestSchedule struct {
	bun.BaseModel `bun:"table:notification_schedules,alias:ns"`

	UserID    string `bun:",pk"`
	Frequency string
	Hour      int64
	Weekday   int64
	TimeZone  string
	NextAt    *time.Time
}

const (
	mailAtOnce = "at_once"
	mailDaily  = "daily"
	mailWeekly = "weekly"
)

// defaultSchedule applies to users who have chosen nothing: 8 a.m., Mondays.
func defaultSchedule(userID string) digestSchedule {
	return digestSchedule{UserID: userID, Frequency: mailAtOnce, Hour: 8, Weekday: 1}
}

// next returns the time of the first digest after an instant, nil for none. When the local hour is skipped or repeated by a
// clock change it is the nearest hour or one of the two; there is still one digest a day.
func (r digestSchedule) next(after time.Time) *time.Time {
	zone, err := time.LoadLocation(r.TimeZone)
	if r.Frequency == mailAtOnce || err != nil { // the zone may have been removed from the database
		return nil
	}
	local := after.In(zone)
	for day := 0; ; day++ {
		at := time.Date(local.Year(), local.Month(), local.Day()+day, int(r.Hour), 0, 0, 0, zone)
		if at.After(after) && (r.Frequency == mailDaily || at.Weekday() == time.Weekday(r.Weekday)) {
			at = at.UTC()
			return &at
		}
	}
}

// validate checks n for a user with these roles.
func (n NewNotificationPreferences) validate(roles []access.Role) error {
	var broken fault.Fields
	may := notificationkind.For(roles)
	for i, c := range n.Kinds {
		field := fmt.Sprintf("kinds[%d].", i)
		broken.Require(slices.Contains(may, c.Kind), field+"kind", "unknown_value", "This kind of notification doesn't exist")
		broken.Require(c.Mail || notificationkind.Catalogue[c.Kind].MailedBy == notificationkind.FromNotifications, field+"mail", "not_allowed", "These emails protect your account and can't be turned off")
	}
	if n.Digest != nil {
		_, err := time.LoadLocation(n.Digest.TimeZone)
		broken.Require(err == nil && n.Digest.TimeZone != "Local", "digest.time_zone", "unknown_value", "This time zone doesn't exist")
	}
	return broken.Err()
}

// Preferences returns the caller's preferences. For signed-in users.
func (s *Service) Preferences(ctx context.Context, who access.Caller) (NotificationPreferences, error) {
	return s.preferences(ctx, s.db.Reader(), who)
}

func (s *Service) preferences(ctx context.Context, q bun.IDB, who access.Caller) (p NotificationPreferences, err error) {
	chosen, err := choices(ctx, q, who.ID)
	if err != nil {
		return p, err
	}
	for _, kind := range notificationkind.For(who.Roles) {
		about := notificationkind.Catalogue[kind]
		wish := KindChoice{InApp: about.InApp, Mail: about.Mail}
		if i := slices.IndexFunc(chosen, func(c KindChoice) bool { return c.Kind == kind }); i >= 0 {
			wish = chosen[i]
		}
		p.Kinds = append(p.Kinds, KindPreference{kind, about.Group, about.Title, about.Description, wish.InApp, wish.Mail, about.MailedBy == notificationkind.FromOwner})
	}
	r, err := readSchedule(ctx, q, who.ID)
	if err != nil {
		return p, err
	}
	p.Digest = MailDigest{r.Frequency, r.Hour, r.Weekday, r.TimeZone, r.NextAt}
	if r.TimeZone == "" {
		_, p.Digest.TimeZone, err = s.userPreferences.LanguageAndZone(ctx, q, who.ID)
	}
	return p, err
}

// SetPreferences saves the caller's preferences. For signed-in users; fault.Invalid when a rule is violated.
func (s *Service) SetPreferences(ctx context.Context, who access.Caller, n NewNotificationPreferences) (p NotificationPreferences, err error) {
	if err := n.validate(who.Roles); err != nil {
		return p, err
	}
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		for _, c := range n.Kinds {
			c.UserID = who.ID
			if err := saveChoice(ctx, tx, c); err != nil {
				return err
			}
		}
		if d := n.Digest; d != nil {
			r := digestSchedule{UserID: who.ID, Frequency: d.Frequency, Hour: d.Hour, Weekday: d.Weekday, TimeZone: d.TimeZone}
			if r.TimeZone == "" {
				if _, r.TimeZone, err = s.userPreferences.LanguageAndZone(ctx, tx, who.ID); err != nil {
					return err
				}
			}
			if err := s.saveSchedule(ctx, tx, r); err != nil {
				return err
			}
		}
		p, err = s.preferences(ctx, tx, who)
		return err
	})
	return p, err
}

// saveSchedule schedules the next digest. When the user no longer wants digests, waiting notifications are sent in a last
// one at once.
func (s *Service) saveSchedule(ctx context.Context, tx bun.IDB, r digestSchedule) error {
	now := s.clock.Now()
	r.NextAt = r.next(now)
	if r.NextAt == nil {
		r.NextAt = &now
	}
	return putSchedule(ctx, tx, r)
}

// channelsOf returns the user's channels for a kind, by default the kind's.
func channelsOf(ctx context.Context, q bun.IDB, userID string, kind notificationkind.Kind) (KindChoice, error) {
	chosen, err := choices(ctx, q, userID, kind)
	if err != nil || len(chosen) > 0 {
		return append(chosen, KindChoice{})[0], err
	}
	return KindChoice{InApp: notificationkind.Catalogue[kind].InApp, Mail: notificationkind.Catalogue[kind].Mail}, nil
}

// initialMailState returns the state of a new email: sent, or waiting for the digest.
func (s *Service) initialMailState(ctx context.Context, q bun.IDB, userID string, timing emailTiming) (string, error) {
	r, err := readSchedule(ctx, q, userID)
	if r.Frequency == mailAtOnce || timing == atOnce {
		return mailSent, err
	}
	return mailWaiting, err
}
