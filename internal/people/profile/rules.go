package profile

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"time"
	_ "time/tzdata" // for machines without a zone database
	"unicode"

	"golang.org/x/text/currency"
	"golang.org/x/text/language"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// normalise returns e as it is stored, or fault.Invalid with every violated rule. now limits dates to the past.
func (e ProfileEdit) normalise(now time.Time) (ProfileEdit, error) {
	e.trim()
	var broken fault.Fields
	broken.Require(e.FullName != "", "fullName", "required", "Please enter your name")
	requireLine(&broken, "fullName", e.FullName)
	requireLine(&broken, "pronouns", e.Pronouns)
	requireLine(&broken, "headline", e.Headline)
	broken.Require(!strings.ContainsFunc(e.Bio, unprintable), "bio", "invalid_format", "This contains a character that can't be shown")
	broken.Require(e.BirthDate == "" || isBirthDate(e.BirthDate, now), "birthDate", "invalid_format", "This is not a valid date of birth, such as 1990-12-31")
	broken.Require(e.Phone == "" || e164.MatchString(e.Phone), "phone", "invalid_format", "A phone number starts with + and the country code, such as +49 30 1234567")
	e.localise(&broken)
	e.Address.check(&broken)
	e.checkLists(&broken)
	return e, broken.Err()
}

// e164 matches a number of ITU-T E.164 with its plus.
var e164 = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)

// spaces removes the separators that people write in telephone numbers.
var spaces = strings.NewReplacer(" ", "", "\u00a0", "", "-", "", "(", "", ")", "", ".", "", "/", "")

// trim trims every text and replaces nil lists by empty ones.
func (e *ProfileEdit) trim() {
	e.FullName = strings.TrimSpace(e.FullName)
	for _, text := range []*string{&e.Pronouns, &e.Headline, &e.Bio, &e.BirthDate, &e.TimeZone, &e.Locale,
		&e.Address.Street, &e.Address.PostalCode, &e.Address.City, &e.Address.Region} {
		*text = strings.TrimSpace(*text)
	}
	e.Phone = spaces.Replace(strings.TrimSpace(e.Phone))
	e.Currency, e.Address.Country = strings.ToUpper(strings.TrimSpace(e.Currency)), strings.ToUpper(strings.TrimSpace(e.Address.Country))
	e.Education, e.Work = append([]EducationEntry{}, e.Education...), append([]WorkEntry{}, e.Work...)
	for i := range e.Education {
		s := &e.Education[i]
		s.School, s.Degree, s.From, s.To = strings.TrimSpace(s.School), strings.TrimSpace(s.Degree), strings.TrimSpace(s.From), strings.TrimSpace(s.To)
	}
	for i := range e.Work {
		w := &e.Work[i]
		w.Organisation, w.Title, w.From, w.To = strings.TrimSpace(w.Organisation), strings.TrimSpace(w.Title), strings.TrimSpace(w.From), strings.TrimSpace(w.To)
	}
	e.Links = append([]ProfileLink{}, e.Links...)
	for i := range e.Links {
		e.Links[i].Label, e.Links[i].URL = strings.TrimSpace(e.Links[i].Label), strings.TrimSpace(e.Links[i].URL)
	}
	e.Skills = uniqueSkills(e.Skills)
}

// uniqueSkills removes skills that differ only in spelling.
func uniqueSkills(skills []string) []string {
	kept, seen := []string{}, map[string]bool{}
	for _, s := range skills {
		s = strings.Join(strings.Fields(s), " ")
		if key := strings.ToLower(s); s != "" && !seen[key] {
			seen[key] = true
			kept = append(kept, s)
		}
	}
	return kept
}

func unprintable(r rune) bool { return text.IsUnprintable(r) && r != '\n' && r != '\t' && r != '\r' }

// requireLine rejects a text with line breaks.
func requireLine(broken *fault.Fields, field, line string) {
	broken.Require(!strings.ContainsFunc(line, text.IsUnprintable), field, "invalid_format", "This contains a character that can't be shown")
}

