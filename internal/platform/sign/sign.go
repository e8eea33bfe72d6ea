// Package sign makes tokens, signed URLs and keyed hashes, which the server issues and later verifies. All are HMAC-SHA256
// under a key of the installation. The signature covers the purpose, so that nothing made for one use is accepted for
// another, and the expiry, so that it cannot be changed; comparisons take constant time.
package sign

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"strconv"
	"time"
)

// Errors of Read and Check.
var (
	ErrInvalid = errors.New("sign: not signed by us for this purpose")
	ErrExpired = errors.New("sign: expired")
)

// DeriveKey derives a key for one purpose from the secret of the installation.
func DeriveKey(secret []byte, purpose string) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("lectern " + purpose))
	return mac.Sum(nil)
}

// Signer signs for one purpose.
type Signer struct {
	key     []byte
	purpose string
}

// New returns the signer for a purpose. All servers of an installation use the same key.
func New(key []byte, purpose string) Signer { return Signer{key, purpose} }

// Hash returns a keyed hash of the fields, 32 bytes: for values that only the server can compute, and for keys of tables
// that must not reveal their contents.
func (s Signer) Hash(fields ...string) []byte { return s.mac(pack(0, fields)) }

// Text returns Hash as URL-safe text of 43 characters.
func (s Signer) Text(fields ...string) string { return encoding.EncodeToString(s.Hash(fields...)) }

// IsText reports whether text is that of the fields.
func (s Signer) IsText(text string, fields ...string) bool {
	return hmac.Equal([]byte(text), []byte(s.Text(fields...)))
}

// Token returns a token that contains the fields, readable by anyone, and cannot be forged or changed. It is valid until
// the instant, to the second; the zero time is for ever. It is deterministic, so it need not be stored.
func (s Signer) Token(until time.Time, fields ...string) string {
	body := pack(seconds(until), fields)
	return encoding.EncodeToString(append(body, s.mac(body)...))
}

// Read returns the fields of a token: ErrInvalid unless it was signed by us, for this purpose and with this number of
// fields, ErrExpired after its expiry.
func (s Signer) Read(token string, now time.Time, fields int) ([]string, error) {
	raw, ok := decode(token)
	if !ok || len(raw) < sha256.Size {
		return nil, ErrInvalid
	}
	body := raw[:len(raw)-sha256.Size]
	if !hmac.Equal(raw[len(body):], s.mac(body)) {
		return nil, ErrInvalid
	}
	until, values := unpack(body)
	if len(values) != fields {
		return nil, ErrInvalid
	}
	return values, expired(until, now)
}

// Address signs fields that are themselves part of a URL: expires, in seconds since 1970, and signature have to be added to
// it.
func (s Signer) Address(until time.Time, fields ...string) (expires, signature string) {
	at := seconds(until)
	return strconv.FormatInt(at, 10), encoding.EncodeToString(s.mac(pack(at, fields)))
}

// Check returns ErrInvalid unless the signature is that of Address for the same fields and expiry, and ErrExpired after its
// expiry.
func (s Signer) Check(expires, signature string, now time.Time, fields ...string) error {
	until, err := strconv.ParseInt(expires, 10, 64)
	if err != nil || strconv.FormatInt(until, 10) != expires {
		return ErrInvalid
	}
	if given, ok := decode(signature); !ok || !hmac.Equal(given, s.mac(pack(until, fields))) {
		return ErrInvalid
	}
	return expired(until, now)
}

var encoding = base64.RawURLEncoding.Strict()

// decode is strict: no two texts decode to the same token. (Package base64 ignores line ends.)
func decode(text string) (raw []byte, ok bool) {
	raw, err := encoding.DecodeString(text)
	return raw, err == nil && encoding.EncodeToString(raw) == text
}

func (s Signer) mac(body []byte) []byte {
	mac := hmac.New(sha256.New, s.key)
	mac.Write(appendField(nil, s.purpose))
	mac.Write(body)
	return mac.Sum(nil)
}

// pack encodes the expiry and then each field with its length, so that the encoding is unambiguous.
func pack(until int64, fields []string) []byte {
	body := binary.BigEndian.AppendUint64(nil, uint64(until))
	for _, f := range fields {
		body = appendField(body, f)
	}
	return body
}

func appendField(body []byte, field string) []byte {
	return append(binary.AppendUvarint(body, uint64(len(field))), field...)
}

// unpack decodes what pack has encoded.
func unpack(body []byte) (until int64, fields []string) {
	until, body = int64(binary.BigEndian.Uint64(body)), body[8:]
	for len(body) > 0 {
		length, n := binary.Uvarint(body)
		fields, body = append(fields, string(body[n:n+int(length)])), body[n+int(length):]
	}
	return until, fields
}

func seconds(until time.Time) int64 {
	if until.IsZero() {
		return 0
	}
	return until.Unix()
}

func expired(until int64, now time.Time) error {
	if until != 0 && now.Unix() >= until {
		return ErrExpired
	}
	return nil
}
