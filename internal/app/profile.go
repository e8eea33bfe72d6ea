package app

import (
	"path/filepath"

	"lectern/internal/people/profile"
)

// newProfiles builds what people say of themselves. It and the accounts ask each other.
func (a *App) newProfiles(p Deps) *profile.Service {
	s := &profile.Service{
		DB: p.DB, Clock: p.Clock, Blob: p.Blob, Queue: a.Queue, Audit: a.Audit, Limits: a.Accounts.Limits,
		Mail: a.Accounts.Mail, Address: a.Accounts.Address, Key: Derive(p.Secret, "data exports"), Scratch: filepath.Join(p.Config.Data, "scratch"),
		Accounts: a.Accounts, Painters: make(chan struct{}, paintersAtOnce),
	}
	a.Accounts.Leavers = s
	a.Accounts.Tastes, a.Factors.Tastes, a.Identities.Tastes = s, s, s
	return s
}

const paintersAtOnce = 1 // pictures of 40 megapixels that are decoded at once
