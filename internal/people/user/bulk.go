package user

import (
	"context"
	"errors"
	"maps"
	"net/url"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// BulkChange is one change to many users, given by ids or by a filter.
type BulkChange struct {
	IDs    []string    `json:"ids,omitempty" maxItems:"1000" msg:"At most 1,000 accounts are changed at once"`
	Filter string      `json:"filter,omitempty" maxLength:"1000" msg:"maxLength=A filter must be at most 1000 characters" doc:"Instead of ids: as in the address of the list, role=student&status=active. * stands for everybody."`
	Action string      `json:"action" enum:"activate,deactivate,add_role,remove_role,delete" msg:"action is activate, deactivate, add_role, remove_role or delete"`
	Role   access.Role `json:"role,omitempty" enum:"student,instructor,corporate,admin" msg:"role is student, instructor, corporate or admin" doc:"For add_role and remove_role."`
	DryRun bool        `json:"dryRun,omitempty" msg:"dryRun must be true or false" doc:"Say what would happen, and do nothing."`
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

const maxBulk = 1000

// check validates the members of c that need no database.
func (c BulkChange) check() error {
	var broken fault.Fields
	broken.Require((len(c.IDs) > 0) != (c.Filter != ""), "ids", "required", "Please choose accounts, by their ids or by a filter")
	broken.Require((c.Action == "add_role" || c.Action == "remove_role") == (c.Role != ""), "role", "required", "A role belongs to add_role and remove_role, and to them alone")
	return broken.Err()
}

// Bulk changes many users, each in a transaction of its own, so that one failure does not stop the others. A dry run does
// the same in one transaction that is rolled back. Repeating it changes nothing. For administrators; fault.Forbidden when users are
// deleted or become administrators and the caller's session is not fresh, fault.Invalid when a rule is violated or more than 1,000
// users are selected.
func (s *Service) Bulk(ctx context.Context, who access.Caller, c BulkChange) (BulkResult, error) {
	if err := c.check(); err != nil {
		return BulkResult{}, err
	}
	if !c.DryRun && (c.Action == "delete" || c.Action == "add_role" && c.Role == access.Admin) {
		if err := s.sessions.Fresh(ctx, s.db.Reader(), who); err != nil {
			return BulkResult{}, err
		}
	}
	result := BulkResult{DryRun: c.DryRun, Outcomes: []BulkOutcome{}}
	targets, err := s.targets(ctx, c)
	if err != nil {
		return result, err
	}
	each := func(in func(func(bun.IDB) error) error) error {
		for _, target := range targets {
			var changed bool
			err := in(func(tx bun.IDB) (err error) {
				changed, err = s.change(ctx, tx, who, target.ID, c)
				return err
			})
			if err := result.note(target, changed, err); err != nil {
				return err
			}
		}
		return nil
	}
	if !c.DryRun {
		return result, each(func(do func(bun.IDB) error) error { return s.db.InTx(ctx, do) })
	}
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := each(func(do func(bun.IDB) error) error { return do(tx) }); err != nil {
			return err
		}
		return errDryRun
	})
	if errors.Is(err, errDryRun) {
		err = nil
	}
	return result, err
}

// change applies c to one user and reports whether it changed anything.
func (s *Service) change(ctx context.Context, tx bun.IDB, who access.Caller, id string, c BulkChange) (bool, error) {
	switch c.Action {
	case "activate":
		return s.accounts.SetStatus(ctx, tx, who, id, "active", "", nil)
	case "deactivate":
		return s.accounts.SetStatus(ctx, tx, who, id, "disabled", "", nil)
	case "add_role", "remove_role":
		return s.accounts.ChangeRole(ctx, tx, who, id, c.Role, c.Action == "add_role")
	}
	return s.deletions.DismissSoftly(ctx, tx, who, id)
}

// note adds the outcome for one user; an error that is not a fault aborts the whole.
func (r *BulkResult) note(target UserRow, changed bool, err error) error {
	o := BulkOutcome{ID: target.ID, FullName: target.FullName, Email: target.Email, Outcome: "unchanged"}
	refusal, refused := errors.AsType[*fault.Error](err)
	switch {
	case refused:
		o.Outcome, o.Code, o.Message = "refused", refusal.Code, refusal.Message
		r.Refused++
	case err != nil:
		return err
	case changed:
		o.Outcome = "changed"
		r.Changed++
	default:
		r.Unchanged++
	}
	r.Outcomes = append(r.Outcomes, o)
	return nil
}

// targets returns the selected users: ids in their order without duplicates, unknown ones without a name.
func (s *Service) targets(ctx context.Context, c BulkChange) ([]UserRow, error) {
	if c.Filter != "" {
		return s.filtered(ctx, c.Filter)
	}
	var ids []string
	for _, id := range c.IDs {
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

// filtered lists the users of a filter, unless there are too many.
func (s *Service) filtered(ctx context.Context, text string) ([]UserRow, error) {
	f, err := parse(text)
	if err != nil {
		return nil, err
	}
	q, err := newQuery(ctx, s.db.Reader(), f, s.clock.Now())
	if err != nil {
		return nil, err
	}
	us, err := q.page(ctx, maxBulk+1)
	if err == nil && len(us) > maxBulk {
		err = fault.Fields{{Name: "filter", Code: "too_many", Message: "The filter picks more than 1,000 accounts; please narrow it"}}.Err()
	}
	return us, err
}

// parse parses a filter from the query of the list; "*" selects everybody. fault.Invalid also for an unknown parameter: a
// bulk change must not reach more users than intended.
func parse(text string) (Filter, error) {
	f := Filter{Sort: newest}
	values, err := url.ParseQuery(text)
	var broken fault.Fields
	broken.Require(err == nil, "filter", "invalid_format", "This is no filter")
	if text == "*" {
		return f, nil
	}
	members := map[string]*string{"search": &f.Search, "role": &f.Role, "status": &f.Status, "verified": &f.Verified, "locked": &f.Locked,
		"created_from": &f.CreatedFrom, "created_to": &f.CreatedTo, "seen_from": &f.SeenFrom, "seen_to": &f.SeenTo, "sort": (*string)(&f.Sort)}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value := values[name]
		member, ok := members[name]
		broken.Require(ok && len(value) == 1 && value[0] != "", "filter", "unknown_value", "There is no filter "+name+", or it stands there twice or empty")
		if ok {
			*member = value[0]
		}
	}
	allowed := map[*string][]string{&f.Role: {"", "student", "instructor", "corporate", "admin"}, &f.Status: {"", "active", "disabled"},
		&f.Verified: {"", "true", "false"}, &f.Locked: {"", "true", "false"}}
	for member, values := range allowed {
		broken.Require(slices.Contains(values, *member), "filter", "unknown_value", "The filter holds a value that there is not: "+*member)
	}
	if err := broken.Err(); err != nil {
		return f, err
	}
	return f, f.read()
}

var errDryRun = errors.New("a dry run is rolled back")

type bulkInput struct{ Body BulkChange }

func (s *Service) registerBulk(api *rest.API) {
	rest.Handle(api, rest.Roles(access.Admin), rest.Post("/users/bulk", "Change many users at once, or say what would happen").Idempotent(),
		func(ctx context.Context, who access.Caller, in *bulkInput) (rest.Answer[BulkResult], error) {
			r, err := s.Bulk(ctx, who, in.Body)
			return rest.One("", r, err)
		})
}
