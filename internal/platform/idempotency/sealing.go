package idempotency

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"
)

// Requests may hold passwords and answers recovery codes, which must not be readable in the database or a backup. So neither the key of
// the client nor the request is stored, only their HMACs; the answer is encrypted with a key that follows from that of the client:
// without it, nobody who has both the database and the secret can read it.

func (k *Store) rowOf(r Request, now time.Time) row {
	return row{ID: k.mac("id", r, nil), UserID: r.User, Digest: k.mac("request", r, r.Content), CreatedAt: now}
}

// mac returns an HMAC for a purpose over the caller, their key and content.
func (k *Store) mac(purpose string, r Request, content []byte) string {
	return hex.EncodeToString(k.sum(purpose, r, content))
}

func (k *Store) sum(purpose string, r Request, content []byte) []byte {
	m := hmac.New(sha256.New, k.deps.Secret)
	for _, part := range []string{purpose, r.User, r.Key} {
		m.Write([]byte(part))
		m.Write([]byte{0}) // no part contains it
	}
	m.Write(content)
	return m.Sum(nil)
}

// aead encrypts the one answer to a request (AES-256-GCM).
func (k *Store) aead(r Request) cipher.AEAD {
	block, err := aes.NewCipher(k.sum("answer", r, r.Content))
	if err != nil {
		panic(err) // only for a key of another length
	}
	gcm, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err)
	}
	return gcm
}

func (k *Store) seal(r Request, body string) []byte {
	return k.aead(r).Seal(nil, nil, []byte(body), nil)
}

func (k *Store) open(r Request, sealed []byte) (string, error) {
	body, err := k.aead(r).Open(nil, nil, sealed, nil)
	if err != nil {
		return "", errors.New("idempotency: a stored answer cannot be decrypted")
	}
	return string(body), nil
}