func isBirthDate(text string, now time.Time) bool {
	day, err := time.Parse(time.DateOnly, text)
	return err == nil && day.Year() >= 1900 && day.Before(now)
}

// localise checks zone, language and currency, and brings the language tag into canonical form.
func (e *ProfileEdit) localise(broken *fault.Fields) {
	_, err := time.LoadLocation(e.TimeZone)
	named := e.TimeZone == "" || err == nil && (e.TimeZone == "UTC" || strings.Contains(e.TimeZone, "/")) // not "Local", nor old names such as EST
	broken.Require(named, "timeZone", "unknown_value", "Choose a time zone from the list, such as Europe/Berlin")
	if e.Locale != "" {
		tag, err := language.Parse(e.Locale)
		broken.Require(err == nil && tag != language.Und, "locale", "unknown_value", "Choose a language from the list, such as en-GB")
		if err == nil {
			e.Locale = tag.String()
		}
	}
	_, err = currency.ParseISO(e.Currency)
	broken.Require(e.Currency == "" || err == nil, "currency", "unknown_value", "Choose a currency from the list, such as EUR")
}

func (a PostalAddress) check(broken *fault.Fields) {
	requireLine(broken, "address.street", a.Street)
	requireLine(broken, "address.postalCode", a.PostalCode)
	requireLine(broken, "address.city", a.City)
	requireLine(broken, "address.region", a.Region)
	region, err := language.ParseRegion(a.Country)
	broken.Require(a.Country == "" || err == nil && region.IsCountry() && region.String() == a.Country,
		"address.country", "unknown_value", "Choose a country from the list, such as DE")
}

func (e ProfileEdit) checkLists(broken *fault.Fields) {
	for i, s := range e.Education {
		at := fmt.Sprintf("education[%d].", i)
		broken.Require(s.School != "", at+"school", "required", "Please enter the school")
		requireLine(broken, at+"school", s.School)
		requireLine(broken, at+"degree", s.Degree)
		requireSpan(broken, at, s.From, s.To)
	}
	for i, w := range e.Work {
		at := fmt.Sprintf("work[%d].", i)
		broken.Require(w.Organisation != "", at+"organisation", "required", "Please enter the organisation")
		requireLine(broken, at+"organisation", w.Organisation)
		requireLine(broken, at+"title", w.Title)
		requireSpan(broken, at, w.From, w.To)
	}
	for i, s := range e.Skills {
		at := fmt.Sprintf("skills[%d]", i)
		requireLine(broken, at, s)
		broken.Require(len([]rune(s)) <= 60, at, "too_long", "A skill has at most 60 characters")
	}
	for i, l := range e.Links {
		at := fmt.Sprintf("links[%d].", i)
		requireLine(broken, at+"label", l.Label)
		broken.Require(isSecureAddress(l.URL), at+"url", "invalid_format", "A link starts with https:// and a domain, such as https://example.org/me")
	}
}

// isSecureAddress reports whether a link is https without a password.
func isSecureAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Scheme == "https" && u.User == nil && strings.Contains(strings.Trim(u.Hostname(), "."), ".") &&
		!strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) })
}

// month is a year, optionally with a month.
var month = regexp.MustCompile(`^(19|20)[0-9]{2}(-(0[1-9]|1[0-2]))?$`)

func requireSpan(broken *fault.Fields, at, from, to string) {
	const form = "Enter a year, such as 2019, or a month, such as 2019-09"
	broken.Require(from == "" || month.MatchString(from), at+"from", "invalid_format", form)
	broken.Require(to == "" || month.MatchString(to), at+"to", "invalid_format", form)
	shared := min(len(from), len(to)) // a year without a month is compared by the year
	broken.Require(from[:shared] <= to[:shared], at+"to", "out_of_range", "The end can't be before the start")
}
