package deps_test

import (
	"testing"

	"lectern/internal/platform/deps"
)

type example struct {
	Name     string
	Database *int
	Key      []byte
	Mail     func() `optional:"no mail is sent"`
}

func TestRequireNamesTheMissingField(t *testing.T) {
	t.Parallel()
	number := 1
	for want, given := range map[string]example{
		"":                                   {Database: &number, Key: []byte{1}},
		"deps_test.example: Database is nil": {Key: []byte{1}},
		"deps_test.example: Key is nil":      {Database: &number},
	} {
		if got := panicOf(func() { deps.Require(given) }); got != want {
			t.Errorf("%+v: panic %q, want %q", given, got, want)
		}
	}
}

func panicOf(f func()) (message string) {
	defer func() {
		if v := recover(); v != nil {
			message = v.(string)
		}
	}()
	f()
	return ""
}
