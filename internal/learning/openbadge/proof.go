// Package openbadge makes Open Badges 3.0: verifiable credentials that are signed by eddsa-rdfc-2022, and the list of those that were revoked.
// It fetches nothing: the contexts that it knows are part of it.
package openbadge

import (
	"crypto/ed25519"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"strings"
	"sync"
	"time"

	"github.com/piprate/json-gold/ld"
)

// Addresses of the contexts.
const (
	CredentialsContext = "https://www.w3.org/ns/credentials/v2"
	BadgesContext      = "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"
)

//go:embed contexts
var files embed.FS

// known are the contexts by their addresses. No other is loaded: what a name means must not depend on a server.
type known map[string]any

// LoadDocument implements ld.DocumentLoader.
func (k known) LoadDocument(address string) (*ld.RemoteDocument, error) {
	document, ok := k[address]
	if !ok {
		return nil, fmt.Errorf("the context %s is unknown", address)
	}
	return &ld.RemoteDocument{DocumentURL: address, Document: document}, nil
}

var contexts = sync.OnceValues(func() (known, error) {
	all := known{}
	for address, name := range map[string]string{CredentialsContext: "credentials-v2.json", BadgesContext: "open-badges-3.0.3.json"} {
		text, err := files.ReadFile("contexts/" + name)
		if err != nil {
			return nil, err
		}
		var document any
		if err := json.Unmarshal(text, &document); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all[address] = document
	}
	return all, nil
})

// Document is JSON-LD.
type Document = map[string]any

// canonical returns the RDF of a document, the same for documents that say the same (RDFC-1.0).
func canonical(d Document) ([]byte, error) {
	loader, err := contexts()
	if err != nil {
		return nil, err
	}
	options := ld.NewJsonLdOptions("")
	options.Format, options.Algorithm, options.DocumentLoader, options.SafeMode = "application/n-quads", ld.AlgorithmURDNA2015, loader, true
	normalized, err := ld.NewJsonLdProcessor().Normalize(d, options)
	text, ok := normalized.(string)
	if err == nil && !ok {
		err = errors.New("the document has no RDF")
	}
	return []byte(text), err
}

// digests are what is signed: that of the options of a proof, then that of the document (VC Data Integrity EdDSA 1.0, section 3.2).
func digests(d, options Document) ([]byte, error) {
	config := maps.Clone(options)
	config["@context"] = d["@context"]
	ofConfig, err := canonical(config)
	if err != nil {
		return nil, err
	}
	ofDocument, err := canonical(d)
	if err != nil {
		return nil, err
	}
	first, second := sha256.Sum256(ofConfig), sha256.Sum256(ofDocument)
	return append(first[:], second[:]...), nil
}

// Sign returns a document with a proof by a key, which is found at the address method.
func Sign(d Document, key ed25519.PrivateKey, method string, at time.Time) (Document, error) {
	proof := Document{"type": "DataIntegrityProof", "created": at.UTC().Format(time.RFC3339), "verificationMethod": method, "cryptosuite": "eddsa-rdfc-2022", "proofPurpose": "assertionMethod"}
	text, err := digests(d, proof)
	if err != nil {
		return nil, err
	}
	proof["proofValue"] = multibase(ed25519.Sign(key, text))
	signed := maps.Clone(d)
	signed["proof"] = proof
	return signed, nil
}

// ErrForged means that a document is not what was signed, or was signed by another key.
var ErrForged = errors.New("the proof of the document does not hold")

// Verify checks the proof of a document by a public key in its multibase form.
func Verify(signed Document, publicKey string) error {
	raw, err := parseMultibase(publicKey)
	if err != nil || len(raw) != 2+ed25519.PublicKeySize || raw[0] != multikey[0] || raw[1] != multikey[1] {
		return errors.New("the public key is no Ed25519 key in its multibase form")
	}
	proof, ok := signed["proof"].(Document)
	if !ok || proof["type"] != "DataIntegrityProof" || proof["cryptosuite"] != "eddsa-rdfc-2022" || proof["proofPurpose"] != "assertionMethod" {
		return ErrForged
	}
	value, _ := proof["proofValue"].(string)
	signature, err := parseMultibase(value)
	if err != nil {
		return ErrForged
	}
	options, d := maps.Clone(proof), maps.Clone(signed)
	delete(options, "proofValue")
	delete(d, "proof")
	text, err := digests(d, options)
	if err != nil {
		return err
	}
	if !ed25519.Verify(raw[2:], text, signature) {
		return ErrForged
	}
	return nil
}

// multikey stands before an Ed25519 key (Multikey, section 2.3.3).
var multikey = [2]byte{0xed, 0x01}

// PublicKey is the multibase form of a public key: z6Mk….
func PublicKey(key ed25519.PublicKey) string { return multibase(append(multikey[:], key...)) }

// digits are those of Base 58 (Bitcoin).
const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// multibase writes bytes in Base 58, after a z that says so.
func multibase(b []byte) string {
	n, rest, base := new(big.Int).SetBytes(b), new(big.Int), big.NewInt(int64(len(digits)))
	var backwards []byte
	for n.Sign() > 0 {
		n.DivMod(n, base, rest)
		backwards = append(backwards, digits[rest.Int64()])
	}
	for i := 0; i < len(b) && b[i] == 0; i++ {
		backwards = append(backwards, digits[0])
	}
	text := []byte{'z'}
	for i := len(backwards) - 1; i >= 0; i-- {
		text = append(text, backwards[i])
	}
	return string(text)
}

func parseMultibase(text string) ([]byte, error) {
	written, ok := strings.CutPrefix(text, "z")
	if !ok || len(written) > 200 {
		return nil, errors.New("no Base 58")
	}
	n, base := new(big.Int), big.NewInt(int64(len(digits)))
	for _, r := range written {
		at := strings.IndexRune(digits, r)
		if at < 0 {
			return nil, errors.New("no Base 58")
		}
		n.Add(n.Mul(n, base), big.NewInt(int64(at)))
	}
	zeros := len(written) - len(strings.TrimLeft(written, digits[:1]))
	return append(make([]byte, zeros), n.Bytes()...), nil
}
