package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"testing"

	"lectern/internal/testapp/soak"
)

// Every email has a text in every language: the compiler does not notice a missing field of a literal.
func TestEmailsAreWrittenInEveryLanguage(t *testing.T) {
	soak.OnceOnly(t)
	t.Parallel()
	files, err := filepath.Glob("../*/*/*.go") // the features define the templates of emails
	if err != nil {
		t.Fatal(err)
	}
	emails := 0
	for _, file := range files {
		source, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(source, func(n ast.Node) bool {
			for _, literal := range translationsIn(n) {
				emails++
				if languages := keysOf(literal); !slices.Equal(languages, []string{"English", "German"}) {
					t.Errorf("%s: an email is written in %q", file, languages)
				}
			}
			return true
		})
	}
	if emails < 10 {
		t.Errorf("only %d emails were found", emails)
	}
}

// translationsIn lists the mail.Translations in a literal, which may be a map.
func translationsIn(n ast.Node) (found []*ast.CompositeLit) {
	literal, ok := n.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	if isTranslations(literal.Type) {
		return []*ast.CompositeLit{literal}
	}
	if m, ok := literal.Type.(*ast.MapType); ok && isTranslations(m.Value) {
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

func isTranslations(e ast.Expr) bool {
	s, ok := e.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	from, ok := s.X.(*ast.Ident)
	return ok && from.Name == "mail" && s.Sel.Name == "Translations"
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
