package access_test

import (
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
)

func TestTokens(t *testing.T) {
	t.Parallel()
	c := clock.NewManual(time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC))
	tokens := access.Tokens{Key: []byte("the key"), Clock: c, TTL: 15 * time.Minute}
	token, err := tokens.Sign(access.Caller{ID: "ann", Roles: []access.Role{access.Student}})
	if err != nil {
		t.Fatal(err)
	}
	if who, err := tokens.Parse(token); err != nil || who.ID != "ann" || !who.HasRole(access.Admin, access.Student) || who.HasRole(access.Admin) {
		t.Errorf("read back %+v, %v", who, err)
	}
	unsigned := "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4iLCJleHAiOjQxMDI0NDQ4MDB9." // {"alg":"none"} {"sub":"ann","exp":4102444800}
	stranger := access.Tokens{Key: []byte("another"), Clock: c}
	for name, read := range map[string]func() (access.Caller, error){
		"another key": func() (access.Caller, error) { return stranger.Parse(token) },
		"no key":      func() (access.Caller, error) { return tokens.Parse(unsigned) },
		"garbage":     func() (access.Caller, error) { return tokens.Parse("x.y.z") },
		"too late":    func() (access.Caller, error) { c.Advance(15 * time.Minute); return tokens.Parse(token) },
	} {
		if who, err := read(); !fault.Is(err, fault.Unauthenticated) || who.ID != "" {
			t.Errorf("%s: %+v, %v", name, who, err)
		}
	}
}
