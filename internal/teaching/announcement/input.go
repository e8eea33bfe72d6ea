package announcement

import (
	"cmp"
	"slices"
	"time"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// NewAnnouncement is what its author sets.
type NewAnnouncement struct {
	Title            string         `json:"title" pattern:"\\S" maxLength:"200" msg:"Title is required;maxLength=Title must be at most 200 characters"`
	Content          string         `json:"content" minLength:"1" maxLength:"80000" msg:"Content is required;maxLength=Content must be at most 20,000 characters" doc:"At most 20,000 characters without markup."`
	Format           string         `json:"format,omitempty" enum:"plain,html" default:"plain" msg:"The format of a text must be plain or html" doc:"Of the content. HTML is cleaned."`
	Type             string         `json:"type" enum:"general,course,batch,schedule_change,maintenance,payment,event,system,feature" msg:"Type is required;enum=Type is not one of the known types" doc:"system is stored as maintenance, feature as general."`
	Priority         string         `json:"priority,omitempty" enum:"low,medium,high,urgent" default:"medium" msg:"Priority must be low, medium, high or urgent"`
	TargetAudience   rest.OneOrMany `json:"targetAudience,omitempty" msg:"Target audience is not one of the known audiences" doc:"all, students, instructors, corporate, admins, course:{id}, batch:{id} or specificStudents; of several, whoever is in any of them."`
	SpecificStudents []string       `json:"specificStudents,omitempty" maxItems:"1000" msg:"Specific students must be a list of ids;maxItems=Cannot target more than 1000 specific students at once" doc:"Ids of students who are addressed beside the audience."`
	PublishDate      *time.Time     `json:"publishDate,omitempty" msg:"Publish date must be a date and time" doc:"Default: now."`
	ExpiryDate       *time.Time     `json:"expiryDate,omitempty" msg:"Expiry date must be a date and time" doc:"Default: never."`
	Status           string         `json:"status,omitempty" enum:"draft,published" default:"published" msg:"Status must be draft or published" doc:"A draft is seen by nobody but those who can change it."`
	Sticky           bool           `json:"sticky,omitempty" msg:"sticky must be true or false"`
	RequiresAck      bool           `json:"requiresAck,omitempty" msg:"requiresAck must be true or false"`
	Notify           string         `json:"notify,omitempty" enum:"none,in_app,mail" msg:"notify must be none, in_app or mail" doc:"Default: mail for high and urgent ones, in_app for those of medium priority to at most 10,000 users, otherwise none. Users can switch either off."`
}

// AnnouncementEdit replaces an announcement. Without targetAudience and specificStudents, the audience stays.
type AnnouncementEdit struct {
	NewAnnouncement

	Again bool `json:"again,omitempty" msg:"again must be true or false" doc:"Ask everyone to read it anew, and notify them again."`
}

const (
	maxContent  = 20_000 // characters without markup
	maxAudience = 50     // audiences of one announcement
	maxStudents = 1000   // of one announcement, from the specification
)

// storedTypes are the types that stand for others.
var storedTypes = map[string]string{"system": "maintenance", "feature": "general"}

// write returns an announcement with what n sets, and its audience, which stays unless n names one; fault.Invalid with every rule that n breaks.
func (s *Service) write(r row, was audience, n NewAnnouncement, now time.Time) (row, audience, error) {
	var broken fault.Fields
	r.Title, r.Format = text.OneLine(n.Title), cmp.Or(n.Format, text.PlainFormat)
	r.TitleKey = text.Fold(r.Title)
	r.Content = s.deps.Cleaner.Message(n.Format, n.Content)
	r.Type, r.Priority = cmp.Or(storedTypes[n.Type], n.Type), cmp.Or(n.Priority, "medium")
	r.Sticky, r.RequiresAck, r.Notify, r.ExpiresAt = n.Sticky, n.RequiresAck, n.Notify, n.ExpiryDate
	switch {
	case n.PublishDate != nil:
		r.PublishAt = n.PublishDate.UTC().Truncate(time.Microsecond)
	case r.PublishAt.IsZero() || r.State == draft:
		r.PublishAt = now
	}
	switch {
	case r.State == archived: // it stays there until its status is changed
	case n.Status == draft:
		r.State = draft
	default:
		r.State = released
	}
	broken.Require(r.Content != "", "content", "required", "Content is required")
	broken.Require(text.Length(r.Format, r.Content) <= maxContent, "content", "too_long", "Content must be at most 20,000 characters")
	to, err := newAudience(n.TargetAudience, n.SpecificStudents)
	if err != nil {
		return r, to, err
	}
	if to.isEmpty() && len(n.TargetAudience) == 0 {
		to = was
	}
	broken.Require(!to.isEmpty(), "targetAudience", "required", "Either a target audience or specific students is required")
	if r.ExpiresAt != nil {
		until := r.ExpiresAt.UTC().Truncate(time.Microsecond)
		r.ExpiresAt = &until
		broken.Require(until.After(now), "expiryDate", "in_the_past", "Expiry date must be in the future")
		broken.Require(r.PublishAt.Before(until), "publishDate", "after_expiry", "Publish date must be before expiry date")
	}
	return r, to, broken.Err()
}

// Filter of a list of announcements.
type Filter struct {
	Type     string `query:"type" enum:"general,course,batch,schedule_change,maintenance,payment,event" msg:"type must be one of the known types"`
	Priority string `query:"priority" enum:"low,medium,high,urgent" msg:"priority must be low, medium, high or urgent"`
	Status   string `query:"status" enum:"draft,scheduled,published,expired,archived" msg:"status must be draft, scheduled, published, expired or archived"`
	Audience string `query:"audience" maxLength:"64" msg:"audience must be at most 64 characters" doc:"One of the audiences, such as all or course:{id}."`
	Search   string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"Part of the title."`
	Unread   bool   `query:"unread" msg:"unread must be true or false" doc:"Only those that the caller has not read."`
	Mine     bool   `query:"mine" msg:"mine must be true or false" doc:"Only those that are shown to the caller as a reader now: unread ones first, then by date. Others than administrators and instructors see no others anyway."`
	SortBy   string `query:"sortBy" enum:"publishDate,createdAt,title" default:"publishDate" msg:"sortBy must be publishDate, createdAt or title" doc:"Newest first, or by title."`
}

// AnnouncementStatusChange changes the status of many announcements.
type AnnouncementStatusChange struct {
	IDs         []string   `json:"ids" minItems:"1" maxItems:"500" msg:"Please choose announcements;maxItems=At most 500 announcements can be changed at once"`
	Status      string     `json:"status" enum:"draft,scheduled,published,archived" msg:"status must be draft, scheduled, published or archived" doc:"published publishes scheduled ones now."`
	PublishDate *time.Time `json:"publishDate,omitempty" msg:"Publish date must be a date and time" doc:"For scheduled: when they are published."`
}

// StatusOutcome is what became of one announcement.
type StatusOutcome struct {
	ID      string `json:"id"`
	Outcome string `json:"outcome" enum:"changed,unchanged,refused"`
	Status  string `json:"status,omitempty" doc:"That it has now."`
	Message string `json:"message,omitempty" doc:"Why it was refused."`
}

// check returns fault.Invalid for a date that does not fit the status.
func (c AnnouncementStatusChange) check(now time.Time) error {
	var broken fault.Fields
	if c.Status == scheduled {
		broken.Require(c.PublishDate != nil && c.PublishDate.After(now), "publishDate", "required", "Choose a publish date in the future")
	} else {
		broken.Require(c.PublishDate == nil, "publishDate", "not_allowed", "Only scheduled announcements are given a publish date")
	}
	return broken.Err()
}

// Targeting is an audience to be previewed.
type Targeting struct {
	TargetAudience   rest.OneOrMany `json:"targetAudience,omitempty" msg:"Target audience is not one of the known audiences"`
	SpecificStudents []string       `json:"specificStudents,omitempty" maxItems:"1000" msg:"Specific students must be a list of ids;maxItems=Cannot target more than 1000 specific students at once"`
}

// TargetingPreview is whom an audience has now.
type TargetingPreview struct {
	EstimatedReach        int64                `json:"estimatedReach" doc:"How many users it has, each counted once. Counting stops at 10,001, which stands for more than 10,000."`
	AudienceBreakdown     []AudienceCount      `json:"audienceBreakdown"`
	SpecificStudentsCount int64                `json:"specificStudentsCount"`
	Sample                []AddressableStudent `json:"sample" doc:"Five of them."`
	UnknownStudents       []string             `json:"unknownStudents" doc:"Ids of specificStudents that the caller cannot address."`
	Mails                 int64                `json:"mails" doc:"How many of them would get an email with notify mail: their address is confirmed, and they have not switched these emails off. Counting stops at 10,001."`
}

// AudienceCount is the number of users of an audience.
type AudienceCount struct {
	Type  string `json:"type" doc:"An audience, as it was sent."`
	Count int64  `json:"count"`
}

// ids returns ids without duplicates, in order.
func ids(given []string) []string { return slices.Compact(slices.Sorted(slices.Values(given))) }
