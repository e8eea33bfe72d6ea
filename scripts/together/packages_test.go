package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Nothing that `go test` would run is lost: a test file has its tests run together with others, or is left to `go test`.
func TestRead(t *testing.T) {
	t.Parallel()
	const test = "func TestA(t *testing.T) {}\n"
	for source, want := range map[string]struct {
		tests []string
		alone bool
	}{
		test + "func Test(t *testing.T) {}\nfunc Test1(t *testing.T) {}\nfunc TestÄpfel(t *testing.T) {}": {tests: []string{"TestA", "Test", "Test1", "TestÄpfel"}},
		test + "func Testing() {}\nfunc (s set) TestB(t *testing.T) {}\nfunc BenchmarkA(b *testing.B) {}": {tests: []string{"TestA"}},
		test + "func TestMain(m *testing.M) {}":                                                           {alone: true},
		test + "func init() {}":                                                                           {alone: true},
		test + "func FuzzA(f *testing.F) {}":                                                              {alone: true},
		test + "func Example() {}":                                                                        {alone: true},
		test + "func ExampleA_b() {}":                                                                     {alone: true},
		"import \"flag\"\n" + test:                                                                        {alone: true},
		"import other \"flag\"\n" + test:                                                                  {alone: true},
		"import \"flags\"\nfunc initial() {}\n" + test:                                                    {tests: []string{"TestA"}},
	} {
		p := testPackage{Dir: t.TempDir(), XTestGoFiles: []string{"a_test.go"}}
		if err := os.WriteFile(filepath.Join(p.Dir, "a_test.go"), []byte("package a_test\n"+source), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := p.read(); err != nil || p.alone() != want.alone || !want.alone && !slices.Equal(p.outside, want.tests) {
			t.Errorf("%s\nalone %t, want %t; %q, want %q; %v", source, p.alone(), want.alone, p.outside, want.tests, err)
		}
	}
}
