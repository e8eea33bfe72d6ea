package app_test

import (
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"lectern/internal/testapp/soak"
)

// eventType is a struct with a method EventName.
type eventType struct {
	pkg, name string            // folder and type
	event     string            // "course.enrolled"
	fields    map[string]string // types by JSON name
}

func (e eventType) exported() bool { return ast.IsExported(e.name) }

// Features do not import each other: a listener has its own, unexported copy of the event, with the fields that it reads.
// Some feature must publish each under its name and with these fields.
func TestListenersMatchEvents(t *testing.T) {
	soak.OnceOnly(t)
	t.Parallel()
	published, copies := map[string]eventType{}, []eventType{}
	for _, e := range eventTypes(t) {
		if !e.exported() {
			copies = append(copies, e)
			continue
		}
		if other, twice := published[e.event]; twice {
			t.Errorf("%s.%s and %s.%s are both the event %s", e.pkg, e.name, other.pkg, other.name, e.event)
		}
		published[e.event] = e
	}
	for _, c := range copies {
		source, ok := published[c.event]
		if !ok {
			t.Errorf("%s.%s: no feature publishes %s", c.pkg, c.name, c.event)
			continue
		}
		for field, typ := range c.fields {
			if source.fields[field] != typ {
				t.Errorf("%s.%s reads the field %s %s of %s, and %s.%s has it as %q", c.pkg, c.name, field, typ, c.event, source.pkg, source.name, source.fields[field])
			}
		}
	}
	if len(published) < 20 || len(copies) < 15 {
		t.Errorf("only %d events and %d copies were found", len(published), len(copies))
	}
}

// eventTypes finds the event types in all packages except platform/events.
func eventTypes(t *testing.T) (all []eventType) {
	t.Helper()
	packages := map[string][]*ast.File{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		packages[filepath.Dir(path)] = append(packages[filepath.Dir(path)], file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg, files := range packages {
		names, structs := map[string]string{}, map[string]*ast.StructType{}
		for _, file := range files {
			for _, d := range file.Decls {
				collectEvents(d, names, structs)
			}
		}
		for name, event := range names {
			if s, ok := structs[name]; ok {
				all = append(all, eventType{pkg, name, event, jsonFields(s)})
			}
		}
	}
	return all
}

// collectEvents collects the event names of types, and all structs.
func collectEvents(d ast.Decl, names map[string]string, structs map[string]*ast.StructType) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.Name != "EventName" || d.Recv == nil || len(d.Body.List) != 1 {
			return
		}
		receiver, ok := d.Recv.List[0].Type.(*ast.Ident)
		result, returns := d.Body.List[0].(*ast.ReturnStmt)
		if !ok || !returns {
			return
		}
		if literal, ok := result.Results[0].(*ast.BasicLit); ok {
			names[receiver.Name], _ = strconv.Unquote(literal.Value)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if named, ok := spec.(*ast.TypeSpec); ok {
				if s, ok := named.Type.(*ast.StructType); ok {
					structs[named.Name.Name] = s
				}
			}
		}
	}
}

// jsonFields returns the types of the exported fields, by the names of encoding/json.
func jsonFields(s *ast.StructType) map[string]string {
	fields := map[string]string{}
	for _, f := range s.Fields.List {
		var typ strings.Builder
		_ = printer.Fprint(&typ, token.NewFileSet(), f.Type)
		for _, name := range f.Names {
			key := name.Name
			if f.Tag != nil {
				tag, _ := strconv.Unquote(f.Tag.Value)
				if _, after, ok := strings.Cut(tag, `json:"`); ok {
					key, _, _ = strings.Cut(strings.SplitN(after, `"`, 2)[0], ",")
				}
			}
			if ast.IsExported(name.Name) {
				fields[key] = typ.String()
			}
		}
	}
	return fields
}
