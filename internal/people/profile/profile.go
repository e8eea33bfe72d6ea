// Package profile manages users' profiles, avatars and public profiles, exports all personal data of a user, and deletes
// accounts.
//
// Names, email addresses and passwords belong to package account, which changes them.
package profile

import (
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
)

// ProfileEdit holds the members that a user may change: a PATCH is merged into it.
type ProfileEdit struct {
	FullName string `json:"fullName" minLength:"1" maxLength:"120" msg:"Please enter your name;maxLength=Your name must be at most 120 characters"`
	About
}

// About is the part of a profile that users write. An empty string means not filled in.
type About struct {
	Pronouns    string             `json:"pronouns" maxLength:"40" msg:"Pronouns must be at most 40 characters"`
	Headline    string             `json:"headline" maxLength:"120" msg:"Your headline must be at most 120 characters" doc:"One line under the name."`
	Bio         string             `json:"bio" maxLength:"2000" msg:"Your bio must be at most 2,000 characters" doc:"Plain text."`
	BirthDate   string             `json:"birthDate" maxLength:"10" msg:"A date of birth looks like 1990-12-31" doc:"YYYY-MM-DD. Nobody else sees it."`
	Phone       string             `json:"phone" maxLength:"40" msg:"A phone number starts with + and the country code, such as +49 30 1234567" doc:"E.164. Nobody else sees it."`
	Address     PostalAddress      `json:"address" doc:"Nobody else sees it."`
	TimeZone    string             `json:"timeZone" maxLength:"64" msg:"Choose a time zone from the list, such as Europe/Berlin" doc:"A name of the IANA time zone database."`
	Locale      string             `json:"locale" maxLength:"35" msg:"Choose a language from the list, such as en-GB" doc:"BCP 47."`
	Currency    string             `json:"currency" maxLength:"3" msg:"Choose a currency from the list, such as EUR" doc:"ISO 4217."`
	Education   []EducationEntry   `json:"education" maxItems:"20" msg:"At most 20 entries"`
	Work        []WorkEntry        `json:"work" maxItems:"20" msg:"At most 20 entries"`
	Skills      []string           `json:"skills" maxItems:"50" msg:"At most 50 skills"`
	Links       []ProfileLink      `json:"links" maxItems:"10" msg:"At most 10 links"`
	Preferences ProfilePreferences `json:"preferences"`
}

type PostalAddress struct {
	Street     string `json:"street,omitempty" maxLength:"200" msg:"At most 200 characters"`
	PostalCode string `json:"postalCode,omitempty" maxLength:"20" msg:"At most 20 characters"`
	City       string `json:"city,omitempty" maxLength:"100" msg:"At most 100 characters"`
	Region     string `json:"region,omitempty" maxLength:"100" msg:"At most 100 characters"`
	Country    string `json:"country,omitempty" maxLength:"2" msg:"Choose a country from the list, such as DE" doc:"ISO 3166-1 alpha-2."`
}

// EducationEntry has years alone or with a month: 2019, 2019-09.
type EducationEntry struct {
	School string `json:"school" maxLength:"120" msg:"At most 120 characters"`
	Degree string `json:"degree,omitempty" maxLength:"120" msg:"At most 120 characters"`
	From   string `json:"from,omitempty" maxLength:"7" msg:"Enter a year, such as 2019, or a month, such as 2019-09"`
	To     string `json:"to,omitempty" maxLength:"7" msg:"Enter a year, such as 2019, or a month, such as 2019-09" doc:"Empty: it goes on."`
}

type WorkEntry struct {
	Organisation string `json:"organisation" maxLength:"120" msg:"At most 120 characters"`
	Title        string `json:"title,omitempty" maxLength:"120" msg:"At most 120 characters"`
	From         string `json:"from,omitempty" maxLength:"7" msg:"Enter a year, such as 2019, or a month, such as 2019-09"`
	To           string `json:"to,omitempty" maxLength:"7" msg:"Enter a year, such as 2019, or a month, such as 2019-09" doc:"Empty: it goes on."`
}

