package account

import (
	"context"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/directory"
	"lectern/internal/people/password"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
)

// AddUser creates an account for another user. Without a password the user is emailed a link to choose one. For
// administrators; fault.Forbidden when the user becomes one too and the caller's session is not fresh, fault.Invalid when a rule
// is violated, fault.Conflict when the address has an account.
func (s *Service) AddUser(ctx context.Context, who access.Caller, n NewUser) (directory.User, error) {
	u, err := s.newUser(n)
	if err != nil {
		return directory.User{}, err
	}
	if n.Password != "" {
		if err := s.passwords.Require(ctx, "password", n.Password, u.FullName, u.Email); err != nil {
			return directory.User{}, err
		}
		if u.PasswordHash, err = s.hasher.Hash(ctx, n.Password); err != nil {
			return directory.User{}, err
		}
	}
	return u, s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.requireProof(ctx, tx, who, slices.Contains(u.Roles, access.Admin)); err != nil {
			return err
		}
		return s.add(ctx, tx, who, u)
	})
}

// newUser returns a user without a password, not stored yet.
func (s *Service) newUser(n NewUser) (directory.User, error) {
	var broken fault.Fields
	name, email, number := strings.TrimSpace(n.FullName), strings.TrimSpace(n.Email), strings.TrimSpace(n.StudentNumber)
	requirePerson(&broken, name, email, number)
	if n.Password != "" {
		password.RequireLength(&broken, "password", n.Password)
	}
	if err := broken.Err(); err != nil {
		return directory.User{}, err
	}
	now := s.clock.Now()
	return directory.User{ID: db.NewID(), Email: email, EmailKey: directory.EmailKey(email), FullName: name, Roles: unique(n.Roles),
		StudentNumber: number, StudentNumberKey: directory.StudentNumberKey(number),
		Status: directory.Active, CreatedAt: now, UpdatedAt: now}, nil
}

// identifying are the members of an audit entry that identify a user; they are removed when the user is erased.
var identifying = []string{"full_name", "email", "student_number"}

// add stores an account created by an administrator and emails its owner a link: to choose a password or, when there is
// one, to confirm the address.
func (s *Service) add(ctx context.Context, tx bun.IDB, who access.Caller, u directory.User) error {
	if err := directory.Insert(ctx, tx, u); err != nil {
		return err
	}
	after := personOf(u)
	after["roles"] = u.Roles
	if err := s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.created", TargetKind: "user", TargetID: u.ID, After: after, Personal: identifying}); err != nil {
		return err
	}
	if u.PasswordHash != "" {
		return s.verification.RequestVerification(ctx, tx, u.ID)
	}
	return s.mailer.Queue(ctx, tx, emailJob, accountmail.QueuedEmail{Template: welcomeEmail, User: u.ID})
}

// EditUser changes the name, address and student number of an account. A new address is unconfirmed and revokes every link; its owner is
// emailed to confirm it. An administrator's address changes only once the new one is confirmed (pending), and the old one is
// notified first: it gives power over everything. For administrators; fault.Forbidden for another address when their session is
// not fresh, fault.NotFound, fault.Invalid when a rule is violated, fault.Conflict when the address or the number has an account,
// fault.Precondition when matches rejects the account's version.
func (s *Service) EditUser(ctx context.Context, who access.Caller, id string, e UserEdit, matches func(version int64) bool) (u directory.User, pending bool, err error) {
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		before, err := s.lockForUpdate(ctx, tx, id, matches)
		if err != nil {
			return err
		}
		u = before
		if e.FullName != nil {
			u.FullName = strings.TrimSpace(*e.FullName)
		}
		if e.Email != nil {
			u.Email = strings.TrimSpace(*e.Email)
			u.EmailKey = directory.EmailKey(u.Email)
		}
		if e.StudentNumber != nil {
			u.StudentNumber = strings.TrimSpace(*e.StudentNumber)
			u.StudentNumberKey = directory.StudentNumberKey(u.StudentNumber)
		}
		var broken fault.Fields
		requirePerson(&broken, u.FullName, u.Email, u.StudentNumber)
		if err := broken.Err(); err != nil {
			return err
		}
		if err := s.requireProof(ctx, tx, who, u.EmailKey != before.EmailKey); err != nil {
			return err
		}
		if pending = u.EmailKey != before.EmailKey && slices.Contains(before.Roles, access.Admin); pending {
			if err := s.requestEmailChange(ctx, tx, who, before, u.Email); err != nil {
				return err
			}
			u.Email, u.EmailKey = before.Email, before.EmailKey
		}
		if isSamePerson(u, before) {
			return nil
		}
		return s.updatePerson(ctx, tx, who, before, &u)
	})
	return u, pending, err
}

