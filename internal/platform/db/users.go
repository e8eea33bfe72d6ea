package db

import (
	"github.com/uptrace/bun"

	"lectern/internal/platform/text"
)

// maxFound limits how many names and emails a search examines: a search for one letter will be refined.
const maxFound = 2000

// WhereUserMatches restricts a query to users of whose name or email a part begins with the search text; an empty text restricts
// nothing. user is the column with their ids.
func WhereUserMatches(s *bun.SelectQuery, user, search string) *bun.SelectQuery {
	start := text.SearchPrefix(search)
	if start == "" {
		return s
	}
	return s.Where("? IN (SELECT user_id FROM (SELECT t.user_id FROM user_tails AS t WHERE t.tail >= ? AND t.tail < ? ORDER BY t.tail, t.user_id LIMIT ?) AS found)",
		bun.Ident(user), start, start+"\U0010FFFF", maxFound)
}
