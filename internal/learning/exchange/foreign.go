package exchange

import (
	"maps"
	"strings"

	"lectern/internal/learning/cartridge"
	"lectern/internal/learning/packagezip"
	"lectern/internal/platform/fault"
)

// refuseForeign is fault.Invalid if a package without a manifest can be named, or else packagezip.ErrUnknownFormat.
func refuseForeign(entries packagezip.Entries) error {
	if err := cartridge.RefuseForeignEntries(maps.Keys(entries)); err != nil {
		return err
	}
	return packagezip.ErrUnknownFormat
}

// refuseForeign is fault.Invalid for a manifest that describes the parts of another system only: of SCORM (ADL SCORM 1.2 and
// 2004, Content Aggregation Model), whose pages are programs, and of Blackboard.
func (m manifest) refuseForeign() error {
	name := ""
	for _, r := range m.Resources {
		switch {
		case strings.Contains(r.Type, "/x-bb-"):
			return cartridge.RefuseBlackboard()
		case r.ScormType != "":
			name = "SCORM 2004"
		case r.Scorm != "":
			name = "SCORM 1.2"
		}
	}
	if name == "" && strings.Contains(strings.ToUpper(m.Schema), "SCORM") {
		name = strings.TrimSpace("SCORM " + strings.TrimSpace(m.Version))
	}
	if name == "" {
		return nil
	}
	return fault.InvalidField("file", "scorm_package", "This is a "+name+" package. It contains programs that need their own player, which is not supported. "+
		"Export the course as a Common Cartridge, or add its pages and videos one by one.")
}
