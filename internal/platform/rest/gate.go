package rest

import (
	"strings"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// Gate decides who may call an operation. Gates come from this package only, and the zero Gate cannot be registered.
type Gate struct {
	Name  string // as in the OpenAPI document and the golden file
	fails []fault.Kind
	admit func(access.Caller) error
	token tokenUse
}

// tokenUse says whether an access token is sent: in the OpenAPI document, where generated clients read it.
type tokenUse int

const (
	tokenRequired tokenUse = iota
	tokenOptional
	tokenUnused
)

// Public admits everybody, PublicOrSignedIn too, but shows signed-in callers what others do not see. SignedIn admits callers
// with an access token. Signed is for operations with a signed URL or token of their own, which the handler checks.
var (
	Public           = Gate{"public", nil, admitEverybody, tokenUnused}
	PublicOrSignedIn = Gate{"public", nil, admitEverybody, tokenOptional}
	Signed           = Gate{"signed URL", []fault.Kind{fault.Unauthenticated, fault.Forbidden}, admitEverybody, tokenUnused}
	SignedIn         = Gate{"signed in", []fault.Kind{fault.Unauthenticated}, func(c access.Caller) error {
		if c.ID == "" {
			return fault.New(fault.Unauthenticated, "not_signed_in", "Please sign in.")
		}
		return nil
	}, tokenRequired}
	// Teachers admits instructors and administrators; the use case decides for which courses.
	Teachers = Roles(access.Instructor, access.Admin)
)

// Roles admits callers with one of the roles: 401 without a token, 403 for other roles.
func Roles(roles ...access.Role) Gate {
	return RolesOr("You do not have permission to do this.", roles...)
}

// RolesOr is Roles with its own message for the 403, where the specification has one.
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
	}, tokenRequired}
}

// BeforeAcceptance admits callers who have not accepted the current terms: for reading and accepting these, for what users may always do
// (sign out, have their data exported, delete the account), and for what would otherwise be lost.
func (op Op) BeforeAcceptance() Op { op.beforeAcceptance = true; return op }

// requireAcceptance returns a fault for a caller who must accept the terms first. Where no token is needed, such a caller is served like
// one who has not signed in. What is behind signed URLs goes on until these expire, so that no video stops in the middle.
func (op Op) requireAcceptance(who access.Caller, gate Gate) (access.Caller, error) {
	switch {
	case who.MustAccept == nil || op.beforeAcceptance:
		return who, nil
	case gate.needsToken():
		return who, who.MustAccept
	}
	return access.Caller{Client: who.Client}, nil
}

func admitEverybody(access.Caller) error { return nil }

// needsToken reports whether the gate requires a valid access token; other gates ignore an invalid one.
func (g Gate) needsToken() bool { return g.token == tokenRequired }

// security returns what a request may authenticate with, in OpenAPI's terms: any one of the list, {} for nothing.
func (g Gate) security() []map[string][]string {
	bearer := map[string][]string{bearerScheme: {}}
	switch g.token {
	case tokenRequired:
		return []map[string][]string{bearer}
	case tokenOptional:
		return []map[string][]string{{}, bearer}
	}
	return []map[string][]string{} // nil would be left out of the document
}

// Admits reports whether a caller would pass.
func (g Gate) Admits(c access.Caller) bool { return g.admit(c) == nil }
