package app_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// sentences collects what the API says to people, by following each message from where an error is made to the literals that it
// may come from: through constants, variables, members, parameters, results, concatenation and Sprintf. A value within a sentence is
// {}: "There is no part {}: parts are numbered from 1 to {}."
type sentences struct {
	decls   map[string]map[string][]*declaration // by folder and name; methods are not distinguished by their types
	calls   map[string][]callSite                // by the name of what is called
	members map[string][]codeSite                // the values of members in literals, by name
	types   map[string]ast.Expr                  // by folder and name
	elided  map[ast.Expr]ast.Expr                // the types of literals that leave them out
	roots   []func()                             // to be followed
	done    map[ast.Node]bool                    // what say has followed
	within  map[ast.Node]bool                    // what texts is following
	// values of members that say has followed for the sentence in hand: each time again, they would be followed along every path that leads to them
	selections map[ast.Expr]bool
	found      map[string]map[string]bool // by code, or "" where that is computed
}

// codeSite is an expression and where it stands.
type codeSite struct {
	folder   string
	imports  map[string]string // folders by the name in the file
	function *ast.FuncDecl     // nil outside of one
	expr     ast.Expr
}

type callSite struct {
	codeSite
	args []ast.Expr
}

type declaration struct {
	codeSite
	body *ast.FuncDecl // of a function
}

// anyCode stands for the code of sentences whose code is computed.
const anyCode = "*"

// parts stands for the code of what is only said within sentences.
const parts = "parts"

// at is the position of the code and the message among the arguments of what makes errors.
type at struct{ code, message int }

var makers = map[string]at{
	"fault.New": {1, 2}, "fault.InvalidField": {1, 2}, "InvalidField": {1, 2}, "newProblem": {2, 3}, "problemHandler": {1, 2},
	"r.leaveOut": {1, 2}, "r.warn": {1, 2}, // of questions in a text
}

func collectSentences(t *testing.T) map[string]map[string]bool {
	t.Helper()
	s := &sentences{decls: map[string]map[string][]*declaration{}, calls: map[string][]callSite{}, members: map[string][]codeSite{}, types: map[string]ast.Expr{},
		elided: map[ast.Expr]ast.Expr{}, done: map[ast.Node]bool{}, within: map[ast.Node]bool{}, found: map[string]map[string]bool{}}
	var files []func()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		if strings.HasPrefix(path, "../sample") || strings.HasPrefix(path, "../testapp") || strings.HasPrefix(path, "../growth") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err == nil {
			files = append(files, s.index(file, filepath.Dir(path)))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, visit := range files {
		visit()
	}
	for _, follow := range s.roots {
		follow()
	}
	return s.numbered()
}

// index notes what a file declares, and returns what visits its expressions once all files are indexed.
func (s *sentences) index(file *ast.File, folder string) func() {
	here := codeSite{folder: folder, imports: map[string]string{}}
	for _, i := range file.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		if inside, ok := strings.CutPrefix(path, "lectern/internal/"); ok {
			name := filepath.Base(inside)
			if i.Name != nil {
				name = i.Name.Name
			}
			here.imports[name] = filepath.Join("..", inside)
		}
	}
	if s.decls[folder] == nil {
		s.decls[folder] = map[string][]*declaration{}
	}
	for _, d := range file.Decls {
		here.function, _ = d.(*ast.FuncDecl)
		s.declare(d, here)
	}
	return func() {
		for _, d := range file.Decls {
			here := here
			here.function, _ = d.(*ast.FuncDecl)
			ast.Inspect(d, func(n ast.Node) bool { s.visit(n, here); return true })
		}
	}
}

func (s *sentences) declare(d ast.Decl, here codeSite) {
	add := func(name string, d declaration) { s.decls[here.folder][name] = append(s.decls[here.folder][name], &d) }
	switch d := d.(type) {
	case *ast.FuncDecl:
		add(d.Name.Name, declaration{here, d})
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if named, ok := spec.(*ast.TypeSpec); ok {
				s.types[here.folder+"."+named.Name.Name] = named.Type
			}
			if v, ok := spec.(*ast.ValueSpec); ok && len(v.Values) == len(v.Names) {
				for i, name := range v.Names {
					value := here
					value.expr = v.Values[i]
					add(name.Name, declaration{codeSite: value})
				}
			}
		}
	}
}

func (s *sentences) visit(n ast.Node, here codeSite) {
	switch n := n.(type) {
	case *ast.CallExpr:
		s.visitCall(n, here)
	case *ast.CompositeLit:
		s.visitLiteral(n, here)
	case *ast.Field:
		if n.Tag == nil {
			return
		}
		tag, _ := strconv.Unquote(n.Tag.Value)
		for text := range strings.SplitSeq(reflect.StructTag(tag).Get("msg"), ";") {
			if rule, own, ok := strings.Cut(text, "="); ok && !strings.Contains(rule, " ") {
				text = own
			}
			s.add(anyCode, text)
		}
	}
}

func (s *sentences) follow(code, message ast.Expr, here codeSite) {
	s.roots = append(s.roots, func() { s.say(s.codeOf(code, here), message, here) })
}

