package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// program writes a module that calls a function of the standard library and imports the packages.
func program(t *testing.T, requires string, imports ...string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	source := "package main\n\nimport \"encoding/pem\"\n"
	for _, path := range imports {
		source += fmt.Sprintf("import _ %q\n", path)
	}
	source += "\nfunc main() { pem.Decode(nil) }\n"
	for name, content := range map[string]string{"go.mod": "module bees.test/program\n\ngo 1.26\n" + requires, "main.go": source} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// dependencies runs one of the checks on a module, as a section.
func dependencies(t *testing.T, check, folder string) (result, string) {
	t.Helper()
	var out bytes.Buffer
	r := runner{dir: t.TempDir(), out: &out, alone: true}
	return r.run(t.Context(), section{name: check, command: []string{"../dependencies", check, folder}}), out.String()
}

// served starts a server of files, which it also serves compressed, under their names with .gz, and returns its address.
func served(t *testing.T, files map[string]string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, compressed := strings.CutSuffix(r.URL.Path, ".gz")
		content, found := files[name]
		switch {
		case !found:
			http.NotFound(w, r)
		case compressed:
			z := gzip.NewWriter(w)
			fmt.Fprint(z, content)
			_ = z.Close() // fails when the client has gone
		default:
			fmt.Fprint(w, content)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// nowhere returns the address of a server that is no longer there.
func nowhere(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	return server.URL
}

// database is a vulnerability database (https://go.dev/doc/security/vuln/database) with one made-up entry, about a function.
func database(function string) map[string]string {
	const at = `"2026-11-01T00:00:00Z"`
	return map[string]string{
		"/index/db.json":      `{"modified":` + at + `}`,
		"/index/modules.json": `[{"path":"stdlib","vulns":[{"id":"GO-2026-0001","modified":` + at + `,"fixed":"1.999.0"}]}]`,
		"/ID/GO-2026-0001.json": `{"schema_version":"1.3.1","id":"GO-2026-0001","modified":` + at + `,"published":` + at + `,"summary":"Bees escape","database_specific":{"url":"https://bees.test/GO-2026-0001"},
			"affected":[{"package":{"name":"stdlib","ecosystem":"Go"},"ranges":[{"type":"SEMVER","events":[{"introduced":"0"},{"fixed":"1.999.0"}]}],
			"ecosystem_specific":{"imports":[{"path":"encoding/pem","symbols":["` + function + `"]}]}}]}`,
	}
}

// A vulnerable function that is called fails the section; one that is not does not; and where the database cannot be reached, the
// section is skipped and says so.
func TestKnownVulnerabilitiesFailTheSection(t *testing.T) {
	folder := program(t, "")
	t.Setenv("GOVULNDB", served(t, database("Decode")))
	if res, out := dependencies(t, "vulnerabilities", folder); res.passed || !strings.Contains(out, "GO-2026-0001") || !strings.Contains(out, "pem.Decode") {
		t.Errorf("a vulnerable function is called: %+v: %s", res, out)
	}
	t.Setenv("GOVULNDB", served(t, database("Encode")))
	if res, out := dependencies(t, "vulnerabilities", folder); !res.passed || res.skipped {
		t.Errorf("a vulnerable function is not called: %+v: %s", res, out)
	}
	gone := nowhere(t)
	t.Setenv("GOVULNDB", gone)
	if res, out := dependencies(t, "vulnerabilities", folder); !res.skipped || !strings.Contains(out, "NOT CHECKED for known vulnerabilities: the database "+gone) {
		t.Errorf("no database: %+v: %s", res, out)
	}
}

// registry returns the files of a module proxy (https://go.dev/ref/mod#goproxy-protocol) with two versions of a module: of the newer,
// the file go.mod says more.
func registry(t *testing.T, module, more string) map[string]string {
	t.Helper()
	files := map[string]string{"/" + module + "/@v/list": "v1.0.0\nv1.1.0\n", "/" + module + "/@latest": `{"Version":"v1.1.0"}`}
	for version, mod := range map[string]string{"v1.0.0": "module " + module + "\n", "v1.1.0": more} {
		var archive bytes.Buffer
		z := zip.NewWriter(&archive)
		for name, content := range map[string]string{"go.mod": mod, "bees.go": "package bees\n"} {
			f, err := z.Create(module + "@" + version + "/" + name)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprint(f, content)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		at := "/" + module + "/@v/" + version
		files[at+".info"], files[at+".mod"], files[at+".zip"] = `{"Version":"`+version+`"}`, mod, archive.String()
	}
	return files
}

// A dependency that its authors have retracted or no longer keep fails the section; where the registry cannot be reached, the section
// is skipped and says so.
func TestRetractedAndDeprecatedModulesFailTheSection(t *testing.T) {
	const module = "bees.test/hive"
	t.Setenv("GOFLAGS", "-mod=mod -modcacherw")
	t.Setenv("GOSUMDB", "off")
	for name, c := range map[string]struct{ mod, says string }{
		"kept":       {"module " + module + "\n", ""},
		"retracted":  {"module " + module + "\n\nretract v1.0.0 // loses honey\n", module + " v1.0.0 is retracted: loses honey"},
		"deprecated": {"// Deprecated: use bees.test/skep\nmodule " + module + "\n", module + " is deprecated: use bees.test/skep"},
	} {
		t.Setenv("GOMODCACHE", t.TempDir())
		t.Setenv("GOPROXY", served(t, registry(t, module, c.mod)))
		folder := program(t, "\nrequire "+module+" v1.0.0\n", module)
		if res, out := dependencies(t, "retractions", folder); res.skipped || res.passed != (c.says == "") || !strings.Contains(out, c.says) {
			t.Errorf("%s: %+v: %s", name, res, out)
		}
		gone := nowhere(t)
		t.Setenv("GOPROXY", gone)
		if res, out := dependencies(t, "retractions", folder); !res.skipped || !strings.Contains(out, "NOT CHECKED for retracted versions and deprecated modules: the registry "+gone+" does not answer") {
			t.Errorf("%s, no registry: %+v: %s", name, res, out)
		}
	}
}
