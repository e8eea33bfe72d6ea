package account

import (
	"cmp"
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// ValidateNewUser checks the name, address and student number of a new user: fault.Invalid by field. For package userimport.
func (s *Service) ValidateNewUser(i directory.Imported) error {
	_, err := s.newUser(NewUser{FullName: i.FullName, Email: i.Email, StudentNumber: i.StudentNumber})
	return err
}

// Import creates an account, with the transaction tx, whose owner is emailed a link to choose a password, and returns its id; one that is
// to be disabled is not created active first and gets no email. For package userimport, on behalf of administrators. fault.Invalid as ValidateNewUser, fault.Conflict when the address
// or the student number has an account.
func (s *Service) Import(ctx context.Context, tx bun.IDB, who access.Caller, i directory.Imported) (id string, err error) {
	u, err := s.newUser(NewUser{FullName: i.FullName, Email: i.Email, StudentNumber: i.StudentNumber, Roles: i.Roles})
	if err != nil {
		return "", err
	}
	u.Status = cmp.Or(i.Status, directory.Active)
	return u.ID, s.add(ctx, tx, who, u)
}

// UpdateImported changes an account to what a sheet says, with the transaction tx, and names the columns that were different. An address
// must be confirmed as after EditUser. Of an administrator it changes the name and the student number alone: fault.Conflict for all else,
// and when the account is being deleted. For package userimport, on behalf of administrators who have confirmed their identity where
// the single change asks for it. Other faults as EditUser.
func (s *Service) UpdateImported(ctx context.Context, tx bun.IDB, who access.Caller, id string, i directory.Imported) (changed []string, err error) {
	before, err := s.lockForUpdate(ctx, tx, id, nil)
	if err != nil {
		return nil, err
	}
	u := before
	u.FullName, u.Email, u.StudentNumber = cmp.Or(i.FullName, u.FullName), cmp.Or(i.Email, u.Email), cmp.Or(i.StudentNumber, u.StudentNumber)
	if directory.EmailKey(u.Email) == before.EmailKey {
		u.Email = before.Email // another spelling is no other address, nor another number
	}
	if directory.StudentNumberKey(u.StudentNumber) == before.StudentNumberKey {
		u.StudentNumber = before.StudentNumber
	}
	u.EmailKey, u.StudentNumberKey = directory.EmailKey(u.Email), directory.StudentNumberKey(u.StudentNumber)
	roles, status := before.Roles, cmp.Or(i.Status, before.Status)
	if len(i.Roles) > 0 {
		roles = unique(i.Roles)
	}
	for column, differs := range map[string]bool{"full_name": u.FullName != before.FullName, "email": u.Email != before.Email,
		"student_number": u.StudentNumber != before.StudentNumber, "roles": !slices.Equal(roles, before.Roles), "status": status != before.Status} {
		if differs {
			changed = append(changed, column)
		}
	}
	slices.Sort(changed)
	if err := mayImport(before, changed); err != nil || len(changed) == 0 {
		return nil, err
	}
	if !isSamePerson(u, before) {
		if err := s.updatePerson(ctx, tx, who, before, &u); err != nil {
			return nil, err
		}
	}
	if err := s.changeRoles(ctx, tx, who, before, roles); err != nil {
		return nil, err
	}
	if status == before.Status {
		return changed, nil
	}
	_, err = s.SetStatus(ctx, tx, who, id, status, "", nil)
	return changed, err
}

// mayImport refuses to change by a sheet what gives or takes an administrator's power.
func mayImport(u directory.User, changed []string) error {
	powerful := func(column string) bool { return column != "full_name" && column != "student_number" }
	if slices.Contains(u.Roles, access.Admin) && slices.ContainsFunc(changed, powerful) {
		return fault.New(fault.Conflict, "is_admin", "This is an administrator: change their email address, roles and status on their page")
	}
	return nil
}

// EmailKey is equal for all spellings of an email address. For other wings.
func (s *Service) EmailKey(email string) string { return directory.EmailKey(email) }
