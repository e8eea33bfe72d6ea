package testapp

import (
	"testing"

	"lectern/internal/app"
	"lectern/internal/platform/db/dbtest"
)

// Snapshot is the database of an application that a test has prepared. Preparing often takes many requests; each application
// on a copy starts with the result.
type Snapshot struct{ dbtest.Snapshot }

// Snapshot takes the database from the application, which can no longer be used. Files in its storage are not copied.
func (a *App) Snapshot() Snapshot {
	a.t.Helper()
	return Snapshot{dbtest.TakeSnapshot(a.t, a.DB, a.address)}
}

// New creates an application on a copy.
func (s Snapshot) New(t *testing.T, changes ...func(*app.Deps)) *App {
	t.Helper()
	return on(t, s.Copy(t), changes...)
}
