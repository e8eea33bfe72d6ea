package certificate

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/openbadge"
	"lectern/internal/platform/consistency"
	"lectern/internal/platform/db"
	"lectern/internal/platform/seal"
)

// issuerKey is a key that signs badges.
type issuerKey struct {
	bun.BaseModel `bun:"table:issuer_keys,alias:i"`

	ID        string `bun:",pk"`
	PublicKey string
	Sealed    string
	CreatedAt time.Time
	RetiredAt *time.Time
}

// sign signs a document with the key of the school, which is made when it is needed first.
func (s *Service) sign(ctx context.Context, q bun.IDB, d openbadge.Document, issuer openbadge.Issuer) (openbadge.Document, error) {
	key, err := currentKey(ctx, q)
	if err == nil && key == nil {
		key, err = s.makeKey(ctx)
	}
	if err != nil {
		return nil, err
	}
	private, err := s.open(*key)
	if err != nil {
		return nil, err
	}
	return openbadge.Sign(d, private, issuer.Method(key.PublicKey), s.deps.Clock.Now())
}

func sealID(id string) seal.ID { return seal.ID{Video: "issuer key " + id} }

// makeKey makes a key. Of two that are made at once both are listed, and the first one signs.
func (s *Service) makeKey(ctx context.Context) (key *issuerKey, err error) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	made := issuerKey{ID: db.NewID(), PublicKey: openbadge.PublicKey(public), CreatedAt: s.deps.Clock.Now()}
	made.Sealed = base64.StdEncoding.EncodeToString(s.key.Seal(nil, sealID(made.ID), private.Seed()))
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := insertKey(ctx, tx, made); err != nil {
			return err
		}
		key, err = currentKey(ctx, tx)
		return err
	})
	return key, err
}

// open returns the private part of a key.
func (s *Service) open(key issuerKey) (ed25519.PrivateKey, error) {
	sealed, err := base64.StdEncoding.DecodeString(key.Sealed)
	if err != nil {
		return nil, err
	}
	seed, err := s.key.Open(sealID(key.ID), sealed)
	if err != nil {
		return nil, fmt.Errorf("the key that signs badges: %w", err)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

// RotateKey makes a new key that signs from now on. Earlier ones stay in the profile of the issuer, for what they have signed. For operators.
func (s *Service) RotateKey(ctx context.Context) error {
	if err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return retireKeys(ctx, tx, s.deps.Clock.Now()) }); err != nil {
		return err
	}
	_, err := s.makeKey(ctx)
	return err
}

// oldKey is after how long a key should be replaced (NIST SP 800-57, 5.3.6: one to three years for keys that sign).
const oldKey = 2 * 365 * 24 * time.Hour

const rotate = "lectern certificates rotate-key"

// Checks are run by `lectern doctor`.
func (s *Service) Checks() []consistency.Check { return []consistency.Check{s.checkIssuer} }

// checkIssuer finds what makes certificates impossible to sign, or to check.
func (s *Service) checkIssuer(ctx context.Context, _ consistency.Options) ([]consistency.Finding, error) {
	f := consistency.Finding{Part: "certificates", OK: true}
	q := s.deps.DB.Reader()
	key, err := currentKey(ctx, q)
	if err != nil || key == nil {
		return []consistency.Finding{f}, err
	}
	if _, err := s.open(*key); err != nil {
		f.OK, f.Text = false, "No certificate can be issued: this machine can't open the key that signs them. Bring back the secret of the installation, or make a new key: "+rotate
		return []consistency.Finding{f}, nil
	}
	if age := s.deps.Clock.Now().Sub(key.CreatedAt); age > oldKey {
		f.Text = fmt.Sprintf("the key that signs certificates is %d years old: replace it with %s", int(age.Hours()/24/365), rotate)
	}
	last, err := lastSigned(ctx, q)
	if err != nil || last == nil {
		return []consistency.Finding{f}, err
	}
	if address := openbadge.IssuerOf(last.Credential.V); address != s.issuer("").Address {
		f.OK, f.Text = false, fmt.Sprintf("Certificates name %s as their issuer, but this site is %s. Programs can't check them unless the earlier address still leads here.", address, s.deps.Address)
	}
	return []consistency.Finding{f}, nil
}
