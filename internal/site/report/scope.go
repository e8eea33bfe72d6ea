package report

import (
	"context"
	"slices"
	"strings"

	"lectern/internal/platform/access"
)

const (
	scopeSchool   = "school"
	scopeSelf     = "self"
	scopeCourse   = "course"
	scopeCurrency = "currency"
)

// scope is what a figure is of. The id is that of a course or of the one who teaches, or a currency.
type scope struct{ kind, id string }

// String is the scope as it is stored.
func (sc scope) String() string {
	if sc.id == "" {
		return sc.kind
	}
	return sc.kind + ":" + sc.id
}

// scopeOf returns the scope that the caller asks for: administrators for the school and its currencies, instructors for what they teach, both
// for one course. errNoScope for what does not exist or is not theirs, errUnknownMetric for what the metric is not kept of.
func (s *Service) scopeOf(ctx context.Context, who access.Caller, m Metric, asked string) (sc scope, err error) {
	kind, id, _ := strings.Cut(asked, ":")
	sc = scope{kind, id}
	switch isAdmin := who.HasRole(access.Admin); {
	case (asked == scopeSchool || kind == scopeCurrency && id != "") && isAdmin:
	case asked == scopeSelf && (isAdmin || who.HasRole(access.Instructor)):
		sc.id = who.ID
	case kind == scopeCourse && id != "":
		allowed, err := teaches(ctx, s.deps.DB.Reader(), who.ID, id, isAdmin)
		if err != nil {
			return sc, err
		}
		if !allowed {
			return sc, errNoScope
		}
	default:
		return sc, errNoScope
	}
	if (m.Unit == "money") != (kind == scopeCurrency) || kind != scopeCurrency && !slices.Contains(m.Scopes, kind) {
		return sc, errUnknownMetric
	}
	return sc, nil
}
