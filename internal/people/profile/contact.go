package profile

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// ContactDetails are the private members of a profile that administrators see and correct.
type ContactDetails struct {
	Phone     string        `json:"phone" maxLength:"40" msg:"A phone number starts with + and the country code, such as +49 30 1234567" doc:"E.164; empty for none."`
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
	return ContactView{contactIn(c.About), c.Revision}, err
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
			return fault.New(fault.Precondition, "stale_version", "These details were changed elsewhere. Nothing was saved.").WithDetails(before)
		}
		if err := s.replaceContact(ctx, tx, who, row, before.ContactDetails, d); err != nil {
			return err
		}
		c, err = s.contactOf(ctx, tx, user)
		return err
	})
	return c, err
}

// replaceContact stores contact details in a profile and audits what has changed. fault.Invalid.
func (s *Service) replaceContact(ctx context.Context, tx bun.IDB, who access.Caller, row Profile, before, after ContactDetails) (err error) {
	if row.About.V, err = s.withContact(row.About.V, after); err != nil {
		return err
	}
	if err := updateProfile(ctx, tx, row, s.clock.Now()); err != nil {
		return err
	}
	return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.contact_changed", TargetKind: "user", TargetID: row.UserID,
		Before: before, After: contactIn(row.About.V), Personal: contactMembers})
}

// withContact returns a profile with other contact details, as they are stored. fault.Invalid.
func (s *Service) withContact(about About, c ContactDetails) (About, error) {
	edit := ProfileEdit{FullName: "of the account", About: about}
	edit.Phone, edit.BirthDate, edit.Address = c.Phone, c.BirthDate, c.Address
	edit, err := edit.normalise(s.clock.Now())
	return edit.About, err
}

func contactIn(a About) ContactDetails { return ContactDetails{a.Phone, a.BirthDate, a.Address} }

// contactColumns are the columns of a sheet for the fields of contact details.
var contactColumns = map[string]string{"phone": "phone", "birthDate": "birth_date", "address.street": "street", "address.postalCode": "postal_code",
	"address.city": "city", "address.region": "region", "address.country": "country"}

// merge returns contact details with what a sheet says in place of what they are.
func merge(c ContactDetails, i directory.ImportedContact) ContactDetails {
	a := c.Address
	return ContactDetails{Phone: cmp.Or(i.Phone, c.Phone), BirthDate: cmp.Or(i.BirthDate, c.BirthDate), Address: PostalAddress{
		Street: cmp.Or(i.Street, a.Street), PostalCode: cmp.Or(i.PostalCode, a.PostalCode), City: cmp.Or(i.City, a.City),
		Region: cmp.Or(i.Region, a.Region), Country: cmp.Or(i.Country, a.Country)}}
}

// ValidateContact is fault.Invalid, by column, for contact details of a sheet that break a rule. For package userimport.
func (s *Service) ValidateContact(i directory.ImportedContact) error {
	var broken fault.Fields
	for _, limit := range []struct {
		column, text string
		most         int
	}{{"street", i.Street, 200}, {"postal_code", i.PostalCode, 20}, {"city", i.City, 100}, {"region", i.Region, 100}} {
		broken.Require(utf8.RuneCountInString(limit.text) <= limit.most, limit.column, "too_long", "This address is too long")
	}
	_, err := s.withContact(emptyAbout(), merge(ContactDetails{}, i))
	if refusal, ok := errors.AsType[*fault.Error](err); ok {
		for _, f := range refusal.Fields {
			broken.Require(false, contactColumns[f.Name], f.Code, f.Message)
		}
	}
	return broken.Err()
}

// UpdateContact changes contact details to what a sheet says, with the transaction tx, and names the columns that were different. For package
// userimport, on behalf of administrators. fault.NotFound, fault.Invalid as ValidateContact.
func (s *Service) UpdateContact(ctx context.Context, tx bun.IDB, who access.Caller, user string, i directory.ImportedContact) (changed []string, err error) {
	row, err := lockProfile(ctx, tx, user, s.clock.Now())
	if err != nil {
		return nil, err
	}
	before := contactIn(row.About.V)
	about, err := s.withContact(row.About.V, merge(before, i))
	if err != nil {
		return nil, err
	}
	after := contactIn(about)
	for column, differs := range map[string]bool{"phone": after.Phone != before.Phone, "birth_date": after.BirthDate != before.BirthDate,
		"street": after.Address.Street != before.Address.Street, "postal_code": after.Address.PostalCode != before.Address.PostalCode,
		"city": after.Address.City != before.Address.City, "region": after.Address.Region != before.Address.Region,
		"country": after.Address.Country != before.Address.Country} {
		if differs {
			changed = append(changed, column)
		}
	}
	slices.Sort(changed)
	if len(changed) == 0 {
		return nil, nil
	}
	return changed, s.replaceContact(ctx, tx, who, row, before, after)
}

type contactInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body ContactDetails
}

func (s *Service) registerContact(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Get("/users/{id}/contact", "Get the phone number, postal address and date of birth of a user; the ETag is for If-Match", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *personInput) (rest.Answer[ContactView], error) {
			c, err := s.Contact(ctx, in.ID)
			return rest.One("", c, err)
		})
	rest.Handle(api, admin, rest.Put("/users/{id}/contact", "Correct the phone number, postal address and date of birth of a user", fault.NotFound).
		WithDetails(fault.Precondition, "stale_version", ContactView{}),
		func(ctx context.Context, who access.Caller, in *contactInput) (rest.Answer[ContactView], error) {
			c, err := s.SetContact(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("The details are saved", c, err)
		})
}
