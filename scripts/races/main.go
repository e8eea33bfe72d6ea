// races FOLDER…: lists the tests in which something happens at the same time, one line each: the folder and the name of the test.
// Those are the tests that the race detector is for: `make test` runs them with it, and all others without (docs/adr/0007).
//
// A test counts when it, or a function or method of its package that it calls, starts a goroutine. When the package itself starts
// goroutines, all of its tests count. Calls are followed by name, not by type, so that a test may count that need not.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	for _, folder := range os.Args[1:] {
		tests, err := concurrentTests(folder)
		if err != nil {
			fmt.Fprintln(os.Stderr, "races:", err)
			os.Exit(1)
		}
		for _, name := range tests {
			fmt.Println(folder, name)
		}
	}
}

// function is what the declarations of one name do, together.
type function struct {
	starts bool
	calls  []string
}

// concurrentTests returns the names of those tests in a folder, sorted.
func concurrentTests(folder string) (names []string, err error) {
	code, tests, err := read(folder)
	if err != nil {
		return nil, err
	}
	everything := false
	for _, f := range code {
		everything = everything || f.starts
	}
	for name := range tests {
		if strings.HasPrefix(name, "Test") && name != "TestMain" && (everything || reaches(tests, name, map[string]bool{})) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// reaches reports whether a function, or one that it calls, starts a goroutine.
func reaches(all map[string]*function, name string, seen map[string]bool) bool {
	f := all[name]
	if f == nil || seen[name] {
		return false
	}
	seen[name] = true
	return f.starts || slices.ContainsFunc(f.calls, func(called string) bool { return reaches(all, called, seen) })
}

// read returns the functions and methods of a folder by name: those of the package, and those of its tests.
func read(folder string) (code, tests map[string]*function, err error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, nil, err
	}
	code, tests = map[string]*function{}, map[string]*function{}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		functions := code
		if strings.HasSuffix(name, "_test.go") {
			functions = tests
		}
		for _, declared := range file.Decls {
			f, ok := declared.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if functions[f.Name.Name] == nil {
				functions[f.Name.Name] = &function{}
			}
			functions[f.Name.Name].inspect(f)
		}
	}
	return code, tests, nil
}

// inspect adds what a declaration does: a go statement, or a call of a method Go, as those of sync.WaitGroup and errgroup.Group.
func (f *function) inspect(declared *ast.FuncDecl) {
	ast.Inspect(declared, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			f.starts = true
		case *ast.SelectorExpr:
			f.starts = f.starts || n.Sel.Name == "Go"
			f.calls = append(f.calls, n.Sel.Name)
		case *ast.Ident: // also a function that is passed on and called later
			f.calls = append(f.calls, n.Name)
		}
		return true
	})
}