// requireProof returns fault.Forbidden when the action gives power over others and the caller's session is not fresh. Operators at
// the machine have no session.
func (s *Service) requireProof(ctx context.Context, q bun.IDB, who access.Caller, powerful bool) error {
	if !powerful || who.ID == "" {
		return nil
	}
	return s.sessions.Fresh(ctx, q, who)
}

// requestEmailChange asks for another address of an administrator.
func (s *Service) requestEmailChange(ctx context.Context, tx bun.IDB, who access.Caller, u directory.User, email string) error {
	taken, err := directory.HasEmail(ctx, tx, email)
	if err == nil && taken {
		err = fault.New(fault.Conflict, "email_taken", "Another account has this email address.")
	}
	if err != nil {
		return err
	}
	if err := s.recovery.RequestEmailChange(ctx, tx, u, email); err != nil {
		return err
	}
	return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.email_change_requested", TargetKind: "user", TargetID: u.ID,
		Before: map[string]any{"email": u.Email}, After: map[string]any{"email": email}, Personal: identifying})
}

func (s *Service) updatePerson(ctx context.Context, tx bun.IDB, who access.Caller, before directory.User, u *directory.User) error {
	u.UpdatedAt = s.clock.Now()
	emailChanged := u.EmailKey != before.EmailKey
	if emailChanged {
		u.EmailVerifiedAt = nil
	}
	if err := directory.UpdatePerson(ctx, tx, *u); err != nil {
		return err
	}
	if u.FullName != before.FullName {
		if err := events.Publish(ctx, tx, s.clock.Now(), Renamed{u.ID}); err != nil {
			return err
		}
	}
	err := s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.edited", TargetKind: "user", TargetID: u.ID, Before: personOf(before), After: personOf(*u), Personal: identifying})
	if err != nil || !emailChanged {
		return err
	}
	if err := s.recovery.RevokeLinks(ctx, tx, u.ID); err != nil {
		return err
	}
	if err := s.security.Record(ctx, tx, u.ID, "email_changed"); err != nil {
		return err
	}
	return s.verification.RequestVerification(ctx, tx, u.ID)
}

// personOf returns what the audit log records of a person.
func personOf(u directory.User) map[string]any {
	person := map[string]any{"full_name": u.FullName, "email": u.Email}
	if u.StudentNumber != "" {
		person["student_number"] = u.StudentNumber
	}
	return person
}

func isSamePerson(a, b directory.User) bool {
	return a.FullName == b.FullName && a.Email == b.Email && a.StudentNumber == b.StudentNumber
}

// ErrEdited answers a change that is based on an older version of the account.
var ErrEdited = fault.New(fault.Precondition, "stale_version", "Another administrator has changed this account. Nothing was saved. Check the account and try again.")

// lockForUpdate returns a user whose row is locked until the transaction ends. fault.NotFound, fault.Precondition when
// matches, which may be nil, rejects the version.
func (s *Service) lockForUpdate(ctx context.Context, tx bun.IDB, id string, matches func(version int64) bool) (directory.User, error) {
	u, err := directory.Lock(ctx, tx, id)
	if err == nil && matches != nil && !matches(u.EditVersion()) {
		err = ErrEdited
	}
	return u, err
}

// Rename sets a user's name, which has been validated, with the transaction tx. For package profile.
func (s *Service) Rename(ctx context.Context, tx bun.IDB, user, name string) error {
	u, err := directory.ByID(ctx, tx, user)
	if err != nil {
		return err
	}
	u.FullName, u.UpdatedAt = name, s.clock.Now()
	if err := directory.UpdatePerson(ctx, tx, u); err != nil {
		return err
	}
	return events.Publish(ctx, tx, s.clock.Now(), Renamed{user})
}
