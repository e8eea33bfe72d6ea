package exchange

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"path"
	"slices"
	"strings"

	"lectern/internal/platform/fault"
)

// foreignFormat is a format of courses and exercises that teachers have at hand but that cannot be imported.
type foreignFormat struct {
	name, advice string
	entry        string // a file that it always has, or its extension
}

const (
	asCartridge = "Please export the course as a Common Cartridge (IMSCC) there"
	runsPlayer  = "It consists of programs that run in a player of their own, which does not exist here. Please import its pages and videos one by one."
	singleFile  = "Please add it to a lesson as a file."
	unpackFirst = "Please unpack it and import the package in it."
)

var (
	moodleBackup     = foreignFormat{"a Moodle backup", asCartridge + ": a backup in Moodle offers IMS Common Cartridge 1.1 among its settings.", "moodle_backup.xml"}
	blackboardExport = foreignFormat{"a course in Blackboard's own format", asCartridge + ": Packages and Utilities, Export Package.", ".bb-package-info"}
	openEdxExport    = foreignFormat{"an Open edX export", "Please import its pages and videos one by one.", "course.xml"}

	foreignFormats = []foreignFormat{
		moodleBackup, blackboardExport, openEdxExport,
		{"an H5P exercise", runsPlayer, "h5p.json"},
		{"an AICC package", runsPlayer, ".crs"},
		{"a cmi5 package", runsPlayer, "cmi5.xml"},
		{"an xAPI (Tin Can) package", runsPlayer, "tincan.xml"},
		{"an EPUB book", singleFile, "META-INF/container.xml"},
		{"an Office document", singleFile, "[Content_Types].xml"},
		{"an OpenDocument file", singleFile, "META-INF/manifest.xml"},
	}

	// foreignFiles are recognised by their first bytes.
	foreignFiles = []struct {
		begins string
		format foreignFormat
	}{
		{"Rar!\x1a\x07", foreignFormat{name: "a RAR archive", advice: unpackFirst}},
		{"7z\xbc\xaf\x27\x1c", foreignFormat{name: "a 7z archive", advice: unpackFirst}},
		{"%PDF-", foreignFormat{name: "a PDF", advice: singleFile}},
	}
)

func (f foreignFormat) refusal() error {
	return fault.InvalidField("file", "unsupported_format", "This is "+f.name+", which cannot be imported. "+f.advice)
}

// refuseForeignFile is fault.Invalid if a file that is no zip file can be named, or else errNoPackage.
func refuseForeignFile(file io.ReadSeeker) error {
	head := make([]byte, 16)
	n, _ := io.ReadFull(file, head) // a shorter one is none of these either
	for _, one := range foreignFiles {
		if bytes.HasPrefix(head[:n], []byte(one.begins)) {
			return one.format.refusal()
		}
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if z, err := gzip.NewReader(file); err == nil {
		return refuseTar(z)
	}
	return errNoPackage
}

// refuseTar names what courses are packed as with tar and gzip, by the first of its files.
func refuseTar(unpacked io.Reader) error {
	const most = 8 << 20 // bytes: Moodle lists its files before them
	files := tar.NewReader(io.LimitReader(unpacked, most))
	for {
		header, err := files.Next()
		if err != nil {
			return foreignFormat{name: "a tar.gz archive", advice: unpackFirst}.refusal()
		}
		switch name := path.Clean(header.Name); {
		case name == moodleBackup.entry || name == ".ARCHIVE_INDEX":
			return moodleBackup.refusal()
		case path.Base(name) == openEdxExport.entry:
			return openEdxExport.refusal()
		}
	}
}

// refuseForeign is fault.Invalid if a package without a manifest can be named, or else errNoPackage.
func refuseForeign(entries entries) error {
	for _, format := range foreignFormats {
		for name := range entries {
			if name = strings.ToLower("/" + name); strings.HasSuffix(name, strings.ToLower("/"+format.entry)) || path.Ext(name) == format.entry {
				return format.refusal()
			}
		}
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
			return blackboardExport.refusal()
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
