package openbadge

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the golden files")

// What an issuer publishes stays as it is in testdata, which the verifier of another project checks too (scripts/clients/badges.mjs): a badge in
// several scripts, one that was revoked, the list that says so, and the profile with the key.
func TestPublishedDocuments(t *testing.T) {
	t.Parallel()
	raw, err := hex.DecodeString(vectorKey)
	if err != nil {
		t.Fatal(err)
	}
	const base = "https://school.test/api/v1/certificates/"
	at := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	until := at.AddDate(100, 0, 0) // the other verifier goes by the clock
	issuer := Issuer{Address: base + "issuer", Name: "School of Bees", Site: "https://school.test"}
	sign := func(d Document) Document {
		signed, err := Sign(d, raw, issuer.Method(vectorName), at)
		if err != nil {
			t.Fatal(err)
		}
		return signed
	}
	badge := func(code, holder string, index int64) Document {
		return sign(Badge{Address: base + "verify/" + code + "/credential", Issuer: issuer, Holder: holder, Email: "ann@school.test", Salt: "5eed", Course: "मधुमक्खी पालन · تربية النحل · 养蜂",
			Achievement: base + "achievements/bees", Language: "en", IssuedAt: at, ExpiresAt: &until, List: base + "status/1", Index: index}.Credential())
	}
	list, err := StatusList(base+"status/1", issuer.Address, at, []int64{131_071})
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]Document{
		"badge": badge("7Q2M9XKD4TWBH", "अनन्या", 94_567), "revoked-badge": badge("00000000000000", "Ben", 131_071), "status-list": sign(list), "issuer": Profile(issuer, []string{vectorName}),
	} {
		if name != "issuer" {
			if err := Verify(d, PublicKey(ed25519.PrivateKey(raw).Public().(ed25519.PublicKey))); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		got, err := json.MarshalIndent(d, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", name+".json")
		if *update {
			if err := os.WriteFile(file, append(got, '\n'), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(file); err != nil || string(want) != string(got)+"\n" {
			t.Errorf("%s has changed (%v); if that is meant: go test ./internal/learning/openbadge -update", file, err)
		}
	}
}
