// Package attachment is what all files have in common that people give each other: how they are called, what browsers may show
// of them, and the signed URLs by which they are fetched without a header.
package attachment

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"strings"
	"time"
	"unicode"

	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/sign"
)

// OctetStream is the type of whatever browsers may not show.
const OctetStream = "application/octet-stream"

// MinValidity is how long an address is good at least; it stays the same for as long, so that browsers keep what they have.
const MinValidity = 12 * time.Hour

// signatures are the first bytes of what browsers may show. Everything else is only ever downloaded.
var signatures = []struct{ begins, kind string }{
	{"\x89PNG\r\n\x1a\n", "image/png"}, {"\xff\xd8\xff", "image/jpeg"}, {"GIF87a", "image/gif"}, {"GIF89a", "image/gif"}, {"%PDF-", "application/pdf"},
}

// TypeOf is the media type of a file by its first bytes.
func TypeOf(head []byte) string {
	for _, sign := range signatures {
		if bytes.HasPrefix(head, []byte(sign.begins)) {
			return sign.kind
		}
	}
	if len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP" {
		return "image/webp"
	}
	return OctetStream
}

// Sniff is TypeOf of a body of so many bytes, and the same body again.
func Sniff(body io.Reader, size int64) (kind string, same io.Reader, err error) {
	head := make([]byte, min(size, 16))
	if _, err := io.ReadFull(body, head); err != nil {
		return "", nil, AsCutOff(err)
	}
	return TypeOf(head), io.MultiReader(bytes.NewReader(head), body), nil
}

// AsCutOff is err, in words for whoever sent a body that ended too early or too late.
func AsCutOff(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.Is(err, blob.ErrTooLong) {
		return fault.New(fault.Invalid, "cut_off", "The file did not arrive whole. Please try again.").WithCause(err)
	}
	return err
}

// Name is the last part of a name, as it can be shown on one line.
func Name(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	if runes := []rune(strings.TrimSpace(name)); len(runes) > 200 {
		return string(runes[:200])
	}
	return strings.TrimSpace(name)
}

// Disposition keeps a browser from showing what could run in the site's name.
func Disposition(kind, name string) string {
	disposition := "attachment"
	if kind != OctetStream {
		disposition = "inline"
	}
	return mime.FormatMediaType(disposition, map[string]string{"filename": name})
}

// Signer signs the addresses of one sort of files.
type Signer struct {
	Base  string // the path that they begin with
	Key   []byte // 32 bytes that every server of an installation shares
	Clock clock.Clock
}

// Address is where a file can be fetched without a header, as images are: signed, and the same for some hours.
func (s Signer) Address(id string) string {
	expires, signature := s.signer().Address(s.Clock.Now().Truncate(MinValidity).Add(2*MinValidity), id)
	return s.Base + "/" + id + "/" + expires + "/" + signature
}

func (s Signer) signer() sign.Signer { return sign.New(s.Key, s.Base) }

// Check is fault.Unauthenticated for an address that was never good or is not any more.
func (s Signer) Check(id, until, signature string) error {
	if err := s.signer().Check(until, signature, s.Clock.Now(), id); err != nil {
		return fault.New(fault.Unauthenticated, "address_expired", "This address is too old or was never good. Please open the lesson again.")
	}
	return nil
}
