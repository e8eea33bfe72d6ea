package cartridge_test

import (
	"errors"
	"strings"
	"testing"

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
		"document type": {`<!DOCTYPE tree><tree/>`, invalid},
		"entities":      {`<!DOCTYPE t [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><tree name="&b;"/>`, invalid},
		"a file":        {`<!DOCTYPE t [<!ENTITY a SYSTEM "file:///etc/passwd">]><tree name="&a;"/>`, invalid},
		"an entity":     {`<tree name="&b;"/>`, malformed},
		"deep":          {strings.Repeat("<tree>", 101) + strings.Repeat("</tree>", 101), tooLarge},
		"endless":       {strings.Repeat("<tree>", 1_000_000), tooLarge},
		"many":          {"<tree>" + strings.Repeat("<tree/>", 100_000) + "</tree>", tooLarge},
		"unread":        {"<tree>" + strings.Repeat("<x/>", 100_000) + "</tree>", tooLarge},
		"large":         {"<tree>" + strings.Repeat(" ", 16<<20) + "</tree>", tooLarge},
		"crossed":       {"<tree><a></tree></a>", malformed},
		"cut off":       {"<tree>", malformed},
		"empty":         {"", malformed},
	} {
		if err := cartridge.Decode([]byte(c.file), new(tree)); !c.want(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func invalid(err error) bool   { return fault.Is(err, fault.Invalid) }
func tooLarge(err error) bool  { return fault.Is(err, fault.TooLarge) }
func malformed(err error) bool { return errors.Is(err, cartridge.ErrMalformed) }
