package certificate_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io"
	"strings"
	"testing"

	"github.com/uptrace/bun"

	"lectern/internal/learning/openbadge"
)

// document reads a JSON-LD document as a program does that checks badges: without a session.
func (c class) document(path string) openbadge.Document {
	c.t.Helper()
	var d openbadge.Document
	must(c.t, json.Unmarshal([]byte(c.Nobody().Do("GET", strings.TrimPrefix(path, "https://lectern.test/api/v1"), "", 200)), &d))
	return d
}

// isRevoked checks the status list of a badge as its specification says, and looks up the bit of the badge.
func (c class) isRevoked(badge openbadge.Document, publicKey string) bool {
	c.t.Helper()
	status := badge["credentialStatus"].(openbadge.Document)
	list := c.document(status["statusListCredential"].(string))
	if err := openbadge.Verify(list, publicKey); err != nil {
		c.t.Error("the status list:", err)
	}
	var index int
	_, err := fmt.Sscan(status["statusListIndex"].(string), &index)
	must(c.t, err)
	packed, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(list["credentialSubject"].(openbadge.Document)["encodedList"].(string), "u"))
	must(c.t, err)
	r, err := gzip.NewReader(bytes.NewReader(packed))
	must(c.t, err)
	bits, err := io.ReadAll(r)
	must(c.t, err)
	if len(bits)*8 != openbadge.ListSize {
		c.t.Errorf("%d bits", len(bits)*8)
	}
	return bits[index/8]>>(7-index%8)&1 == 1
}

// A badge is proven by the key of its issuer and by nothing else; a revoked or replaced one is in the list, and a withdrawn one is gone (C22).
func TestBadges(t *testing.T) {
	t.Parallel()
	c := newClass(t)
	c.rule(`"valid_months":12`)
	ann, bob := c.learner("Ann"), c.learner("Bob")
	c.completes(ann)
	c.completes(bob)
	mine, other := c.of(ann)[0], c.of(bob)[0]
	badge := c.document("/certificates/verify/" + mine.ShownCode + "/credential")
	issuer := c.document(badge["issuer"].(openbadge.Document)["id"].(string))
	methods := issuer["assertionMethod"].([]any)
	key := methods[0].(openbadge.Document)["publicKeyMultibase"].(string)
	if len(methods) != 1 || badge["proof"].(openbadge.Document)["verificationMethod"] != methods[0].(openbadge.Document)["id"] {
		t.Errorf("%v", methods)
	}
	if err := openbadge.Verify(badge, key); err != nil {
		t.Error(err)
	}
	attached, err := openbadge.FromPDF([]byte(ann.Do("GET", "/certificates/"+mine.ID+"/pdf", "", 200)))
	must(t, err)
	must(t, openbadge.Check(attached, issuer))
	picture := ann.Do("GET", "/certificates/"+mine.ID+"/badge.png", "", 200)
	if shown, err := png.Decode(strings.NewReader(picture)); err != nil || shown.Bounds().Dx() != 640 {
		t.Errorf("the picture: %v", err)
	}
	_, baked, _ := strings.Cut(picture, "iTXtopenbadgecredential\x00\x00\x00\x00\x00")
	var inPicture openbadge.Document
	must(t, json.NewDecoder(strings.NewReader(baked)).Decode(&inPicture))
	must(t, openbadge.Check(inPicture, issuer))
	bob.Do("GET", "/certificates/"+mine.ID+"/badge.png", "", 404)
	text := ann.Do("GET", "/certificates/"+mine.ID+"/credential", "", 200)
	if strings.Contains(text, ann.ID+"@lectern.test") || !strings.Contains(text, `"identityHash": "Ann"`) || !strings.Contains(text, "validUntil") {
		t.Error("who is the holder? " + text)
	}
	bob.Do("GET", "/certificates/"+mine.ID+"/credential", "", 404)
	var forged openbadge.Document
	must(t, json.Unmarshal([]byte(strings.Replace(text, `"Ann"`, `"Eve"`, 1)), &forged))
	if err := openbadge.Verify(forged, key); !errors.Is(err, openbadge.ErrForged) {
		t.Error("a badge of Eve:", err)
	}
	c.document("/certificates/achievements/" + c.CourseID)
	second := c.document("/certificates/verify/" + other.ShownCode + "/credential")
	if c.isRevoked(badge, key) || c.isRevoked(second, key) {
		t.Error("revoked from the beginning")
	}
	c.admin.Do("POST", "/certificates/"+mine.ID+"/reissue", `{"name":"Anna","reason":"Misspelt"}`, 201)
	if !c.isRevoked(badge, key) || c.isRevoked(second, key) {
		t.Error("the list names the wrong badge")
	}
	must(t, c.DB.InTx(t.Context(), func(tx bun.IDB) error { return c.Certificates.Erase(t.Context(), tx, bob.ID) }))
	c.Nobody().Do("GET", "/certificates/verify/"+other.ShownCode+"/credential", "", 404)
	if !c.isRevoked(second, key) {
		t.Error("a withdrawn badge is valid")
	}
	for _, list := range []string{"0", "2", "x", "99999999999999999999"} {
		c.Nobody().Do("GET", "/certificates/status/"+list, "", 404)
	}
	if n := c.Count("SELECT count(*) FROM issuer_keys"); n != 1 {
		t.Errorf("%d keys", n)
	}
}
