// Package profile keeps what people say of themselves: who they are, their picture, what of it others see; and gives them
// all that the installation holds about them, or forgets them when they ask.
//
// Names, addresses and passwords belong to package account, which is asked to change them.
package profile

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
)

// ProfileEdit is what its owner may change, and nothing else: a PATCH is merged into it.
type ProfileEdit struct {
	FullName string `json:"fullName" maxLength:"120" msg:"Your name must be at most 120 characters"`
	About
}

// About is what a person says of themselves. An empty text stands for nothing said.
type About struct {
	Pronouns    string             `json:"pronouns" maxLength:"40" msg:"Pronouns must be at most 40 characters"`
	Headline    string             `json:"headline" maxLength:"120" msg:"Your headline must be at most 120 characters" doc:"One line under the name."`
	Bio         string             `json:"bio" maxLength:"2000" msg:"What you tell about yourself must be at most 2,000 characters" doc:"Plain text."`
	BirthDate   string             `json:"birthDate" maxLength:"10" msg:"A date of birth looks like 1990-12-31" doc:"YYYY-MM-DD. Nobody else sees it."`
	Phone       string             `json:"phone" maxLength:"40" msg:"A telephone number begins with + and the country, such as +49 30 1234567" doc:"E.164. Nobody else sees it."`
	Address     PostalAddress      `json:"address" doc:"Nobody else sees it."`
	TimeZone    string             `json:"timeZone" maxLength:"64" msg:"Please choose a time zone of the list, such as Europe/Berlin" doc:"A name of the IANA time zone database."`
	Locale      string             `json:"locale" maxLength:"35" msg:"Please choose a language of the list, such as en-GB" doc:"BCP 47."`
	Currency    string             `json:"currency" maxLength:"3" msg:"Please choose a currency of the list, such as EUR" doc:"ISO 4217."`
	Education   []EducationEntry   `json:"education" maxItems:"20" msg:"At most 20 entries"`
	Work        []WorkEntry        `json:"work" maxItems:"20" msg:"At most 20 entries"`
	Skills      []string           `json:"skills" maxItems:"50" msg:"At most 50 skills"`
	Links       []ProfileLink      `json:"links" maxItems:"10" msg:"At most 10 links"`
	Preferences ProfilePreferences `json:"preferences"`
}

// PostalAddress is where letters of paper go.
type PostalAddress struct {
	Street     string `json:"street,omitempty" maxLength:"200" msg:"At most 200 characters"`
	PostalCode string `json:"postalCode,omitempty" maxLength:"20" msg:"At most 20 characters"`
	City       string `json:"city,omitempty" maxLength:"100" msg:"At most 100 characters"`
	Region     string `json:"region,omitempty" maxLength:"100" msg:"At most 100 characters"`
	Country    string `json:"country,omitempty" maxLength:"2" msg:"Please choose a country of the list, such as DE" doc:"ISO 3166-1 alpha-2."`
}

// EducationEntry is one school. Years stand alone or with a month: 2019, 2019-09.
type EducationEntry struct {
	School string `json:"school" maxLength:"120" msg:"At most 120 characters"`
	Degree string `json:"degree,omitempty" maxLength:"120" msg:"At most 120 characters"`
	From   string `json:"from,omitempty" maxLength:"7" msg:"A year, such as 2019, or a month, such as 2019-09"`
	To     string `json:"to,omitempty" maxLength:"7" msg:"A year, such as 2019, or a month, such as 2019-09" doc:"Empty: it goes on."`
}

// WorkEntry is one position.
type WorkEntry struct {
	Organisation string `json:"organisation" maxLength:"120" msg:"At most 120 characters"`
	Title        string `json:"title,omitempty" maxLength:"120" msg:"At most 120 characters"`
	From         string `json:"from,omitempty" maxLength:"7" msg:"A year, such as 2019, or a month, such as 2019-09"`
	To           string `json:"to,omitempty" maxLength:"7" msg:"A year, such as 2019, or a month, such as 2019-09" doc:"Empty: it goes on."`
}

// ProfileLink leads to another site of the person.
type ProfileLink struct {
	Label string `json:"label" maxLength:"60" msg:"At most 60 characters"`
	URL   string `json:"url" maxLength:"300" msg:"At most 300 characters" doc:"https only."`
}

// ProfilePreferences is what the person wants of the site.
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

// ComprehensiveProfile is everything that the site shows a person of themselves.
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

// Version is what If-Match compares.
func (c ComprehensiveProfile) Version() int64 { return c.Revision }

// ProfileStatistics is what a person has done here, counted when asked for.
type ProfileStatistics struct {
	CoursesEnrolled  int64 `json:"coursesEnrolled" doc:"Active and completed."`
	CoursesCompleted int64 `json:"coursesCompleted"`
	VideosWatched    int64 `json:"videosWatched" doc:"Begun."`
	SecondsWatched   int64 `json:"secondsWatched" doc:"Of different moments; what is seen twice counts once."`
	CoursesTaught    int64 `json:"coursesTaught" doc:"In the catalogue."`
	StudentsTaught   int64 `json:"studentsTaught" doc:"Different people."`
}

// Avatar is where a person's picture lies. An address never gets another picture.
type Avatar struct {
	Large string `json:"large" doc:"256 pixels square; relative to the site."`
	Small string `json:"small" doc:"64 pixels square."`
}

// PublicProfile is what others see of a person.
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

// emptyAbout is what somebody has said who has said nothing yet: lists are empty, never null.
func emptyAbout() About {
	return About{Education: []EducationEntry{}, Work: []WorkEntry{}, Skills: []string{}, Links: []ProfileLink{}}
}

func avatarOf(id string) *Avatar {
	if id == "" {
		return nil
	}
	return &Avatar{Large: avatarBase + id + "/256", Small: avatarBase + id + "/64"}
}

const avatarBase = "/api/v1/avatars/"
