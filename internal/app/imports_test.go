package app_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	platform = []string{"access", "attachment", "audit", "backup", "blob", "cartridge", "chunksize", "clock", "config", "db", "events", "fault", "idempotency", "jobs", "lockout", "mail", "media", "objectkey", "outbound", "ratelimit", "rest", "seal", "sheet", "text"} // know no feature
	wiring   = []string{"app", "sample", "testapp"}                                                                                                                                                                                                                        // know everything
	clients  = []string{"blob", "identity", "outbound", "uploader"}                                                                                                                                                                                                        // speak HTTP to others
)

// cmd -> app -> features -> platform. A package that is neither platform nor wiring is a feature.
func TestImportsPointDownwards(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../*/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no source found", err)
	}
	for _, file := range files {
		from := filepath.Base(filepath.Dir(file))
		if slices.Contains(wiring, from) || strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range source.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			to, ours := strings.CutPrefix(path, "lectern/internal/")
			switch {
			case ours && slices.Contains(platform, from) && !slices.Contains(platform, to):
				t.Errorf("%s imports %s: the platform knows no feature; let the feature bring what is needed", file, to)
			case ours && !slices.Contains(platform, to):
				t.Errorf("%s imports %s: features do not import each other; declare the one-method interface that you need "+
					"and let package app fill it, or listen to an event", file, to)
			case path == "net/http" && from != "rest" && !slices.Contains(clients, from):
				t.Errorf("%s imports net/http: only package rest knows HTTP; return a fault and let it choose the status", file)
			}
		}
	}
}
