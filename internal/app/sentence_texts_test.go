package app_test

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

var (
	unknown = regexp.MustCompile(`\{\}`)
	value   = regexp.MustCompile(`\{[0-9]+\}`)
)

var verb = regexp.MustCompile(`%[+#]?[0-9.]*[a-z]`)

// texts lists what an expression may be; what is not known is {}, and its words are sentences of their own.
func (s *sentences) texts(e ast.Expr, here codeSite) []string {
	if s.within[e] {
		return []string{"{}"}
	}
	s.within[e] = true
	defer delete(s.within, e)
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return []string{text}
		}
	case *ast.ParenExpr:
		return s.texts(e.X, here)
	case *ast.BinaryExpr:
		var all []string
		for _, left := range s.part(e.X, here) {
			for _, right := range s.part(e.Y, here) {
				all = append(all, left+right)
			}
		}
		return all
	case *ast.Ident:
		return s.named(e, here)
	case *ast.SelectorExpr:
		return s.selected(e, here)
	case *ast.IndexExpr:
		return s.elements(e.X, here)
	case *ast.CallExpr:
		return s.results(e, 0, here)
	}
	return []string{"{}"}
}

// part is texts of an operand: other texts than constants vary, and are sentences of their own.
func (s *sentences) part(e ast.Expr, here codeSite) []string {
	switch e := e.(type) {
	case *ast.BasicLit, *ast.BinaryExpr, *ast.ParenExpr:
		return s.texts(e, here)
	}
	if texts := s.texts(e, here); len(texts) == 1 && s.isConstant(e, here) {
		return texts
	}
	s.say(parts, e, here)
	return []string{"{}"}
}

func (s *sentences) isConstant(e ast.Expr, here codeSite) bool {
	if selector, ok := e.(*ast.SelectorExpr); ok {
		if x, ok := selector.X.(*ast.Ident); ok && here.imports[x.Name] != "" {
			return true
		}
		return false
	}
	name, ok := e.(*ast.Ident)
	return ok && len(s.decls[here.folder][name.Name]) == 1 && s.decls[here.folder][name.Name][0].body == nil
}

func (s *sentences) named(name *ast.Ident, here codeSite) []string {
	if _, ok := s.parameter(name, here); ok {
		return []string{"{}"}
	}
	if here.function != nil {
		if local := s.assigned(name.Name, here); len(local) > 0 {
			return local
		}
	}
	return s.declared(here.folder, name.Name)
}

func (s *sentences) declared(folder, name string) []string {
	var all []string
	for _, d := range s.decls[folder][name] {
		if d.body == nil {
			all = append(all, s.texts(d.expr, d.codeSite)...)
		}
	}
	if len(all) == 0 {
		return []string{"{}"}
	}
	return all
}

// assigned lists what is assigned to a local variable.
func (s *sentences) assigned(name string, here codeSite) (all []string) {
	ast.Inspect(here.function.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if l, ok := left.(*ast.Ident); !ok || l.Name != name {
					continue
				}
				switch {
				case len(n.Rhs) == len(n.Lhs):
					all = append(all, s.texts(n.Rhs[i], here)...)
				case len(n.Rhs) == 1 && i == 0:
					all = append(all, s.texts(n.Rhs[0], here)...)
				case len(n.Rhs) == 1:
					if call, ok := n.Rhs[0].(*ast.CallExpr); ok {
						all = append(all, s.results(call, i, here)...)
					}
				}
			}
		case *ast.RangeStmt:
			if v, ok := n.Value.(*ast.Ident); ok && v.Name == name {
				all = append(all, s.elements(n.X, here)...)
			}
		case *ast.ValueSpec:
			for i, l := range n.Names {
				if l.Name == name && len(n.Values) > i {
					all = append(all, s.texts(n.Values[i], here)...)
				}
			}
		}
		return true
	})
	return all
}

func (s *sentences) selected(e *ast.SelectorExpr, here codeSite) []string {
	if x, ok := e.X.(*ast.Ident); ok {
		if folder, ok := here.imports[x.Name]; ok {
			return s.declared(folder, e.Sel.Name)
		}
	}
	if e.Sel.Name == "Message" || e.Sel.Name == "message" { // followed where it is made
		return nil
	}
	var all []string
	for _, value := range s.members[e.Sel.Name] {
		if !s.selections[value.expr] && (callSite{codeSite: value}).reaches(here) {
			s.selections[value.expr] = true
			if _, ok := s.parameter(value.expr, value); ok {
				s.say(parts, value.expr, value)
				continue
			}
			all = append(all, s.texts(value.expr, value)...)
		}
	}
	if len(all) == 0 {
		return []string{"{}"}
	}
	return all
}

// elements lists the elements of a literal that a name stands for.
func (s *sentences) elements(e ast.Expr, here codeSite) (all []string) {
	switch e := e.(type) {
	case *ast.CompositeLit:
		for _, element := range e.Elts {
			if pair, ok := element.(*ast.KeyValueExpr); ok {
				element = pair.Value
			}
			all = append(all, s.texts(element, here)...)
		}
	case *ast.Ident:
		for _, d := range s.decls[here.folder][e.Name] {
			if d.body == nil {
				all = append(all, s.elements(d.expr, d.codeSite)...)
			}
		}
	}
	return all
}

// importedWith returns the imported folder that declares a method, if only one does.
func (s *sentences) importedWith(method string, here codeSite) (found string) {
	for _, folder := range here.imports {
		if len(s.decls[folder][method]) > 0 {
			if found != "" {
				return ""
			}
			found = folder
		}
	}
	return found
}

func (s *sentences) results(call *ast.CallExpr, index int, here codeSite) (all []string) {
	name, qualifier := calledName(call)
	if name == "Sprintf" || name == "Errorf" {
		for _, arg := range call.Args[1:] {
			s.part(arg, here)
		}
		for _, format := range s.texts(call.Args[0], here) {
			all = append(all, strings.ReplaceAll(verb.ReplaceAllString(format, "{}"), "%%", "%"))
		}
		return all
	}
	folder := here.folder
	if inside, ok := here.imports[qualifier]; ok {
		folder = inside
	} else if name == "String" && len(s.decls[folder][name]) == 0 {
		folder = s.importedWith(name, here)
	} else if qualifier != "" && len(s.decls[folder][name]) == 0 {
		return []string{"{}"}
	}
	for _, d := range s.decls[folder][name] {
		if d.body == nil {
			continue
		}
		ast.Inspect(d.body.Body, func(n ast.Node) bool {
			if r, ok := n.(*ast.ReturnStmt); ok && len(r.Results) > index {
				all = append(all, s.texts(r.Results[index], d.codeSite)...)
			}
			_, closure := n.(*ast.FuncLit)
			return !closure
		})
	}
	if len(all) == 0 {
		return []string{"{}"}
	}
	return all
}