func (s *sentences) visitCall(call *ast.CallExpr, here codeSite) {
	name, qualifier := calledName(call)
	s.calls[name] = append(s.calls[name], callSite{here, call.Args})
	for _, called := range []string{qualifier + "." + name, name} {
		if m, ok := makers[called]; ok && len(call.Args) > m.message {
			s.follow(call.Args[m.code], call.Args[m.message], here)
			return
		}
	}
	switch {
	case name == "Require" && len(call.Args) == 4: // of fault.Fields
		s.follow(call.Args[2], call.Args[3], here)
	case name == "FailsWith", name == "cantRead": // a calendar elsewhere
		s.follow(nil, call.Args[0], here)
	case name == "log" && len(call.Args) == 7: // of a video
		s.follow(nil, call.Args[5], here)
	case name == "end" && len(call.Args) == 5, name == "endBulk" && len(call.Args) == 6: // of a background job
		s.follow(nil, call.Args[4], here)
	}
}

// visitLiteral notes the members of a literal, and follows those of errors and of their like.
func (s *sentences) visitLiteral(literal *ast.CompositeLit, here codeSite) {
	members := map[string]ast.Expr{}
	structure := s.structOf(literal, here)
	for i, e := range literal.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := pair.Key.(*ast.Ident); ok {
				members[key.Name] = pair.Value
			}
		} else if structure != nil {
			members[memberName(structure, i)] = e
		}
	}
	for name, value := range members {
		site := here
		site.expr = value
		s.members[name] = append(s.members[name], site)
	}
	if here.folder == "../platform/fault" { // passes on what others say
		return
	}
	for _, said := range []struct{ code, message string }{{"Code", "Message"}, {"Code", "Reason"}, {"Reason", "Text"}} {
		if members[said.code] != nil && members[said.message] != nil {
			s.follow(members[said.code], members[said.message], here)
		}
	}
	if members["Definition"] != nil && members["Title"] != nil { // of a figure
		s.follow(nil, members["Title"], here)
		s.follow(nil, members["Definition"], here)
		s.follow(nil, members["Source"], here)
	}
	lost, _ := literal.Type.(*ast.SelectorExpr)
	if members["Reason"] != nil && (members["Title"] != nil || lost != nil && lost.Sel.Name == "Lost") { // what an import or an export left out
		s.follow(nil, members["Reason"], here)
	}
}

// structOf returns the struct that a literal is of, or nil where it is none of its package.
func (s *sentences) structOf(literal *ast.CompositeLit, here codeSite) *ast.StructType {
	typ := literal.Type
	if typ == nil {
		typ = s.elided[literal]
	}
	if name, ok := typ.(*ast.Ident); ok {
		typ = s.types[here.folder+"."+name.Name]
	}
	var element ast.Expr
	switch t := typ.(type) {
	case *ast.StructType:
		return t
	case *ast.ArrayType:
		element = t.Elt
	case *ast.MapType:
		element = t.Value
	}
	for _, e := range literal.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			e = pair.Value
		}
		s.elided[e] = element
	}
	return nil
}

func memberName(structure *ast.StructType, index int) string {
	i := 0
	for _, field := range structure.Fields.List {
		for _, name := range field.Names {
			if i == index {
				return name.Name
			}
			i++
		}
	}
	return ""
}

func calledName(call *ast.CallExpr) (name, qualifier string) {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name, ""
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok {
			qualifier = x.Name
		}
		return f.Sel.Name, qualifier
	}
	return "", ""
}

func (s *sentences) codeOf(e ast.Expr, here codeSite) string {
	if literal, ok := e.(*ast.BasicLit); ok && literal.Kind == token.STRING || s.isConstant(e, here) {
		return s.texts(e, here)[0]
	}
	return anyCode
}

func (s *sentences) add(code, text string) {
	if strings.Trim(text, "{} .,") == "" {
		return
	}
	if s.found[code] == nil {
		s.found[code] = map[string]bool{}
	}
	s.found[code][text] = true
}

// say adds what an expression may be to the sentences of a code.
func (s *sentences) say(code string, e ast.Expr, here codeSite) {
	if s.done[e] {
		return
	}
	s.done[e] = true
	if parameter, ok := s.parameter(e, here); ok {
		for _, call := range s.calls[here.function.Name.Name] {
			if len(call.args) > parameter && call.reaches(here) {
				s.say(code, call.args[parameter], call.codeSite)
			}
		}
		return
	}
	outer := s.selections
	s.selections = map[ast.Expr]bool{}
	for _, text := range s.texts(e, here) {
		s.add(code, text)
	}
	s.selections = outer
}

// reaches reports whether a call may be of a function of that place.
func (c callSite) reaches(place codeSite) bool {
	if c.folder == place.folder {
		return true
	}
	for _, folder := range c.imports {
		if folder == place.folder {
			return true
		}
	}
	return false
}

// parameter returns the index of a parameter of the function around it.
func (s *sentences) parameter(e ast.Expr, here codeSite) (int, bool) {
	name, ok := e.(*ast.Ident)
	if !ok || here.function == nil {
		return 0, false
	}
	i := 0
	for _, field := range here.function.Type.Params.List {
		for _, p := range field.Names {
			if p.Name == name.Name {
				return i, true
			}
			i++
		}
	}
	return 0, false
}

// numbered returns what was found, with numbers for the values: "{0} and {1}".
func (s *sentences) numbered() map[string]map[string]bool {
	numbered := map[string]map[string]bool{}
	for code, texts := range s.found {
		numbered[code] = map[string]bool{}
		for text := range texts {
			values := -1
			numbered[code][unknown.ReplaceAllStringFunc(text, func(string) string { values++; return fmt.Sprintf("{%d}", values) })] = true
		}
	}
	return numbered
}
