// Package typeset sets text in the scripts of the world: it chooses fonts, shapes characters (conjuncts, joined forms, marks), orders what is written from
// right to left, breaks lines, and gives outlines in place of characters. What it cannot show it names.
package typeset

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"sync"
	"unicode"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
)

//go:embed fonts/*.ttf
var files embed.FS

// families are the embedded fonts by the script that they are for. Others are set in Noto Sans, which has Latin, Greek and Cyrillic.
var families = map[language.Script]string{
	language.Arabic: "NotoNaskhArabic", language.Armenian: "NotoSansArmenian", language.Bengali: "NotoSansBengali",
	language.Devanagari: "NotoSansDevanagari", language.Ethiopic: "NotoSansEthiopic", language.Georgian: "NotoSansGeorgian",
	language.Gujarati: "NotoSansGujarati", language.Gurmukhi: "NotoSansGurmukhi", language.Hebrew: "NotoSansHebrew",
	language.Kannada: "NotoSansKannada", language.Khmer: "NotoSansKhmer", language.Lao: "NotoSansLao", language.Malayalam: "NotoSansMalayalam",
	language.Myanmar: "NotoSansMyanmar", language.Oriya: "NotoSansOriya", language.Sinhala: "NotoSansSinhala", language.Tamil: "NotoSansTamil",
	language.Telugu: "NotoSansTelugu", language.Thai: "NotoSansThai",
}

const general = "NotoSans"

// weights are the endings of names of files.
var weights = map[bool]string{false: "-Regular.ttf", true: "-Bold.ttf"}

// Fonts are those of this program and those of its operator. Embedded ones are parsed when a text needs them first.
type Fonts struct {
	embedded map[string]func() *font.Font // by the name of the file
	added    []*font.Font
}

// Embedded returns the fonts of this program.
func Embedded() *Fonts {
	f := &Fonts{embedded: map[string]func() *font.Font{}}
	for _, weight := range weights {
		f.embed(general + weight)
		for _, family := range families {
			f.embed(family + weight)
		}
	}
	return f
}

// New also reads the operator's fonts (TTF, OTF, TTC), in the order of their names; they show what the embedded ones do not have, such as Chinese, Japanese
// and Korean. A folder that does not exist has none. The error names a file that is no font.
func New(folder fs.FS) (*Fonts, error) {
	f := Embedded()
	names, err := fs.Glob(folder, "*.[tToO][tT][fFcC]")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		content, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, err
		}
		faces, err := font.ParseTTC(bytes.NewReader(content))
		if err != nil {
			return nil, fmt.Errorf("the font %s cannot be read: %w", name, err)
		}
		f.added = append(f.added, faces[0].Font)
	}
	return f, nil
}

func (f *Fonts) embed(name string) {
	f.embedded[name] = sync.OnceValue(func() *font.Font {
		content, err := files.ReadFile("fonts/" + name)
		if err != nil {
			panic(err) // the program was built without a font that families names
		}
		face, err := font.ParseTTF(bytes.NewReader(content))
		if err != nil {
			panic(err)
		}
		return face.Font
	})
}

// of returns the font that shows a character in a weight: that of its script, another that has it, or the general one, which shows a box.
func (f *Fonts) of(r rune, script language.Script, bold bool) (found *font.Font, has bool) {
	for _, family := range []string{families[script], general} {
		if family == "" {
			continue
		}
		one := f.embedded[family+weights[bold]]()
		if _, has := one.NominalGlyph(r); has {
			return one, true
		}
	}
	for _, one := range f.added {
		if _, has := one.NominalGlyph(r); has {
			return one, true
		}
	}
	return f.embedded[general+weights[bold]](), false
}

// Missing returns the first character of a text that no font has; 0 if all are there. What is never visible, such as a joiner, is not missing.
func (f *Fonts) Missing(text string) rune {
	for _, r := range text {
		if unicode.Is(unicode.Cf, r) || unicode.IsSpace(r) || unicode.Is(unicode.Variation_Selector, r) {
			continue
		}
		if _, has := f.of(r, language.LookupScript(r), false); !has {
			return r
		}
	}
	return 0
}
