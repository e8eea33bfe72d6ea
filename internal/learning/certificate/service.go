package certificate

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/seal"
	"lectern/internal/platform/settings"
	"lectern/internal/platform/typeset"
)

type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Settings  *settings.Store
	Blob      blob.Store
	Queue     *jobs.Queue
	Audit     *audit.Log
	Limits    *ratelimit.Limiter
	Key       []byte // seals the keys that sign badges; 32 bytes
	Fonts     *typeset.Fonts
	Templates Templates
	Address   string // of the site, which is printed on certificates
}

type Service struct {
	deps Deps
	key  *seal.Key
}

func New(d Deps) *Service {
	deps.Require(d)
	key, err := seal.NewKey([seal.KeySize]byte(d.Key))
	if err != nil {
		panic(err) // a key of 32 bytes is one of AES-256
	}
	return &Service{d, key}
}

func (s *Service) complete(cs ...*Certificate) {
	for _, c := range cs {
		c.complete(s.deps.Address, s.deps.Clock.Now())
	}
}

// Mine lists the caller's certificates, newest first. For signed-in callers.
func (s *Service) Mine(ctx context.Context, who access.Caller, limit, offset int64) ([]Certificate, int64, error) {
	found, total, err := ofUser(ctx, s.deps.DB.Reader(), who.ID, limit, offset)
	for i := range found {
		s.complete(&found[i])
		found[i] = found[i].forHolder()
	}
	return found, total, err
}

// Get returns a certificate. For its holder, the instructors of its course and administrators. fault.NotFound.
func (s *Service) Get(ctx context.Context, who access.Caller, id string) (c Certificate, err error) {
	q := s.deps.DB.Reader()
	if c, err = find(ctx, q, id); err != nil {
		return c, err
	}
	s.complete(&c)
	switch {
	case who.HasRole(access.Admin):
		return c, nil
	case c.UserID == who.ID:
		return c.forHolder(), nil
	}
	if c.CourseID != nil {
		_, err := course.FindTaught(ctx, q, who, *c.CourseID)
		if err == nil {
			return c, nil
		}
		if !fault.Is(err, fault.NotFound) && !fault.Is(err, fault.Forbidden) {
			return Certificate{}, err
		}
	}
	return Certificate{}, errNone
}

// Filter narrows the certificates of a course.
type Filter struct {
	Status string `query:"status" enum:"issued,expired,revoked,superseded" msg:"There is no such status"`
}

// OfCourse lists the certificates of a course, newest first. For its instructors and administrators. course.ErrNotFound, course.ErrNotTaught.
func (s *Service) OfCourse(ctx context.Context, who access.Caller, courseID string, f Filter, limit, offset int64) ([]Certificate, rest.Count, error) {
	q := s.deps.DB.Reader()
	if _, err := course.FindTaught(ctx, q, who, courseID); err != nil {
		return nil, rest.Count{}, err
	}
	n, err := countOfCourse(ctx, q, courseID, f)
	if err != nil {
		return nil, rest.Count{}, err
	}
	found, err := ofCourse(ctx, q, courseID, f, limit, offset)
	for i := range found {
		s.complete(&found[i])
	}
	return found, n, err
}

// PDF returns a certificate with its file. Callers and faults as of Get; also fault.NotFound for one that was withdrawn.
func (s *Service) PDF(ctx context.Context, who access.Caller, id string) (Certificate, blob.Object, error) {
	c, err := s.Get(ctx, who, id)
	if err != nil {
		return c, blob.Object{}, err
	}
	o, err := s.deps.Blob.Open(ctx, objectkey.Certificate(c.ID))
	if errors.Is(err, fs.ErrNotExist) {
		err = errNone
	}
	return c, o, err
}

// verifications limits how many codes an address tries.
var verifications = ratelimit.Rule{Name: "certificate verifications", Limit: 30, Window: time.Minute}

// Verify returns what the certificate with a code says and whether it is valid. For everybody. fault.NotFound, with the same words for every code that there is
// not, fault.TooMany.
func (s *Service) Verify(ctx context.Context, typed string) (v Verification, err error) {
	if err := s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: verifications, Subject: access.ClientOf(ctx).RateLimitKey()}); err != nil {
		return v, err
	}
	code, ok := parseCode(typed)
	if !ok {
		return v, errUnknown
	}
	q := s.deps.DB.Reader()
	c, err := byCode(ctx, q, code)
	if err != nil {
		return v, err
	}
	s.complete(&c)
	v = Verification{Code: c.ShownCode, Status: c.Status, Issued: c.IssuedAt, Expires: c.ExpiresAt, Ended: c.EndedAt, Cause: c.Cause, Facts: c.Facts, Hidden: []string{}, Texts: []string{}}
	if c.Cause == withdrawn {
		return v, nil
	}
	if c.HidesScore && c.Facts.Score != nil {
		v.Facts.Score, v.Hidden = nil, append(v.Hidden, "score")
	}
	if c.HidesHours && c.Facts.Hours > 0 {
		v.Facts.Hours, v.Hidden = 0, append(v.Hidden, "hours")
	}
	if on, err := paperByID(ctx, q, c.PaperID); err != nil {
		return v, err
	} else if on != nil {
		v.Texts = on.Layout.V.Texts()
	}
	v.Name, v.Course, v.Issuer, v.PDFSHA256 = c.Name, c.CourseTitle, c.Issuer, c.PDFSHA256
	if c.Status == superseded {
		next, err := successorCode(ctx, q, c.ID)
		if err != nil {
			return v, err
		}
		v.ReplacedBy = shownCode(next)
	}
	return v, nil
}
