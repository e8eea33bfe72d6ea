package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"
)

const (
	announcedUsers   = 100_000
	announcements    = 3_000 // besides those for everyone, each to 120 users
	announcedToAll   = 100   // of which each user has read 12
	announcedReaders = 50    // who are signed in
	announcedReads   = 1_000
	announcedMails   = 20_000 // notified, of 100,000, before a run ends
)

// announcementsRow measures what a school of 100,000 users asks of announcements: the number of unread ones, which each page asks for, and the
// notification of everyone by email.
func announcementsRow(b *bench) ([]Figure, error) {
	l, file, end, err := b.serveFile()
	if err != nil {
		return nil, err
	}
	defer end()
	a := &audience{lectern: l, file: file}
	if err := a.fill(); err != nil {
		return nil, err
	}
	var unread, mails []float64
	for range b.pairs {
		took, err := a.countUnread()
		if err != nil {
			return nil, err
		}
		unread = append(unread, took)
	}
	for range b.pairs {
		rate, err := a.mail()
		if err != nil {
			return nil, err
		}
		mails = append(mails, rate)
	}
	return []Figure{
		absolute("unread announcements of one of 100,000 users with 360,000 addressees and 1.2 million receipts, 95th percentile", "ms", unread).atMost(5),
		absolute("users notified by an announcement with their emails ordered", "users/s", mails).atLeast(200),
	}, nil
}

// audience is a server of many users, some of whom are signed in, on SQLite.
type audience struct {
	*lectern
	file    *sql.DB
	readers []*lectern
}

// fill makes the users, copies of the teacher with their password, and announcements of which they have read some.
func (a *audience) fill() error {
	tx, err := a.file.BeginTx(a.ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, statement := range audienceStatements() {
		if _, err := tx.ExecContext(a.ctx, statement); err != nil {
			return fmt.Errorf("%.60s: %w", statement, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	if err := a.signIn(); err != nil { // as an administrator, which the token says
		return err
	}
	for i := range announcedReaders {
		one, err := a.as(fmt.Sprintf("u%d@example.org", i+1))
		if err != nil {
			return err
		}
		a.readers = append(a.readers, one)
	}
	return nil
}

func audienceStatements() []string {
	count := func(name string, n int) string {
		return fmt.Sprintf("WITH RECURSIVE %[1]s (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM %[1]s WHERE i < %[2]d) ", name, n)
	}
	const past, forever = "'2026-01-01 00:00:00+00:00'", "'9999-12-31 23:59:59+00:00'"
	announced := func(prefix string, n int) string {
		return "INSERT INTO announcements (id, title, title_key, content, format, type, priority, state, publish_at, sticky, requires_ack, notify, version, round, send_number, send_after, sent, sent_at, created_by, created_at) " +
			count("k", n) + "SELECT '" + prefix + "' || i, 'News', 'news', 'Text', 'plain', 'general', 'medium', 'released', " + past + ", FALSE, FALSE, 'none', 1, 1, 1, '', 0, " + past + ", u.id, " + past +
			" FROM k, users AS u WHERE u.email_key = '" + teacher + "'"
	}
	return []string{
		"INSERT INTO user_roles (user_id, role) SELECT id, 'admin' FROM users WHERE email_key = '" + teacher + "'",
		"INSERT INTO users (id, email, email_key, email_verified_at, full_name, name_key, password_hash, status, created_at, updated_at) " + count("k", announcedUsers) +
			`SELECT printf('00000000-0000-7000-b000-%012d', i), 'u' || i || '@example.org', 'u' || i || '@example.org', u.email_verified_at, 'User ' || i, 'user ' || i, u.password_hash, u.status, u.created_at, u.updated_at
			FROM k, users AS u WHERE u.email_key = '` + teacher + "'",
		"INSERT INTO user_roles (user_id, role) SELECT id, 'student' FROM users WHERE email_key LIKE 'u%@example.org'",
		announced("all-", announcedToAll),
		announced("some-", announcements),
		fmt.Sprintf("INSERT INTO announcement_targets (announcement_id, audience, visible_from, visible_until) SELECT id, 'all', %s, %s FROM announcements WHERE id LIKE 'all-%%'", past, forever),
		"INSERT INTO announcement_targets (announcement_id, audience, visible_from, visible_until) " + count("k", 120) +
			fmt.Sprintf("SELECT a.id, 'user:' || printf('00000000-0000-7000-b000-%%012d', (substr(a.id, 6) * 120 + k.i) %% %d + 1), %s, %s FROM announcements AS a, k WHERE a.id LIKE 'some-%%'", announcedUsers, past, forever),
		"INSERT INTO announcement_receipts (user_id, announcement_id, seen_at, read_at) " + count("k", 12) +
			"SELECT u.id, 'all-' || (8 * k.i - u.rowid % 8 + 1), " + past + ", " + past + " FROM users AS u, k WHERE u.email_key LIKE 'u%@example.org'",
		"ANALYZE",
	}
}

// countUnread returns the 95th percentile, in ms, of asking for the number of unread announcements.
func (a *audience) countUnread() (float64, error) {
	took := make([]float64, announcedReads)
	for n := range took {
		begin := time.Now()
		if err := a.readers[n%announcedReaders].call(http.MethodGet, "/announcements/unread-count", nil, nil); err != nil {
			return 0, err
		}
		took[n] = float64(time.Since(begin).Microseconds()) / 1000
	}
	slices.Sort(took)
	return took[announcedReads*95/100], nil
}

// mail announces something to everyone by email, and returns how many users a second were notified until announcedMails were.
func (a *audience) mail() (float64, error) {
	var made struct{ ID string }
	body := map[string]any{"title": "Closed on Monday", "content": "The school is closed on Monday.", "type": "general", "priority": "high", "targetAudience": "all", "notify": "mail"}
	begin := time.Now()
	if err := a.call(http.MethodPost, "/announcements", body, &made); err != nil {
		return 0, err
	}
	sent, err := a.sent(made.ID, begin.Add(5*time.Minute))
	if err != nil {
		return 0, err
	}
	rate := float64(sent) / time.Since(begin).Seconds()
	// The rest of them would keep the worker busy during the next run.
	return rate, a.call(http.MethodPut, "/announcements/bulk-status", map[string]any{"ids": []string{made.ID}, "status": "archived"}, nil)
}

// sent waits until an announcement has reached announcedMails users, and returns how many.
func (a *audience) sent(id string, deadline time.Time) (sent int, err error) {
	ctx, cancel := context.WithDeadline(a.ctx, deadline)
	defer cancel()
	for sent < announcedMails {
		if err := a.file.QueryRowContext(ctx, "SELECT sent FROM announcements WHERE id = ?", id).Scan(&sent); err != nil {
			return sent, errors.Join(fmt.Errorf("%d users notified", sent), err)
		}
		time.Sleep(20 * time.Millisecond)
	}
	return sent, nil
}
