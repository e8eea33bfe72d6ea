package certificate

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"

	"github.com/uptrace/bun"

	"lectern/internal/learning/openbadge"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/ratelimit"
)

const base = "/api/v1/certificates/"

func (s *Service) issuer(name string) openbadge.Issuer {
	return openbadge.Issuer{Address: s.deps.Address + base + "issuer", Name: name, Site: s.deps.Address}
}

// badge signs the credential of a certificate that is about to be stored.
func (s *Service) badge(ctx context.Context, q bun.IDB, c *Certificate) error {
	list, index, err := freePlace(ctx, q)
	if err != nil {
		return err
	}
	email, err := emailOf(ctx, q, c.UserID)
	if err != nil {
		return err
	}
	salt := make([]byte, 16)
	rand.Read(salt) // never fails: crypto/rand ends the process instead
	issuer := s.issuer(c.Issuer)
	signed, err := s.sign(ctx, q, openbadge.Badge{Address: s.deps.Address + base + "verify/" + c.Code + "/credential", Issuer: issuer, Holder: c.Name, Email: email, Salt: hex.EncodeToString(salt),
		Course: c.CourseTitle, Achievement: s.achievement(*c), Language: c.Facts.Language, IssuedAt: c.IssuedAt, ExpiresAt: c.ExpiresAt,
		List: s.listAddress(list), Index: index}.Credential(), issuer)
	c.Credential, c.List, c.ListIndex = &db.JSON[openbadge.Document]{V: signed}, &list, &index
	return err
}

// achievement is the address of what a badge is for. A course that was deleted has none: its badges name the certificate's own.
func (s *Service) achievement(c Certificate) string {
	if c.CourseID == nil {
		return s.deps.Address + base + "verify/" + c.Code + "/credential#achievement"
	}
	return s.deps.Address + base + "achievements/" + *c.CourseID
}

func (s *Service) listAddress(list int64) string {
	return fmt.Sprintf("%s%sstatus/%d", s.deps.Address, base, list)
}

// freePlace chooses a place at random, so that neighbours in a list have nothing to do with each other. A list is at most half full, so that one is soon found.
func freePlace(ctx context.Context, q bun.IDB) (list, index int64, err error) {
	list, err = openList(ctx, q, openbadge.ListSize/2)
	for tries := 0; err == nil && tries < 64; tries++ {
		n, failed := rand.Int(rand.Reader, big.NewInt(openbadge.ListSize))
		if failed != nil {
			return 0, 0, failed
		}
		taken, failed := isTaken(ctx, q, list, n.Int64())
		if failed != nil || !taken {
			return list, n.Int64(), failed
		}
	}
	return 0, 0, errors.Join(err, errors.New("no place in the status list was found"))
}

// Credential returns a certificate as an Open Badge. Callers and faults as of Get; also fault.NotFound for one that has none.
func (s *Service) Credential(ctx context.Context, who access.Caller, id string) ([]byte, error) {
	c, err := s.Get(ctx, who, id)
	if err != nil {
		return nil, err
	}
	return c.signed()
}

// PublicCredential returns the Open Badge of the certificate with a code. For everybody; faults as of Verify.
func (s *Service) PublicCredential(ctx context.Context, typed string) ([]byte, error) {
	if err := s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: verifications, Subject: access.ClientOf(ctx).RateLimitKey()}); err != nil {
		return nil, err
	}
	code, ok := parseCode(typed)
	if !ok {
		return nil, errUnknown
	}
	c, err := byCode(ctx, s.deps.DB.Reader(), code)
	if err != nil {
		return nil, err
	}
	if c.Credential == nil {
		return nil, errUnknown
	}
	return c.signed()
}

func (c Certificate) signed() ([]byte, error) {
	if c.Credential == nil {
		return nil, errNone
	}
	return json.MarshalIndent(c.Credential.V, "", "  ")
}

// Profile is who issues the badges of this school, with its keys. For everybody.
func (s *Service) Profile(ctx context.Context) ([]byte, error) {
	q := s.deps.DB.Reader()
	current, _, err := s.school(ctx, q)
	if err != nil {
		return nil, err
	}
	keys, err := publicKeys(ctx, q)
	if err != nil {
		return nil, err
	}
	return json.MarshalIndent(openbadge.Profile(s.issuer(current.School.Name), keys), "", "  ")
}

// StatusList is which of the badges of a list were revoked or replaced. For everybody. fault.NotFound for a list that there is not.
func (s *Service) StatusList(ctx context.Context, list int64) ([]byte, error) {
	q := s.deps.DB.Reader()
	last, err := lastList(ctx, q)
	if err != nil {
		return nil, err
	}
	if list < 1 || list > last {
		return nil, errNoList
	}
	ended, err := endedIn(ctx, q, list)
	if err != nil {
		return nil, err
	}
	issuer := s.issuer("")
	d, err := openbadge.StatusList(s.listAddress(list), issuer.Address, s.deps.Clock.Now(), ended)
	if err != nil {
		return nil, err
	}
	signed, err := s.sign(ctx, q, d, issuer)
	if err != nil {
		return nil, err
	}
	return json.MarshalIndent(signed, "", "  ")
}

// Achievement is what badges of a course are for. For everybody. fault.NotFound for a course that has none.
func (s *Service) Achievement(ctx context.Context, courseID string) ([]byte, error) {
	c, err := lastOfCourse(ctx, s.deps.DB.Reader(), courseID)
	if err != nil {
		return nil, err
	}
	d := openbadge.Achievement(s.deps.Address+base+"achievements/"+courseID, c.CourseTitle, c.StoredFacts.V.Language)
	d["@context"] = []any{openbadge.CredentialsContext, openbadge.BadgesContext}
	return json.MarshalIndent(d, "", "  ")
}
