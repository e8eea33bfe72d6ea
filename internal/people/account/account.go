// Package account lets administrators and operators manage accounts: create, edit, import, lock, disable and close them,
// and change their roles. What users do themselves is in packages signup, session and recovery.
package account

import (
	"strings"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// NewUser is an account that an administrator creates.
type NewUser struct {
	FullName      string        `json:"full_name" pattern:"\\S" maxLength:"120" msg:"Please enter the name;maxLength=A name must be at most 120 characters"`
	Email         string        `json:"email" pattern:"\\S" maxLength:"254" msg:"Please enter the email address;maxLength=An email address has at most 254 characters"`
	StudentNumber string        `json:"student_number,omitempty" maxLength:"40" msg:"maxLength=A student number must be at most 40 characters" doc:"By which the school knows the user; administrators and the user alone see it."`
	Roles         []access.Role `json:"roles" minItems:"1" maxItems:"4" enum:"student,instructor,corporate,admin" msg:"Please choose at least one role;enum=This role doesn't exist. Choose student, instructor, corporate or admin"`
	Password      string        `json:"password,omitempty" maxLength:"128" msg:"maxLength=A password must have at most 128 characters" doc:"Absent: they get an email with a link to choose one."`
}

// UserEdit is an administrator's change of an account; absent members stay.
type UserEdit struct {
	FullName      *string `json:"full_name,omitempty" pattern:"\\S" maxLength:"120" msg:"Please enter the name;maxLength=A name must be at most 120 characters"`
	Email         *string `json:"email,omitempty" pattern:"\\S" maxLength:"254" msg:"Please enter the email address;maxLength=An email address has at most 254 characters" doc:"Another address must be confirmed by a link in an email to it."`
	StudentNumber *string `json:"student_number,omitempty" maxLength:"40" msg:"maxLength=A student number must be at most 40 characters" doc:"Empty for none."`
}

// UserRoles is the full list of a user's roles.
type RoleChange struct {
	Roles []access.Role `json:"roles" minItems:"1" maxItems:"4" enum:"student,instructor,corporate,admin" msg:"Please choose at least one role;enum=This role doesn't exist. Choose student, instructor, corporate or admin"`
}

// UserStatus enables or disables an account.
type UserStatus struct {
	Status string `json:"status" enum:"active,disabled" msg:"status must be active or disabled"`
	Reason string `json:"reason,omitempty" maxLength:"500" msg:"maxLength=The reason must be at most 500 characters" doc:"For the audit log."`
}

// requirePerson validates a name, an address and a student number, which have been trimmed.
func requirePerson(broken *fault.Fields, name, email, number string) {
	broken.Require(name != "", "full_name", "required", "Please enter the name")
	broken.Require(len([]rune(name)) <= 120, "full_name", "too_long", "A name must be at most 120 characters")
	broken.Require(!strings.ContainsFunc(name, text.IsUnprintable), "full_name", "invalid_format", "The name contains a character that can't be shown")
	broken.Require(len([]rune(number)) <= 40, "student_number", "too_long", "A student number must be at most 40 characters")
	broken.Require(!strings.ContainsFunc(number, text.IsUnprintable), "student_number", "invalid_format", "The student number contains a character that can't be shown")
	broken.Require(directory.IsAddress(email), "email", "invalid_format", "This is not a valid email address")
}

// Renamed is published when a user's name has changed.
type Renamed struct{ UserID string }

func (Renamed) EventName() string { return "account.renamed" }
