package exchange_test

import (
	"testing"

	"lectern/internal/testapp"
)

// class adds the helpers of this package's tests.
type class struct {
	*testapp.Class
	t *testing.T
}

func newClass(t *testing.T) *class {
	t.Helper()
	return &class{testapp.NewClass(t), t}
}
