package profile

import (
	"context"

	"lectern/internal/platform/db"

	"github.com/uptrace/bun"
)

// Preferences reads the language and the time zone of users from their profiles.
type Preferences struct{}

// LanguageAndZone returns in which language a user reads (BCP 47) and their time zone (IANA), each "" where they have not chosen.
func (Preferences) LanguageAndZone(ctx context.Context, q bun.IDB, user string) (language, zone string, err error) {
	var p Profile
	err = q.NewSelect().Model(&p).Where("p.user_id = ?", user).Scan(ctx)
	return p.About.V.Locale, p.About.V.TimeZone, db.One(err, nil)
}
