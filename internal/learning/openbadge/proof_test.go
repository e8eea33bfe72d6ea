package openbadge

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
)

// vector is the credential of the specification of Open Badges 3.0, section "Verification", with the key and the proof that are published there.
const (
	vector      = `{"@context":["https://www.w3.org/ns/credentials/v2","https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"],"id":"http://example.com/credentials/3527","type":["VerifiableCredential","OpenBadgeCredential"],"issuer":{"id":"https://example.edu/issuers/565049","type":["Profile"],"url":"https://www.imsglobal.org","name":"Example Corp"},"validFrom":"2010-01-01T00:00:00Z","name":"Teamwork Badge","credentialSubject":{"id":"did:example:ebfeb1f712ebc6f1c276e12ec21","type":["AchievementSubject"],"achievement":{"id":"https://example.com/achievements/21st-century-skills/teamwork","type":["Achievement"],"criteria":{"narrative":"Team members are nominated for this badge by their peers and recognized upon review by Example Corp management."},"description":"This badge recognizes the development of the capacity to collaborate within a group environment.","name":"Teamwork"}}}`
	vectorKey   = "6241a409e6707bb640a0140a8a32bc3d193c33a661747284d6adfa4ed4180be44bdeafde2ea8beefadd8c699b5c7e0704cf51154d52e17b20b71337ca04cc5a5"
	vectorProof = "z5x9aCBYovW3CQCbKdNyhEm7ffYSw1YpEdPywQJoNbzDD2gkzQDKJ1sYKJaWvqZtkMtSbz35HcbgXVEDYHxCzgkCr"
	vectorName  = "z6MkjZRZv3aez3r18pB1RBFJR1kwUVJ5jHt92JmQwXbd5hwi"
)

// The published credential gets the published proof, byte for byte; one changed word, another key and an unknown context are refused.
func TestProofs(t *testing.T) {
	t.Parallel()
	raw, err := hex.DecodeString(vectorKey)
	if err != nil {
		t.Fatal(err)
	}
	key := ed25519.PrivateKey(raw)
	name := PublicKey(key.Public().(ed25519.PublicKey))
	if name != vectorName {
		t.Errorf("the key is %s", name)
	}
	read := func(text string) (d Document) {
		if err := json.Unmarshal([]byte(text), &d); err != nil {
			t.Fatal(err)
		}
		return d
	}
	signed, err := Sign(read(vector), key, "https://example.edu/issuers/565049#"+vectorName, time.Date(2010, 1, 1, 19, 23, 24, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	if proof := signed["proof"].(Document)["proofValue"]; proof != vectorProof {
		t.Errorf("%v", proof)
	}
	text, err := json.Marshal(signed)
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(read(string(text)), name); err != nil {
		t.Error(err)
	}
	for _, forged := range []string{
		strings.Replace(string(text), "Teamwork Badge", "Leadership Badge", 1), strings.Replace(string(text), "2010-01-01T00", "2009-01-01T00", 1),
		strings.Replace(string(text), "z5x9", "z5x8", 1), strings.Replace(string(text), "2010-01-01T19", "2010-01-01T18", 1),
	} {
		if err := Verify(read(forged), name); !errors.Is(err, ErrForged) {
			t.Errorf("%v: %s", err, forged)
		}
	}
	other, _, _ := ed25519.GenerateKey(nil)
	if err := Verify(signed, PublicKey(other)); !errors.Is(err, ErrForged) {
		t.Error("another key:", err)
	}
	if err := Verify(read(strings.Replace(string(text), "credentials/v2", "credentials/v3", 1)), name); err == nil || errors.Is(err, ErrForged) {
		t.Error("an unknown context:", err)
	}
}
