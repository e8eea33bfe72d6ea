// Package company keeps the companies that train their people here: who belongs to them and in which role, and who is invited.
// What they have bought for them is the business of package seat.
package company

import (
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Roles of people in a company. Members learn and see only themselves.
const (
	Manager = "manager" // invites people, gives seats and reads reports
	Billing = "billing" // reads what the company has bought and spent
	Member  = "member"
)

// Active is the status of a company whose managers can invite people and give seats.
const Active = "active"

// NewCompany is what administrators say of a company.
type NewCompany struct {
	Name         string `json:"name" pattern:"\\S" maxLength:"200" msg:"Please enter the name of the company;maxLength=The name must be at most 200 characters"`
	Country      string `json:"country,omitempty" pattern:"^([A-Za-z]{2})?$" msg:"Country must be a two-letter code such as DE" doc:"ISO 3166."`
	TaxID        string `json:"tax_id,omitempty" maxLength:"30" msg:"The tax id must be at most 30 characters"`
	Address      string `json:"address,omitempty" maxLength:"500" msg:"The address must be at most 500 characters" doc:"Lines, without the country."`
	Note         string `json:"note,omitempty" maxLength:"1000" msg:"The note must be at most 1,000 characters" doc:"For administrators."`
	ManagerEmail string `json:"manager_email,omitempty" maxLength:"254" msg:"An email address has at most 254 characters" doc:"Who is invited as its first manager."`
}

// CompanyChange changes what it has of a company.
type CompanyChange struct {
	Name    *string `json:"name,omitempty" pattern:"\\S" maxLength:"200" msg:"Please enter the name of the company;maxLength=The name must be at most 200 characters"`
	Country *string `json:"country,omitempty" pattern:"^([A-Za-z]{2})?$" msg:"Country must be a two-letter code such as DE"`
	TaxID   *string `json:"tax_id,omitempty" maxLength:"30" msg:"The tax id must be at most 30 characters"`
	Address *string `json:"address,omitempty" maxLength:"500" msg:"The address must be at most 500 characters"`
	Note    *string `json:"note,omitempty" maxLength:"1000" msg:"The note must be at most 1,000 characters" doc:"For administrators only."`
	Status  *string `json:"status,omitempty" enum:"prospect,active,suspended,closed" msg:"status must be prospect, active, suspended or closed" doc:"For administrators only. Only managers of an active company can invite people and give seats."`
}

// Company is a company as its managers and administrators see it.
type Company struct {
	bun.BaseModel `bun:"table:companies,alias:c" json:"-"`

	ID          string    `bun:",pk" json:"id"`
	Name        string    `json:"name"`
	NameKey     string    `json:"-"`
	Country     string    `json:"country" doc:"ISO 3166; empty: unknown."`
	TaxID       string    `bun:"tax_id" json:"tax_id"`
	Address     string    `json:"address"`
	Status      string    `json:"status" enum:"prospect,active,suspended,closed"`
	Note        string    `json:"note,omitempty" doc:"For administrators."`
	Version     int64     `json:"-"`
	CreatedAt   time.Time `json:"created_at"`
	UpdatedAt   time.Time `json:"-"`
	OwnRole     string    `bun:",scanonly" json:"own_role,omitempty" enum:"manager,billing,member" doc:"Absent for administrators who do not belong to it."`
	People      int64     `bun:",scanonly" json:"people" doc:"Who belong to it."`
	Invitations int64     `bun:",scanonly" json:"invitations" doc:"That are open."`
}

// EditVersion implements rest.Versioned.
func (c Company) EditVersion() int64 { return c.Version }

// with returns c with a change.
func (c Company) with(n CompanyChange, now time.Time) Company {
	set := func(to *string, value *string) {
		if value != nil {
			*to = strings.TrimSpace(*value)
		}
	}
	set(&c.Name, n.Name)
	set(&c.Country, n.Country)
	set(&c.TaxID, n.TaxID)
	set(&c.Address, n.Address)
	set(&c.Note, n.Note)
	set(&c.Status, n.Status)
	c.Name = text.OneLine(c.Name)
	c.NameKey, c.Country, c.TaxID = text.Fold(c.Name), strings.ToUpper(c.Country), strings.ToUpper(c.TaxID)
	c.UpdatedAt, c.Version = now, c.Version+1
	return c
}

// CompanyFilter narrows the list of all companies.
type CompanyFilter struct {
	Search string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"How the name begins."`
	Status string `query:"status" enum:"prospect,active,suspended,closed" msg:"status must be prospect, active, suspended or closed"`
}

// CompanyMembership is a company as one who belongs to it sees it.
type CompanyMembership struct {
	CompanyID  string    `json:"company_id"`
	Name       string    `json:"name"`
	Status     string    `json:"status" enum:"prospect,active,suspended,closed"`
	Role       string    `json:"role" enum:"manager,billing,member"`
	Department string    `json:"department"`
	JoinedAt   time.Time `json:"joined_at"`
}

// CompanyPerson is one who belongs to a company, or has.
type CompanyPerson struct {
	bun.BaseModel `bun:"table:company_people,alias:p" json:"-"`

	CompanyID  string     `bun:",pk" json:"-"`
	UserID     string     `bun:",pk" json:"user_id"`
	FullName   string     `bun:",scanonly" json:"full_name"`
	Email      string     `bun:",scanonly" json:"email"`
	Role       string     `json:"role" enum:"manager,billing,member"`
	Department string     `json:"department"`
	State      string     `json:"state" enum:"active,left"`
	JoinedAt   time.Time  `json:"joined_at"`
	LeftAt     *time.Time `json:"left_at"`
}

// CompanyPersonChange changes what it has of one who belongs to a company.
type CompanyPersonChange struct {
	Role       *string `json:"role,omitempty" enum:"manager,billing,member" msg:"role must be manager, billing or member"`
	Department *string `json:"department,omitempty" maxLength:"120" msg:"The department must be at most 120 characters"`
}

// CompanyPeopleFilter narrows the people of a company.
type CompanyPeopleFilter struct {
	Search     string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"The start of a name or email address."`
	Department string `query:"department" maxLength:"120" msg:"department must be at most 120 characters"`
	State      string `query:"state" enum:"active,left" default:"active" msg:"state must be active or left"`
}

var (
	errNoCompany = fault.New(fault.NotFound, "company_not_found", "This company doesn't exist.")
	errNoPerson  = fault.New(fault.NotFound, "not_in_this_company", "This person doesn't belong to the company.")
	errNotActive = fault.New(fault.Conflict, "company_not_active", "This company isn't active at the moment. Ask the school.")
	errLast      = fault.New(fault.Conflict, "last_manager", "This is the only manager of the company. Make another person a manager first.")
)

// refuseRole is returned to people of a company whose role does not allow something.
func refuseRole(roles []string) error {
	if len(roles) == 1 {
		return fault.New(fault.Forbidden, "not_a_manager", "Only managers of the company can do this.")
	}
	return fault.New(fault.Forbidden, "not_a_manager", "Only managers of the company and those who look after its bills can do this.")
}

// stale is returned with the company as it is when another user has changed it.
func stale(c Company) error {
	return fault.New(fault.Precondition, "stale_version", "Someone else has changed this company. Your change is not saved yet.").WithDetails(c)
}
