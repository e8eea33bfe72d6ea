package exchange_test

import (
	"testing"

	"lectern/internal/testapp"
)

// class adds to a class what the tests of this package do with it.
type class struct {
	*testapp.Class
	t *testing.T
}

func newClass(t *testing.T) *class {
	t.Helper()
	return &class{testapp.NewClass(t), t}
}
