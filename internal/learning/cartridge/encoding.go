package cartridge

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
)

const byteOrderMark = "\ufeff"

// encoded returns a file that is in UTF-16 in UTF-8, and others as they are: the one encoding that a declaration in the file
// cannot announce, because it would have to be read first (XML 1.0, appendix F).
func encoded(file []byte) ([]byte, error) {
	var from encoding.Encoding
	switch {
	case bytes.HasPrefix(file, []byte("\xff\xfe")), bytes.HasPrefix(file, []byte("<\x00")):
		from = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case bytes.HasPrefix(file, []byte("\xfe\xff")), bytes.HasPrefix(file, []byte("\x00<")):
		from = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	default:
		return bytes.TrimPrefix(file, []byte(byteOrderMark)), nil
	}
	decoded, err := from.NewDecoder().Bytes(file)
	return bytes.TrimPrefix(decoded, []byte(byteOrderMark)), err
}

// declared reads a file in the encoding that its declaration names. Files that say UTF-16 have been converted already, or
// say so wrongly, as some systems do of UTF-8: else the declaration could not have been read.
func declared(label string, input io.Reader) (io.Reader, error) {
	if strings.HasPrefix(strings.ToLower(label), "utf-16") {
		return input, nil
	}
	return charset.NewReaderLabel(label, input)
}

var xmlEncoding = regexp.MustCompile(`^\s*<\?xml[^>]*\sencoding=["']([A-Za-z0-9._:-]+)["']`)

// Page returns an HTML page in UTF-8. Its encoding is that of its byte order mark, of its XML declaration or of its meta
// element; without these it is UTF-8 if it can be, or else windows-1252 (WHATWG HTML, "determining the character encoding").
func Page(page []byte) ([]byte, error) {
	page, err := encoded(page)
	if err != nil {
		return nil, err
	}
	contentType := ""
	if label := xmlEncoding.FindSubmatch(page); label != nil && !bytes.HasPrefix(bytes.ToLower(label[1]), []byte("utf-16")) {
		contentType = "text/html; charset=" + string(label[1])
	}
	from, _, certain := charset.DetermineEncoding(page, contentType)
	if !certain && utf8.Valid(page) {
		return page, nil
	}
	return from.NewDecoder().Bytes(page)
}
