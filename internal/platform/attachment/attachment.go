// Package attachment is shared by features in which users exchange files: names of files, which types browsers may display,
// and signed URLs for fetching them without a header.
package attachment

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
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

// OctetStream is the type of files that browsers may not display.
const OctetStream = "application/octet-stream"

// Types are the media types of files as they are served.
var Types = []string{OctetStream, "application/pdf", "image/gif", "image/jpeg", "image/png", "image/webp", "video/mp4", "video/quicktime", "video/webm"}

// UploadParameters are the parameters of a request whose body is a file.
type UploadParameters struct {
	Name string `query:"name" required:"true" doc:"Of the file."`
}

// SignedURL has the parameters in the path of a file's signed URL.
type SignedURL struct {
	FileID    string `path:"fileId"`
	Until     int64  `path:"until" doc:"Unix time, in seconds, at which the URL expires."`
	Signature string `path:"signature" doc:"Of the file and the time."`
}

// MinValidity is the least time that a URL is valid; it stays the same for as long, so that browsers can cache the file.
const MinValidity = 12 * time.Hour

// signatures are the first bytes of types that browsers may display. Everything else is only downloaded.
var signatures = []struct{ begins, kind string }{
	{"\x89PNG\r\n\x1a\n", "image/png"}, {"\xff\xd8\xff", "image/jpeg"}, {"GIF87a", "image/gif"}, {"GIF89a", "image/gif"}, {"%PDF-", "application/pdf"},
	{"\x1aE\xdf\xa3", "video/webm"},
}

// brands are the media types of files in the ISO base media file format by their major brand (ISO/IEC 14496-12, 4.3), for those that
// browsers may play.
var brands = map[string]string{"isom": mp4, "iso2": mp4, "iso4": mp4, "iso5": mp4, "iso6": mp4, "mp41": mp4, "mp42": mp4, "avc1": mp4, "M4V ": mp4, "qt  ": "video/quicktime"}

const mp4 = "video/mp4"

// TypeOf returns the media type of a file by its first bytes.
func TypeOf(head []byte) string {
	for _, sign := range signatures {
		if bytes.HasPrefix(head, []byte(sign.begins)) {
			return sign.kind
		}
	}
	if len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP" {
		return "image/webp"
	}
	if len(head) >= 12 && string(head[4:8]) == "ftyp" {
		return cmp.Or(brands[string(head[8:12])], OctetStream)
	}
	return OctetStream
}

// Sniff is TypeOf for a body of the given size; it returns an equivalent body.
func Sniff(body io.Reader, size int64) (kind string, same io.Reader, err error) {
	head := make([]byte, min(size, 16))
	if _, err := io.ReadFull(body, head); err != nil {
		return "", nil, ExplainCutOff(err)
	}
	return TypeOf(head), io.MultiReader(bytes.NewReader(head), body), nil
}

// ExplainCutOff explains err to the sender of a body that was too short or too long.
func ExplainCutOff(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.Is(err, blob.ErrTooLong) {
		return fault.New(fault.Invalid, "cut_off", "The file arrived incomplete. Try again.").WithCause(err)
	}
	return err
}

// Name returns the last part of a file name, fit for one line.
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

// Disposition keeps browsers from displaying files that could run scripts in the site's origin.
func Disposition(kind, name string) string {
	disposition := "attachment"
	if kind != OctetStream {
		disposition = "inline"
	}
	return mime.FormatMediaType(disposition, map[string]string{"filename": name})
}

// Download has browsers save a file under a name, in the form for all of them and in that for those that know RFC 6266.
func Download(name string) string {
	var encoded strings.Builder
	for _, b := range []byte(name) {
		if b >= 0x80 || !strings.ContainsRune(attributeCharacters, rune(b)) {
			fmt.Fprintf(&encoded, "%%%02X", b)
			continue
		}
		encoded.WriteByte(b)
	}
	plain := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' || r == '%' {
			return '_'
		}
		return r
	}, name)
	return `attachment; filename="` + plain + `"; filename*=UTF-8''` + encoded.String()
}

// attributeCharacters are those that stand for themselves in a parameter (RFC 5987, attr-char).
const attributeCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$&+-.^_`|~"

// Signer signs the URLs of one kind of files.
type Signer struct {
	Base  string // prefix of the paths
	Key   []byte // 32 bytes, shared by all servers
	Clock clock.Clock

	owner string
}

// ForOwner returns a signer for the files of one owner, such as a course: a URL that it signs opens no file of another, no matter who put
// its id where.
func (s Signer) ForOwner(owner string) Signer {
	s.owner = owner
	return s
}

// Address returns a signed URL that needs no header, as for images. It stays the same for some hours.
func (s Signer) Address(id string) string {
	expires, signature := s.signer().Address(s.Clock.Now().Truncate(MinValidity).Add(2*MinValidity), s.fields(id)...)
	return s.Base + "/" + id + "/" + expires + "/" + signature
}

func (s Signer) fields(id string) []string {
	if s.owner == "" {
		return []string{id}
	}
	return []string{id, s.owner}
}

func (s Signer) signer() sign.Signer { return sign.New(s.Key, s.Base) }

// Check returns fault.Unauthenticated for a forged or expired URL.
func (s Signer) Check(id, until, signature string) error {
	if err := s.signer().Check(until, signature, s.Clock.Now(), s.fields(id)...); err != nil {
		return fault.New(fault.Unauthenticated, "address_expired", "This link is invalid or has expired. Open the lesson again.")
	}
	return nil
}
