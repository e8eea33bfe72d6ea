// Package joinlink has what the links into rooms have in common, of sessions, of meetings outside of batches and of demo classes: each works once, and for a minute.
package joinlink

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// lifetime is how long a link works.
const lifetime = time.Minute

// Link is what is stored of every link, besides where it leads.
type Link struct {
	Digest    string `bun:",pk"` // SHA-256 of the token
	ExpiresAt time.Time
	UsedAt    *time.Time
}

// New returns a link that begins to work now, and its token, which is stored nowhere.
func New(now time.Time) (token string, l Link) {
	token = rand.Text()
	return token, Link{Digest: DigestOf(token), ExpiresAt: now.Add(lifetime)}
}

// DigestOf is what is stored of a token.
func DigestOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// Works reports whether a link has neither been used nor expired.
func (l Link) Works(now time.Time) bool { return l.UsedAt == nil && now.Before(l.ExpiresAt) }
