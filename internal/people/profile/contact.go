package profile

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// ContactDetails are the private members of a profile that administrators see and correct.
type ContactDetails struct {
	Phone     string        `json:"phone" maxLength:"40" msg:"A telephone number begins with + and the country, such as +49 30 1234567" doc:"E.164; empty for none."`
	BirthDate string        `json:"birthDate" maxLength:"10" msg:"A date of birth looks like 1990-12-31" doc:"YYYY-MM-DD; empty for none."`
	Address   PostalAddress `json:"address"`
}

// ContactView is the contact details with the version that a change is based on.
type ContactView struct {
	ContactDetails
	Revision int64 `json:"revision"`
}

// EditVersion is compared with If-Match.
func (c ContactView) EditVersion() int64 { return c.Revision }

// contactMembers are the members of an audit entry that are removed when the user is erased.
var contactMembers = []string{"phone", "birthDate", "address"}

// Contact returns the contact details of a user. For administrators. fault.NotFound.
func (s *Service) Contact(ctx context.Context, user string) (c ContactView, err error) {
	err = s.db.Snapshot(ctx, func(q bun.IDB) error {
		c, err = s.contactOf(ctx, q, user)
		return err
	})
	return c, err
}

func (s *Service) contactOf(ctx context.Context, q bun.IDB, user string) (ContactView, error) {
	if d, err := deletionOf(ctx, q, user); err == nil && d.ErasedAt != nil {
		return ContactView{}, errNoPerson
	} else if err != nil && !fault.Is(err, fault.NotFound) {
		return ContactView{}, err
	}
	c, err := readComprehensive(ctx, q, user, s.clock.Now())
	if fault.Is(err, fault.Unauthenticated) {
		err = errNoPerson
	}
	return ContactView{ContactDetails{c.Phone, c.BirthDate, c.Address}, c.Revision}, err
}

// SetContact replaces the contact details of a user and audits what has changed. For administrators. fault.NotFound, fault.Invalid when a
// rule is violated, fault.Precondition, with the current details, when they were changed since the version that the caller names.
func (s *Service) SetContact(ctx context.Context, who access.Caller, user string, d ContactDetails, held rest.IfMatch) (c ContactView, err error) {
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		before, err := s.contactOf(ctx, tx, user)
		if err != nil {
			return err
		}
		row, err := lockProfile(ctx, tx, user, s.clock.Now())
		if err != nil {
			return err
		}
		if !held.Matches(row.Version) {
			return fault.New(fault.Precondition, "changed_meanwhile", "These details have been changed elsewhere.").WithDetails(before)
		}
		edit := ProfileEdit{FullName: "of the account", About: row.About.V}
		edit.Phone, edit.BirthDate, edit.Address = d.Phone, d.BirthDate, d.Address
		if edit, err = edit.normalise(s.clock.Now()); err != nil {
			return err
		}
		row.About.V = edit.About
		if err := updateProfile(ctx, tx, row, s.clock.Now()); err != nil {
			return err
		}
		if c, err = s.contactOf(ctx, tx, user); err != nil {
			return err
		}
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.contact_changed", TargetKind: "user", TargetID: user,
			Before: before.ContactDetails, After: c.ContactDetails, Personal: contactMembers})
	})
	return c, err
}

type contactInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body ContactDetails
}

func (s *Service) registerContact(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Get("/users/{id}/contact", "Telephone number, postal address and date of birth of a user; the ETag is for If-Match", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *personInput) (rest.Answer[ContactView], error) {
			c, err := s.Contact(ctx, in.ID)
			return rest.One("", c, err)
		})
	rest.Handle(api, admin, rest.Put("/users/{id}/contact", "Correct the telephone number, postal address and date of birth of a user", fault.NotFound).
		WithDetails(fault.Precondition, "changed_meanwhile", ContactView{}),
		func(ctx context.Context, who access.Caller, in *contactInput) (rest.Answer[ContactView], error) {
			c, err := s.SetContact(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("The details are saved", c, err)
		})
}
