package openbadge

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"time"
)

// Issuer is who issues badges.
type Issuer struct {
	Address string // of its profile, which never changes
	Name    string
	Site    string
}

// Badge is what a credential says.
type Badge struct {
	Address     string // of the credential
	Issuer      Issuer
	Holder      string // name
	Email       string // only its digest is published
	Salt        string
	Course      string // title
	Achievement string // address
	Language    string
	IssuedAt    time.Time
	ExpiresAt   *time.Time
	List        string // address of the status list
	Index       int64  // in the list
}

// criteria are what a holder has done, by the language of the badge.
var criteria = map[string]string{"en": "The holder has met the requirements of the course.", "de": "Die Anforderungen des Kurses wurden erfüllt."}

// Credential is the badge, unsigned.
func (b Badge) Credential() Document {
	digest := sha256.Sum256([]byte(b.Email + b.Salt))
	d := Document{
		"@context": []any{CredentialsContext, BadgesContext}, "id": b.Address, "type": []any{"VerifiableCredential", "OpenBadgeCredential"},
		"issuer":    Document{"id": b.Issuer.Address, "type": []any{"Profile"}, "name": b.Issuer.Name, "url": b.Issuer.Site},
		"validFrom": b.IssuedAt.UTC().Format(time.RFC3339), "name": b.Course,
		"credentialSubject": Document{"type": []any{"AchievementSubject"},
			"identifier": []any{
				Document{"type": "IdentityObject", "identityType": "emailAddress", "identityHash": "sha256$" + hex.EncodeToString(digest[:]), "hashed": true, "salt": b.Salt},
				Document{"type": "IdentityObject", "identityType": "name", "identityHash": b.Holder, "hashed": false},
			},
			"achievement": Achievement(b.Achievement, b.Course, b.Language)},
		"credentialStatus": Document{"id": fmt.Sprintf("%s#%d", b.List, b.Index), "type": "BitstringStatusListEntry", "statusPurpose": "revocation",
			"statusListIndex": fmt.Sprint(b.Index), "statusListCredential": b.List},
	}
	if b.ExpiresAt != nil {
		d["validUntil"] = b.ExpiresAt.UTC().Format(time.RFC3339)
	}
	return d
}

// Achievement is what badges of a course are for.
func Achievement(address, course, language string) Document {
	return Document{"id": address, "type": []any{"Achievement"}, "achievementType": "Certificate", "name": course, "description": course,
		"criteria": Document{"narrative": criteria[language]}}
}

// Profile is who the issuer is and which keys sign for it; those that are no longer used stay, for what they have signed.
func Profile(i Issuer, publicKeys []string) Document {
	methods := make([]any, len(publicKeys))
	for n, key := range publicKeys {
		methods[n] = Document{"id": i.Method(key), "type": "Multikey", "controller": i.Address, "publicKeyMultibase": key}
	}
	return Document{"@context": []any{"https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1", BadgesContext}, "id": i.Address, "type": []any{"Profile"},
		"name": i.Name, "url": i.Site, "assertionMethod": methods}
}

// Method is the address of a key of the issuer.
func (i Issuer) Method(publicKey string) string { return i.Address + "#" + publicKey }

// ListSize is how many credentials one status list has: the least that the specification allows, so that a list gives none of them away.
const ListSize = 131_072

// StatusList is the list of which of its credentials were revoked, unsigned (Bitstring Status List 1.0).
func StatusList(address, issuer string, at time.Time, revoked []int64) (Document, error) {
	bits := make([]byte, ListSize/8)
	for _, index := range revoked {
		if index >= 0 && index < ListSize {
			bits[index/8] |= 1 << (7 - index%8) // the first is the highest bit
		}
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(bits); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return Document{"@context": []any{CredentialsContext}, "id": address, "type": []any{"VerifiableCredential", "BitstringStatusListCredential"}, "issuer": issuer,
		"validFrom": at.UTC().Format(time.RFC3339),
		"credentialSubject": Document{"id": address + "#list", "type": "BitstringStatusList", "statusPurpose": "revocation",
			"encodedList": "u" + base64.RawURLEncoding.EncodeToString(packed.Bytes())}}, nil
}
