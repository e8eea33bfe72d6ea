package company

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

func insert(ctx context.Context, tx bun.IDB, c Company) error {
	_, err := tx.NewInsert().Model(&c).Exec(ctx)
	return err
}

func update(ctx context.Context, tx bun.IDB, c Company) error {
	_, err := tx.NewUpdate().Model(&c).ExcludeColumn("created_at").WherePK().Exec(ctx)
	return err
}

// find returns a company with the role of a user in it, "" for strangers.
func find(ctx context.Context, q bun.IDB, id, user string) (c Company, err error) {
	err = q.NewSelect().Model(&c).ColumnExpr("c.*, coalesce(p.role, '') AS own_role").
		Join("LEFT JOIN company_people AS p ON p.company_id = c.id AND p.user_id = ? AND p.state = 'active'", user).Where("c.id = ?", id).Scan(ctx)
	return c, db.One(err, errNoCompany)
}

// lock keeps other transactions from changing who belongs to a company until this one ends.
func lock(ctx context.Context, tx bun.IDB, id string) error {
	return db.MustChange(ctx, tx.NewRaw("UPDATE companies SET version = version WHERE id = ?", id), errNoCompany)
}

const (
	peopleOf      = "(SELECT count(*) FROM company_people AS p WHERE p.company_id = c.id AND p.state = 'active')"
	invitationsOf = "(SELECT count(*) FROM company_invitations AS i WHERE i.company_id = c.id AND i.state = 'open' AND i.expires_at > ?)"
)

func countPeople(ctx context.Context, q bun.IDB, c *Company, now time.Time) error {
	return q.NewRaw("SELECT "+peopleOf+" AS people, "+invitationsOf+" AS invitations FROM companies AS c WHERE c.id = ?", now, c.ID).Scan(ctx, &c.People, &c.Invitations)
}

func narrow(s *bun.SelectQuery, f CompanyFilter) *bun.SelectQuery {
	if start := text.Fold(text.OneLine(f.Search)); start != "" {
		s.Where("c.name_key >= ? AND c.name_key < ?", start, start+"\U0010FFFF")
	}
	if f.Status != "" {
		s.Where("c.status = ?", f.Status)
	}
	return s
}

func list(ctx context.Context, q bun.IDB, f CompanyFilter, now time.Time, limit, offset int64) (cs []Company, err error) {
	cs = []Company{}
	s := q.NewSelect().Model(&cs).ColumnExpr("c.*, "+peopleOf+" AS people").ColumnExpr(invitationsOf+" AS invitations", now)
	order := "c.created_at DESC, c.id DESC"
	if f.Search != "" {
		order = "c.name_key, c.id"
	}
	return cs, narrow(s, f).OrderExpr(order).Limit(limit).Offset(offset).Scan(ctx)
}

