package main

import (
	"fmt"
	"slices"
	"strings"
)

// A section is one part of the suite with a result of its own.
type section struct {
	name    string
	seconds int      // approximate CPU time, from bench/suite.md: the longest start first
	command []string // {durations} is the file that its reporter writes, {scratch} a folder that is removed
	reports reporter
	modules string // the folders whose node_modules it needs
	after   string // a section that must have ended first when both run
	quick   bool   // belongs to `make check`
	soak    bool   // belongs to `make soak` alone
}

// reporter is the format in which a section reports the durations of its tests.
type reporter int

const (
	noReport   reporter = iota
	goTest              // test2json on its standard output
	vitest              // JSON in a file
	playwright          // JSON in a file
)

// shell returns a bash command line that starts in a folder.
func shell(folder, line string) []string {
	return []string{"bash", "-euo", "pipefail", "-c", "cd " + folder + " && " + line}
}

// SQLite's engine and the C library below it, both C translated to Go, are not instrumented for the race detector: they are
// not our code and do their own locking, and instrumenting them would take as long as the rest of the suite. The race
// detector's own runtime needs cgo.
const raced = "-race -gcflags=modernc.org/sqlite/lib=-race=false -gcflags=modernc.org/libc/...=-race=false -gcflags=modernc.org/memory=-race=false"

// lean omits what tests do not need and each test binary would pay for: debugging information, and the checks of the section
// vet. Go's own linker takes two thirds of the CPU of the system's, which the race detector would choose.
const lean = " -vet=off -ldflags='-s -w -linkmode=internal'"

// together links the tests of all packages once (scripts/together). Nothing comes from Go's test cache, which would be of little use:
// nearly every change of ours is linked into every test of the whole application.
const together = "go run ./scripts/together -timeout 25m"

// onBoth runs each test on SQLite and the disk, and on PostgreSQL and S3.
const onBoth = "scripts/with-s3 scripts/with-postgres " + together + " -exec $PWD/scripts/on-both"

