package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/internal/app"
)

// writeKey writes a private key in the format that Apple issues.
func writeKey(t *testing.T, key any) string {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "key.p8")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestIdentityFlags(t *testing.T) {
	t.Parallel()
	p256, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	good, other := writeKey(t, p256), writeKey(t, rsaKey)
	apple := func(file string) identityFlags {
		return identityFlags{AppleClientID: "org.x", AppleTeamID: "T", AppleKeyID: "K", AppleKeyFile: file}
	}
	issuer := func(address string) identityFlags {
		return identityFlags{OIDCIssuer: address, OIDCClientID: "i", OIDCClientSecret: "s"}
	}
	for _, c := range []struct {
		flags identityFlags
		want  string // in the error
	}{
		{identityFlags{}, ""},
		{identityFlags{GoogleClientID: "i", GoogleClientSecret: "s", MicrosoftTenant: "common"}, ""},
		{identityFlags{GithubClientID: "i"}, "--github-client-secret"},
		{identityFlags{LinkedinClientSecret: "s"}, "--linkedin-client-id"},
		{identityFlags{MicrosoftTenant: "../other"}, "--microsoft-tenant"},
		{apple(good), ""},
		{apple(other), "--apple-key-file"},
		{apple(filepath.Join(t.TempDir(), "missing")), "--apple-key-file"},
		{identityFlags{AppleClientID: "org.x"}, "--apple-team-id"},
		{issuer("https://login.example.org/realms/school"), ""},
		{issuer("http://127.0.0.1:9998"), ""},
		{issuer("http://localhost"), ""},
		{issuer("http://login.example.org"), "--oidc-issuer"},
		{issuer("login.example.org"), "--oidc-issuer"},
		{issuer("https://login.example.org/?a=b"), "--oidc-issuer"},
		{identityFlags{OIDCIssuer: "https://login.example.org"}, "--oidc-client-id"},
		{identityFlags{OIDCClientID: "i", OIDCClientSecret: "s"}, "--oidc-issuer"},
	} {
		var p app.Deps
		err := c.flags.set(&p)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.flags, err)
		}
	}
}
