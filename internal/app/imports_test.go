package app_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lectern/internal/testapp/soak"
)

// clients are the packages that make HTTP requests to other servers.
var clients = []string{"platform/ai", "platform/ai/aitest", "platform/blob", "platform/outbound", "commerce/razorpay", "commerce/stripe", "people/identity", "teaching/meeting", "teaching/zoom", "video/uploader"}

// sourceFile is a Go file below internal/ that is not a test.
type sourceFile struct {
	path    string
	pkg     string   // "learning/quiz"; "app"
	wing    string   // "learning"; "" for packages outside of wings, which wire the rest
	imports []string // "platform/fault", "net/http"
}

// cmd -> app -> features -> platform. The folder says what a package is: below platform/ it knows no feature; in another
// wing it is a feature if it has operations (imports rest), and otherwise a library of that wing alone.
func TestImportsPointDownwards(t *testing.T) {
	soak.OnceOnly(t)
	t.Parallel()
	files := sourceFiles(t)
	feature := map[string]bool{}
	for _, f := range files {
		feature[f.pkg] = feature[f.pkg] || f.wing != "platform" && slices.Contains(f.imports, "platform/rest")
	}
	for _, f := range files {
		for _, to := range f.imports {
			if message := refuseImport(f, to, feature); message != "" {
				t.Errorf("%s imports %s: %s", f.path, to, message)
			}
		}
	}
}

// refuseImport says why the file must not import a package; "" when it may.
func refuseImport(f sourceFile, to string, feature map[string]bool) string {
	wing, _, ours := strings.Cut(to, "/")
	ours = ours && slices.Contains([]string{"platform", "video", "people", "learning", "teaching", "commerce", "site"}, wing)
	switch {
	case to == "net/http" && f.wing != "" && f.pkg != "platform/rest" && f.pkg != "platform/compression" && !slices.Contains(clients, f.pkg):
		return "only package rest knows HTTP; return a fault and let it choose the status"
	case f.wing == "" || !ours || wing == "platform" || to == f.pkg:
		return ""
	case f.wing == "platform":
		return "the platform knows no feature; let the feature bring what is needed"
	case feature[to]:
		return "features do not import each other; declare the one-method interface that you need and let package app fill it, or listen to an event"
	case wing != f.wing:
		return "a library of another wing; what two wings need belongs to the platform"
	}
	return ""
}

// sourceFiles reads all Go files below internal/ except tests.
func sourceFiles(t *testing.T) (files []sourceFile) {
	t.Helper()
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		f := sourceFile{path: path, pkg: filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), "../"))}
		if wing, _, in := strings.Cut(f.pkg, "/"); in {
			f.wing = wing
		}
		for _, spec := range parsed.Imports {
			name, _ := strconv.Unquote(spec.Path.Value)
			f.imports = append(f.imports, strings.TrimPrefix(name, "lectern/internal/"))
		}
		files = append(files, f)
		return nil
	})
	if err != nil || len(files) == 0 {
		t.Fatal("no source found", err)
	}
	return files
}