// ProfileLink leads to another site of the user.
type ProfileLink struct {
	Label string `json:"label" maxLength:"60" msg:"At most 60 characters"`
	URL   string `json:"url" minLength:"1" maxLength:"300" msg:"Please enter a link that starts with https://;maxLength=At most 300 characters" doc:"https only."`
}

type ProfilePreferences struct {
	HideFromClassmates bool `json:"hideFromClassmates" doc:"Students with whom one shares a course do not see one's face. Those who teach it do."`
}

// Profile is the row.
type Profile struct {
	bun.BaseModel `bun:"table:profiles,alias:p"`

	UserID    string `bun:",pk"`
	Version   int64
	About     db.JSON[About]
	AvatarID  string
	UpdatedAt time.Time
}

// ComprehensiveProfile is everything that the site shows users about themselves.
type ComprehensiveProfile struct {
	UserID string `json:"userId"`
	ProfileEdit
	Email         string              `json:"email"`
	EmailVerified bool                `json:"emailVerified"`
	PendingEmail  string              `json:"pendingEmail,omitempty" doc:"To which the address changes once its owner has opened the link that was sent there."`
	Roles         []access.Role       `json:"roles" enum:"student,instructor,corporate,admin"`
	Avatar        *Avatar             `json:"avatar,omitempty" doc:"Absent for none."`
	MemberSince   time.Time           `json:"memberSince"`
	UpdatedAt     time.Time           `json:"updatedAt"`
	Revision      int64               `json:"revision" doc:"Grows with each change; the ETag begins with it."`
	Statistics    ProfileStatistics   `json:"statistics"`
	Completeness  ProfileCompleteness `json:"completeness"`
}

// Version is compared with If-Match.
func (c ComprehensiveProfile) EditVersion() int64 { return c.Revision }

// ProfileStatistics are counted on request.
type ProfileStatistics struct {
	CoursesEnrolled  int64 `json:"coursesEnrolled" doc:"Active and completed."`
	CoursesCompleted int64 `json:"coursesCompleted"`
	VideosWatched    int64 `json:"videosWatched" doc:"Begun."`
	SecondsWatched   int64 `json:"secondsWatched" doc:"Of different moments; what is seen twice counts once."`
	CoursesTaught    int64 `json:"coursesTaught" doc:"In the catalogue."`
	StudentsTaught   int64 `json:"studentsTaught" doc:"Different people."`
}

// Avatar holds the URLs of a user's picture. A URL never changes its content.
type Avatar struct {
	Large string `json:"large" doc:"256 pixels square; relative to the site."`
	Small string `json:"small" doc:"64 pixels square."`
}

// PublicProfile is the part of a profile that other users see.
type PublicProfile struct {
	ID       string        `json:"id"`
	FullName string        `json:"fullName"`
	Pronouns string        `json:"pronouns"`
	Headline string        `json:"headline"`
	Bio      string        `json:"bio"`
	Links    []ProfileLink `json:"links"`
	Avatar   *Avatar       `json:"avatar,omitempty" doc:"Absent for none."`
	Teaches  bool          `json:"teaches" doc:"A course of the catalogue."`
}

// emptyAbout is an About without any content: lists are empty, never null.
func emptyAbout() About {
	return About{Education: []EducationEntry{}, Work: []WorkEntry{}, Skills: []string{}, Links: []ProfileLink{}}
}

func avatarOf(id string) *Avatar {
	if id == "" {
		return nil
	}
	return &Avatar{Large: avatarURL(id, 256), Small: avatarURL(id, 64)}
}

func avatarURL(id string, pixels int) string {
	return "/api/v1/avatars/" + id + "/" + strconv.Itoa(pixels)
}

// AvatarURL returns the URL of a user's picture, relative to the site.
func (s *Service) AvatarURL(id string, pixels int) string { return avatarURL(id, pixels) }
