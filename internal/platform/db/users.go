package db

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/text"
)

// endOfPrefix follows every text that begins with a prefix.
const endOfPrefix = "\U0010FFFF"

// WhereUserMatches restricts a query to users of whose name or email a part begins with the search text; an empty text restricts
// nothing. user is the column with their ids. It looks each row's user up, which suits lists that other conditions narrow, such as the
// students of a course, and searches that match most users.
func WhereUserMatches(s *bun.SelectQuery, user, search string) *bun.SelectQuery {
	start := text.SearchPrefix(search)
	if start == "" {
		return s
	}
	return s.Where("EXISTS (SELECT 1 FROM user_search_keys AS k WHERE k.user_id = ? AND k.search_key >= ? AND k.search_key < ?)", bun.Ident(user), start, start+endOfPrefix)
}

// WhereFewUsersMatch is WhereUserMatches for a search that matches few users: it looks them up first.
func WhereFewUsersMatch(s *bun.SelectQuery, user, search string) *bun.SelectQuery {
	start := text.SearchPrefix(search)
	if start == "" {
		return s
	}
	return s.Where("? IN (SELECT k.user_id FROM user_search_keys AS k WHERE k.search_key >= ? AND k.search_key < ?)", bun.Ident(user), start, start+endOfPrefix)
}

// MatchesMoreUsersThan reports whether a search matches more than n parts of names and emails; an empty text matches all.
func MatchesMoreUsersThan(ctx context.Context, q bun.IDB, search string, n int) (more bool, err error) {
	start := text.SearchPrefix(search)
	if start == "" {
		return true, nil
	}
	err = q.NewRaw("SELECT EXISTS (SELECT 1 FROM user_search_keys AS k WHERE k.search_key >= ? AND k.search_key < ? ORDER BY k.search_key LIMIT 1 OFFSET ?)",
		start, start+endOfPrefix, n).Scan(ctx, &more)
	return more, err
}

// SelectUsersMatching selects users u of whose name or email a part begins with the search text, which is not empty, for the first so many
// of these parts by their index. A user comes once for each part.
func SelectUsersMatching(q bun.IDB, search string, parts int64) *bun.SelectQuery {
	start := text.SearchPrefix(search)
	first := q.NewSelect().TableExpr("user_search_keys").Column("user_id").Where("search_key >= ? AND search_key < ?", start, start+endOfPrefix).OrderExpr("search_key").Limit(parts)
	return q.NewSelect().TableExpr("(?) AS k", first).Join("JOIN users AS u ON u.id = k.user_id")
}
