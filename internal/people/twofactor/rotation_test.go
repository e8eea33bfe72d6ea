package twofactor_test

import (
	"path/filepath"
	"strings"
	"testing"

	"lectern/internal/app"
	"lectern/internal/platform/seal"
	"lectern/internal/testapp"
)

// After a rotation the older master key can be removed, and every app still shows valid codes.
func TestMasterKeysRotate(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test").withApp()
	ann.do("POST", "/auth/two-factor/authenticator", "", 200) // a second app whose setup has begun
	ben := register(t, a, "ben@lectern.test").withApp()
	file := filepath.Join(a.Dir, "master.json")
	if n, err := a.Factors.RewrapSecrets(t.Context()); n != 0 || err != nil {
		t.Errorf("without a rotation %d were sealed anew (%v)", n, err)
	}
	if _, err := seal.Rotate(file); err != nil {
		t.Fatal(err)
	}
	next, err := seal.LoadMaster(file, "")
	if err != nil {
		t.Fatal(err)
	}
	now := a.Clock
	a = testapp.New(t, func(p *app.Deps) { p.DB, p.Clock, p.Master = a.DB, now, next }) // as after a restart
	a.Clock, ann.app, ben.app = now, a, a
	if s, err := a.Factors.Secrets(t.Context()); s.Old != 3 || s.Unknown != 0 || err != nil || !strings.Contains(s.String(), "rotate-keys") {
		t.Errorf("before: %v, %v", s, err)
	}
	if n, err := a.Factors.RewrapSecrets(t.Context()); n != 3 || err != nil {
		t.Errorf("%d sealed anew (%v)", n, err)
	}
	if s, err := a.Factors.Secrets(t.Context()); s.Total != 3 || s.Old != 0 || err != nil {
		t.Errorf("after: %v, %v", s, err)
	}
	for _, p := range []*person{ann, ben} {
		if got := p.verify(p.half(), "totp", p.codeAt(0)); got != 200 {
			t.Errorf("%s after the rotation: %d", p.email, got)
		}
	}
	a.Exec("UPDATE authenticators SET master_version = 9")
	if s, err := a.Factors.Secrets(t.Context()); s.Unknown != 3 || err != nil || !strings.Contains(s.String(), "bring the keys back") {
		t.Errorf("a key that is not here: %v, %v", s, err)
	}
}
