package user

import (
	"context"
	"errors"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// BulkAction is what happens to each of many users.
type BulkAction struct {
	Action string      `json:"action" enum:"activate,deactivate,add_role,remove_role,require_new_password,end_sessions,delete" msg:"action must be activate, deactivate, add_role, remove_role, require_new_password, end_sessions or delete"`
	Role   access.Role `json:"role,omitempty" enum:"student,instructor,corporate,admin" msg:"role must be student, instructor, corporate or admin" doc:"For add_role and remove_role."`
}

// BulkChange is one change to many users.
type BulkChange struct {
	BulkAction
	IDs    []string `json:"ids" minItems:"1" maxItems:"1000" msg:"Please choose accounts;maxItems=At most 1,000 accounts can be changed at once"`
	DryRun bool     `json:"dryRun,omitempty" msg:"dryRun must be true or false" doc:"Say what would happen, and do nothing."`
}

// BulkOutcome is the outcome for one user.
type BulkOutcome struct {
	ID       string `json:"id"`
	FullName string `json:"full_name"`
	Email    string `json:"email"`
	Outcome  string `json:"outcome" enum:"changed,unchanged,refused"`
	Code     string `json:"code,omitempty" doc:"Why it was refused; stable."`
	Message  string `json:"message,omitempty" doc:"Why it was refused."`
}

// BulkResult is the outcome for all users.
type BulkResult struct {
	DryRun    bool          `json:"dryRun" doc:"Then changed stands for what would be changed."`
	Changed   int64         `json:"changed"`
	Unchanged int64         `json:"unchanged" doc:"Were so already."`
	Refused   int64         `json:"refused"`
	Outcomes  []BulkOutcome `json:"outcomes"`
}

// check validates what needs no database.
func (a BulkAction) check() error {
	var broken fault.Fields
	broken.Require((a.Action == "add_role" || a.Action == "remove_role") == (a.Role != ""), "role", "required", "A role can be given only with add_role and remove_role")
	return broken.Err()
}

// isPowerful reports whether the caller has to confirm their identity first.
func (a BulkAction) isPowerful() bool {
	return a.Action == "delete" || a.Action == "require_new_password" || a.Action == "add_role" && a.Role == access.Admin
}

// Bulk changes users, each in a transaction of its own, so that one failure does not stop the others. A dry run rolls each of
// them back. Repeating it changes nothing. For administrators; fault.Forbidden when users are deleted, lose their password or
// become administrators and the caller's session is not fresh, fault.Invalid when a rule is violated.
func (s *Service) Bulk(ctx context.Context, who access.Caller, c BulkChange) (BulkResult, error) {
	result := BulkResult{DryRun: c.DryRun, Outcomes: []BulkOutcome{}}
	if err := s.mayBegin(ctx, who, c.BulkAction, c.DryRun); err != nil {
		return result, err
	}
	targets, err := s.targets(ctx, c.IDs)
	if err != nil {
		return result, err
	}
	for _, target := range targets {
		var changed bool
		err := s.db.InTx(ctx, func(tx bun.IDB) (err error) {
			changed, err = s.change(ctx, tx, who, target.ID, c.BulkAction)
			if err == nil && c.DryRun {
				err = errDryRun
			}
			return err
		})
		if err := result.note(target, changed, err); err != nil {
			return result, err
		}
	}
	return result, nil
}

// mayBegin checks an action and whether the caller may take it.
func (s *Service) mayBegin(ctx context.Context, who access.Caller, a BulkAction, dryRun bool) error {
	if err := a.check(); err != nil || dryRun || !a.isPowerful() {
		return err
	}
	return s.sessions.Fresh(ctx, s.db.Reader(), who)
}

// change changes one user and reports whether anything is different now.
func (s *Service) change(ctx context.Context, tx bun.IDB, who access.Caller, id string, a BulkAction) (bool, error) {
	switch a.Action {
	case "activate":
		return s.accounts.SetStatus(ctx, tx, who, id, "active", "", nil)
	case "deactivate":
		return s.accounts.SetStatus(ctx, tx, who, id, "disabled", "", nil)
	case "add_role", "remove_role":
		return s.accounts.ChangeRole(ctx, tx, who, id, a.Role, a.Action == "add_role")
	case "require_new_password":
		return s.accounts.VoidPassword(ctx, tx, who, id)
	case "end_sessions":
		if id == who.ID {
			return false, fault.New(fault.Conflict, "own_account", "To sign out your own account, use your settings.")
		}
		return s.sessions.EndAllOf(ctx, tx, who, id)
	}
	return s.deletions.ScheduleDeletion(ctx, tx, who, id)
}

// note adds the outcome for one user; an error that is not a fault aborts the whole.
func (r *BulkResult) note(target UserRow, changed bool, err error) error {
	o := BulkOutcome{ID: target.ID, FullName: target.FullName, Email: target.Email}
	if o.Outcome, o.Code, o.Message, err = outcomeOf(changed, err); err != nil {
		return err
	}
	switch o.Outcome {
	case "refused":
		r.Refused++
	case "changed":
		r.Changed++
	default:
		r.Unchanged++
	}
	r.Outcomes = append(r.Outcomes, o)
	return nil
}

// outcomeOf turns what change returned into an outcome. An error that is not about this user is returned.
func outcomeOf(changed bool, err error) (outcome, code, message string, failure error) {
	refusal, refused := errors.AsType[*fault.Error](err)
	switch {
	case errors.Is(err, errDryRun), err == nil:
		if changed {
			return "changed", "", "", nil
		}
		return "unchanged", "", "", nil
	case refused && refusal.Kind != fault.Unavailable && refusal.Kind != fault.NoSpace:
		return "refused", refusal.Code, refusal.Message, nil
	}
	return "", "", "", err
}

// targets returns the users in the order of their ids without duplicates, unknown ones without a name.
func (s *Service) targets(ctx context.Context, requested []string) ([]UserRow, error) {
	var ids []string
	for _, id := range requested {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	found, err := namesOf(ctx, s.db.Reader(), ids)
	if err != nil {
		return nil, err
	}
	targets := make([]UserRow, len(ids))
	for i, id := range ids {
		targets[i] = UserRow{ID: id}
		if at := slices.IndexFunc(found, func(u UserRow) bool { return u.ID == id }); at >= 0 {
			targets[i] = found[at]
		}
	}
	return targets, nil
}

var errDryRun = errors.New("a dry run is rolled back")
