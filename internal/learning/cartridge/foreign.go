package cartridge

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"iter"
	"path"
	"strings"

	"lectern/internal/platform/fault"
)

// foreignFormat is a format of courses and exercises that teachers have at hand but that cannot be imported.
type foreignFormat struct {
	name, advice string
	entry        string // a file that it always has, or its extension
}

const (
	asCartridge = "Export the course there as a Common Cartridge (IMSCC)"
	runsPlayer  = "It contains programs that need their own player, which is not supported. Import its pages and videos one by one."
	singleFile  = "Add it to a lesson as a file."
	unpackFirst = "Unpack it and import the package inside."
)

var (
	moodleBackup     = foreignFormat{"a Moodle backup", asCartridge + ": in Moodle, choose IMS Common Cartridge 1.1 in the backup settings.", "moodle_backup.xml"}
	blackboardExport = foreignFormat{"a course in Blackboard's own format", asCartridge + ": in Blackboard, choose Packages and Utilities, then Export Package.", ".bb-package-info"}
	openEdxExport    = foreignFormat{"an Open edX export", "Import its pages and videos one by one.", "course.xml"}

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
	return fault.InvalidField("file", "unsupported_format", "This is "+f.name+", which can't be imported. "+f.advice)
}

// RefuseForeignFile is fault.Invalid if a file that is no zip file can be named, or else nil.
func RefuseForeignFile(file io.ReadSeeker) error {
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
	return nil
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

// RefuseForeignEntries is fault.Invalid if a package with files of these names can be named by one of them, or else nil.
// Of two formats the first is named: a Moodle backup has a course.xml too.
func RefuseForeignEntries(names iter.Seq[string]) error {
	for _, format := range foreignFormats {
		for name := range names {
			name = strings.ToLower("/" + strings.TrimPrefix(name, "/"))
			if strings.HasSuffix(name, strings.ToLower("/"+format.entry)) || path.Ext(name) == format.entry {
				return format.refusal()
			}
		}
	}
	return nil
}

// RefuseBlackboard is fault.Invalid for a course in Blackboard's own format.
func RefuseBlackboard() error { return blackboardExport.refusal() }
