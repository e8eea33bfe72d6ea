package main

import (
	"encoding/json"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strings"
)

const (
	mainFolder      = "scripts/together/program" // exists in the overlay alone
	packageVariable = "LECTERN_TESTS_OF"         // the package of which the program runs the tests
)

// overlay is what `go build -overlay` reads: files that are not there, and where their contents are.
type overlay struct {
	Replace map[string]string

	dir string
}

// newOverlay writes an overlay in which the tests of the packages are ordinary code, called by one program, and returns its file.
func newOverlay(dir string, packages []*testPackage) (file string, err error) {
	o := &overlay{map[string]string{}, dir}
	var imports, table strings.Builder
	for i, p := range packages {
		outside := filepath.Join(p.Dir, p.Name+"_test")
		if err := o.addAll(p, p.TestGoFiles, p.Dir); err != nil {
			return "", err
		}
		if err := o.addAll(p, p.XTestGoFiles, outside); err != nil {
			return "", err
		}
		fmt.Fprintf(&table, "%q: {", p.ImportPath)
		for _, half := range []struct {
			alias, path string
			tests       []string
		}{{fmt.Sprintf("in%d", i), p.ImportPath, p.inside}, {fmt.Sprintf("out%d", i), p.ImportPath + "/" + p.Name + "_test", p.outside}} {
			if len(half.tests) == 0 {
				continue
			}
			fmt.Fprintf(&imports, "%s %q\n", half.alias, half.path)
			for _, name := range half.tests {
				fmt.Fprintf(&table, "{Name: %q, F: %s.%s},\n", name, half.alias, name)
			}
		}
		table.WriteString("},\n")
	}
	if err := o.addProgram(packages[0].Module.Dir, imports.String(), table.String()); err != nil {
		return "", err
	}
	content, err := json.Marshal(o)
	if err != nil {
		return "", err
	}
	file = filepath.Join(dir, "overlay.json")
	return file, os.WriteFile(file, content, 0o600)
}

// addAll adds test files of a package as ordinary files of a folder.
func (o *overlay) addAll(p *testPackage, names []string, folder string) error {
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return err
		}
		// A name that does not end in _test.go; failures still name the file and line as they are.
		if err := o.add(filepath.Join(folder, name+".go"), fmt.Appendf(nil, "//line %s:1\n%s", name, content)); err != nil {
			return err
		}
	}
	return nil
}

func (o *overlay) addProgram(root, imports, table string) error {
	source := fmt.Sprintf(`package program

		import (
			"os"
			"regexp"
			"testing"

			%s
		)

		func TestMain(*testing.M) {
			testing.Main(regexp.MatchString, tests[os.Getenv(%q)], nil, nil)
		}

		var tests = map[string][]testing.InternalTest{
			%s
		}
		`, imports, packageVariable, table)
	formatted, err := format.Source([]byte(source))
	if err != nil {
		return err
	}
	return o.add(filepath.Join(root, mainFolder, "program_test.go"), formatted)
}

func (o *overlay) add(path string, content []byte) error {
	copied := filepath.Join(o.dir, fmt.Sprintf("%d.go", len(o.Replace)))
	o.Replace[path] = copied
	return os.WriteFile(copied, content, 0o600)
}
