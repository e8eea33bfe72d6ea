package exchange

import (
	"maps"
	"path"
	"slices"
	"strings"

	"lectern/internal/learning/cartridge"
	"lectern/internal/platform/fault"
)

// refuseForeign is fault.Invalid if a package without a manifest can be named, or else errNoPackage.
func refuseForeign(entries entries) error {
	if err := cartridge.RefuseForeignEntries(maps.Keys(entries)); err != nil {
		return err
	}
	return errNoPackage
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
	return fault.InvalidField("file", "scorm_package", "This is a "+name+" package: programs that run in a player of their own, which is not supported here. "+
		"Export the course as a Common Cartridge, or bring its pages and films one by one.")
}

var errSeveral = fault.InvalidField("file", "several_packages", "There are several packages in this file. Please import them one by one.")

// unwrapped returns the entries of the folder that holds the manifest or outline, where there is none at the top: packing a
// folder by hand makes such a zip file. It returns errSeveral if several folders have one.
func unwrapped(all entries) (entries, error) {
	var folders []string // with a slash at the end; "" for the top
	for name := range all {
		if folder, base := path.Split(name); base == manifestEntry || base == outlineEntry {
			folders = append(folders, folder)
		}
	}
	slices.SortFunc(folders, func(a, b string) int { return strings.Count(a, "/") - strings.Count(b, "/") })
	switch {
	case len(folders) == 0 || folders[0] == "":
		return all, nil
	case len(folders) > 1 && folders[0] != folders[1] && strings.Count(folders[0], "/") == strings.Count(folders[1], "/"):
		return nil, errSeveral
	}
	inner := make(entries, len(all))
	for name, file := range all {
		if within, ok := strings.CutPrefix(name, folders[0]); ok {
			inner[within] = file
		}
	}
	return inner, nil
}
