package lead

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// insert stores a lead; false if its form has come in already.
func insert(ctx context.Context, tx bun.IDB, l Lead) (isFirst bool, err error) {
	isFirst, err = db.Changed(tx.NewInsert().Model(&l).On("CONFLICT (form_id) DO NOTHING").Exec(ctx))
	if err != nil || !isFirst {
		return false, err
	}
	type searchKey struct {
		bun.BaseModel `bun:"table:lead_search_keys"`

		SearchKey, LeadID string
	}
	var keys []searchKey
	for _, part := range []string{l.FullName, l.EmailKey, l.CompanyName} {
		for _, key := range text.SearchKeys(part) {
			keys = append(keys, searchKey{SearchKey: key, LeadID: l.ID})
		}
	}
	_, err = tx.NewInsert().Model(&keys).On("CONFLICT DO NOTHING").Exec(ctx)
	return true, err
}

func addEvent(ctx context.Context, tx bun.IDB, e LeadEvent) error {
	_, err := tx.NewInsert().Model(&e).Exec(ctx)
	return err
}

func isKnownForm(ctx context.Context, q bun.IDB, form string) (bool, error) {
	return q.NewSelect().TableExpr("leads").Where("form_id = ?", form).Exists(ctx)
}

func requirePublished(ctx context.Context, q bun.IDB, course string) error {
	is, err := q.NewSelect().TableExpr("courses").Where("id = ? AND status = 'Published'", course).Exists(ctx)
	if err == nil && !is {
		err = fault.New(fault.NotFound, "course_not_found", "This course doesn't exist.")
	}
	return err
}

// requireAdministrator returns fault.Invalid unless a user is an administrator; nobody is accepted.
func requireAdministrator(ctx context.Context, q bun.IDB, user string) error {
	if user == "" {
		return nil
	}
	is, err := q.NewSelect().TableExpr("user_roles").Where("user_id = ? AND role = 'admin'", user).Exists(ctx)
	if err == nil && !is {
		err = fault.InvalidField("assigned_to", "unknown", "Choose an administrator")
	}
	return err
}

func hasAccount(ctx context.Context, q bun.IDB, emailKey string) (bool, error) {
	return q.NewSelect().TableExpr("users").Where("email_key = ?", emailKey).Exists(ctx)
}

func selectLeads(q bun.IDB, into any) *bun.SelectQuery {
	return q.NewSelect().Model(into).ColumnExpr("l.*, coalesce(c.title, '') AS course_title, coalesce(u.full_name, '') AS assignee_name").
		Join("LEFT JOIN courses AS c ON c.id = l.course_id").Join("LEFT JOIN users AS u ON u.id = l.assigned_to")
}

func find(ctx context.Context, q bun.IDB, id string) (l Lead, err error) {
	err = selectLeads(q, &l).Where("l.id = ?", id).Scan(ctx)
	l.complete()
	return l, db.One(err, errNoLead)
}

// lock returns a lead whose row no other transaction changes until this one ends.
func lock(ctx context.Context, tx bun.IDB, id string) (Lead, error) {
	if err := db.MustChange(ctx, tx.NewRaw("UPDATE leads SET version = version WHERE id = ?", id), errNoLead); err != nil {
		return Lead{}, err
	}
	return find(ctx, tx, id)
}

// update stores what administrators change.
func update(ctx context.Context, tx bun.IDB, l Lead) error {
	_, err := tx.NewUpdate().Model(&l).Column("status", "assigned_to", "next_action", "next_action_at", "merged_into", "contacted_at", "contact_hours", "version", "updated_at").WherePK().Exec(ctx)
	return err
}

func remove(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewRaw("DELETE FROM leads WHERE id = ?", id).Exec(ctx)
	return err
}

// endOfPrefix sorts after every text.
const endOfPrefix = "\U0010FFFF"

func narrow(s *bun.SelectQuery, f LeadFilter) *bun.SelectQuery {
	s.Where("l.merged_into IS NULL")
	for column, value := range map[string]string{"l.kind": f.Kind, "l.status": f.Status, "l.course_id": f.CourseID, "l.assigned_to": f.AssignedTo, "l.country_code": f.CountryCode} {
		if value != "" {
			s.Where("? = ?", bun.Ident(column), value)
		}
	}
	if start := text.SearchPrefix(f.Search); start != "" {
		s.Where("EXISTS (SELECT 1 FROM lead_search_keys AS k WHERE k.lead_id = l.id AND k.search_key >= ? AND k.search_key < ?)", start, start+endOfPrefix)
	}
	if !f.start.IsZero() {
		s.Where("l.created_at >= ?", f.start)
	}
	if !f.end.IsZero() {
		s.Where("l.created_at < ?", f.end)
	}
	return s
}

// list returns leads that follow a position, newest first.
func list(ctx context.Context, q bun.IDB, f LeadFilter, at rest.TimePosition) (ls []Lead, err error) {
	ls = []Lead{}
	err = narrow(selectLeads(q, &ls), f).Where("(l.created_at, l.id) < (?, ?)", at.Before, at.ID).OrderExpr("l.created_at DESC, l.id DESC").Limit(at.Limit).Offset(at.Offset).Scan(ctx)
	return completed(ls), err
}

func completed(ls []Lead) []Lead {
	for i := range ls {
		ls[i].complete()
	}
	return ls
}

// count counts the leads of a list, up to rest.MaxCount.
func count(ctx context.Context, q bun.IDB, f LeadFilter) (rest.Count, error) {
	some := narrow(q.NewSelect().TableExpr("leads AS l"), f).ColumnExpr("1").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

func eventsOf(ctx context.Context, q bun.IDB, id string) (es []LeadEvent, err error) {
	es = []LeadEvent{}
	return es, q.NewSelect().Model(&es).ColumnExpr("e.*, coalesce(u.full_name, '') AS user_name, coalesce(a.full_name, '') AS after_name").
		Join("LEFT JOIN users AS u ON u.id = e.user_id").Join("LEFT JOIN users AS a ON a.id = e.after").
		Where("e.lead_id = ?", id).OrderExpr("e.created_at, e.id").Scan(ctx)
}

func partsOf(ctx context.Context, q bun.IDB, id string) (ls []Lead, err error) {
	ls = []Lead{}
	err = selectLeads(q, &ls).Where("l.merged_into = ?", id).OrderExpr("l.created_at, l.id").Scan(ctx)
	return completed(ls), err
}

func duplicatesOf(ctx context.Context, q bun.IDB, l Lead) (ls []Lead, err error) {
	ls = []Lead{}
	err = selectLeads(q, &ls).Where("l.email_key = ? AND l.id <> ? AND l.merged_into IS NULL", l.EmailKey, l.ID).OrderExpr("l.created_at DESC, l.id DESC").Limit(20).Scan(ctx)
	return completed(ls), err
}

// deleteSpam deletes leads that have been spam since an instant, some at a time.
func deleteSpam(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw(`DELETE FROM leads WHERE id IN (SELECT l.id FROM leads AS l WHERE l.status = 'spam' AND l.merged_into IS NULL AND l.created_at < ? AND l.updated_at < ?
		ORDER BY l.created_at DESC, l.id DESC LIMIT 1000)`, before, before).Exec(ctx)
	return err
}
