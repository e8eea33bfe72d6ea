// Package school shows whose site this is, and lets administrators change the settings of the installation.
package school

import (
	"time"

	"lectern/internal/people/legal"
	"lectern/internal/platform/access"
	"lectern/internal/platform/palette"
	"lectern/internal/platform/settings"
)

// SchoolInfo is what everybody may know: what pages show before anybody has signed in.
type SchoolInfo struct {
	Name              string                  `json:"name"`
	SupportEmail      string                  `json:"support_email" doc:"Where users turn for help; empty for none."`
	TimeZone          string                  `json:"time_zone" doc:"IANA name, for users who have chosen none."`
	Palette           palette.Palette         `json:"palette" doc:"What is derived from the primary colour of the school."`
	Logo              *Logo                   `json:"logo,omitempty" doc:"Absent for none: the name takes its place."`
	Registration      string                  `json:"registration" enum:"open,domains,invitation" doc:"Who may create an account: everybody, people with an email address of one of the domains, or invited people alone."`
	Domains           []string                `json:"domains" doc:"Of email addresses with which one may register; empty unless registration is domains."`
	LegalDocuments    []legal.DocumentVersion `json:"legal_documents" doc:"What new users accept, in the versions that apply; their text is at /legal-documents/{kind}. Empty until an administrator publishes it."`
	PasswordMinLength int64                   `json:"password_min_length" doc:"Characters of a new password."`
	DemoAccounts      []DemoAccount           `json:"demo_accounts" doc:"As whom visitors of the demo sign in; empty anywhere else."`
	GradeMonths       int64                   `json:"grade_months" doc:"Months for which grades and submissions of an erased account are kept without a name; 0: they are deleted with it."`
	Home              settings.HomeSettings   `json:"home" doc:"What visitors see on the home page."`
}

// DemoAccount is an account of the demo, whose password everybody may know.
type DemoAccount struct {
	Role     access.Role `json:"role" enum:"student,instructor,corporate,admin"`
	Name     string      `json:"name"`
	Email    string      `json:"email"`
	Password string      `json:"password"`
}

func infoOf(s settings.Settings, documents []legal.DocumentVersion) SchoolInfo {
	info := SchoolInfo{Name: s.School.Name, SupportEmail: s.School.SupportEmail, TimeZone: s.School.TimeZone,
		Palette: palette.Of(s.Appearance.PrimaryColor), Logo: logoOf(s.Logo), Registration: s.Registration.Mode, Domains: []string{}, LegalDocuments: documents, PasswordMinLength: s.Passwords.MinLength, GradeMonths: s.Retention.GradeMonths, Home: s.Home}
	if s.Registration.Mode == settings.ByDomain {
		info.Domains = s.Registration.Domains
	}
	return info
}

// SettingsGroup is one group of settings, as administrators edit it.
type SettingsGroup[T any] struct {
	Values    T          `json:"values"`
	Fixed     []string   `json:"fixed" doc:"Members of values that the operator of the servers has fixed."`
	ChangedAt *time.Time `json:"changed_at" doc:"null: these are the defaults."`
	version   int64
}

// EditVersion is compared with If-Match.
func (g SettingsGroup[T]) EditVersion() int64 { return g.version }
