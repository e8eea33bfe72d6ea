package notification

import (
	"cmp"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"time"

	"lectern/internal/people/notificationkind"
	"lectern/internal/platform/mail"
)

// someone is said instead of a name: of a user whose account is closed.
var someone = map[string]string{mail.English: "Someone", mail.German: "Jemand"}

// digest is the text around the notifications of a digest.
type digest struct {
	one, many, intro, button string
}

func (d digest) subject(n int) string {
	if n == 1 {
		return d.one
	}
	return fmt.Sprintf(d.many, n)
}

var digests = map[string]digest{
	mail.English: {"1 new notification", "%d new notifications", "These are your unread notifications.", "See all notifications"},
	mail.German:  {"1 neue Benachrichtigung", "%d neue Benachrichtigungen", "Das sind Ihre ungelesenen Benachrichtigungen.", "Alle Benachrichtigungen"},
}

// reader is how a user reads.
type reader struct {
	language string
	zone     string // IANA name
}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

// localTime is how notifications hold times that were stored before they held instants: of the wall clock in their zone.
const localTime = "2006-01-02 15:04"

// timeLayouts are how each language writes a date with a time.
var timeLayouts = map[string]string{mail.English: "2 Jan 2006, 15:04", mail.German: "2.1.2006, 15:04"}

// fill replaces placeholders by the data of n, {person} by the name of its user, and times by how the reader writes them.
func (n notificationRow) fill(text string, r reader) string {
	return strings.TrimSpace(placeholder.ReplaceAllStringFunc(text, func(name string) string {
		if name == "{person}" {
			return cmp.Or(n.Person, someone[r.language], someone[mail.English])
		}
		value, zone := n.Data.V[name[1:len(name)-1]], n.Data.V["zone"]
		if name == "{amount}" {
			return notificationkind.Amount(value, n.Data.V["currency"], r.language)
		}
		if name == "{classroom}" {
			return notificationkind.Classroom(value, r.language)
		}
		if name == "{reason}" && n.Kind == notificationkind.VideoFailed {
			return notificationkind.Failure(n.Data.V["code"], value, r.language)
		}
		if at, err := time.Parse(time.RFC3339, value); err == nil {
			return r.time(at, zone)
		}
		if at, err := time.Parse(localTime, value); err == nil {
			return at.Format(r.layout()) + " (" + zone + ")"
		}
		return value
	}))
}

func (r reader) layout() string { return cmp.Or(timeLayouts[r.language], timeLayouts[mail.English]) }

// time writes an instant in the reader's time zone, and in the zone of what it is about where the clocks there show another time.
func (r reader) time(at time.Time, zone string) string {
	there := zoneOf(zone)
	here, err := time.LoadLocation(r.zone)
	if err != nil {
		here = there
	}
	own, other := at.In(here), at.In(there)
	switch {
	case own.Format(localTime) == other.Format(localTime):
		return other.Format(r.layout()) + " (" + there.String() + ")"
	case own.Format(time.DateOnly) == other.Format(time.DateOnly):
		return own.Format(r.layout()) + " (" + here.String() + "; " + other.Format("15:04") + " in " + there.String() + ")"
	}
	return own.Format(r.layout()) + " (" + here.String() + "; " + other.Format(r.layout()) + " in " + there.String() + ")"
}

// path returns the path of the page that n links to.
func (n notificationRow) path() string {
	return placeholder.ReplaceAllStringFunc(notificationkind.Catalogue[n.Kind].Path, func(name string) string {
		return url.PathEscape(n.Data.V[name[1:len(name)-1]])
	})
}
