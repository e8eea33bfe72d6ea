package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/openbadge"
	"lectern/internal/platform/document"
	"lectern/internal/platform/typeset"
)

const badges = "../../internal/learning/openbadge/testdata/"

// certificateOf writes a PDF with a badge of testdata, changed by replacing a text, and returns its path.
func certificateOf(t *testing.T, was, is string) string {
	t.Helper()
	badge, err := os.ReadFile(badges + "badge.json")
	if err != nil {
		t.Fatal(err)
	}
	sheet := document.NewSheet(typeset.Embedded(), "Certificate", "School of Bees", time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC))
	sheet.Attach("open-badge.json", []byte(strings.Replace(string(badge), was, is, 1)))
	pdf, err := sheet.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "certificate.pdf")
	if err := os.WriteFile(path, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A certificate is proven by the file and the saved keys of its issuer; one changed word, other keys and other files are refused (C22).
func TestCertificatesAreVerifiedOffline(t *testing.T) {
	genuine, issuer := certificateOf(t, "", ""), badges+"issuer.json"
	if err := execute(t.Context(), []string{"verify", genuine, "--issuer", issuer}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(badges + "badge.json")
	if err != nil {
		t.Fatal(err)
	}
	var badge openbadge.Document
	if err := json.Unmarshal(text, &badge); err != nil {
		t.Fatal(err)
	}
	facts := signedFacts(badge, openbadge.Document{"name": "School of Bees"}, time.Date(2126, 11, 27, 0, 0, 0, 0, time.UTC))
	for _, want := range []string{"अनन्या", "मधुमक्खी", "School of Bees", "2026-11-26", "which has passed", "/verify/7Q2M9XKD4TWBH"} {
		if !strings.Contains(facts, want) {
			t.Errorf("%q is missing in:\n%s", want, facts)
		}
	}
	wantSentence(t, execute(t.Context(), []string{"verify", certificateOf(t, "अनन्या", "Eve"), "--issuer", issuer}), "was changed after it was issued")
	other := filepath.Join(t.TempDir(), "issuer.json")
	if err := os.WriteFile(other, []byte(`{"id":"https://elsewhere.test/issuer","assertionMethod":[]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	wantSentence(t, execute(t.Context(), []string{"verify", genuine, "--issuer", other}), "names the issuer")
	wantSentence(t, execute(t.Context(), []string{"verify", issuer, "--issuer", issuer}), "contains no Open Badge")
	wantSentence(t, execute(t.Context(), []string{"verify", genuine, "--issuer", genuine}), "is not the file of an issuer")
}
