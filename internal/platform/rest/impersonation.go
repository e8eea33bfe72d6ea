package rest

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// impersonation says whether an impersonating administrator may call an operation.
type impersonation int

const (
	impersonationByMethod impersonation = iota // reads always; changes unless read-only, but never under /auth, /users and /payments
	impersonationDenied                        // never
	impersonationAllowed                       // always
)

// DenyImpersonation refuses impersonating administrators, even writable ones: for credentials, money, and deleting the
// account. Changes under /auth, /users and /payments are refused anyway.
func (op Op) DenyImpersonation() Op { op.impersonation = impersonationDenied; return op }

// AllowImpersonation admits impersonating administrators, whatever the operation changes.
func (op Op) AllowImpersonation() Op { op.impersonation = impersonationAllowed; return op }

// OnImpersonatedChange calls note before everything that an impersonating administrator changes; its error prevents the
// change.
func (a *API) OnImpersonatedChange(note func(ctx context.Context, who access.Caller, operation string) error) {
	a.onImpersonatedChange = note
}

// authorizeImpersonation returns fault.Forbidden when an impersonating administrator may not call op.
func (a *API) authorizeImpersonation(ctx context.Context, who access.Caller, op Op) error {
	if err := op.impersonationAllowed(who); err != nil || op.isRead() || op.impersonation == impersonationAllowed {
		return err
	}
	return a.onImpersonatedChange(ctx, who, op.method+" "+op.path)
}

// impersonationAllowed checks whether op is open to an impersonating administrator.
func (op Op) impersonationAllowed(who access.Caller) error {
	switch {
	case op.impersonation == impersonationAllowed:
	case op.impersonation == impersonationDenied || !op.isRead() && op.isSensitive():
		return fault.New(fault.Forbidden, "only_oneself", "Only the owner of an account can do this, and you are viewing the site as another user.")
	case who.ReadOnly && !op.isRead():
		return fault.New(fault.Forbidden, "read_only", "You can only view this account. Nothing was changed.")
	}
	return nil
}

func (op Op) isRead() bool { return op.method == http.MethodGet || op.method == http.MethodHead }

// AllowedOperations lists the operations that a caller may use, as "METHOD /path" relative to the base of the API.
func (a *API) AllowedOperations(who access.Caller) []string {
	open := []string{}
	for route, gate := range a.Gates {
		method, path, ok := strings.Cut(route, " "+base)
		if ok && gate.Admits(who) && (who.Actor == "" || a.operations[route].impersonationAllowed(who) == nil) {
			open = append(open, method+" "+path)
		}
	}
	slices.Sort(open)
	return open
}

// isSensitive reports whether an operation changes credentials, accounts or payments.
func (op Op) isSensitive() bool {
	for _, under := range []string{"/auth/", "/users", "/payments", "/setup"} {
		if strings.HasPrefix(op.path, under) {
			return true
		}
	}
	return false
}
