// Package user administers users: search, details, impersonation and bulk changes. It changes accounts through package
// account.
package user

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// UserRow is a user in the list.
type UserRow struct {
	bun.BaseModel `bun:"table:users,alias:u" json:"-"`

	ID              string        `bun:",pk" json:"id"`
	Email           string        `json:"email"`
	EmailKey        string        `json:"-"`
	FullName        string        `json:"full_name"`
	StudentNumber   string        `bun:",scanonly" json:"student_number" doc:"By which the school knows the user; empty for none. Teachers and other students do not see it."`
	NameKey         string        `json:"-"`
	Roles           []access.Role `bun:"-" json:"roles" enum:"student,instructor,corporate,admin"`
	Status          string        `json:"status" enum:"active,disabled"`
	EmailVerifiedAt *time.Time    `json:"email_verified_at" doc:"null until the user has confirmed that the address is theirs."`
	Locked          bool          `bun:",scanonly" json:"locked" doc:"Out: by wrong passwords or codes at sign-in, or by hand."`
	LastSeenAt      *time.Time    `bun:",scanonly" json:"last_seen_at" doc:"To within the 15 minutes that an access token lives; null: never."`
	DeletionAt      *time.Time    `bun:",scanonly" json:"deletion_at" doc:"When the account will be erased; null when nobody has asked for it."`
	DeletionBy      *string       `bun:",scanonly" json:"deletion_by" enum:"owner,administrator" doc:"Who has asked for it: its owner can also take it back, by signing in."`
	CreatedAt       time.Time     `json:"created_at"`
	UpdatedAt       time.Time     `json:"-"`
}

// Sort is an order of the list. Each has an index.
type Sort string

const (
	newest     Sort = "newest"
	oldest     Sort = "oldest"
	byName     Sort = "name"
	byNameDown Sort = "-name"
	byMail     Sort = "email"
	byMailDown Sort = "-email"
	bySeen     Sort = "seen"
	bySeenDown Sort = "-seen"
)

// Filter selects users; empty members select all.
type Filter struct {
	Search      string `query:"search" maxLength:"200" msg:"A search has at most 200 characters" doc:"The whole student number, or the beginning of any word of the name or the email address, without regard to case and accents."`
	Role        string `query:"role" enum:"student,instructor,corporate,admin" msg:"role must be student, instructor, corporate or admin" required:"false"`
	Status      string `query:"status" enum:"active,disabled" msg:"status must be active or disabled" required:"false"`
	Verified    string `query:"verified" enum:"true,false" msg:"verified must be true or false" required:"false" doc:"Whether the user has confirmed that the address is theirs."`
	Locked      string `query:"locked" enum:"true,false" msg:"locked must be true or false" required:"false" doc:"Whether wrong passwords or codes at sign-in, or an administrator, keep them out at the moment."`
	CreatedFrom string `query:"created_from" doc:"The first day, in UTC, or instant on which the account was made."`
	CreatedTo   string `query:"created_to" doc:"The last day, in UTC, or the instant after the last."`
	SeenFrom    string `query:"seen_from" doc:"The first day, in UTC, or instant on which they were last seen."`
	SeenTo      string `query:"seen_to" doc:"The last day, in UTC, or the instant after the last. Alone it also picks who was never seen."`
	Sort        Sort   `query:"sort" enum:"newest,oldest,name,-name,email,-email,seen,-seen" default:"newest" msg:"sort must be newest, oldest, name, -name, email, -email, seen or -seen" doc:"seen begins with who was never seen, -seen with who was seen last."`

	from, to, seenFrom, seenTo time.Time
}

// read parses the instants. fault.Invalid when they are malformed.
func (f *Filter) read() error {
	var broken fault.Fields
	f.from, f.to = broken.Period("created_from", f.CreatedFrom, "created_to", f.CreatedTo)
	f.seenFrom, f.seenTo = broken.Period("seen_from", f.SeenFrom, "seen_to", f.SeenTo)
	f.Search = strings.TrimSpace(f.Search)
	return broken.Err()
}

