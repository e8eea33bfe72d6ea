package cartridge

import (
	"bytes"
	"html"
	"io"
	"net/url"
	"regexp"
	"strings"
)

const (
	maxMarkup = 1 << 20 // bytes of a page without its pictures; a lesson has at most 512 KB
	maxTags   = 50_000  // of a page
)

var pageTitle = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)

// TitleOfPage returns the text of the title of a page.
func TitleOfPage(page []byte) string {
	if found := pageTitle.FindSubmatch(page); found != nil {
		return html.UnescapeString(string(found[1]))
	}
	return ""
}

var inlinePicture = regexp.MustCompile(`data:image/[a-z.+-]+;base64,[A-Za-z0-9+/=\r\n]*`)

// InlinePictures returns where pictures stand in a page, as URLs with their bytes (RFC 2397).
func InlinePictures(page []byte) [][]int { return inlinePicture.FindAllIndex(page, -1) }

// IsTooMuch reports whether a page without its pictures is more than can be a lesson. Parsed, its markup takes ten times as much memory.
func IsTooMuch(page []byte) bool {
	markup := len(page)
	for _, at := range InlinePictures(page) {
		markup -= at[1] - at[0]
	}
	return markup > maxMarkup || bytes.Count(page, []byte("<")) > maxTags
}

// IsWeb reports whether an address is one of the web, perhaps without a scheme.
func IsWeb(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http" || u.Scheme == "")
}

// Absolute completes an address that leaves its scheme to the page.
func Absolute(address string) string {
	if strings.HasPrefix(address, "//") {
		return "https:" + address
	}
	return address
}

// BeginsJSON reports whether a file begins with an object in JSON, after white space.
func BeginsJSON(packed io.ReaderAt) (bool, error) {
	head := make([]byte, 512)
	n, err := packed.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return false, err
	}
	return bytes.HasPrefix(bytes.TrimSpace(head[:n]), []byte("{")), nil
}
