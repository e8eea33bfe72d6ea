package userimport

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/sheet"
)

// sheetRow is a row of a sheet and the account that it is about, if there is one.
type sheetRow struct {
	directory.Imported
	line       int
	user       string // "" for a new one
	newAddress bool   // of an existing account
}

func importSheet() sheet.Import {
	optional := func(name string, aliases ...string) sheet.Column {
		return sheet.Column{Name: name, Aliases: aliases, Optional: true}
	}
	email := sheet.EmailColumn()
	email.Optional = true
	return sheet.Import{Subject: "users", Megabytes: 5, Rows: 10_000, Columns: []sheet.Column{
		optional("full_name", "full name", "name"), email, optional("student_number", "student number", "student id", "matriculation number"),
		optional("roles", "role"), optional("status", "state"),
		optional("phone", "telephone", "phone number", "mobile"), optional("birth_date", "birth date", "date of birth"), optional("street", "address"),
		optional("postal_code", "postal code", "postcode", "zip"), optional("city", "town"), optional("region"), optional("country"),
	}, OneOf: []string{"email", "student_number"}, Ignored: []string{"id", "email_verified_at", "locked", "last_seen_at", "created_at"}} // of our own export
}

func parseRow(r *sheet.Record) sheetRow {
	row := sheetRow{line: r.Line}
	row.FullName, row.Email, row.StudentNumber, row.Status = r.Cell("full_name"), r.Cell("email"), r.Cell("student_number"), strings.ToLower(r.Cell("status"))
	row.Contact = directory.ImportedContact{Phone: r.Cell("phone"), BirthDate: r.Cell("birth_date"), Street: r.Cell("street"), PostalCode: r.Cell("postal_code"),
		City: r.Cell("city"), Region: r.Cell("region"), Country: r.Cell("country")}
	if row.Email == "" && row.StudentNumber == "" {
		r.Fault("email", "required", "Please enter the email address or the student number")
	}
	if row.Status != "" && row.Status != directory.Active && row.Status != directory.Disabled {
		r.Fault("status", "unknown_value", "status must be active or disabled")
	}
	for word := range strings.FieldsFuncSeq(strings.ToLower(r.Cell("roles")), func(r rune) bool { return strings.ContainsRune(" ,;|/", r) }) {
		if !slices.Contains(access.AllRoles, access.Role(word)) {
			r.Fault("roles", "unknown_value", "There is no role \""+word+"\". Choose student, instructor, corporate or admin")
			break // one fault a cell: a sheet may hold a million wrong words
		}
		row.Roles = append(row.Roles, access.Role(word))
	}
	r.UniqueEmail("email", directory.EmailKey(row.Email))
	r.Unique("student_number", directory.StudentNumberKey(row.StudentNumber))
	return row
}

// matchRow finds the account of a row, by its student number or its email, and says what is wrong with the row.
func (s *Service) matchRow(row *sheetRow, byEmail, byNumber map[string]string) []sheet.RowFault {
	email, number := byEmail[directory.EmailKey(row.Email)], byNumber[directory.StudentNumberKey(row.StudentNumber)]
	if email != "" && number != "" && email != number {
		return []sheet.RowFault{{Row: row.line, Column: "student_number", Code: "ambiguous", Reason: "The email address and the student number belong to two accounts"}}
	}
	if row.user = number; number == "" {
		row.user = email
	}
	row.newAddress = row.user != "" && row.Email != "" && email == ""
	return s.vet(*row)
}

// vet checks the cells of a row. Those of an existing account may be empty.
func (s *Service) vet(row sheetRow) (faults []sheet.RowFault) {
	probe := row.Imported
	if row.user != "" {
		if probe.FullName == "" {
			probe.FullName = "as it is"
		}
		if probe.Email == "" {
			probe.Email = "as@it.is"
		}
	}
	for _, err := range []error{s.accounts.ValidateNewUser(probe), s.contacts.ValidateContact(row.Contact)} {
		if refusal, ok := errors.AsType[*fault.Error](err); ok {
			for _, f := range refusal.Fields {
				faults = append(faults, sheet.RowFault{Row: row.line, Column: f.Name, Code: f.Code, Reason: f.Message})
			}
		}
	}
	return faults
}

// isPowerful reports whether a row makes an administrator or changes an address.
func (r sheetRow) isPowerful(o ImportOptions) bool {
	return slices.Contains(r.Roles, access.Admin) && (o.Update || r.user == "") || o.Update && r.newAddress
}

// requireConfirmed refuses to deactivate users whose number was not confirmed, and while rows are bad.
func (o ImportOptions) requireConfirmed(missing, badRows int64) error {
	switch {
	case o.MissingRole == "":
		return nil
	case badRows > 0:
		return fault.New(fault.Invalid, "bad_rows", "Some rows have errors. Fix them first: otherwise their users would count as missing from the file and be deactivated. Nothing was changed.")
	case missing != o.Deactivated:
		return fault.New(fault.Conflict, "selection_changed", fmt.Sprintf("%d users are now not in the file, not %d. Nothing was changed. Check the list and try again.", missing, o.Deactivated))
	}
	return nil
}
