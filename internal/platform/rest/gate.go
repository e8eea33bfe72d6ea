package rest

import (
	"strings"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// Gate says who may call an operation. It can only be had from this package, and the zero Gate lets nobody register.
type Gate struct {
	Name  string // as it stands in the OpenAPI document and in the golden file
	fails []fault.Kind
	admit func(access.Caller) error
}

// Public is for everybody, SignedIn for whoever holds an access token. Signed is for whoever holds the operation's own
// signed URL or token, which its handler checks.
var (
	Public   = Gate{"public", nil, func(access.Caller) error { return nil }}
	Signed   = Gate{"signed URL", []fault.Kind{fault.Unauthenticated, fault.Forbidden}, func(access.Caller) error { return nil }}
	SignedIn = Gate{"signed in", []fault.Kind{fault.Unauthenticated}, func(c access.Caller) error {
		if c.ID == "" {
			return fault.New(fault.Unauthenticated, "not_signed_in", "Please sign in.")
		}
		return nil
	}}
	// Teachers admits instructors and administrators; which course is theirs is for the use case.
	Teachers = Roles(access.Instructor, access.Admin)
)

// Roles admits a caller who holds one of the roles: 401 for nobody, 403 for anybody else.
func Roles(roles ...access.Role) Gate {
	return RolesOr("You do not have permission to do this.", roles...)
}

// RolesOr is Roles with its own sentence for the 403, where the specification has one.
func RolesOr(refusal string, roles ...access.Role) Gate {
	names := make([]string, len(roles))
	for i, r := range roles {
		names[i] = string(r)
	}
	return Gate{strings.Join(names, " or "), []fault.Kind{fault.Unauthenticated, fault.Forbidden}, func(c access.Caller) error {
		if err := SignedIn.admit(c); err != nil || c.HasRole(roles...) {
			return err
		}
		return fault.New(fault.Forbidden, "forbidden", refusal)
	}}
}

// needsToken says whether the gate reads the access token and refuses a bad one; the others take a good one as a hint.
func (g Gate) needsToken() bool { return g.Name != Public.Name && g.Name != Signed.Name }

// Admits says whether a caller would pass.
func (g Gate) Admits(c access.Caller) bool { return g.admit(c) == nil }
