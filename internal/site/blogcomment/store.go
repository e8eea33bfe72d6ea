package blogcomment

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
)

// found is a comment with what its readers and moderators see beside it.
type found struct {
	bun.BaseModel `bun:"table:blog_comments,alias:c"`

	row
	AuthorName  string
	IsStaff     bool // writes the post, or is an administrator
	AnswersName string
	PostAuthor  string
	IsReported  bool // by the reader
	Replies     int64
	PostTitle   string
	PostSlug    string
	IsBlocked   bool
}

const replies = "(SELECT count(*) FROM blog_comments AS r WHERE r.post_id = c.post_id AND r.thread_id = c.id AND r.status = 'published') AS replies"

func selected(q bun.IDB, reader string) *bun.SelectQuery {
	return q.NewSelect().TableExpr("blog_comments AS c").Join("JOIN users AS u ON u.id = c.author_id").Join("JOIN posts AS p ON p.id = c.post_id").
		Join("LEFT JOIN blog_comments AS a ON a.id = c.answers_id").Join("LEFT JOIN users AS w ON w.id = a.author_id").
		ColumnExpr("c.*, u.full_name AS author_name, p.created_by AS post_author, coalesce(w.full_name, '') AS answers_name").ColumnExpr(replies).
		ColumnExpr("EXISTS (SELECT 1 FROM user_roles AS o WHERE o.user_id = u.id AND o.role = ?) AS is_staff", access.Admin).
		ColumnExpr("EXISTS (SELECT 1 FROM blog_comment_reports AS m WHERE m.comment_id = c.id AND m.user_id = ?) AS is_reported", reader)
}

type query struct {
	post, thread, reader string
	behind               []string // the id of the previous comment; nil on the first page
	limit                int64
}

// list returns the comments that begin threads, newest first, or those of a thread, oldest first: published ones, the reader's own, and deleted
// ones with replies.
func list(ctx context.Context, q bun.IDB, l query) (cs []found, err error) {
	s := selected(q, l.reader).Where("c.post_id = ? AND c.thread_id = ?", l.post, l.thread).Limit(l.limit).
		Where(`(c.status = ? OR c.author_id = ? AND c.status <> ? OR c.status = ? AND EXISTS
			(SELECT 1 FROM blog_comments AS r WHERE r.post_id = c.post_id AND r.thread_id = c.id AND r.status = 'published'))`, published, l.reader, deleted, deleted)
	order, after := "c.id DESC", "c.id < ?"
	if l.thread != "" {
		order, after = "c.id", "c.id > ?"
	}
	if l.behind != nil {
		s.Where(after, l.behind[0])
	}
	return cs, s.OrderExpr(order).Scan(ctx, &cs)
}

func byID(ctx context.Context, q bun.IDB, id, reader string) (c found, err error) {
	err = selected(q, reader).Where("c.id = ?", id).Scan(ctx, &c)
	return c, db.One(err, errNoComment)
}

// lock returns a comment, locked for update.
func lock(ctx context.Context, tx bun.IDB, id string) (r row, err error) {
	err = db.ForUpdate(tx.NewSelect().Model(&r).ColumnExpr("c.*")).Where("c.id = ?", id).Scan(ctx)
	return r, db.One(err, errNoComment)
}

func insert(ctx context.Context, tx bun.IDB, r row) error {
	_, err := tx.NewInsert().Model(&r).Exec(ctx)
	return err
}

func update(ctx context.Context, tx bun.IDB, r row) error {
	_, err := tx.NewUpdate().Model(&r).ExcludeColumn("id", "post_id", "thread_id", "answers_id", "author_id", "form_id", "created_at").WherePK().Exec(ctx)
	return err
}

// count adds to the number of published comments of a post.
func count(ctx context.Context, tx bun.IDB, post string, by int64) error {
	_, err := tx.NewRaw("UPDATE posts SET comments = comments + ? WHERE id = ?", by, post).Exec(ctx)
	return err
}

// post is what comments need to know of a published post.
type post struct {
	ID           string
	CreatedBy    string
	CommentsMode string
}

// postOf reads a published post.
func postOf(ctx context.Context, q bun.IDB, id string) (p post, err error) {
	err = q.NewSelect().TableExpr("posts AS p").ColumnExpr("p.id, p.created_by, p.comments_mode").Where("p.id = ? AND p.status = 'published'", id).Scan(ctx, &p)
	return p, db.One(err, errNoPost)
}

