package typeset

import (
	"slices"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/bidi"
)

// Line is one line of text, set with a size of 1.
type Line struct {
	Shown string // its characters in the order in which they stand, from left to right
	Width float64
	runs  []shaping.Output // from left to right
}

// Setter sets texts with Fonts. It keeps what it has shaped, and is for one goroutine.
type Setter struct {
	fonts     *Fonts
	faces     map[*font.Font]*font.Face
	segmenter shaping.Segmenter
	shaper    shaping.HarfbuzzShaper
	wrapper   shaping.LineWrapper
}

// Setter returns a new setter.
func (f *Fonts) Setter() *Setter { return &Setter{fonts: f, faces: map[*font.Font]*font.Face{}} }

// em is the size in which texts are shaped, in the units of the shaper: fine enough for a width of a page.
const em = 1000

// Lines breaks a text into lines of at most width, which is in multiples of the size. Beyond most lines it is cut off with an ellipsis.
func (s *Setter) Lines(text string, bold bool, width float64, most int) []Line {
	characters := []rune(text)
	if len(characters) == 0 {
		return nil
	}
	direction := directionOf(text)
	shaped := s.shape(characters, bold, direction)
	config := shaping.WrapConfig{Direction: direction, TruncateAfterLines: most}
	if most > 0 {
		config.Truncator = s.shape([]rune("…"), bold, direction)[0]
	}
	wrapped, cut := s.wrapper.WrapParagraphF(config, fixed.Int26_6(width*em*64), characters, shaping.NewSliceIterator(shaped))
	if cut > 0 {
		last := wrapped[len(wrapped)-1]
		last[len(last)-1].Runes = shaping.Range{} // the ellipsis shows nothing of the text
	}
	lines := make([]Line, 0, len(wrapped))
	for _, one := range wrapped {
		lines = append(lines, lineOf(one, characters))
	}
	return lines
}

// unbounded is wider than any text that is set, in multiples of the size.
const unbounded = 1 << 14

// Line sets a text in one line.
func (s *Setter) Line(text string, bold bool) Line {
	if lines := s.Lines(text, bold, unbounded, 0); len(lines) > 0 {
		return lines[0]
	}
	return Line{}
}

func lineOf(wrapped shaping.Line, characters []rune) Line {
	line := Line{runs: slices.Clone(wrapped)}
	slices.SortFunc(line.runs, func(a, b shaping.Output) int { return int(a.VisualIndex) - int(b.VisualIndex) })
	var shown []rune
	for _, run := range line.runs {
		line.Width += float64(run.Advance) / 64 / em
		part := slices.Clone(characters[run.Runes.Offset : run.Runes.Offset+run.Runes.Count])
		if run.Direction == di.DirectionRTL {
			slices.Reverse(part)
		}
		shown = append(shown, part...)
	}
	line.Shown = string(shown)
	return line
}

// shape shapes a paragraph: runs of one direction, script and font, in the order of the text.
func (s *Setter) shape(characters []rune, bold bool, direction di.Direction) []shaping.Output {
	input := shaping.Input{Text: characters, RunEnd: len(characters), Direction: direction, Size: fixed.I(em), Language: language.DefaultLanguage()}
	var shaped []shaping.Output
	for _, run := range s.segmenter.Split(input, &choice{setter: s, bold: bold}) {
		shaped = append(shaped, s.shaper.Shape(run))
	}
	return shaped
}

// choice chooses fonts for runs of a script.
type choice struct {
	setter *Setter
	bold   bool
	script language.Script
}

// SetScript is called before ResolveFace.
func (c *choice) SetScript(script language.Script) { c.script = script }

// ResolveFace returns the face that shows a character.
func (c *choice) ResolveFace(r rune) *font.Face {
	found, _ := c.setter.fonts.of(r, c.script, c.bold)
	face := c.setter.faces[found]
	if face == nil {
		face = font.NewFace(found)
		c.setter.faces[found] = face
	}
	return face
}

// directionOf is that of the first strong character (Unicode Bidirectional Algorithm, P2 and P3).
func directionOf(text string) di.Direction {
	for _, r := range text {
		properties, _ := bidi.LookupRune(r)
		switch properties.Class() {
		case bidi.L:
			return di.DirectionLTR
		case bidi.R, bidi.AL:
			return di.DirectionRTL
		}
	}
	return di.DirectionLTR
}
