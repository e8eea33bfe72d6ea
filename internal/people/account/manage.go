package account

import (
	"context"
	"strings"
	"unicode"

	"github.com/uptrace/bun"

	"lectern/internal/people/password"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// NewUser is what an administrator sends to make an account for somebody.
type NewUser struct {
	FullName string        `json:"full_name" pattern:"\\S" maxLength:"120" msg:"Please enter the name;maxLength=A name must be at most 120 characters"`
	Email    string        `json:"email" pattern:"\\S" maxLength:"254" msg:"Please enter the e-mail address;maxLength=An e-mail address has at most 254 characters"`
	Roles    []access.Role `json:"roles" minItems:"1" maxItems:"4" enum:"student,instructor,corporate,admin" msg:"Please choose at least one role"`
	Password string        `json:"password,omitempty" maxLength:"128" msg:"maxLength=A password must have at most 128 characters" doc:"Absent: they get a letter with a link to choose one."`
}

// UserEdit is what an administrator changes of an account; what is absent stays.
type UserEdit struct {
	FullName *string `json:"full_name,omitempty" pattern:"\\S" maxLength:"120" msg:"Please enter the name;maxLength=A name must be at most 120 characters"`
	Email    *string `json:"email,omitempty" pattern:"\\S" maxLength:"254" msg:"Please enter the e-mail address;maxLength=An e-mail address has at most 254 characters" doc:"Another address must be confirmed by whoever reads its mail."`
}

// UserRoles is all the roles that a user is to hold.
type UserRoles struct {
	Roles []access.Role `json:"roles" minItems:"1" maxItems:"4" enum:"student,instructor,corporate,admin" msg:"Please choose at least one role"`
}

// UserStatus switches an account on or off.
type UserStatus struct {
	Status string `json:"status" enum:"active,disabled" msg:"status is active or disabled"`
	Reason string `json:"reason,omitempty" maxLength:"500" msg:"maxLength=The reason must be at most 500 characters" doc:"For the audit log."`
}

// requirePerson notes what is wrong with a name and an address that have no blanks around them.
func requirePerson(broken *fault.Fields, name, email string) {
	broken.Require(name != "", "full_name", "required", "Please enter the name")
	broken.Require(len([]rune(name)) <= 120, "full_name", "too_long", "A name must be at most 120 characters")
	broken.Require(!strings.ContainsFunc(name, unicode.IsControl), "full_name", "invalid_format", "The name holds a character that cannot be shown")
	broken.Require(isAddress(email), "email", "invalid_format", "This is not a valid e-mail address")
}

// AddUser makes an account for somebody. Without a password they get a letter with a link to choose one. For administrators.
// fault.Invalid when a rule is broken, fault.Conflict when the address has an account.
func (s *Service) AddUser(ctx context.Context, who access.Caller, n NewUser) (User, error) {
	u, err := s.stranger(n)
	if err != nil {
		return User{}, err
	}
	if n.Password != "" {
		if err := s.Hasher.RequireStrength(ctx, "password", n.Password, u.FullName, u.Email); err != nil {
			return User{}, err
		}
		if u.PasswordHash, err = s.Hasher.Hash(ctx, n.Password); err != nil {
			return User{}, err
		}
	}
	return u, s.DB.InTx(ctx, func(tx bun.IDB) error { return s.add(ctx, tx, who, u) })
}

// stranger is the account of somebody who does not know of it yet; nobody can sign in to it before it has a password.
func (s *Service) stranger(n NewUser) (User, error) {
	var broken fault.Fields
	name, email := strings.TrimSpace(n.FullName), strings.TrimSpace(n.Email)
	requirePerson(&broken, name, email)
	if n.Password != "" {
		password.RequireLength(&broken, "password", n.Password)
	}
	if err := broken.Err(); err != nil {
		return User{}, err
	}
	now := s.Clock.Now()
	return User{ID: db.NewID(), Email: email, EmailKey: emailKey(email), FullName: name, Roles: unique(n.Roles), Status: active, CreatedAt: now, UpdatedAt: now}, nil
}

// whoIs is what of an entry about a user tells who they are.
var whoIs = []string{"full_name", "email"}

// add stores an account that somebody else has made, and writes to its owner.
func (s *Service) add(ctx context.Context, tx bun.IDB, who access.Caller, u User) error {
	if err := insertUser(ctx, tx, u); err != nil {
		return err
	}
	about := map[string]any{"full_name": u.FullName, "email": u.Email, "roles": u.Roles}
	if err := s.Audit.Write(ctx, tx, who, audit.Entry{Action: "user.created", TargetKind: "user", TargetID: u.ID, After: about, Personal: whoIs}); err != nil {
		return err
	}
	letter := order{Occasion: onWelcome, User: u.ID}
	if u.PasswordHash != "" {
		letter.Occasion = onSignUp
	}
	return s.write(ctx, tx, letter)
}

// EditUser changes the name and the address of an account. Another address is not confirmed and ends every link; its owner
// gets a letter to confirm it. For administrators. fault.NotFound, fault.Invalid when a rule is broken, fault.Conflict when
// the address has an account, fault.Precondition when holds says no to the version of the account.
func (s *Service) EditUser(ctx context.Context, who access.Caller, id string, e UserEdit, holds func(version int64) bool) (u User, err error) {
	err = s.DB.InTx(ctx, func(tx bun.IDB) error {
		before, err := s.hold(ctx, tx, id, holds)
		if err != nil {
			return err
		}
		u = before
		if e.FullName != nil {
			u.FullName = strings.TrimSpace(*e.FullName)
		}
		if e.Email != nil {
			u.Email = strings.TrimSpace(*e.Email)
			u.EmailKey = emailKey(u.Email)
		}
		var broken fault.Fields
		requirePerson(&broken, u.FullName, u.Email)
		if err := broken.Err(); err != nil {
			return err
		}
		if u.FullName == before.FullName && u.Email == before.Email {
			return nil
		}
		return s.putPerson(ctx, tx, who, before, &u)
	})
	return u, err
}

func (s *Service) putPerson(ctx context.Context, tx bun.IDB, who access.Caller, before User, u *User) error {
	now := s.Clock.Now()
	u.UpdatedAt = now
	moved := u.EmailKey != before.EmailKey
	if moved {
		u.EmailVerifiedAt = nil
	}
	if err := updatePerson(ctx, tx, *u); err != nil {
		return err
	}
	about := func(u User) map[string]any { return map[string]any{"full_name": u.FullName, "email": u.Email} }
	err := s.Audit.Write(ctx, tx, who, audit.Entry{Action: "user.edited", TargetKind: "user", TargetID: u.ID, Before: about(before), After: about(*u), Personal: whoIs})
	if err != nil || !moved {
		return err
	}
	if err := killLinks(ctx, tx, u.ID, now); err != nil {
		return err
	}
	if err := s.NoteSecurity(ctx, tx, u.ID, "email_changed"); err != nil {
		return err
	}
	return s.write(ctx, tx, order{Occasion: onSignUp, User: u.ID})
}

// ErrEdited is for who wants to change what has changed since they looked.
var ErrEdited = fault.New(fault.Precondition, "edited_meanwhile", "Somebody has changed this account meanwhile. Please look at it again; nothing was saved.")

// hold is a user whose row nobody else changes until the transaction ends. fault.NotFound, fault.Precondition when holds,
// which may be nil, says no to the version.
func (s *Service) hold(ctx context.Context, tx bun.IDB, id string, holds func(version int64) bool) (User, error) {
	var held string
	err := db.ForUpdate(tx.NewSelect().Table("users").Column("id").Where("id = ?", id)).Scan(ctx, &held)
	if err != nil {
		return userByID(ctx, tx, id) // which says what is wrong
	}
	u, err := userByID(ctx, tx, id)
	if err != nil {
		return u, err
	}
	gone, err := isErased(ctx, tx, id)
	switch {
	case err != nil:
		return u, err
	case gone:
		return u, errNoUser
	case holds != nil && !holds(u.Version()):
		return u, ErrEdited
	}
	return u, nil
}

// Version tells one state of a user from another.
func (u User) Version() int64 { return u.UpdatedAt.UnixMicro() }
