package twofactor

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/rest"
)

// TwoFactorPolicy lists the roles that need a second factor.
type TwoFactorPolicy struct {
	Roles []access.Role `json:"roles" maxItems:"4" enum:"student,instructor,corporate,admin" msg:"Please choose roles: student, instructor, corporate, admin"`
}

// TwoFactorPolicyView is the policy with the number of users that it affects.
type TwoFactorPolicyView struct {
	TwoFactorPolicy
	People []TwoFactorCount `json:"people" doc:"Every role, with how many people hold it and how many of those have a second factor."`
}

// EditVersion is compared with If-Match. Who sets up a factor does not change it.
func (v TwoFactorPolicyView) EditVersion() int64 { return rest.VersionOf(v.TwoFactorPolicy) }

type TwoFactorCount struct {
	Role       access.Role `json:"role" enum:"student,instructor,corporate,admin"`
	Total      int64       `json:"total"`
	WithFactor int64       `json:"withFactor"`
}

// Policy returns the current policy. For administrators.
func (s *Service) Policy(ctx context.Context) (view TwoFactorPolicyView, err error) {
	err = s.db.Snapshot(ctx, func(q bun.IDB) error {
		view, err = readPolicy(ctx, q)
		return err
	})
	return view, err
}

func readPolicy(ctx context.Context, q bun.IDB) (view TwoFactorPolicyView, err error) {
	if view.Roles, err = requiredRoles(ctx, q); err != nil {
		return view, err
	}
	view.People, err = countFactors(ctx, q)
	return view, err
}

// SetPolicy sets which roles need a second factor. Affected sessions that were opened by password alone end with their next
// request; users without a factor set one up at their next sign-in. For administrators. fault.Conflict when the caller
// would be affected, fault.Forbidden when the session is not fresh, fault.Precondition, with the policy as it is, when that was changed since
// the caller read it.
func (s *Service) SetPolicy(ctx context.Context, who access.Caller, p TwoFactorPolicy, held rest.IfMatch) (TwoFactorPolicyView, error) {
	slices.Sort(p.Roles)
	p.Roles = slices.Compact(p.Roles)
	err := s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.sessions.Fresh(ctx, tx, who); err != nil {
			return err
		}
		has, err := factorsOf(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if who.HasRole(p.Roles...) && !has.any() {
			return fault.New(fault.Conflict, "own_factor_missing", "You have one of these roles and no two-factor authentication yourself. Set it up first.")
		}
		before, err := readPolicy(ctx, tx)
		if err != nil {
			return err
		}
		if !held.Matches(before.EditVersion()) {
			return fault.New(fault.Precondition, "stale_version", "Another user has changed this. Your choice is not saved yet.").WithDetails(before)
		}
		if err := replaceRequiredRoles(ctx, tx, p.Roles, who.ID, s.clock.Now()); err != nil {
			return err
		}
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "two_factor.policy_changed", TargetKind: "policy", Before: before.TwoFactorPolicy, After: p})
	})
	if err != nil {
		return TwoFactorPolicyView{}, err
	}
	return s.Policy(ctx)
}

// Sweep deletes unanswered challenges. For the periodic job.
func (s *Service) Sweep(ctx context.Context) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error { return deleteStaleChallenges(ctx, tx, s.clock.Now()) })
}

func (s *Service) Sweeps() jobs.Sweeps { return jobs.Sweeps{"twofactor.sweep": s.Sweep} }
