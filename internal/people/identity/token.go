package identity

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"

	"github.com/google/uuid"
)

// secretsOf are made of the id of a visit under the key of the installation, so that none is stored.
func (s *Service[E]) secretsOf(id, provider string) secrets {
	raw := uuid.MustParse(id)
	return secrets{state: s.token("state", id), nonce: encode(s.mac("nonce", raw[:])), verifier: encode(s.mac("verifier", raw[:])),
		redirect: s.address + callback(provider)}
}

// callback is where a provider sends the browser: to each its own, so that what one sends cannot pass for another's
// (RFC 9700, section 4.4). Apple posts a form, which a page cannot read.
func callback(provider string) string {
	if provider == "apple" {
		return "/api/v1/auth/oauth/apple/callback"
	}
	return "/oauth/callback/" + provider
}

// browserKey is what the browser keeps that has begun a visit.
func (s *Service[E]) browserKey(id string) string {
	raw := uuid.MustParse(id)
	return encode(s.mac("browser", raw[:]))
}

func (s *Service[E]) isBrowserKey(id, key string) bool {
	return hmac.Equal([]byte(key), []byte(s.browserKey(id)))
}

// token is an id and a MAC over it.
func (s *Service[E]) token(purpose, id string) string {
	raw := uuid.MustParse(id)
	return encode(append(raw[:], s.mac(purpose, raw[:])...))
}

func (s *Service[E]) readToken(purpose, token string) (id string, ok bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != 16+sha256.Size || !hmac.Equal(raw[16:], s.mac(purpose, raw[:16])) {
		return "", false
	}
	return uuid.UUID(raw[:16]).String(), true
}

// mac is an HMAC under the service's key; purpose keeps what is made for one thing from passing for another.
func (s *Service[E]) mac(purpose string, body []byte) []byte {
	m := hmac.New(sha256.New, s.key)
	m.Write([]byte(purpose + "\x00"))
	m.Write(body)
	return m.Sum(nil)
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
