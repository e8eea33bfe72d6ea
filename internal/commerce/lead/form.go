package lead

import (
	"regexp"
	"strings"
	"time"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/formguard"
	"lectern/internal/platform/text"
)

// Sender is who sends a form, in all of them.
type Sender struct {
	FullName    string                `json:"full_name" pattern:"\\S" maxLength:"120" msg:"Enter your name;maxLength=The name must be at most 120 characters"`
	Email       string                `json:"email" pattern:"\\S" maxLength:"254" msg:"Enter a valid email address"`
	PhoneNumber string                `json:"phone_number,omitempty" maxLength:"40" msg:"The phone number must be at most 40 characters"`
	CountryCode string                `json:"country_code,omitempty" pattern:"^([A-Za-z]{2})?$" default:"IN" msg:"Choose a country" doc:"ISO 3166-1, of the sender: a phone number without a country's code is one of it."`
	WantsOffers bool                  `json:"wants_offers,omitempty" doc:"They agree to be contacted about other offers too."`
	Form        string                `json:"form_id,omitempty" maxLength:"400" msg:"This form has expired. Open it again" doc:"From GET /contacts/form. A form counts once; without one, senders who are not signed in are asked for a code from an email."`
	Website     string                `json:"website,omitempty" maxLength:"200" doc:"People don't see this field of the form: who fills it in is a robot."`
	EmailCode   string                `json:"email_code,omitempty" maxLength:"20" msg:"The code has 6 digits" doc:"Of the email, for visitors whom a refusal has asked for it."`
	Origin      formguard.VisitOrigin `json:"origin,omitzero"`
}

// NewContact is the contact form.
type NewContact struct {
	Sender
	Message string `json:"message" pattern:"\\S" maxLength:"5000" msg:"Write your message;maxLength=The message must be at most 5000 characters"`
}

// EnrollRequest asks for a place in a course, or about it.
type EnrollRequest struct {
	Sender
	CourseID       string `json:"course_id" minLength:"1" maxLength:"36" msg:"Course ID is required"`
	PreferredStart string `json:"preferred_start,omitempty" maxLength:"10" msg:"The preferred start must be a date" doc:"YYYY-MM-DD."`
	Message        string `json:"message,omitempty" maxLength:"5000" msg:"The message must be at most 5000 characters"`
}

// BrochureRequest asks for the brochure of a course.
type BrochureRequest struct {
	Sender
	BrochureID string `json:"brochure_id,omitempty" maxLength:"36" msg:"This brochure doesn't exist" doc:"From GET /brochures. If the brochure has been replaced since, the new one is sent."`
	CourseID   string `json:"course_id" minLength:"1" maxLength:"36" msg:"Course ID is required"`
}

// TrainingInquiry asks for training of a company.
type TrainingInquiry struct {
	Sender
	CompanyName string `json:"company_name" pattern:"\\S" maxLength:"200" msg:"Enter the name of your company;maxLength=The company must be at most 200 characters"`
	PeopleCount int64  `json:"people_count,omitempty" minimum:"0" maximum:"1000000" msg:"Enter how many people are to be trained" doc:"0: not known yet."`
	Courses     string `json:"courses,omitempty" maxLength:"500" msg:"The topics must be at most 500 characters" doc:"Titles or topics."`
	Format      string `json:"format,omitempty" enum:",online,on_site,either" msg:"format must be online, on_site or either"`
	Budget      string `json:"budget,omitempty" maxLength:"100" msg:"The budget must be at most 100 characters"`
	Message     string `json:"message,omitempty" maxLength:"5000" msg:"The message must be at most 5000 characters"`
}

// OpenForm is a form that was opened.
type OpenForm struct {
	FormID string `json:"form_id" doc:"To send with the form within 2 hours."`
}

// sent is a form as it was read.
type sent struct {
	Lead
	form          formguard.Form
	website, code string
}

// read checks what all forms have. fault.Invalid.
func (from Sender) read(kind string, now time.Time) (s sent, err error) {
	var broken fault.Fields
	from.Email = strings.TrimSpace(from.Email)
	country := strings.ToUpper(from.CountryCode)
	broken.Require(isAddress(from.Email), "email", "invalid_format", "Enter a valid email address")
	calling, known := callingCodes[country]
	broken.Require(known, "country_code", "unknown", "Choose a country")
	phone, ok := internationalNumber(from.PhoneNumber, calling)
	broken.Require(ok || !known, "phone_number", "invalid_format", "Enter a valid phone number, such as +91 98765 43210")
	if err := broken.Err(); err != nil {
		return s, err
	}
	origin := from.Origin.Printable()
	s = sent{website: from.Website, code: from.EmailCode, Lead: Lead{ID: db.NewID(), Kind: kind, Status: Fresh, FullName: text.Printable(text.OneLine(from.FullName), 120), Email: from.Email, EmailKey: emailKey(from.Email),
		PhoneNumber: phone, CountryCode: country, WantsOffers: from.WantsOffers, OriginRow: db.JSON[formguard.VisitOrigin]{V: origin}, Source: sourceOf(origin),
		Version: 1, CreatedAt: now, UpdatedAt: now}}
	return s, nil
}

// sourceOf is what counts as the source of a lead.
func sourceOf(o formguard.VisitOrigin) string {
	if o.UTMSource != "" {
		return o.UTMSource
	}
	return o.Referrer
}

var webAddress = regexp.MustCompile(`(?i)https?://|www\.|\[url`)

// mostAddresses is how many addresses of web pages a person writes into a message.
const mostAddresses = 3

// looksLikeSpam reports whether a message advertises something.
func looksLikeSpam(message string) bool {
	return len(webAddress.FindAllStringIndex(message, mostAddresses+1)) > mostAddresses
}

// dated checks a date, which may be missing. fault.Invalid.
func dated(field, value string) error {
	if value == "" {
		return nil
	}
	if _, err := time.Parse(time.DateOnly, value); err != nil {
		return fault.InvalidField(field, "invalid_format", "The preferred start must be a date")
	}
	return nil
}
