package access_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
)

func reversed(b []byte) []byte {
	b = slices.Clone(b)
	slices.Reverse(b)
	return b
}

// Every token that is not exactly one of ours is rejected: another algorithm, key, header, audience, issuer, time or form.
func TestForgedTokens(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)
	key := []byte("the key, which is 32 bytes long.")
	tokens := access.Tokens{Key: key, Clock: clock.NewManual(now), TTL: 15 * time.Minute}
	good := jwt.MapClaims{"iss": "lectern", "aud": "lectern-api", "sub": "ann", "sid": "s", "roles": []string{"admin"},
		"iat": now.Unix(), "exp": now.Add(time.Minute).Unix()}
	forge := func(method jwt.SigningMethod, key any, header, claims map[string]any) string {
		body := maps.Clone(good)
		for name, value := range claims {
			if body[name] = value; value == nil {
				delete(body, name)
			}
		}
		token := jwt.NewWithClaims(method, body)
		maps.Copy(token.Header, header)
		text, err := token.SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	hs := jwt.SigningMethodHS256
	real := forge(hs, key, nil, nil)
	if who, err := tokens.Parse(real); err != nil || who.ID != "ann" {
		t.Fatalf("the unforged token is invalid: %+v, %v", who, err)
	}
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	part := strings.Split(real, ".")
	header := func(json string) string { return base64.RawURLEncoding.EncodeToString([]byte(json)) }
	for name, token := range map[string]string{
		"none":                         forge(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, nil, nil),
		"None, with a signature":       header(`{"alg":"None","typ":"JWT"}`) + "." + part[1] + "." + part[2],
		"HS384":                        forge(jwt.SigningMethodHS384, key, nil, nil),
		"HS512":                        forge(jwt.SigningMethodHS512, key, nil, nil),
		"ES256 with its own key":       forge(jwt.SigningMethodES256, private, map[string]any{"jwk": map[string]any{"kty": "EC"}}, nil),
		"empty key":                    forge(hs, []byte{}, nil, nil),
		"key named by a path":          forge(hs, []byte{}, map[string]any{"kid": "../../../dev/null"}, nil),
		"key named by SQL":             forge(hs, []byte("x"), map[string]any{"kid": "' UNION SELECT 'x"}, nil),
		"key from an address":          forge(hs, []byte("x"), map[string]any{"jku": "https://eve.test/keys"}, nil),
		"other audience":               forge(hs, key, nil, map[string]any{"aud": "lectern-playback"}),
		"no audience":                  forge(hs, key, nil, map[string]any{"aud": nil}),
		"other issuer":                 forge(hs, key, nil, map[string]any{"iss": "eve"}),
		"no issuer":                    forge(hs, key, nil, map[string]any{"iss": nil}),
		"expired this moment":          forge(hs, key, nil, map[string]any{"exp": now.Unix()}),
		"never expires":                forge(hs, key, nil, map[string]any{"exp": nil}),
		"expires in words":             forge(hs, key, nil, map[string]any{"exp": "tomorrow"}),
		"from the future":              forge(hs, key, nil, map[string]any{"iat": now.Add(time.Second).Unix()}),
		"not yet":                      forge(hs, key, nil, map[string]any{"nbf": now.Add(time.Second).Unix()}),
		"nobody's":                     forge(hs, key, nil, map[string]any{"sub": ""}),
		"subject is a list":            forge(hs, key, nil, map[string]any{"sub": []string{"ann"}}),
		"other claims":                 part[0] + "." + header(`{"iss":"lectern","aud":"lectern-api","sub":"eve","exp":4102444800}`) + "." + part[2],
		"signature cut":                real[:len(real)-4],
		"no signature":                 part[0] + "." + part[1] + ".",
		"NONE":                         header(`{"alg":"NONE"}`) + "." + part[1] + ".",
		"nOnE":                         header(`{"alg":"nOnE"}`) + "." + part[1] + ".",
		"no algorithm":                 header(`{"typ":"JWT"}`) + "." + part[1] + "." + part[2],
		"empty algorithm":              header(`{"alg":""}`) + "." + part[1] + "." + part[2],
		"algorithm is a list":          header(`{"alg":["HS256"]}`) + "." + part[1] + "." + part[2],
		"hs256 in small letters":       header(`{"alg":"hs256"}`) + "." + part[1] + "." + part[2],
		"RS256 with our MAC":           header(`{"alg":"RS256"}`) + "." + part[1] + "." + part[2],
		"PS256 with our MAC":           header(`{"alg":"PS256"}`) + "." + part[1] + "." + part[2],
		"EdDSA with our MAC":           header(`{"alg":"EdDSA"}`) + "." + part[1] + "." + part[2],
		"two algorithms":               header(`{"alg":"HS256","alg":"none"}`) + "." + part[1] + ".",
		"header changed":               header(`{"alg":"HS256","typ":"JWT","kid":"1"}`) + "." + part[1] + "." + part[2],
		"header is not JSON":           header(`HS256`) + "." + part[1] + "." + part[2],
		"header is null":               header(`null`) + "." + part[1] + "." + part[2],
		"claims are null":              part[0] + "." + header(`null`) + "." + part[2],
		"claims are a list":            part[0] + "." + header(`[]`) + "." + part[2],
		"claims are empty":             part[0] + "." + header(`{}`) + "." + part[2],
		"key reversed":                 forge(hs, reversed(key), nil, nil),
		"half the key":                 forge(hs, key[:16], nil, nil),
		"certificate in it":            forge(hs, []byte("x"), map[string]any{"x5c": []string{"MIIB"}, "x5u": "https://eve.test/x"}, nil),
		"critical extension":           forge(hs, []byte("x"), map[string]any{"crit": []string{"exp"}}, nil),
		"one of two audiences is none": forge(hs, key, nil, map[string]any{"aud": []string{"lectern-playback", "lectern"}}),
		"audience in capitals":         forge(hs, key, nil, map[string]any{"aud": "LECTERN-API"}),
		"audience is a number":         forge(hs, key, nil, map[string]any{"aud": 1}),
		"issuer in capitals":           forge(hs, key, nil, map[string]any{"iss": "Lectern"}),
		"issuer is a list":             forge(hs, key, nil, map[string]any{"iss": []string{"lectern"}}),
		"no subject":                   forge(hs, key, nil, map[string]any{"sub": nil}),
		"expired a second ago":         forge(hs, key, nil, map[string]any{"exp": now.Unix() - 1}),
		"expires before Christ":        forge(hs, key, nil, map[string]any{"exp": -1e11}),
		"roles are a word":             forge(hs, key, nil, map[string]any{"roles": "admin"}),
		"blank after":                  real + " ",
		"a line break in it":           part[0] + ".\n" + part[1] + "." + part[2],
		"Bearer twice":                 "Bearer " + real,
		"signature of another":         part[0] + "." + part[1] + "." + strings.Split(forge(hs, []byte("x"), nil, nil), ".")[2],
		"two parts":                    part[0] + "." + part[1],
		"four parts":                   real + ".x",
		"blank before":                 " " + real,
		"padded":                       real + "=",
		"nothing":                      "",
		"a hundred thousand":           strings.Repeat("A", 100_000),
		"dots":                         strings.Repeat(".", 100_000),
	} {
		if who, err := tokens.Parse(token); !fault.Is(err, fault.Unauthenticated) || who.ID != "" {
			t.Errorf("%s: %+v, %v", name, who, err)
		}
	}
}
