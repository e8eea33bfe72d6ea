package complaint

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// insert stores a complaint; false if its form has come in already.
func insert(ctx context.Context, tx bun.IDB, c Complaint) (isFirst bool, err error) {
	return db.Changed(tx.NewInsert().Model(&c).On("CONFLICT (form_id) DO NOTHING").Exec(ctx))
}

func addEntry(ctx context.Context, tx bun.IDB, e ComplaintEntry) error {
	_, err := tx.NewInsert().Model(&e).Exec(ctx)
	return err
}

func byForm(ctx context.Context, q bun.IDB, formID string) (*Complaint, error) {
	var c Complaint
	return db.Optional(&c, q.NewSelect().Model(&c).Where("c.form_id = ?", formID).Scan(ctx))
}

func nameAndEmail(ctx context.Context, q bun.IDB, user string) (name, email string, err error) {
	return name, email, q.NewRaw("SELECT full_name, email FROM users WHERE id = ?", user).Scan(ctx, &name, &email)
}

func isOrderOf(ctx context.Context, q bun.IDB, order, user string) (bool, error) {
	return q.NewSelect().TableExpr("orders").Where("id = ? AND buyer_id = ?", order, user).Exists(ctx)
}

func isKnownCourse(ctx context.Context, q bun.IDB, course, user string) (bool, error) {
	return q.NewSelect().TableExpr("courses AS c").Where("c.id = ?", course).
		Where("c.status = 'Published' OR EXISTS (SELECT 1 FROM enrollments AS e WHERE e.course_id = c.id AND e.user_id = ?)", user).Exists(ctx)
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

func selectComplaints(q bun.IDB, into any) *bun.SelectQuery {
	return q.NewSelect().Model(into).ColumnExpr("c.*, coalesce(co.title, '') AS course_title, coalesce(o.number, '') AS order_number, coalesce(u.full_name, '') AS assignee_name").
		Join("LEFT JOIN courses AS co ON co.id = c.course_id").Join("LEFT JOIN orders AS o ON o.id = c.order_id").Join("LEFT JOIN users AS u ON u.id = c.assigned_to")
}

func find(ctx context.Context, q bun.IDB, id string) (c Complaint, err error) {
	return c, db.One(selectComplaints(q, &c).Where("c.id = ?", id).Scan(ctx), errNoComplaint)
}

// lock returns a complaint whose row no other transaction changes until this one ends.
func lock(ctx context.Context, tx bun.IDB, id string) (Complaint, error) {
	if err := db.MustChange(ctx, tx.NewRaw("UPDATE complaints SET version = version WHERE id = ?", id), errNoComplaint); err != nil {
		return Complaint{}, err
	}
	return find(ctx, tx, id)
}

// update stores all that changes once a complaint is opened.
func update(ctx context.Context, tx bun.IDB, c Complaint) error {
	_, err := tx.NewUpdate().Model(&c).ExcludeColumn("id", "number", "form_id", "user_id", "full_name", "email", "email_key", "languages", "category", "subject", "order_id", "course_id", "created_at").
		WherePK().Exec(ctx)
	return err
}

func remove(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewRaw("DELETE FROM complaints WHERE id = ?", id).Exec(ctx)
	return err
}

// ComplaintFilter narrows the list of complaints.
type ComplaintFilter struct {
	Status     string `query:"status" enum:",new,open,waiting,resolved,closed" msg:"This status doesn't exist"`
	Category   string `query:"category" enum:",course,instructor,payment,certificate,technical,account,other" msg:"This category doesn't exist"`
	Priority   string `query:"priority" enum:",low,normal,high,urgent" msg:"This priority doesn't exist"`
	AssignedTo string `query:"assigned_to" maxLength:"36" msg:"assigned_to must be the id of a user" doc:"Id of an administrator."`
	Breached   bool   `query:"breached" doc:"Only those whose answer or resolution is late."`
	Search     string `query:"search" maxLength:"254" msg:"The search text must be at most 254 characters" doc:"A whole number, such as CMP-7Q2M9XKD, or email address."`
}

func narrow(s *bun.SelectQuery, f ComplaintFilter) *bun.SelectQuery {
	for column, value := range map[string]string{"c.status": f.Status, "c.category": f.Category, "c.priority": f.Priority, "c.assigned_to": f.AssignedTo} {
		if value != "" {
			s.Where("? = ?", bun.Ident(column), value)
		}
	}
	if f.Breached {
		s.Where("(c.answer_late OR c.resolve_late)")
	}
	if typed := strings.TrimSpace(f.Search); strings.Contains(typed, "@") {
		s.Where("c.email_key = ?", strings.ToLower(typed))
	} else if typed != "" {
		s.Where("c.number = ?", strings.ToUpper(typed))
	}
	return s
}

// list returns complaints that follow a position, newest first.
func list(ctx context.Context, q bun.IDB, f ComplaintFilter, at rest.TimePosition) (cs []Complaint, err error) {
	cs = []Complaint{}
	return cs, narrow(selectComplaints(q, &cs), f).Where("(c.created_at, c.id) < (?, ?)", at.Before, at.ID).OrderExpr("c.created_at DESC, c.id DESC").Limit(at.Limit).Offset(at.Offset).Scan(ctx)
}

// count counts the complaints of a list, up to rest.MaxCount.
func count(ctx context.Context, q bun.IDB, f ComplaintFilter) (rest.Count, error) {
	return countUpTo(ctx, q, narrow(q.NewSelect().TableExpr("complaints AS c"), f))
}

func countUpTo(ctx context.Context, q bun.IDB, of *bun.SelectQuery) (rest.Count, error) {
	n, err := q.NewSelect().TableExpr("(?) AS counted", of.ColumnExpr("1").Limit(rest.MaxCount+1)).Count(ctx)
	return rest.CountUpTo(n), err
}

func countOwn(ctx context.Context, q bun.IDB, user string) (rest.Count, error) {
	return countUpTo(ctx, q, q.NewSelect().TableExpr("complaints").Where("user_id = ?", user))
}

func own(ctx context.Context, q bun.IDB, user string, limit, offset int64) (cs []OwnComplaint, err error) {
	cs = []OwnComplaint{}
	return cs, q.NewSelect().TableExpr("complaints").Column("id", "number", "category", "subject", "status", "created_at", "updated_at").Where("user_id = ?", user).
		OrderExpr("created_at DESC, id DESC").Limit(limit).Offset(offset).Scan(ctx, &cs)
}

func entriesOf(ctx context.Context, q bun.IDB, id string) (es []ComplaintEntry, err error) {
	es = []ComplaintEntry{}
	return es, q.NewSelect().Model(&es).ColumnExpr("e.*, coalesce(u.full_name, '') AS user_name, coalesce(a.full_name, '') AS after_name").
		Join("LEFT JOIN users AS u ON u.id = e.user_id").Join("LEFT JOIN users AS a ON a.id = e.after").Where("e.complaint_id = ?", id).OrderExpr("e.created_at, e.id").Scan(ctx)
}

func filesOf(ctx context.Context, q bun.IDB, id string) (fs []ComplaintFile, err error) {
	return fs, q.NewSelect().Model(&fs).Where("f.complaint_id = ? AND f.entry_id IS NOT NULL", id).OrderExpr("f.created_at, f.id").Scan(ctx)
}

func fileByID(ctx context.Context, q bun.IDB, id string) (f ComplaintFile, err error) {
	return f, db.One(q.NewSelect().Model(&f).Where("f.id = ?", id).Scan(ctx), errNoFile)
}

func insertFile(ctx context.Context, tx bun.IDB, f ComplaintFile) error {
	_, err := tx.NewInsert().Model(&f).Exec(ctx)
	return err
}

// attach gives an entry a file that was uploaded for it by the same side. fault.Invalid.
func attach(ctx context.Context, tx bun.IDB, f ComplaintFile) error {
	return db.MustChange(ctx, tx.NewRaw("UPDATE complaint_files SET entry_id = ? WHERE id = ? AND complaint_id = ? AND from_staff = ? AND entry_id IS NULL", f.EntryID, f.ID, f.ComplaintID, f.FromStaff),
		fault.InvalidField("files", "unknown", "One of the files is no longer there. Add it again."))
}

// deleteUnsent deletes files that were never sent, some at a time, and returns them.
func deleteUnsent(ctx context.Context, tx bun.IDB, before time.Time) (fs []ComplaintFile, err error) {
	return fs, tx.NewRaw("DELETE FROM complaint_files WHERE id IN (SELECT id FROM complaint_files WHERE entry_id IS NULL AND created_at < ? ORDER BY created_at LIMIT 100) RETURNING *", before).Scan(ctx, &fs)
}

// withAlarm are complaints of which something is to be announced.
func withAlarm(ctx context.Context, q bun.IDB, now time.Time) (ids []string, err error) {
	return ids, q.NewRaw("SELECT id FROM complaints WHERE alarm_at <= ? ORDER BY alarm_at LIMIT 100", now).Scan(ctx, &ids)
}

// resolvedBefore are complaints that were resolved before an instant and not closed since.
func resolvedBefore(ctx context.Context, q bun.IDB, before time.Time) (ids []string, err error) {
	return ids, q.NewRaw("SELECT id FROM complaints WHERE status = 'resolved' AND resolved_at < ? ORDER BY resolved_at LIMIT 100", before).Scan(ctx, &ids)
}
