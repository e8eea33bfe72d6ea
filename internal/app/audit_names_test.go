package app_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	auditedLine  = regexp.MustCompile(`Action:|audit\(ctx|record\(ctx|AuditChange\(|auditEnrollment\(`)
	auditedName  = regexp.MustCompile(`"([a-z_]+\.[a-z_]+)"`)
	labelledName = regexp.MustCompile(`'([a-z_]+\.[a-z_]+)': msg`)

	auditedFields = regexp.MustCompile(`map\[string\]any\{[^{}]*`)
	auditedField  = regexp.MustCompile(`"([a-z_]+)":`)
	labelledField = regexp.MustCompile(`(?m)^  ([A-Za-z_]+): msg`)
)

// TestAuditedActionsHaveNames reads the sources: an action that the audit log page has no words for stands there as its code.
func TestAuditedActionsHaveNames(t *testing.T) {
	named := namedIn(t, "actions.ts", labelledName)
	found := 0
	eachSource(t, func(path, source string) {
		for line := range strings.Lines(source) {
			if !auditedLine.MatchString(line) {
				continue
			}
			for _, m := range auditedName.FindAllStringSubmatch(line, -1) {
				found++
				if !slices.Contains(named, m[1]) {
					t.Errorf("%s writes %q to the audit log, which actions.ts has no name for", path, m[1])
				}
			}
		}
	})
	if found < 90 {
		t.Errorf("%d actions were found: the pattern no longer matches the sources", found)
	}
}

// TestAuditedFieldsHaveNames does the same for the fields of an entry that are written out where it is made.
func TestAuditedFieldsHaveNames(t *testing.T) {
	named := namedIn(t, "field-names.ts", labelledField)
	found := 0
	eachSource(t, func(path, source string) {
		if !strings.Contains(source, "audit.Entry{") {
			return
		}
		for _, fields := range auditedFields.FindAllString(source, -1) {
			for _, m := range auditedField.FindAllStringSubmatch(fields, -1) {
				found++
				if !slices.Contains(named, m[1]) {
					t.Errorf("%s writes the field %q to the audit log, which field-names.ts has no name for", path, m[1])
				}
			}
		}
	})
	if found < 90 {
		t.Errorf("%d fields were found: the pattern no longer matches the sources", found)
	}
}

// namedIn returns what a file of the audit log page has words for.
func namedIn(t *testing.T, file string, name *regexp.Regexp) (named []string) {
	t.Helper()
	labels, err := os.ReadFile("../../web/src/features/platform/audit/" + file)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range name.FindAllStringSubmatch(string(labels), -1) {
		named = append(named, m[1])
	}
	return named
}

func eachSource(t *testing.T, do func(path, source string)) {
	t.Helper()
	err := filepath.WalkDir("..", func(path string, file fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if err == nil {
			do(path, string(source))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
