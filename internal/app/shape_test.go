package app_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/testapp/soak"
)

// The limits of a package, without its tests. A package that exceeds them is split by noun.
const (
	maxFiles = 20
	maxLines = 3000
)

// packageFiles lists the Go files of each package below internal and cmd, without tests.
func packageFiles(t *testing.T) map[string][]string {
	t.Helper()
	files := map[string][]string{}
	for _, pattern := range []string{"../*/*.go", "../*/*/*.go", "../../cmd/*/*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if dir := filepath.ToSlash(filepath.Dir(name)); !strings.HasSuffix(name, "_test.go") {
				files[strings.TrimPrefix(dir, "../")] = append(files[strings.TrimPrefix(dir, "../")], name)
			}
		}
	}
	return files
}

func TestShapeOfPackages(t *testing.T) {
	soak.OnceOnly(t)
	t.Parallel()
	for dir, names := range packageFiles(t) {
		lines := 0
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			lines += bytes.Count(text, []byte{'\n'})
		}
		if len(names) > maxFiles || lines > maxLines {
			t.Errorf("%s has %d files and %d lines; split it by noun: a package has at most %d and %d", dir, len(names), lines, maxFiles, maxLines)
		}
	}
}

var statement = regexp.MustCompile(`\.New(Raw|Select|Insert|Update|Delete|Merge)\(|\.(Exec|Query|QueryRow)Context\(`)

// SQL is only in the stores of a package, so that an engineer who changes a table finds everything that reads it. Package db, the
// demo's content and the tests' application are about databases as a whole.
func TestShapeOfStores(t *testing.T) {
	soak.OnceOnly(t)
	t.Parallel()
	still := []string{"people/profile/archive.go", "platform/audit/audit.go", "platform/audit/list.go", "platform/backup/backup.go"}
	for _, file := range still {
		if _, err := os.Stat("../" + file); err != nil {
			t.Errorf("%s no longer exists: remove it from the list", file)
		}
	}
	for dir, names := range packageFiles(t) {
		if dir == "platform/db" || dir == "testapp" || dir == "sample" || dir == "growth" {
			continue
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			file := dir + "/" + filepath.Base(name)
			outside, known := !strings.HasPrefix(filepath.Base(name), "store") && statement.Match(text), slices.Contains(still, file)
			if outside && !known {
				t.Errorf("%s holds SQL: move it into a store*.go of its package", file)
			}
			if !outside && known {
				t.Errorf("%s holds no SQL: remove it from the list", file)
			}
		}
	}
}

// A word has one meaning, and so one entry in the glossary.
func TestGlossaryHasEachWordOnce(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		word, _, ok := strings.Cut(strings.TrimPrefix(line, "| "), " |")
		if !ok || !strings.HasPrefix(line, "| ") || word == "word" {
			continue
		}
		if word = strings.ToLower(word); seen[word] {
			t.Errorf("%q is in the glossary twice", word)
		}
		seen[word] = true
	}
	if len(seen) < 50 {
		t.Errorf("only %d words were found", len(seen))
	}
}

var migrationName = regexp.MustCompile(`^(\d{14})_[a-z0-9]+(?:_[a-z0-9]+)*(\.sqlite|\.postgres)?\.sql$`)

// Migrations are named by the date and time at which they were written, so that two branches never choose the same number. What has a file
// for one database alone has one for the other: the version of a schema says the same on both.
func TestShapeOfMigrations(t *testing.T) {
	soak.OnceOnly(t)
	t.Parallel()
	files, err := filepath.Glob("../platform/db/migrations/*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	alone := map[string]int{}
	for _, file := range files {
		name := migrationName.FindStringSubmatch(filepath.Base(file))
		if name == nil {
			t.Errorf("%s: a migration is called YYYYMMDDHHMMSS_name.sql, or .sqlite.sql and .postgres.sql where the databases differ", file)
			continue
		}
		if _, err := time.Parse("20060102150405", name[1]); err != nil {
			t.Errorf("%s begins with no date and time: %v", file, err)
		}
		if name[2] != "" {
			alone[name[1]]++
		}
	}
	for version, n := range alone {
		if n != 2 {
			t.Errorf("migration %s is for one database alone; the other needs a file of the same version", version)
		}
	}
}