func count(ctx context.Context, q bun.IDB, f CompanyFilter) (rest.Count, error) {
	some := narrow(q.NewSelect().TableExpr("companies AS c"), f).ColumnExpr("1").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

const selectMemberships = `SELECT c.id AS company_id, c.name, c.status, p.role, p.department, p.joined_at
	FROM company_people AS p JOIN companies AS c ON c.id = p.company_id WHERE p.user_id = ? AND p.state = 'active'`

func memberships(ctx context.Context, q bun.IDB, user string) (ms []CompanyMembership, err error) {
	ms = []CompanyMembership{}
	return ms, q.NewRaw(selectMemberships+" ORDER BY c.name_key, c.id", user).Scan(ctx, &ms)
}

func membership(ctx context.Context, q bun.IDB, id, user string) (m CompanyMembership, err error) {
	err = q.NewRaw(selectMemberships+" AND c.id = ?", user, id).Scan(ctx, &m)
	return m, db.One(err, errNoCompany)
}

func selectPeople(q bun.IDB, into any) *bun.SelectQuery {
	return q.NewSelect().Model(into).ColumnExpr("p.*, u.full_name, u.email").Join("JOIN users AS u ON u.id = p.user_id")
}

func narrowPeople(s *bun.SelectQuery, id string, f CompanyPeopleFilter) *bun.SelectQuery {
	s.Where("p.company_id = ? AND p.state = ?", id, f.State)
	if f.Department != "" {
		s.Where("p.department = ?", f.Department)
	}
	return db.WhereUserMatches(s, "p.user_id", f.Search)
}

func people(ctx context.Context, q bun.IDB, id string, f CompanyPeopleFilter, before time.Time, beforeID string, limit int64) (ps []CompanyPerson, err error) {
	ps = []CompanyPerson{}
	s := narrowPeople(selectPeople(q, &ps), id, f).Where("(p.joined_at, p.user_id) < (?, ?)", before, beforeID)
	return ps, s.OrderExpr("p.joined_at DESC, p.user_id DESC").Limit(limit).Scan(ctx)
}

func countFiltered(ctx context.Context, q bun.IDB, id string, f CompanyPeopleFilter) (rest.Count, error) {
	some := narrowPeople(q.NewSelect().TableExpr("company_people AS p"), id, f).ColumnExpr("1").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

func activePerson(ctx context.Context, q bun.IDB, id, user string) (p CompanyPerson, err error) {
	err = selectPeople(q, &p).Where("p.company_id = ? AND p.user_id = ? AND p.state = 'active'", id, user).Scan(ctx)
	return p, db.One(err, errNoPerson)
}

// activeByEmail returns the ids of those of these addresses who belong to a company, by the key of their address.
func activeByEmail(ctx context.Context, q bun.IDB, id string, keys []string) (map[string]string, error) {
	var found []struct{ ID, EmailKey string }
	err := q.NewRaw("SELECT u.id, u.email_key FROM users AS u JOIN company_people AS p ON p.user_id = u.id WHERE u.email_key IN (?) AND p.company_id = ? AND p.state = 'active'",
		bun.List(keys), id).Scan(ctx, &found)
	by := map[string]string{}
	for _, f := range found {
		by[f.EmailKey] = f.ID
	}
	return by, err
}

// requireOtherManager is errLast unless a company has a manager besides this one.
func requireOtherManager(ctx context.Context, q bun.IDB, id, user string) error {
	others, err := q.NewSelect().TableExpr("company_people").Where("company_id = ? AND user_id <> ? AND role = 'manager' AND state = 'active'", id, user).Exists(ctx)
	if err == nil && !others {
		err = errLast
	}
	return err
}

// join makes a user belong to a company, or again. Who belongs to it already keeps their role.
func join(ctx context.Context, tx bun.IDB, p CompanyPerson) error {
	_, err := tx.NewInsert().Model(&p).On("CONFLICT (company_id, user_id) DO UPDATE").
		Set("role = excluded.role, department = excluded.department, state = 'active', joined_at = excluded.joined_at, left_at = NULL").Where("p.state = 'left'").Exec(ctx)
	return err
}

func updatePerson(ctx context.Context, tx bun.IDB, p CompanyPerson) error {
	_, err := tx.NewUpdate().Model(&p).Column("role", "department").WherePK().Exec(ctx)
	return err
}

func leave(ctx context.Context, tx bun.IDB, id, user string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE company_people SET state = 'left', left_at = ? WHERE company_id = ? AND user_id = ?", now, id, user).Exec(ctx)
	return err
}

func emailKeyOf(ctx context.Context, q bun.IDB, user string) (key string, err error) {
	err = q.NewRaw("SELECT email_key FROM users WHERE id = ?", user).Scan(ctx, &key)
	return key, db.One(err, errDead)
}

// deleteOf deletes what is stored about a user, whose address may be gone already. Invitations that they have sent lose their sender.
func deleteOf(ctx context.Context, tx bun.IDB, user string) error {
	for _, statement := range []string{
		"DELETE FROM company_invitations WHERE user_id = ?", "UPDATE company_invitations SET invited_by = NULL WHERE invited_by = ?", "DELETE FROM company_people WHERE user_id = ?",
	} {
		if _, err := tx.NewRaw(statement, user).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// setDepartment returns 1 if the department of one who belongs to a company is, or would be, another one now.
func setDepartment(ctx context.Context, tx bun.IDB, id, user, department string, dryRun bool) (int64, error) {
	if dryRun {
		n, err := tx.NewSelect().TableExpr("company_people").Where("company_id = ? AND user_id = ? AND department <> ?", id, user, department).Count(ctx)
		return int64(n), err
	}
	return db.Affected(tx.NewRaw("UPDATE company_people SET department = ? WHERE company_id = ? AND user_id = ? AND department <> ?", department, id, user, department).Exec(ctx))
}
