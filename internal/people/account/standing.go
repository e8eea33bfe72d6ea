package account

import (
	"context"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
)

// SetRoles gives a user exactly these roles, from their next request on. For administrators. fault.NotFound, fault.Precondition
// as EditUser, fault.Conflict when the last administrator would go, or the caller would lose their own right.
func (s *Service) SetRoles(ctx context.Context, tx bun.IDB, who access.Caller, id string, roles []access.Role, holds func(version int64) bool) error {
	before, err := s.hold(ctx, tx, id, holds)
	if err != nil {
		return err
	}
	return s.putRoles(ctx, tx, who, before, unique(roles))
}

// ChangeRole gives a user one role more, or one less, and says whether it was not so before. For administrators. Faults as
// SetRoles; also fault.Conflict when it is the only one.
func (s *Service) ChangeRole(ctx context.Context, tx bun.IDB, who access.Caller, id string, role access.Role, has bool) (changed bool, err error) {
	before, err := s.hold(ctx, tx, id, nil)
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
	err = s.putRoles(ctx, tx, who, before, roles)
	return err == nil, err
}

// putRoles replaces the roles of a user whose row is held.
func (s *Service) putRoles(ctx context.Context, tx bun.IDB, who access.Caller, before User, roles []access.Role) error {
	id := before.ID
	if slices.Equal(roles, before.Roles) {
		return nil
	}
	if slices.Contains(before.Roles, access.Admin) && !slices.Contains(roles, access.Admin) {
		if err := s.mayLose(ctx, tx, who, before, "You cannot take the administrator's role from yourself. Another administrator can."); err != nil {
			return err
		}
	}
	if err := s.stillAdmin(ctx, tx, who); err != nil {
		return err
	}
	if err := replaceRoles(ctx, tx, id, roles, s.Clock.Now()); err != nil {
		return err
	}
	if err := s.NoteSecurity(ctx, tx, id, "roles_changed"); err != nil {
		return err
	}
	return s.Audit.Write(ctx, tx, who, audit.Entry{Action: "user.roles_changed", TargetKind: "user", TargetID: id,
		Before: UserRoles{before.Roles}, After: UserRoles{roles}})
}

// SetStatus switches an account on or off, which ends its sessions at once, and says whether it was not so before. For
// administrators. Faults as SetRoles; also fault.Conflict when an account is to be switched on that is being deleted.
func (s *Service) SetStatus(ctx context.Context, tx bun.IDB, who access.Caller, id, status, reason string, holds func(version int64) bool) (changed bool, err error) {
	before, err := s.hold(ctx, tx, id, holds)
	if err != nil {
		return false, err
	}
	if before.Status == status {
		return s.keepOut(ctx, tx, who, before, status, reason)
	}
	if err = s.maySwitch(ctx, tx, who, before, status); err == nil {
		err = s.putStatus(ctx, tx, who, before, status, reason)
	}
	return err == nil, err
}

// keepOut keeps somebody out who is switched off although they are out already: who was leaving by their own wish could
// come back by signing in, and can no more. It says whether that was so.
func (s *Service) keepOut(ctx context.Context, tx bun.IDB, who access.Caller, u User, status, reason string) (changed bool, err error) {
	if status != disabled {
		return false, nil
	}
	if changed, err = s.Leavers.KeepOut(ctx, tx, who.ID, u.ID); err != nil || !changed {
		return false, err
	}
	if err := s.stillAdmin(ctx, tx, who); err != nil {
		return false, err
	}
	return true, s.putStatus(ctx, tx, who, u, status, reason)
}

func (s *Service) maySwitch(ctx context.Context, tx bun.IDB, who access.Caller, u User, status string) error {
	if status == disabled {
		if err := s.mayLose(ctx, tx, who, u, "You cannot switch your own account off. Another administrator can."); err != nil {
			return err
		}
		return s.stillAdmin(ctx, tx, who)
	}
	leaving, err := isLeaving(ctx, tx, u.ID)
	if err == nil && leaving {
		err = fault.New(fault.Conflict, "being_deleted", "This account is being deleted. Give it back first.")
	}
	if err != nil {
		return err
	}
	return s.stillAdmin(ctx, tx, who)
}

func (s *Service) putStatus(ctx context.Context, tx bun.IDB, who access.Caller, before User, status, reason string) error {
	id := before.ID
	if status == disabled {
		if err := s.EndSessionsOf(ctx, tx, id); err != nil {
			return err
		}
	}
	if err := setStatus(ctx, tx, id, status, s.Clock.Now()); err != nil {
		return err
	}
	if err := s.NoteSecurity(ctx, tx, id, map[string]string{active: "switched_on", disabled: "switched_off"}[status]); err != nil {
		return err
	}
	return s.Audit.Write(ctx, tx, who, audit.Entry{Action: "user.status_changed", TargetKind: "user", TargetID: id,
		Before: UserStatus{Status: before.Status}, After: UserStatus{status, strings.TrimSpace(reason)}})
}

// mayLose is fault.Conflict when u is the caller, or the last administrator.
func (s *Service) mayLose(ctx context.Context, tx bun.IDB, who access.Caller, u User, own string) error {
	if who.ID == u.ID {
		return fault.New(fault.Conflict, "own_account", own)
	}
	return s.keepAdmin(ctx, tx, u)
}

// stillAdmin is fault.Forbidden when the caller has lost their right while the request was on its way. Somebody at the
// machine has it always.
func (s *Service) stillAdmin(ctx context.Context, tx bun.IDB, who access.Caller) error {
	if who.ID == "" {
		return nil
	}
	u, err := userByID(ctx, tx, who.ID)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	if u.Status != active || !slices.Contains(u.Roles, access.Admin) {
		return fault.New(fault.Forbidden, "forbidden", "You are no longer an administrator.")
	}
	return nil
}

// unique is roles in their order, each once.
func unique(roles []access.Role) []access.Role {
	roles = slices.Clone(roles)
	slices.Sort(roles)
	return slices.Compact(roles)
}
