package openbadge

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"io"
)

// longest is the size in bytes of a credential beyond which nothing is read.
const longest = 1 << 20

// FromPDF returns the credential that is attached to a certificate. ErrNoBadge if there is none.
func FromPDF(pdf []byte) (Document, error) {
	for rest := pdf; ; {
		_, after, found := bytes.Cut(rest, []byte("/EmbeddedFile"))
		if !found {
			return nil, ErrNoBadge
		}
		rest = after
		_, stream, found := bytes.Cut(after, []byte("stream\n"))
		if !found {
			return nil, ErrNoBadge
		}
		if d := inflated(stream); isBadge(d) {
			return d, nil
		}
	}
}

// inflated reads a compressed JSON document; nil for anything else.
func inflated(stream []byte) (d Document) {
	r, err := zlib.NewReader(bytes.NewReader(stream))
	if err != nil {
		return nil
	}
	if json.NewDecoder(io.LimitReader(r, longest)).Decode(&d) != nil {
		return nil
	}
	return d
}

func isBadge(d Document) bool {
	types, _ := d["type"].([]any)
	for _, one := range types {
		if one == "OpenBadgeCredential" {
			return true
		}
	}
	return false
}

// ErrNoBadge means that a file is no certificate with a badge.
var ErrNoBadge = errors.New("the file contains no Open Badge")

// ErrOtherIssuer means that a badge names another issuer than the one whose keys are known, or a key that this issuer does not list.
var ErrOtherIssuer = errors.New("the badge was signed by another issuer")

// IssuerOf is the address of the issuer that a badge names, which is not yet proof that it signed; "" for none.
func IssuerOf(badge Document) string {
	issuer, _ := badge["issuer"].(Document)
	address, _ := issuer["id"].(string)
	return address
}

// HolderOf is the name of the holder that a badge says; "" for none.
func HolderOf(badge Document) string {
	subject, _ := badge["credentialSubject"].(Document)
	identifiers, _ := subject["identifier"].([]any)
	for _, one := range identifiers {
		identifier, _ := one.(Document)
		if name, ok := identifier["identityHash"].(string); ok && identifier["identityType"] == "name" && identifier["hashed"] == false {
			return name
		}
	}
	return ""
}

// Check proves that a badge was signed by the issuer of a profile, which the caller trusts. ErrForged, ErrOtherIssuer.
func Check(badge, profile Document) error {
	proof, _ := badge["proof"].(Document)
	if address := IssuerOf(badge); address == "" || profile["id"] != address {
		return ErrOtherIssuer
	}
	methods, _ := profile["assertionMethod"].([]any)
	for _, one := range methods {
		method, _ := one.(Document)
		key, _ := method["publicKeyMultibase"].(string)
		if method["id"] == proof["verificationMethod"] && key != "" {
			return Verify(badge, key)
		}
	}
	return ErrOtherIssuer
}
