package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// testPackage is a package with tests, as `go list` describes it.
type testPackage struct {
	ImportPath, Dir, Name           string
	TestGoFiles, XTestGoFiles       []string // of package Name, and of package Name_test
	TestEmbedFiles, XTestEmbedFiles []string
	Module                          struct{ Dir string }

	inside, outside []string // names of the tests in the two kinds of files
	ownProgram      bool
}

// list finds packages and their tests.
func list(ctx context.Context, packages ...string) (found []*testPackage, err error) {
	out, err := command(ctx, append([]string{"go", "list", "-json"}, packages...)...).Output()
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		p := &testPackage{}
		switch err := d.Decode(p); {
		case errors.Is(err, io.EOF):
			return found, nil
		case err != nil:
			return nil, fmt.Errorf("go list: %w", err)
		}
		if err := p.read(); err != nil {
			return nil, err
		}
		found = append(found, p)
	}
}

// alone reports whether the tests need a program of their own: they prepare the whole process (TestMain, init, flags), are of a program,
// embed files, or are not only functions of a *testing.T.
func (p *testPackage) alone() bool {
	return p.ownProgram || p.Name == "main" || len(p.TestEmbedFiles)+len(p.XTestEmbedFiles) > 0
}

// read finds the tests.
func (p *testPackage) read() error {
	for _, kind := range []struct {
		files []string
		tests *[]string
	}{{p.TestGoFiles, &p.inside}, {p.XTestGoFiles, &p.outside}} {
		for _, name := range kind.files {
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			p.ownProgram = p.ownProgram || preparesProcess(file)
			*kind.tests = append(*kind.tests, tests(file)...)
		}
	}
	return nil
}

// tests returns the names of a file's tests.
func tests(file *ast.File) (names []string) {
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && isTest(f.Name.Name, "Test") {
			names = append(names, f.Name.Name)
		}
	}
	return names
}

// isTest is the rule of `go test`: nothing, or something other than a lowercase character, follows the prefix.
func isTest(name, prefix string) bool {
	rest, found := strings.CutPrefix(name, prefix)
	first, _ := utf8.DecodeRuneInString(rest)
	return found && (rest == "" || !unicode.IsLower(first))
}

// preparesProcess reports whether a file has what a program can have once.
func preparesProcess(file *ast.File) bool {
	usesFlags := slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"flag"` })
	return usesFlags || slices.ContainsFunc(file.Decls, func(d ast.Decl) bool {
		f, ok := d.(*ast.FuncDecl)
		return ok && f.Recv == nil && (f.Name.Name == "TestMain" || f.Name.Name == "init" || isTest(f.Name.Name, "Fuzz") || isTest(f.Name.Name, "Example"))
	})
}
