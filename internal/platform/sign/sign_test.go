package sign_test

import (
	"encoding/base64"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/sign"
)

var now = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func signer() sign.Signer { return sign.New([]byte("a key of thirty-two bytes, at least"), "test") }

// randomFields returns up to four texts, of bytes that could be confused with separators.
func randomFields(random *rand.Rand) []string {
	fields := make([]string, random.IntN(5))
	for i := range fields {
		field := make([]byte, random.IntN(40))
		for j := range field {
			field[j] = "\x00\x01\x02|.ab\xff"[random.IntN(8)]
		}
		fields[i] = string(field)
	}
	return fields
}

func TestTokenRoundTrip(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		fields := randomFields(random)
		token := signer().Token(now.Add(time.Second), fields...)
		got, err := signer().Read(token, now, len(fields))
		if err != nil || !slices.Equal(got, fields) {
			t.Fatalf("%q came back as %q, %v", fields, got, err)
		}
		if _, err := signer().Read(token, now, len(fields)+1); !errors.Is(err, sign.ErrInvalid) {
			t.Fatalf("a token of %d fields was read as one of %d: %v", len(fields), len(fields)+1, err)
		}
	}
}

// Changing, adding or removing any bit makes a token invalid, even one that base64 might ignore.
func TestChangedTokensAreInvalid(t *testing.T) {
	t.Parallel()
	token := signer().Token(now.Add(time.Hour), "0198c2a4-0000-7000-8000-000000000001", "user", "")
	for i := range len(token) {
		for _, c := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=. \r\n\x00" {
			for _, forged := range []string{token[:i] + string(c) + token[i+1:], token[:i] + string(c) + token[i:]} {
				if _, err := signer().Read(forged, now, 3); forged != token && !errors.Is(err, sign.ErrInvalid) {
					t.Fatalf("%q at %d: %v", c, i, err)
				}
			}
		}
		if _, err := signer().Read(token[:i], now, 3); !errors.Is(err, sign.ErrInvalid) {
			t.Fatalf("cut after %d characters: %v", i, err)
		}
	}
	random := rand.New(rand.NewPCG(2, 2))
	for range 2000 {
		noise := make([]byte, random.IntN(120))
		for i := range noise {
			noise[i] = byte(random.Uint32())
		}
		if _, err := signer().Read(base64.RawURLEncoding.EncodeToString(noise), now, 3); !errors.Is(err, sign.ErrInvalid) {
			t.Fatalf("random bytes were accepted: %x", noise)
		}
	}
}

func TestSignaturesAreBoundToPurposeAndKey(t *testing.T) {
	t.Parallel()
	others := map[string]sign.Signer{
		"another purpose": sign.New([]byte("a key of thirty-two bytes, at least"), "tes"),
		"another key":     sign.New([]byte("another key of thirty-two bytes, at least"), "test"),
	}
	token, text := signer().Token(time.Time{}, "t", "a"), signer().Text("t", "a")
	expires, signature := signer().Address(now.Add(time.Hour), "t", "a")
	for name, other := range others {
		if _, err := other.Read(token, now, 2); !errors.Is(err, sign.ErrInvalid) {
			t.Errorf("%s reads the token: %v", name, err)
		}
		if err := other.Check(expires, signature, now, "t", "a"); !errors.Is(err, sign.ErrInvalid) {
			t.Errorf("%s accepts the address: %v", name, err)
		}
		if other.IsText(text, "t", "a") {
			t.Errorf("%s accepts the text", name)
		}
	}
}

// Lists of fields whose concatenations are equal have different signatures.
func TestFieldEncodingIsUnambiguous(t *testing.T) {
	t.Parallel()
	random, seen := rand.New(rand.NewPCG(3, 3)), map[string][]string{}
	for range 5000 {
		fields := randomFields(random)
		text := signer().Text(fields...)
		if before, ok := seen[text]; ok && !slices.Equal(before, fields) {
			t.Fatalf("%q and %q have the same signature", before, fields)
		}
		seen[text] = fields
		if joined := strings.Join(fields, ""); len(fields) > 1 && signer().IsText(text, joined) {
			t.Fatalf("%q is accepted as %q", fields, joined)
		}
	}
}

func TestExpiryCannotBeMoved(t *testing.T) {
	t.Parallel()
	until := now.Add(time.Minute)
	token := signer().Token(until, "a")
	expires, signature := signer().Address(until, "a")
	for at, want := range map[time.Duration]error{0: nil, 59 * time.Second: nil, time.Minute: sign.ErrExpired, time.Hour: sign.ErrExpired} {
		if _, err := signer().Read(token, now.Add(at), 1); !errors.Is(err, want) {
			t.Errorf("the token after %v: %v", at, err)
		}
		if err := signer().Check(expires, signature, now.Add(at), "a"); !errors.Is(err, want) {
			t.Errorf("the address after %v: %v", at, err)
		}
	}
	if _, err := signer().Read(signer().Token(time.Time{}, "a"), now.AddDate(100, 0, 0), 1); err != nil {
		t.Errorf("a token for ever: %v", err)
	}
	later := strconv.FormatInt(until.Unix()+1, 10)
	for _, moved := range []string{later, "0", "-1", "", "+" + expires, "0" + expires, expires + " ", "99999999999999999999"} {
		if err := signer().Check(moved, signature, now, "a"); !errors.Is(err, sign.ErrInvalid) {
			t.Errorf("the address with expiry %q: %v", moved, err)
		}
	}
	if err := signer().Check(expires, signature, now, "b"); !errors.Is(err, sign.ErrInvalid) {
		t.Errorf("the address of another field: %v", err)
	}
}

// Another form would invalidate everything that has been issued, so the form is fixed here.
func TestTokenFormatIsStable(t *testing.T) {
	t.Parallel()
	if got := signer().Text("a", "b"); got != "Uk4BBCMEZF1q6JlfKVbFJwup_PCamSH2tw8YSOVjvPs" {
		t.Error(got)
	}
	if got := signer().Token(time.Unix(1, 0), "a"); got != "AAAAAAAAAAEBYZGfl-JcbhRkCM2gZ85dZFQPuBFJvYjsJXiRz3TUKR8-" {
		t.Error(got)
	}
}
