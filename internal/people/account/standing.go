package account

import (
	"context"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
)

// SetRoles replaces a user's roles, effective with their next request. For administrators. fault.NotFound,
// fault.Precondition as EditUser, fault.Conflict for the last administrator who can sign in, and when the caller would lose
// their own role, fault.Forbidden for a new administrator when the caller's session is not fresh.
func (s *Service) SetRoles(ctx context.Context, tx bun.IDB, who access.Caller, id string, roles []access.Role, matches func(version int64) bool) error {
	before, err := s.lockForUpdate(ctx, tx, id, matches)
	if err != nil {
		return err
	}
	if err := s.requireProof(ctx, tx, who, slices.Contains(roles, access.Admin) && !slices.Contains(before.Roles, access.Admin)); err != nil {
		return err
	}
	return s.changeRoles(ctx, tx, who, before, unique(roles))
}

// ChangeRole adds or removes one role of a user and reports whether anything changed. For administrators. Faults as
// SetRoles; also fault.Conflict when it is the only role.
func (s *Service) ChangeRole(ctx context.Context, tx bun.IDB, who access.Caller, id string, role access.Role, has bool) (changed bool, err error) {
	before, err := s.lockForUpdate(ctx, tx, id, nil)
	if err != nil || slices.Contains(before.Roles, role) == has {
		return false, err
	}
	roles := unique(append(before.Roles, role))
	if !has {
		roles = slices.DeleteFunc(roles, func(r access.Role) bool { return r == role })
	}
	if len(roles) == 0 {
		return false, fault.New(fault.Conflict, "last_role", "An account needs at least one role.")
	}
	err = s.changeRoles(ctx, tx, who, before, roles)
	return err == nil, err
}

// changeRoles replaces the roles of a user whose row is locked.
func (s *Service) changeRoles(ctx context.Context, tx bun.IDB, who access.Caller, before directory.User, roles []access.Role) error {
	id := before.ID
	if slices.Equal(roles, before.Roles) {
		return nil
	}
	if slices.Contains(before.Roles, access.Admin) && !slices.Contains(roles, access.Admin) {
		if err := s.mayLose(ctx, tx, who, before, "You can't remove your own administrator role. Ask another administrator."); err != nil {
			return err
		}
	}
	if err := s.requireStillAdmin(ctx, tx, who); err != nil {
		return err
	}
	if err := directory.ReplaceRoles(ctx, tx, id, roles, s.clock.Now()); err != nil {
		return err
	}
	if err := s.security.Record(ctx, tx, id, "roles_changed"); err != nil {
		return err
	}
	return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.roles_changed", TargetKind: "user", TargetID: id,
		Before: RoleChange{before.Roles}, After: RoleChange{roles}})
}

// SetStatus enables or disables an account, which ends its sessions at once, and reports whether anything changed. For
// administrators. Faults as SetRoles; also fault.Conflict when enabling an account that is being deleted.
func (s *Service) SetStatus(ctx context.Context, tx bun.IDB, who access.Caller, id, status, reason string, matches func(version int64) bool) (changed bool, err error) {
	before, err := s.lockForUpdate(ctx, tx, id, matches)
	if err != nil {
		return false, err
	}
	if before.Status == status {
		return s.keepOut(ctx, tx, who, before, status, reason)
	}
	if err = s.maySwitch(ctx, tx, who, before, status); err == nil {
		err = s.changeStatus(ctx, tx, who, before, status, reason)
	}
	return err == nil, err
}

// keepOut handles disabling an account that is already disabled: a user who has deleted their own account could cancel that
// by signing in, and no longer can afterwards. It reports whether that was the case.
func (s *Service) keepOut(ctx context.Context, tx bun.IDB, who access.Caller, u directory.User, status, reason string) (changed bool, err error) {
	if status != directory.Disabled {
		return false, nil
	}
	if changed, err = s.deletions.BlockOwnRestore(ctx, tx, who.ID, u.ID); err != nil || !changed {
		return false, err
	}
	if err := s.requireStillAdmin(ctx, tx, who); err != nil {
		return false, err
	}
	return true, s.changeStatus(ctx, tx, who, u, status, reason)
}

func (s *Service) maySwitch(ctx context.Context, tx bun.IDB, who access.Caller, u directory.User, status string) error {
	if status == directory.Disabled {
		if err := s.mayLose(ctx, tx, who, u, "You can't deactivate your own account. Ask another administrator."); err != nil {
			return err
		}
		return s.requireStillAdmin(ctx, tx, who)
	}
	deleting, err := isBeingDeleted(ctx, tx, u.ID)
	if err == nil && deleting {
		err = fault.New(fault.Conflict, "being_deleted", "This account is being deleted. Restore it first.")
	}
	if err != nil {
		return err
	}
	return s.requireStillAdmin(ctx, tx, who)
}

func (s *Service) changeStatus(ctx context.Context, tx bun.IDB, who access.Caller, before directory.User, status, reason string) error {
	id := before.ID
	if status == directory.Disabled {
		if err := s.sessions.EndSessionsOf(ctx, tx, id); err != nil {
			return err
		}
		if err := s.recovery.RevokeLinks(ctx, tx, id); err != nil {
			return err
		}
	}
	if err := directory.SetStatus(ctx, tx, id, status, s.clock.Now()); err != nil {
		return err
	}
	if err := s.security.Record(ctx, tx, id, map[string]string{directory.Active: "switched_on", directory.Disabled: "switched_off"}[status]); err != nil {
		return err
	}
	return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.status_changed", TargetKind: "user", TargetID: id,
		Before: UserStatus{Status: before.Status}, After: UserStatus{status, strings.TrimSpace(reason)}})
}

// mayLose returns fault.Conflict, with the message own, when u is the caller, and for the last administrator who can sign
// in.
func (s *Service) mayLose(ctx context.Context, tx bun.IDB, who access.Caller, u directory.User, own string) error {
	if who.ID == u.ID {
		return fault.New(fault.Conflict, "own_account", own)
	}
	return s.requireOtherAdmin(ctx, tx, u)
}

// requireStillAdmin returns fault.Forbidden when the caller lost the role during the request. An operator, who has no id,
// always may.
func (s *Service) requireStillAdmin(ctx context.Context, tx bun.IDB, who access.Caller) error {
	if who.ID == "" {
		return nil
	}
	u, err := directory.ByID(ctx, tx, who.ID)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	if u.Status != directory.Active || !slices.Contains(u.Roles, access.Admin) {
		return fault.New(fault.Forbidden, "forbidden", "You are no longer an administrator.")
	}
	return nil
}

// MayAdminister reports whether a user is an administrator who could sign in now. For package user, whose jobs outlive requests.
func (s *Service) MayAdminister(ctx context.Context, q bun.IDB, user string) (bool, error) {
	return isAdmin(ctx, q, user, s.clock.Now())
}

// unique removes duplicates.
func unique(roles []access.Role) []access.Role {
	roles = slices.Clone(roles)
	slices.Sort(roles)
	return slices.Compact(roles)
}

// requireOtherAdmin returns fault.Conflict when nobody could administer the installation without u.
func (s *Service) requireOtherAdmin(ctx context.Context, tx bun.IDB, u directory.User) error {
	if !slices.Contains(u.Roles, access.Admin) {
		return nil
	}
	others, err := countOtherAdmins(ctx, tx, u.ID, s.clock.Now())
	if err == nil && others == 0 {
		err = fault.New(fault.Conflict, "last_admin", "This is the last administrator who can sign in. Make another user an administrator first.")
	}
	return err
}
