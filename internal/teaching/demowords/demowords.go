// Package demowords has the emails about demo classes.
package demowords

import (
	"time"

	"lectern/internal/platform/mail"
)

// Emails about a booking.
const (
	Confirmed = "confirmed"
	Moved     = "moved"
	Cancelled = "cancelled"
	Reminder  = "reminder"
	Taken     = "taken"    // to an instructor whose demo another one gives now
	Feedback  = "feedback" // asks the visitor how it was
	Outcome   = "outcome"  // asks the instructor whether it took place
)

// ForVisitors are the emails to who has booked.
var ForVisitors = map[string]mail.Translations{
	Confirmed: {
		English: mail.Text{Subject: "Your demo class on {time}", Lines: []string{"Your demo class with {instructor} is booked for {time}."}, Action: "See, move or cancel",
			Afterword: []string{"You can move it until 2 hours before it begins."}},
		German: mail.Text{Subject: "Ihre Probestunde am {time}", Lines: []string{"Ihre Probestunde mit {instructor} ist gebucht: {time}."}, Action: "Ansehen, verschieben oder absagen",
			Afterword: []string{"Sie können sie bis 2 Stunden vor Beginn verschieben."}},
	},
	Moved: {
		English: mail.Text{Subject: "Your demo class has moved to {time}", Lines: []string{"Your demo class with {instructor} now takes place on {time}."}, Action: "See, move or cancel"},
		German:  mail.Text{Subject: "Ihre Probestunde findet jetzt am {time} statt", Lines: []string{"Ihre Probestunde mit {instructor} wurde verschoben: {time}."}, Action: "Ansehen, verschieben oder absagen"},
	},
	Cancelled: {
		English: mail.Text{Subject: "Your demo class on {time} is cancelled", Lines: []string{"Your demo class with {instructor} on {time} is cancelled."}, Action: "See the booking"},
		German:  mail.Text{Subject: "Ihre Probestunde am {time} ist abgesagt", Lines: []string{"Ihre Probestunde mit {instructor} am {time} ist abgesagt."}, Action: "Buchung ansehen"},
	},
	Reminder: {
		English: mail.Text{Subject: "Your demo class begins on {time}", Lines: []string{"Your demo class with {instructor} begins on {time}."}, Action: "See, move or cancel"},
		German:  mail.Text{Subject: "Ihre Probestunde beginnt am {time}", Lines: []string{"Ihre Probestunde mit {instructor} beginnt am {time}."}, Action: "Ansehen, verschieben oder absagen"},
	},
	Feedback: {
		English: mail.Text{Subject: "How was your demo class with {instructor}?", Lines: []string{"Your demo class with {instructor} took place on {time}. Tell us in two minutes how it was."}, Action: "Give feedback"},
		German:  mail.Text{Subject: "Wie war Ihre Probestunde mit {instructor}?", Lines: []string{"Ihre Probestunde mit {instructor} fand statt: {time}. Sagen Sie uns in zwei Minuten, wie sie war."}, Action: "Feedback geben"},
	},
}

// ForInstructors are the emails to who gives the demo.
var ForInstructors = map[string]mail.Translations{
	Confirmed: {
		English: mail.Text{Subject: "Demo class with {name} on {time}", Lines: []string{"{name} has booked a demo class with you on {time}."}},
		German:  mail.Text{Subject: "Probestunde mit {name} am {time}", Lines: []string{"{name} hat eine Probestunde bei Ihnen gebucht: {time}."}},
	},
	Moved: {
		English: mail.Text{Subject: "Demo class with {name}, now on {time}", Lines: []string{"Your demo class with {name} takes place on {time}."}},
		German:  mail.Text{Subject: "Probestunde mit {name}, jetzt am {time}", Lines: []string{"Ihre Probestunde mit {name} findet am {time} statt."}},
	},
	Cancelled: {
		English: mail.Text{Subject: "Demo class with {name} on {time} is cancelled", Lines: []string{"The demo class with {name} on {time} is cancelled. The time is free again."}},
		German:  mail.Text{Subject: "Probestunde mit {name} am {time} ist abgesagt", Lines: []string{"Die Probestunde mit {name} am {time} ist abgesagt. Die Zeit ist wieder frei."}},
	},
	Taken: {
		English: mail.Text{Subject: "{instructor} gives the demo class with {name}", Lines: []string{"{instructor} now gives the demo class with {name} on {time}. Your time is free again."}},
		German:  mail.Text{Subject: "{instructor} übernimmt die Probestunde mit {name}", Lines: []string{"{instructor} gibt die Probestunde mit {name} jetzt am {time}. Ihre Zeit ist wieder frei."}},
	},
	Outcome: {
		English: mail.Text{Subject: "Did the demo class with {name} take place?", Lines: []string{"You had a demo class with {name} on {time}. Tell us whether it took place, so that {name} can be asked how it was."}, Action: "Record the outcome"},
		German:  mail.Text{Subject: "Hat die Probestunde mit {name} stattgefunden?", Lines: []string{"Sie hatten eine Probestunde mit {name}: {time}. Sagen Sie uns, ob sie stattgefunden hat, damit {name} nach Feedback gefragt wird."}, Action: "Ergebnis eintragen"},
	},
	Reminder: {
		English: mail.Text{Subject: "Demo class with {name} begins on {time}", Lines: []string{"Your demo class with {name} begins on {time}."}},
		German:  mail.Text{Subject: "Probestunde mit {name} beginnt am {time}", Lines: []string{"Ihre Probestunde mit {name} beginnt am {time}."}},
	},
}

// TimeIn formats an instant with its zone, for an email.
func TimeIn(at time.Time, zone, language string) string {
	location := LocationOf(zone)
	local := at.In(location)
	if language == mail.German {
		return mail.FormatDay(language, local) + ", " + local.Format("15:04") + " Uhr (" + location.String() + ")"
	}
	return mail.FormatDay(language, local) + ", " + local.Format("15:04") + " (" + location.String() + ")"
}

// LocationOf returns UTC for a zone that is not known.
func LocationOf(zone string) *time.Location {
	location, err := time.LoadLocation(zone)
	if err != nil {
		return time.UTC
	}
	return location
}
