package authn

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"

	"github.com/google/uuid"
)

// MAC returns an HMAC of body. The purpose keeps what is made for one thing from being accepted for another.
func MAC(key []byte, purpose string, body []byte) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(purpose))
	m.Write([]byte{0})
	m.Write(body)
	return m.Sum(nil)
}

// Token names a row: its id and a MAC. It can be computed again, so nothing stores it.
func Token(key []byte, purpose, id string) string {
	raw := uuid.MustParse(id)
	return base64.RawURLEncoding.EncodeToString(append(raw[:], MAC(key, purpose, raw[:])...))
}

// ReadToken returns the id of a token that was made with the same key and purpose.
func ReadToken(key []byte, purpose, token string) (id string, ok bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != 16+sha256.Size || !hmac.Equal(raw[16:], MAC(key, purpose, raw[:16])) {
		return "", false
	}
	return uuid.UUID(raw[:16]).String(), true
}
