package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"testing"
)

// Every letter is written in every language: a field that is left out of a literal is no error to the compiler.
func TestLettersAreWrittenInEveryLanguage(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../*/*/*.go") // letters are the features'
	if err != nil {
		t.Fatal(err)
	}
	letters := 0
	for _, file := range files {
		source, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(source, func(n ast.Node) bool {
			for _, literal := range textsIn(n) {
				letters++
				if languages := keysOf(literal); !slices.Equal(languages, []string{"English", "German"}) {
					t.Errorf("%s: a letter is written in %q", file, languages)
				}
			}
			return true
		})
	}
	if letters < 10 {
		t.Errorf("only %d letters were found", letters)
	}
}

// textsIn are the mail.Texts that a literal is or, as a map, holds.
func textsIn(n ast.Node) (found []*ast.CompositeLit) {
	literal, ok := n.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	if isTexts(literal.Type) {
		return []*ast.CompositeLit{literal}
	}
	if m, ok := literal.Type.(*ast.MapType); ok && isTexts(m.Value) {
		for _, e := range literal.Elts {
			if pair, ok := e.(*ast.KeyValueExpr); ok {
				if value, ok := pair.Value.(*ast.CompositeLit); ok {
					found = append(found, value)
				}
			}
		}
	}
	return found
}

func isTexts(e ast.Expr) bool {
	s, ok := e.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	from, ok := s.X.(*ast.Ident)
	return ok && from.Name == "mail" && s.Sel.Name == "Texts"
}

func keysOf(literal *ast.CompositeLit) (keys []string) {
	for _, e := range literal.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			keys = append(keys, pair.Key.(*ast.Ident).Name)
		}
	}
	slices.Sort(keys)
	return keys
}
