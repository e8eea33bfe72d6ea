package audit

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

// Filter selects rows; empty members select all.
type Filter struct {
	Actor      string `query:"actor" maxLength:"100" msg:"actor must be the id of a user" doc:"Id of who did it, as themselves or while acting as another user."`
	OnBehalfOf string `query:"on_behalf_of" maxLength:"100" msg:"on_behalf_of must be the id of a user" doc:"Id of whom an administrator acted as."`
	Target     string `query:"target" maxLength:"100" msg:"target must be an id" doc:"Id of what it was done to."`
	Action     string `query:"action" maxLength:"100" msg:"action must be one such as user.role_changed, or its first word" doc:"An action such as user.role_changed, or its first word: user."`
	From       string `query:"from" doc:"The first instant, RFC 3339, or a day in UTC."`
	To         string `query:"to" doc:"The instant after the last, RFC 3339, or the last day in UTC."`

	from, to time.Time
}

// parse parses the instants. fault.Invalid when they are malformed.
func (f *Filter) parse() error {
	var broken fault.Fields
	f.from, f.to = broken.Period("from", f.From, "to", f.To)
	return broken.Err()
}

// apply applies the filter to s. Each condition has an index that also sorts.
func (f Filter) apply(s *bun.SelectQuery) *bun.SelectQuery {
	column := "area"
	if strings.Contains(f.Action, ".") {
		column = "action"
	}
	for name, value := range map[string]string{"actor_id": f.Actor, "on_behalf_of_id": f.OnBehalfOf, "target_id": f.Target, column: f.Action} {
		if value != "" {
			s.Where("a.? = ?", bun.Ident(name), value)
		}
	}
	if f.From != "" {
		s.Where("a.at >= ?", f.from)
	}
	if f.To != "" {
		s.Where("a.at < ?", f.to)
	}
	return s
}

func (f Filter) query(q bun.IDB, into any) *bun.SelectQuery {
	return f.apply(q.NewSelect().Model(into)).ColumnExpr("a.*").
		ColumnExpr("coalesce((SELECT u.full_name FROM users AS u WHERE u.id = a.actor_id), '') AS actor_name").
		ColumnExpr("coalesce((SELECT u.full_name FROM users AS u WHERE u.id = a.on_behalf_of_id), '') AS on_behalf_of_name").
		ColumnExpr("coalesce(CASE a.target_kind" +
			" WHEN 'user' THEN (SELECT u.full_name FROM users AS u WHERE u.id = a.target_id)" +
			" WHEN 'invitation' THEN (SELECT i.email FROM invitations AS i WHERE i.id = a.target_id)" +
			" WHEN 'course' THEN (SELECT c.title FROM courses AS c WHERE c.id = a.target_id)" +
			" WHEN 'announcement' THEN (SELECT n.title FROM announcements AS n WHERE n.id = a.target_id) END, '') AS target_name").
		ColumnExpr("p.before AS personal_before, p.after AS personal_after").Join("LEFT JOIN audit_personal AS p ON p.id = a.id")
}

// pageStart is the start of a page: after a row, or at an offset.
type pageStart struct {
	after  []string // instant and id; nil for the first page
	offset int64
}

// list reads a page of rows, newest first.
func list(ctx context.Context, q bun.IDB, f Filter, at pageStart, limit int64) (rows []AuditRow, err error) {
	s := f.query(q, &rows).OrderExpr("a.at DESC, a.id DESC").Limit(limit)
	if at.after != nil {
		instant, err := time.Parse(time.RFC3339Nano, at.after[0])
		if err != nil {
			return nil, rest.InvalidCursor()
		}
		s.Where("(a.at, a.id) < (?, ?)", instant.UTC(), at.after[1])
	} else if at.offset > 0 {
		s.Offset(at.offset)
	}
	if err := s.Scan(ctx); err != nil {
		return nil, err
	}
	for i := range rows {
		rows[i].unpack()
	}
	return rows, nil
}

func (r *AuditRow) unpack() {
	r.Before, r.After = withPersonal(r.StoredBefore, r.PersonalBefore), withPersonal(r.StoredAfter, r.PersonalAfter)
}

// withPersonal puts the separately stored personal members back into values.
func withPersonal(stored, personal *db.JSON[Values]) Values {
	if stored == nil {
		return nil
	}
	if personal != nil {
		maps.Copy(stored.V, personal.V)
	}
	return stored.V
}

func (r AuditRow) mark() string { return rest.EncodeCursor(r.At.Format(time.RFC3339Nano), r.ID) }

// List returns a page of entries, newest first, their number, and the next cursor. For administrators. fault.Invalid for an
// invalid filter or cursor.
func (l *Log) List(ctx context.Context, f Filter, page rest.Page, scroll rest.CursorParam) (rows []AuditRow, n rest.Count, next string, err error) {
	if err = f.parse(); err != nil {
		return nil, n, "", err
	}
	at := pageStart{}
	limit, offset := page.LimitOffset()
	if at.after, err = scroll.Decode(2); err != nil {
		return nil, n, "", err
	}
	at.offset = offset
	err = l.deps.DB.Snapshot(ctx, func(q bun.IDB) error {
		if rows, err = list(ctx, q, f, at, limit+1); err != nil {
			return err
		}
		if err := addNames(ctx, q, rows); err != nil {
			return err
		}
		count, err := q.NewSelect().TableExpr("(?) AS counted", f.apply(q.NewSelect().Model((*AuditRow)(nil))).ColumnExpr("1").Limit(rest.MaxCount+1)).Count(ctx)
		n = rest.CountUpTo(int64(count))
		return err
	})
	if int64(len(rows)) > limit {
		rows = rows[:limit]
		next = rows[limit-1].mark()
	}
	return rows, n, next, err
}

var exportColumns = []string{"at", "actor_id", "actor_name", "on_behalf_of_id", "on_behalf_of_name", "action", "target_kind", "target_id", "target_name",
	"before", "after", "network", "user_agent"}

// Export writes the rows of a filter as a sheet, newest first, in constant memory. For administrators. fault.Invalid for an
// invalid filter, before anything is written.
func (l *Log) Export(f Filter) (func(ctx context.Context, w io.Writer) error, error) {
	if err := f.parse(); err != nil {
		return nil, err
	}
	return func(ctx context.Context, w io.Writer) error {
		at := pageStart{}
		next := func() ([]AuditRow, error) {
			rows, err := list(ctx, l.deps.DB.Reader(), f, at, sheet.PageRows)
			if len(rows) > 0 {
				last := rows[len(rows)-1]
				at.after = []string{last.At.Format(time.RFC3339Nano), last.ID}
			}
			return rows, err
		}
		return sheet.Export(w, exportColumns, next, AuditRow.cells)
	}, nil
}

func (r AuditRow) cells() []string {
	return []string{r.At.Format(time.RFC3339Nano), r.ActorID, r.ActorName, r.OnBehalfOfID, r.OnBehalfOfName, r.Action, r.TargetKind, r.TargetID, r.TargetName,
		text(r.Before), text(r.After), r.Network, r.UserAgent}
}

func text(v Values) string {
	if v == nil {
		return ""
	}
	b, _ := json.Marshal(v) // it was read from JSON
	return string(b)
}