// The Go program embeds web/dist, so whatever compiles it runs after the build, which empties that folder first.
var sections = []section{
	{name: "web-build", seconds: 30, modules: "web", command: shell(".", "make --no-print-directory web")},
	{name: "web-tests", seconds: 190, modules: "web", reports: vitest,
		command: shell("web", "npx vitest run --reporter=default --reporter=json --outputFile.json={durations}")},
	// TypeScript 7 takes half of the CPU of 5.9, whose interface openapi-typescript still needs: both are installed.
	{name: "web-types", seconds: 45, modules: "web", quick: true, command: shell("web", "npm run --silent types")},
	{name: "web-lint", seconds: 3, modules: "web", quick: true, command: shell("web", "npx biome check .")},
	{name: "web-messages", seconds: 7, modules: "web", quick: true, command: shell("web", "npm run --silent check-messages")},
	{name: "web-budget", seconds: 2, modules: "web", after: "web-build", command: shell("web", "npm run --silent budget")},
	// What runs where, with the race detector or without, and why: docs/adr/0007.
	{name: "go-pure", seconds: 220, reports: goTest, after: "web-build",
		command: shell(".", "CGO_ENABLED=1 "+together+" -- "+raced+lean+" $(scripts/packages pure)")},
	{name: "go-both", seconds: 1000, reports: goTest, after: "web-build",
		command: shell(".", onBoth+" -- "+lean+" $(scripts/packages not-locking)")},
	{name: "go-races", seconds: 450, reports: goTest, after: "web-build",
		command: shell(".", "CGO_ENABLED=1 "+together+" -run \"$(scripts/packages race-tests)\" -- "+raced+lean+" $(scripts/packages races)")},
	{name: "go-locking", seconds: 320, reports: goTest, after: "web-build",
		command: shell(".", "CGO_ENABLED=1 "+onBoth+" -- "+raced+lean+" $(scripts/packages locking)")},
	// The faults run the built binary on databases and storages of their own, once; Go's test cache cannot know when their
	// result is outdated.
	{name: "faults", seconds: 430, reports: goTest, after: "web-build",
		command: shell(".", "LECTERN_TEST_ALL=1 scripts/with-s3 scripts/with-postgres go test -json -count=1 -timeout 25m ./faults")},
	// Both sections that run the program build it: one at a time, so that the second finds it made.
	{name: "journeys", seconds: 1100, modules: "web e2e", reports: playwright, after: "web-build",
		command: shell(".", "flock Makefile make --no-print-directory build && cd e2e && TMPDIR={scratch} LECTERN_DURATIONS={durations} npx playwright test")},
	{name: "journeys-lint", seconds: 5, modules: "web e2e", quick: true, command: shell("e2e", "npx tsc -p . && ../web/node_modules/.bin/biome check .")},
	// Clients generated from the OpenAPI document, its linters, and a verifier of badges.
	{name: "clients", seconds: 170, modules: "scripts/clients", after: "web-build",
		command: shell(".", "flock Makefile make --no-print-directory build && TMPDIR={scratch} scripts/clients/check bin/lectern")},
	{name: "vet", seconds: 35, quick: true, after: "web-build", command: []string{"go", "vet", "./..."}},
	// Looks up known vulnerabilities, retracted versions and deprecated modules in public services; skipped, with a sentence, where one
	// cannot be reached.
	{name: "vulnerabilities", seconds: 60, after: "web-build", command: []string{"scripts/dependencies"}},
	// The race detector over what `make test` runs without it, then property tests and crash rounds in full.
	{name: "soak-raced", seconds: 2000, reports: goTest, after: "web-build", soak: true,
		command: shell(".", "CGO_ENABLED=1 "+together+" -- "+raced+lean+" $(scripts/packages not-locking)")},
	{name: "soak-sqlite", seconds: 1200, reports: goTest, after: "web-build", soak: true,
		command: shell(".", "LECTERN_SOAK=1 CGO_ENABLED=1 go test -json "+raced+lean+" -count=1 -timeout 120m $(scripts/packages soak)")},
	{name: "soak-postgres", seconds: 1200, reports: goTest, after: "web-build", soak: true,
		command: shell(".", "LECTERN_SOAK=1 CGO_ENABLED=1 scripts/with-s3 scripts/with-postgres go test -json "+raced+lean+" -count=1 -timeout 120m $(scripts/packages soak)")},
	{name: "soak-faults", seconds: 1200, reports: goTest, after: "web-build", soak: true,
		command: shell(".", "LECTERN_SOAK=1 LECTERN_TEST_ALL=1 scripts/with-s3 scripts/with-postgres go test -json -count=1 -timeout 120m ./faults")},
	{name: "gofmt", seconds: 2, quick: true, command: []string{"scripts/check", "gofmt"}},
	{name: "migrations", seconds: 1, quick: true, command: []string{"scripts/check", "migrations"}},
	{name: "generated", seconds: 6, modules: "web", quick: true, after: "web-build", command: []string{"scripts/check", "generated"}},
}

// Names of several sections.
const (
	quickSections = "check"
	soakSections  = "soak"
)

// choose returns the named sections in their order here, by default all of `make test`.
func choose(wanted []string) ([]section, error) {
	for _, name := range wanted {
		if name != quickSections && name != soakSections && !slices.Contains(names(sections), name) {
			return nil, fmt.Errorf("there is no section %q; there are: %s", name, strings.Join(names(sections), " "))
		}
	}
	var chosen []section
	for _, s := range sections {
		byDefault := len(wanted) == 0 && !s.soak
		ofGroup := s.quick && slices.Contains(wanted, quickSections) || s.soak && slices.Contains(wanted, soakSections)
		if byDefault || ofGroup || slices.Contains(wanted, s.name) {
			chosen = append(chosen, s)
		}
	}
	return chosen, nil
}

func names(list []section) (names []string) {
	for _, s := range list {
		names = append(names, s.name)
	}
	return names
}
