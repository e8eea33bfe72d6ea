package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Measured is a row of the report as of its last run.
type Measured struct {
	Name    string    `json:"name"`
	What    string    `json:"what"`
	At      time.Time `json:"at"`
	Commit  string    `json:"commit"`
	Machine string    `json:"machine"`
	Figures []Figure  `json:"figures"`
}

// record replaces the row in report.json and generates report.md from it.
func record(root string, r row, figures []Figure) error {
	file := filepath.Join(root, "bench", "report.json")
	var report []Measured
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err == nil {
		if err := json.Unmarshal(text, &report); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	report = slices.DeleteFunc(report, func(m Measured) bool { return m.Name == r.name })
	report = append(report, Measured{r.name, r.what, time.Now().UTC().Truncate(time.Second), commit(root), machine(), figures})
	slices.SortFunc(report, func(a, b Measured) int { return place(a.Name) - place(b.Name) })
	if text, err = json.MarshalIndent(report, "", "  "); err != nil {
		return err
	}
	if err := os.WriteFile(file, append(text, '\n'), 0o644); err != nil {
		return err
	}
	page, err := markdown(root, report)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, "bench", "report.md"), []byte(page), 0o644)
}

func place(name string) int {
	return slices.IndexFunc(rows, func(r row) bool { return r.name == name })
}

// markdown returns the report for readers. Remarks about a row (why a bound is missed, what was tried) are in
// bench/remarks/NAME.md and are placed below its table.
func markdown(root string, report []Measured) (string, error) {
	var b strings.Builder
	b.WriteString("# Benchmarks\n\nWritten by `make bench` (`go run ./bench -only NAME` runs one row). Ours and the peer's runs alternate; a ratio is\n" +
		"the median of the pairs' ratios. CPU is that of the server and of everything that it started.\n")
	for _, m := range report {
		fmt.Fprintf(&b, "\n## %s\n\n%s. %s, %s, commit %s.\n\n", m.Name, sentence(m.What), m.At.Format("2 January 2006"), m.Machine, m.Commit)
		b.WriteString("| figure | reached | to reach | kept | ours (median) | peer (median) | runs |\n|---|---|---|---|---|---|---|\n")
		for _, f := range m.Figures {
			b.WriteString(line(f))
		}
		remark, err := os.ReadFile(filepath.Join(root, "bench", "remarks", m.Name+".md"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		if len(remark) > 0 {
			b.WriteString("\n" + strings.TrimSpace(string(remark)) + "\n")
		}
	}
	return b.String(), nil
}

func line(f Figure) string {
	want, kept, peer := "–", "", "–"
	if f.Want != "" {
		want = f.Want + " " + number(f.Bound) + unit(f.Unit)
		kept = "yes"
		if !f.Kept() {
			kept = "**no**"
		}
	}
	if len(f.Peer) > 0 {
		peer = number(median(f.Peer))
	}
	return fmt.Sprintf("| %s | %s%s | %s | %s | %s | %s | %d |\n",
		f.Name, number(f.Value), unit(f.Unit), want, kept, number(median(f.Ours)), peer, len(f.Ours))
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// commit identifies the measured version; changes to the report itself, which grows row by row, are ignored.
func commit(root string) string {
	text, err := exec.Command("git", "-C", root, "describe", "--always").Output()
	if err != nil {
		return "unknown"
	}
	name := strings.TrimSpace(string(text))
	if exec.Command("git", "-C", root, "diff", "--quiet", "HEAD", "--", ".", ":!bench/report.*").Run() != nil {
		return name + "-dirty"
	}
	return name
}

func machine() string {
	model := "unknown processor"
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				model = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%d cores of %s", runtime.NumCPU(), model)
}
