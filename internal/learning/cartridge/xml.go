package cartridge

import (
	"bytes"
	"encoding/xml"
	"errors"

	"lectern/internal/platform/fault"
)

// Limits on one XML file. A quiz of 200 questions has some 20,000 elements, a manifest of 5,000 files some 40,000.
// The deepest file is an outline, with one level of elements for each of its own.
const (
	maxSize     = 6 << 20 // bytes
	maxElements = 50_000
	maxDepth    = 100
)

var (
	// ErrMalformed is returned for input that is not XML.
	ErrMalformed = errors.New("malformed XML")

	errTooLarge = fault.New(fault.TooLarge, "xml_too_large",
		"An XML file in this package has more than 50,000 elements, 100 levels or 6 MB. Split it. Nothing was imported.")
	errDocumentType = refused("document_type", "An XML file in this package declares a document type (DOCTYPE), which can do harm. Nothing was imported.")
)

func refused(code, message string) error {
	return fault.Fields{{Name: "file", Code: code, Message: message}}.Err()
}

// Decode unmarshals an XML file in the encoding that it declares. It returns ErrMalformed for input that is not XML, and a fault for what no system
// would write: fault.TooLarge beyond the limits, fault.Invalid for a document type declaration.
func Decode(file []byte, into any) error {
	if len(file) > maxSize {
		return errTooLarge
	}
	file, err := encoded(file)
	if err != nil {
		return errors.Join(ErrMalformed, err)
	}
	g := &guard{from: xml.NewDecoder(bytes.NewReader(file))}
	g.from.CharsetReader = declared
	err = xml.NewTokenDecoder(g).Decode(into)
	if g.refusal != nil {
		return g.refusal
	}
	if err != nil {
		return errors.Join(ErrMalformed, err)
	}
	return nil
}

// guard counts elements and depth while reading.
type guard struct {
	from            *xml.Decoder
	elements, depth int
	refusal         error
}

// Token returns the next token, or the refusal.
func (g *guard) Token() (xml.Token, error) {
	token, err := g.from.RawToken()
	switch token.(type) {
	case xml.StartElement:
		g.elements++
		g.depth++
		if g.elements > maxElements || g.depth > maxDepth {
			g.refusal = errTooLarge
		}
	case xml.EndElement:
		g.depth--
	case xml.Directive:
		g.refusal = errDocumentType
	}
	if g.refusal != nil {
		return nil, g.refusal
	}
	return token, err
}

func Encode(v any) ([]byte, error) {
	written, err := xml.MarshalIndent(v, "", "\t")
	if err != nil {
		return nil, err
	}
	return append([]byte(xml.Header), append(written, '\n')...), nil
}
