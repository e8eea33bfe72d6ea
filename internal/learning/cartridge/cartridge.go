// Package cartridge is what all features know in common of Common Cartridges (1EdTech, 1.0 to 1.3), the form in which
// systems exchange courses: a thing of a course as one of their resources, and how the XML of strangers is read.
package cartridge

import "encoding/json"

// Lost is something that has no form on the other side.
type Lost struct {
	Title  string // what it is within the lesson; empty for something of the lesson as a whole
	Reason string // a sentence
}

// Resource is what is in a lesson as a cartridge holds it.
type Resource struct {
	Type string // as the manifest names it
	XML  []byte // nil when nothing of the lesson has a form there
	Lost []Lost
}

// Lesson is a resource as a lesson holds it.
type Lesson struct {
	Title   string          // by its own file; the manifest may say another
	Content json.RawMessage // nil when nothing of the resource has a form here
	Lost    []Lost
}
