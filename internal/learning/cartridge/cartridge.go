// Package cartridge is what features share for Common Cartridges (1EdTech, 1.0 to 1.3), the format in which systems
// exchange courses: how lessons map to resources, and safe reading of untrusted XML.
package cartridge

import "encoding/json"

// Lost is something that the other format cannot express.
type Lost struct {
	Title  string // the part of the lesson; "" for the lesson as a whole
	Reason string // a sentence
	Number int64  // of a question that no author has named, from 1; 0 for others
}

// Resource is the content of a lesson in a cartridge.
type Resource struct {
	Type string // as in the manifest
	XML  []byte // nil when the lesson has no equivalent
	Lost []Lost
}

// Lesson is the content of a resource as a lesson.
type Lesson struct {
	Title   string          // from the resource's file; the manifest may have another
	Content json.RawMessage // nil when the resource has no equivalent
	Lost    []Lost
}
