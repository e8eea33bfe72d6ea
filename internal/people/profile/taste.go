package profile

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// LanguageAndZone is in which language somebody reads (BCP 47) and by which clock they live (IANA); each "" where they have not said
// it. For other features.
func (s *Service) LanguageAndZone(ctx context.Context, q bun.IDB, user string) (language, zone string, err error) {
	var p Profile
	err = q.NewSelect().Model(&p).Where("p.user_id = ?", user).Scan(ctx)
	return p.About.V.Locale, p.About.V.TimeZone, db.One(err, nil)
}
