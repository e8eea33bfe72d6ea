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
)

// TestAuditedActionsHaveNames reads the sources: an action that the audit log page has no words for stands there as its code.
func TestAuditedActionsHaveNames(t *testing.T) {
	labels, err := os.ReadFile("../../web/src/features/platform/audit/actions.ts")
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for _, m := range labelledName.FindAllStringSubmatch(string(labels), -1) {
		named = append(named, m[1])
	}
	found := 0
	err = filepath.WalkDir("..", func(path string, file fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(source)) {
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
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 90 {
		t.Errorf("%d actions were found: the pattern no longer matches the sources", found)
	}
}
