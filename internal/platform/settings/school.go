package settings

import (
	"net/mail"
	"strings"
	"time"
	"unicode/utf8"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// SchoolSettings say whose site this is.
type SchoolSettings struct {
	Name         string `json:"name" minLength:"1" pattern:"\\S" msg:"Please enter the name of the school" doc:"In the header, in emails and in authenticator apps; at most 60 characters."`
	SupportEmail string `json:"support_email" doc:"Where users turn for help, and where replies to emails go; empty for none."`
	TimeZone     string `json:"time_zone" doc:"IANA name, for users who have chosen none and as the default of schedules."`
}

func (*SchoolSettings) Key() string { return "school" }

func (g *SchoolSettings) Normalize() {
	g.Name, g.SupportEmail, g.TimeZone = text.OneLine(g.Name), strings.TrimSpace(g.SupportEmail), strings.TrimSpace(g.TimeZone)
}

func (g *SchoolSettings) Violations() (broken fault.Fields) {
	broken.Require(utf8.RuneCountInString(g.Name) <= 60, "name", "too_long", "The name must be at most 60 characters")
	// A name with a link in it would turn every email into an advertisement, and braces are the placeholders of emails.
	broken.Require(!strings.ContainsFunc(g.Name, text.IsUnprintable) && !strings.ContainsAny(g.Name, "{}<>\"") && !strings.Contains(g.Name, "://"),
		"name", "invalid_format", "The name can't contain a web address or the characters { } < > \"")
	parsed, err := mail.ParseAddress(g.SupportEmail)
	broken.Require(g.SupportEmail == "" || err == nil && parsed.Address == g.SupportEmail && len(g.SupportEmail) <= 254, "support_email", "invalid_format", "This is not a valid email address")
	_, err = time.LoadLocation(g.TimeZone)
	named := g.TimeZone == "UTC" || strings.Contains(g.TimeZone, "/") // neither "Local" nor old names such as EST
	broken.Require(err == nil && named && len(g.TimeZone) <= 64, "time_zone", "unknown_value", "Choose a time zone from the list, such as Europe/Berlin")
	return broken
}

// Zone is the school's time zone.
func (g *SchoolSettings) Zone() *time.Location {
	if zone, err := time.LoadLocation(g.TimeZone); err == nil {
		return zone
	}
	return time.UTC
}
