package profile

import (
	"context"

	"lectern/internal/platform/db"

	"github.com/uptrace/bun"
)

// Preferences reads users' language and time zone from their profiles.
type Preferences struct{}

// LanguageAndZone returns a user's language (BCP 47) and time zone (IANA), each "" when not chosen.
func (Preferences) LanguageAndZone(ctx context.Context, q bun.IDB, user string) (language, zone string, err error) {
	var p Profile
	err = q.NewSelect().Model(&p).Where("p.user_id = ?", user).Scan(ctx)
	return p.About.V.Locale, p.About.V.TimeZone, db.One(err, nil)
}
