package rest

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// impersonation says whether an administrator who acts as somebody else may call an operation.
type impersonation int

const (
	impersonationByMethod impersonation = iota // reading always, changing unless it is read-only; never beneath /auth, /users and /payments
	impersonationDenied                        // never
	impersonationAllowed                       // always
)

// DenyImpersonation keeps an operation from an administrator who acts as somebody else, also when they may change things: what
// concerns the key to an account, money, or the end of the account. Changes beneath /auth, /users and /payments are so anyway.
func (op Op) DenyImpersonation() Op { op.impersonation = impersonationDenied; return op }

// AllowImpersonation lets an administrator who acts as somebody else call an operation, whatever it changes.
func (op Op) AllowImpersonation() Op { op.impersonation = impersonationAllowed; return op }

// OnImpersonatedChange lets note hear of everything that an administrator does as somebody else, before it is done; an error prevents it.
func (a *API) OnImpersonatedChange(note func(ctx context.Context, who access.Caller, operation string) error) {
	a.onImpersonatedChange = note
}

// authorizeImpersonation is fault.Forbidden when op is nothing for an administrator who acts as somebody else.
func (a *API) authorizeImpersonation(ctx context.Context, who access.Caller, op Op) error {
	if err := op.impersonationAllowed(who); err != nil || op.isRead() || op.impersonation == impersonationAllowed {
		return err
	}
	return a.onImpersonatedChange(ctx, who, op.method+" "+op.path)
}

// impersonationAllowed says whether op is something for an administrator who acts as somebody else.
func (op Op) impersonationAllowed(who access.Caller) error {
	switch {
	case op.impersonation == impersonationAllowed:
	case op.impersonation == impersonationDenied || !op.isRead() && op.isSensitive():
		return fault.New(fault.Forbidden, "only_oneself", "Only the owner of an account can do this; you act on their behalf.")
	case who.ReadOnly && !op.isRead():
		return fault.New(fault.Forbidden, "read_only", "You see this account read-only. Nothing has been changed.")
	}
	return nil
}

func (op Op) isRead() bool { return op.method == http.MethodGet || op.method == http.MethodHead }

// AllowedOperations lists what a caller may call, as "METHOD /path" below the base of the API.
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

// isSensitive says that an operation changes who may come in, or what is paid.
func (op Op) isSensitive() bool {
	for _, under := range []string{"/auth/", "/users", "/payments", "/setup"} {
		if strings.HasPrefix(op.path, under) {
			return true
		}
	}
	return false
}
