package main

import (
	"encoding/base64"
	"strings"
	"testing"

	"lectern/internal/platform/db/dbtest"
	"lectern/internal/platform/seal"
)

func masterOf(t *testing.T, versions ...string) *seal.Master {
	t.Helper()
	m, err := seal.LoadMaster("", strings.Join(versions, ","))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func masterKey(version, filling string) string {
	return version + ":" + base64.StdEncoding.EncodeToString([]byte(strings.Repeat(filling, 32)))
}

// A machine with different keys would sign what the others refuse and seal what they cannot open.
func TestMachinesWithOtherKeysDoNotStart(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t, "")
	secret := []byte("the secret that all machines share")
	for _, c := range []struct {
		name   string
		secret string
		master *seal.Master
		starts bool
	}{
		{"the first", string(secret), masterOf(t, masterKey("1", "a")), true},
		{"another with the same", string(secret), masterOf(t, masterKey("1", "a")), true},
		{"another secret", "a secret of its own, long enough..", masterOf(t, masterKey("1", "a")), false},
		{"a master key of its own", string(secret), masterOf(t, masterKey("1", "b")), false},
		{"a new master key beside the old", string(secret), masterOf(t, masterKey("1", "a"), masterKey("2", "c")), true},
		{"one that lacks the new", string(secret), masterOf(t, masterKey("1", "a")), false},
		{"one without the old", string(secret), masterOf(t, masterKey("2", "c")), true},
	} {
		if err := checkSharedKeys(t.Context(), d, []byte(c.secret), c.master); (err == nil) != c.starts {
			t.Errorf("%s: %v, want it to start: %v", c.name, err, c.starts)
		}
	}
}
