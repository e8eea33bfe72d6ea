package cartridge_test

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"lectern/internal/learning/cartridge"
	"lectern/internal/platform/fault"
)

type tree struct {
	Name  string `xml:"name,attr"`
	Trees []tree `xml:"tree"`
}

func TestDecode(t *testing.T) {
	t.Parallel()
	var good tree
	if err := cartridge.Decode([]byte("\ufeff"+`<?xml version="1.0"?><x:tree xmlns:x="y" name="a &amp; b"><x:tree/><!-- c --></x:tree>`), &good); err != nil ||
		good.Name != "a & b" || len(good.Trees) != 1 {
		t.Errorf("%+v %v", good, err)
	}
	for name, c := range map[string]struct {
		file string
		want func(error) bool
	}{
		"document type":    {`<!DOCTYPE tree><tree/>`, invalid},
		"entities":         {`<!DOCTYPE t [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><tree name="&b;"/>`, invalid},
		"a file":           {`<!DOCTYPE t [<!ENTITY a SYSTEM "file:///etc/passwd">]><tree name="&a;"/>`, invalid},
		"an entity":        {`<tree name="&b;"/>`, malformed},
		"deep":             {strings.Repeat("<tree>", 101) + strings.Repeat("</tree>", 101), tooLarge},
		"endless":          {strings.Repeat("<tree>", 1_000_000), tooLarge},
		"many":             {"<tree>" + strings.Repeat("<tree/>", 100_000) + "</tree>", tooLarge},
		"unread":           {"<tree>" + strings.Repeat("<x/>", 100_000) + "</tree>", tooLarge},
		"large":            {"<tree>" + strings.Repeat(" ", 16<<20) + "</tree>", tooLarge},
		"unknown encoding": {`<?xml version="1.0" encoding="x-none"?><tree/>`, malformed},
		"crossed":          {"<tree><a></tree></a>", malformed},
		"cut off":          {"<tree>", malformed},
		"empty":            {"", malformed},
	} {
		if err := cartridge.Decode([]byte(c.file), new(tree)); !c.want(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A file is read in the encoding of its byte order mark or its declaration, and a page also in that of its meta element.
func TestEncodings(t *testing.T) {
	t.Parallel()
	const name = "Übung “für” Bienen"
	document := func(label string) string {
		return `<?xml version="1.0" encoding="` + label + `"?><tree name="` + name + `"/>`
	}
	page := func(label string) string { return `<html><head><meta charset="` + label + `"></head><body><p>` + name }
	utf16 := func(order unicode.Endianness, mark unicode.BOMPolicy, text string) string {
		return encodedAs(t, unicode.UTF16(order, mark), text)
	}
	for form, file := range map[string]string{
		"windows-1252":                encodedAs(t, charmap.Windows1252, document("windows-1252")),
		"ISO-8859-15":                 strings.NewReplacer("“", "", "”", "").Replace(document("ISO-8859-15")),
		"UTF-16 with a mark":          utf16(unicode.LittleEndian, unicode.UseBOM, document("UTF-16")),
		"UTF-16 the other way round":  utf16(unicode.BigEndian, unicode.UseBOM, document("UTF-16")),
		"UTF-16 without a mark":       utf16(unicode.BigEndian, unicode.IgnoreBOM, document("UTF-16BE")),
		"UTF-8 that is said to be 16": document("utf-16"),
		"UTF-8 with a mark":           "\ufeff" + document("UTF-8"),
	} {
		want := name
		if form == "ISO-8859-15" {
			file, want = encodedAs(t, charmap.ISO8859_15, file), "Übung für Bienen"
		}
		var read tree
		if err := cartridge.Decode([]byte(file), &read); err != nil || read.Name != want {
			t.Errorf("%s: %q %v", form, read.Name, err)
		}
	}
	for form, file := range map[string]string{
		"declared by meta":       encodedAs(t, charmap.Windows1252, page("windows-1252")),
		"declared as XML":        encodedAs(t, charmap.Windows1252, document("windows-1252")),
		"declared nowhere":       encodedAs(t, charmap.Windows1252, "<p>"+name),
		"UTF-8 declared nowhere": "<p>" + strings.Repeat("a", 2000) + name, // the first 1,024 bytes do not show it
		"UTF-8 with a mark":      "\ufeff" + "<p>" + name,
		"UTF-16":                 utf16(unicode.LittleEndian, unicode.UseBOM, page("utf-16")),
	} {
		if read, err := cartridge.Page([]byte(file)); err != nil || !strings.Contains(string(read), name) || strings.Contains(string(read), "\ufeff") {
			t.Errorf("%s: %q %v", form, read, err)
		}
	}
}

func encodedAs(t *testing.T, e encoding.Encoding, text string) string {
	t.Helper()
	file, err := e.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func invalid(err error) bool   { return fault.Is(err, fault.Invalid) }
func tooLarge(err error) bool  { return fault.Is(err, fault.TooLarge) }
func malformed(err error) bool { return errors.Is(err, cartridge.ErrMalformed) }
