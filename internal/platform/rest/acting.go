package rest

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// acting says whether an administrator who acts as somebody else may call an operation.
type acting int

const (
	byMethod    acting = iota // reading always, changing unless it is read-only; never beneath /auth, /users and /payments
	onlyOneself               // never
	alsoActing                // always
)

// OnlyOneself keeps an operation from an administrator who acts as somebody else, also when they may change things: what
// concerns the key to an account, money, or the end of the account. Changes beneath /auth, /users and /payments are so anyway.
func (op Op) OnlyOneself() Op { op.acting = onlyOneself; return op }

// AlsoActing lets an administrator who acts as somebody else call an operation, whatever it changes.
func (op Op) AlsoActing() Op { op.acting = alsoActing; return op }

// Acted lets note hear of everything that an administrator does as somebody else, before it is done; an error prevents it.
func (a *API) Acted(note func(ctx context.Context, who access.Caller, operation string) error) {
	a.acted = note
}

// admitActing is fault.Forbidden when op is nothing for an administrator who acts as somebody else.
func (a *API) admitActing(ctx context.Context, who access.Caller, op Op) error {
	if err := op.mayActing(who); err != nil || op.reads() || op.acting == alsoActing {
		return err
	}
	return a.acted(ctx, who, op.method+" "+op.path)
}

// mayActing says whether op is something for an administrator who acts as somebody else.
func (op Op) mayActing(who access.Caller) error {
	switch {
	case op.acting == alsoActing:
	case op.acting == onlyOneself || !op.reads() && op.isKey():
		return fault.New(fault.Forbidden, "only_oneself", "Only the owner of an account can do this; you act on their behalf.")
	case who.ReadOnly && !op.reads():
		return fault.New(fault.Forbidden, "read_only", "You see this account read-only. Nothing has been changed.")
	}
	return nil
}

func (op Op) reads() bool { return op.method == http.MethodGet || op.method == http.MethodHead }

// Opens lists what a caller may call, as "METHOD /path" below the base of the API.
func (a *API) Opens(who access.Caller) []string {
	open := []string{}
	for route, gate := range a.Gates {
		method, path, ok := strings.Cut(route, " "+base)
		if ok && gate.Admits(who) && (who.Actor == "" || a.operations[route].mayActing(who) == nil) {
			open = append(open, method+" "+path)
		}
	}
	slices.Sort(open)
	return open
}

// isKey says that an operation changes who may come in, or what is paid.
func (op Op) isKey() bool {
	for _, under := range []string{"/auth/", "/users", "/payments", "/setup"} {
		if strings.HasPrefix(op.path, under) {
			return true
		}
	}
	return false
}