// setMode sets how a post takes comments, for its author or, with author "", for an administrator.
func setMode(ctx context.Context, tx bun.IDB, id, author, mode string) (before string, err error) {
	s := tx.NewSelect().TableExpr("posts AS p").ColumnExpr("p.comments_mode").Where("p.id = ?", id)
	if author != "" {
		s.Where("p.created_by = ?", author)
	}
	if err := db.One(db.ForUpdate(s).Scan(ctx, &before), errNoPost); err != nil {
		return "", err
	}
	_, err = tx.NewRaw("UPDATE posts SET comments_mode = ? WHERE id = ?", mode, id).Exec(ctx)
	return before, err
}

// isOnlyWaiting reports whether no comment but this waits for an administrator.
func isOnlyWaiting(ctx context.Context, q bun.IDB, id string) (bool, error) {
	others, err := q.NewSelect().TableExpr("blog_comments").Where("status = ? AND id <> ?", pending, id).Exists(ctx)
	return !others, err
}

// author is what is known about who comments.
type author struct {
	CreatedAt   time.Time
	HasApproved bool   // a comment of theirs is published
	Blocked     string // why they can't comment; "" when they can
}

func authorByID(ctx context.Context, q bun.IDB, id string) (a author, err error) {
	err = q.NewRaw(`SELECT u.created_at, coalesce(b.reason, '') AS blocked,
		EXISTS (SELECT 1 FROM blog_comments AS c WHERE c.author_id = u.id AND c.status = ?) AS has_approved
		FROM users AS u LEFT JOIN blog_blocked_commenters AS b ON b.user_id = u.id WHERE u.id = ?`, published, id).Scan(ctx, &a)
	return a, err
}

// isRepeated reports whether there is another comment with the same text since a time.
func isRepeated(ctx context.Context, q bun.IDB, id, hash string, since time.Time) (bool, error) {
	return q.NewSelect().TableExpr("blog_comments").Where("body_hash = ? AND created_at > ? AND id <> ? AND status <> ?", hash, since, id, deleted).Exists(ctx)
}

func isFormUsed(ctx context.Context, q bun.IDB, formID string) (bool, error) {
	return q.NewSelect().TableExpr("blog_comments").Where("form_id = ?", formID).Exists(ctx)
}

// mostRejected is how many comments are read at most to find the hosts to which rejected ones link.
const mostRejected = 500

// rejectedHosts counts the hosts to which comments linked that were rejected since a time.
func rejectedHosts(ctx context.Context, q bun.IDB, since time.Time) (map[string]int, error) {
	var rows []row
	err := q.NewSelect().Model(&rows).Column("c.hosts").Where("c.status IN (?, ?) AND c.decided_at > ?", rejected, spam, since).OrderExpr("c.id DESC").Limit(mostRejected).Scan(ctx)
	hosts := map[string]int{}
	for _, r := range rows {
		for _, host := range r.Hosts.V {
			hosts[host]++
		}
	}
	return hosts, err
}

// addReport stores a user's report of a comment, unless they have reported it before.
func addReport(ctx context.Context, tx bun.IDB, id, userID, reason string, now time.Time) (added bool, err error) {
	return db.Changed(tx.NewRaw("INSERT INTO blog_comment_reports (comment_id, user_id, reason, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", id, userID, reason, now).Exec(ctx))
}

// erase deletes the texts and reports of a user; the comments stay as placeholders for their replies.
func erase(ctx context.Context, tx bun.IDB, userID string) error {
	for _, change := range []string{
		`UPDATE posts SET comments = comments - (SELECT count(*) FROM blog_comments AS c WHERE c.post_id = posts.id AND c.author_id = ?0 AND c.status = 'published')
			WHERE id IN (SELECT post_id FROM blog_comments WHERE author_id = ?0 AND status = 'published')`,
		"UPDATE blog_comments SET body = '', body_hash = '', hosts = '[]', reasons = '[]', reason = '', status = 'deleted' WHERE author_id = ?0",
		"DELETE FROM blog_comment_reports WHERE user_id = ?0",
		"DELETE FROM blog_blocked_commenters WHERE user_id = ?0",
	} {
		if _, err := tx.NewRaw(change, userID).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}