// parseFilter parses a filter from the query of the list; "*" selects everybody. fault.Invalid also for an unknown parameter: a
// bulk change must not reach more users than intended.
func parseFilter(text string) (Filter, error) {
	f := Filter{Sort: newest}
	values, err := url.ParseQuery(text)
	var broken fault.Fields
	broken.Require(err == nil, "filter", "invalid_format", "This is not a filter")
	if text == "*" {
		return f, nil
	}
	members := map[string]*string{"search": &f.Search, "role": &f.Role, "status": &f.Status, "verified": &f.Verified, "locked": &f.Locked,
		"created_from": &f.CreatedFrom, "created_to": &f.CreatedTo, "seen_from": &f.SeenFrom, "seen_to": &f.SeenTo, "sort": (*string)(&f.Sort)}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value := values[name]
		member, ok := members[name]
		broken.Require(ok && len(value) == 1 && value[0] != "", "filter", "unknown_value", "There is no filter "+name+", or it is empty or appears twice")
		if ok {
			*member = value[0]
		}
	}
	allowed := map[*string][]string{&f.Role: {"", "student", "instructor", "corporate", "admin"}, &f.Status: {"", "active", "disabled"},
		&f.Verified: {"", "true", "false"}, &f.Locked: {"", "true", "false"}}
	for member, values := range allowed {
		broken.Require(slices.Contains(values, *member), "filter", "unknown_value", "The filter contains an unknown value: "+*member)
	}
	if err := broken.Err(); err != nil {
		return f, err
	}
	return f, f.read()
}

// UserDetail is everything that administrators see about one user.
type UserDetail struct {
	UserRow
	Profile      UserProfile       `json:"profile"`
	Locks        []UserLock        `json:"locks"`
	Sessions     []UserSession     `json:"sessions" doc:"Where they are signed in, the last used first."`
	Factors      UserFactors       `json:"factors"`
	Enrollments  []UserEnrollment  `json:"enrollments" doc:"The newest 20."`
	Enrolled     int64             `json:"enrolled" doc:"How many there are."`
	Applications []UserApplication `json:"applications" doc:"The newest 20."`
	Teaches      int64             `json:"teaches" doc:"Courses."`
}

// Version is the account's, for If-Match.
func (d UserDetail) EditVersion() int64 { return d.UpdatedAt.UnixMicro() }

// UserProfile is a summary of the user's profile.
type UserProfile struct {
	Headline string `json:"headline"`
	TimeZone string `json:"time_zone"`
	Locale   string `json:"locale"`
	AvatarID string `json:"avatar_id" doc:"Empty for none."`
}

// UserLock is one reason why a user cannot sign in.
type UserLock struct {
	Reason      string     `json:"reason" enum:"failed_login_attempts,password_change_attempts,admin_lock"`
	Note        string     `json:"note" doc:"Of the administrator who locked by hand."`
	LockedUntil *time.Time `json:"locked_until" doc:"null until an administrator unlocks."`
}

// UserSession is a device on which the user is signed in.
type UserSession struct {
	ID         string    `json:"id"`
	UserAgent  string    `json:"user_agent"`
	Network    string    `json:"place" doc:"The network, not the machine."`
	TwoFactor  bool      `json:"two_factor"`
	CreatedAt  time.Time `json:"created_at"`
	LastSeenAt time.Time `bun:"rotated_at" json:"last_seen_at"`
}

// UserFactors counts the user's second factors.
type UserFactors struct {
	Password      bool  `json:"password"`
	Authenticator bool  `json:"authenticator"`
	Passkeys      int64 `json:"passkeys"`
	RecoveryCodes int64 `json:"recovery_codes" doc:"That are left."`
}

// UserEnrollment is a course in which the user is enrolled.
type UserEnrollment struct {
	CourseID  string    `json:"course_id"`
	Title     string    `json:"title"`
	Status    string    `json:"status"`
	CreatedAt time.Time `json:"created_at"`
}

// UserApplication is the user's application for another role.
type UserApplication struct {
	ID        string      `json:"id"`
	Role      access.Role `json:"role" enum:"instructor,corporate"`
	Status    string      `json:"status" enum:"pending,approved,rejected"`
	CreatedAt time.Time   `json:"created_at"`
}

// UserFilter is a saved filter.
type UserFilter struct {
	bun.BaseModel `bun:"table:user_filters,alias:f" json:"-"`

	ID        string    `bun:",pk" json:"id"`
	OwnerID   string    `json:"-"`
	Name      string    `json:"name"`
	Query     string    `json:"query" doc:"As in the address of the list: role=admin&sort=name."`
	CreatedAt time.Time `json:"created_at"`
}

// NewUserFilter is a filter to save.
type NewUserFilter struct {
	Name  string `json:"name" pattern:"\\S" maxLength:"80" msg:"Please name the filter;maxLength=A name must be at most 80 characters"`
	Query string `json:"query" maxLength:"1000" msg:"maxLength=A filter must be at most 1000 characters"`
}
