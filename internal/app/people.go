package app

import (
	"cmp"
	"path/filepath"
	"runtime"
	"time"

	"lectern/internal/people/account"
	"lectern/internal/people/accountmail"
	"lectern/internal/people/authn"
	"lectern/internal/people/emaillink"
	"lectern/internal/people/identity"
	"lectern/internal/people/lockout"
	"lectern/internal/people/password"
	"lectern/internal/people/profile"
	"lectern/internal/people/recovery"
	"lectern/internal/people/school"
	"lectern/internal/people/securitylog"
	"lectern/internal/people/securityreport"
	"lectern/internal/people/session"
	"lectern/internal/people/signup"
	"lectern/internal/people/terms"
	"lectern/internal/people/twofactor"
	"lectern/internal/people/user"
	"lectern/internal/people/userimport"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/sign"
	"lectern/internal/platform/slots"
)

const (
	identityTimeout = 10 * time.Second // for an identity provider, while a user waits

	hashQueue = 64 // calls that may wait for the hasher
)

// imports keep a processor busy and may hold the only writer of SQLite for seconds; exports wait for the client that downloads them.
var (
	imports = slots.Limits{Running: 2, Each: 2, Waiting: 16}
	exports = slots.Limits{Running: 16, Each: 3, Waiting: 32}
)

// NewHasher returns the password hasher, which leaves a core to other requests. onQueue may be nil.
func NewHasher(cost password.Cost, onQueue func(long bool)) *password.Hasher {
	return password.NewHasher(password.Options{Cost: cost, Parallel: max(1, runtime.NumCPU()-1), Waiting: hashQueue, OnQueue: onQueue})
}

// buildPeople builds the features about users in order of their dependencies.
func (a *App) buildPeople(p Deps) {
	a.address, a.publicURL = cmp.Or(p.Config.PublicURL, p.Config.LocalURL), p.Config.PublicURL
	a.MailFolder = mail.NewFolder(filepath.Join(p.Config.Data, "mail"))
	sender := p.Mail
	if sender == nil {
		sender = a.MailFolder
	}
	a.mail = mail.Branded{To: sender, Settings: a.Settings, DB: p.DB, Address: a.address}
	if a.Hasher = p.Hasher; a.Hasher == nil {
		a.Hasher = NewHasher(password.Argon2id, nil)
	}
	passwords := &password.Policy{Hasher: a.Hasher, Settings: a.Settings, DB: p.DB}
	a.limits = ratelimit.New(ratelimit.Deps{DB: p.DB, Clock: p.Clock, Key: sign.DeriveKey(p.Secret, "rate limits")})
	limits := authn.NewLimits(authn.LimitsDeps{Limiter: a.limits, Settings: a.Settings, DB: p.DB})
	a.security = securitylog.New(p.DB, p.Clock, p.Config.LogAddresses)
	a.lockouts = lockout.New(lockout.Deps{DB: p.DB, Clock: p.Clock, Key: sign.DeriveKey(p.Secret, "lockouts"), Log: a.security, Settings: a.Settings})
	a.emailLinks = emaillink.New(emaillink.Deps{DB: p.DB, Clock: p.Clock, Key: sign.DeriveKey(p.Secret, "email links"), Address: a.address})
	mailer := accountmail.New(accountmail.Deps{DB: p.DB, Clock: p.Clock, Queue: a.Queue, Sender: a.mail, Preferences: profile.Preferences{Settings: a.Settings}, Address: a.address})
	a.pictures = newPictures(p)
	deletions, connections := profile.NewDeletions(p.Clock, a.Queue), identity.NewConnections(p.Clock)

	a.Sessions = session.New(session.Deps{
		DB: p.DB, Clock: p.Clock, Tokens: p.Tokens, Key: sign.DeriveKey(p.Secret, "sessions"), Audit: a.Audit, Limits: limits, Hasher: a.Hasher,
		Lockouts: a.lockouts, Security: a.security, Mailer: mailer, Links: a.emailLinks, Factors: twofactor.Reader{}, Deletions: deletions, Settings: a.Settings,
	})
	a.SignUps = signup.New(signup.Deps{
		DB: p.DB, Clock: p.Clock, Key: sign.DeriveKey(p.Secret, "sign-ups"), Audit: a.Audit, Limits: limits, Passwords: passwords, Settings: a.Settings, Security: a.security,
		Mailer: mailer, Links: a.emailLinks, Sessions: a.Sessions, Identities: connections,
	})
	a.Recovery = recovery.New(recovery.Deps{
		DB: p.DB, Clock: p.Clock, Limits: limits, Passwords: passwords, Lockouts: a.lockouts, Security: a.security,
		Mailer: mailer, Links: a.emailLinks, Sessions: a.Sessions, Identities: connections, Factors: twofactor.Reader{},
	})
	a.Accounts = account.New(account.Deps{
		DB: p.DB, Clock: p.Clock, Queue: a.Queue, Audit: a.Audit, Passwords: passwords, Settings: a.Settings, Lockouts: a.lockouts, Security: a.security, Mailer: mailer,
		Links: a.emailLinks, MailFolder: a.MailFolder, Sessions: a.Sessions, Recovery: a.Recovery, Verification: a.SignUps, Deletions: deletions,
	})
	a.Factors = twofactor.New(twofactor.Deps{
		DB: p.DB, Clock: p.Clock, Master: p.Master, Key: sign.DeriveKey(p.Secret, "second factors"), Limits: limits, Lockouts: a.lockouts, Queue: a.Queue,
		Mail: a.mail, Preferences: profile.Preferences{Settings: a.Settings}, Address: a.address, Sessions: a.Sessions, Security: a.security, Audit: a.Audit, Settings: a.Settings,
	})
	a.Profiles = profile.New(profile.Deps{
		DB: p.DB, Clock: p.Clock, Blob: p.Blob, Queue: a.Queue, Audit: a.Audit, Limits: a.limits, Mail: a.mail, Address: a.address,
		Key: sign.DeriveKey(p.Secret, "data exports"), Scratch: filepath.Join(p.Config.Data, "scratch"), Accounts: a.Accounts, Sessions: a.Sessions,
		Deletions: deletions, Pictures: a.pictures, Settings: a.Settings, EraseAtOnce: p.Config.EraseAtOnce,
	})
	a.Identities = a.newIdentities(p, limits)
	a.School = school.New(school.Deps{DB: p.DB, Clock: p.Clock, Blob: p.Blob, Queue: a.Queue, Audit: a.Audit, Settings: a.Settings, Sessions: a.Sessions, Pictures: a.pictures, DemoAccounts: p.DemoAccounts})
	a.Terms = terms.New(terms.Deps{DB: p.DB, Clock: p.Clock, Audit: a.Audit, Sessions: a.Sessions})
	a.SecurityReport = securityreport.New(securityreport.Deps{DB: p.DB, Clock: p.Clock, Audit: a.Audit, Sessions: a.Sessions})
	a.Users = user.New(user.Deps{DB: p.DB, Clock: p.Clock, Queue: a.Queue, Tokens: p.Tokens, Audit: a.Audit, Security: a.security, Accounts: a.Accounts,
		Deletions: a.Profiles, Factors: a.Factors, Sessions: a.Sessions})
	a.UserImports = userimport.New(userimport.Deps{DB: p.DB, Clock: p.Clock, Queue: a.Queue, Audit: a.Audit, Accounts: a.Accounts, Contacts: a.Profiles, Sessions: a.Sessions})
}

// newIdentities builds federated sign-in.
func (a *App) newIdentities(p Deps, limits *authn.Limits) *identity.Service {
	reach := p.HTTPClient
	if reach == nil {
		reach = identity.NewHTTPClient(p.Config.IdentityProviders)
	}
	return identity.New(identity.Deps{
		DB: p.DB, Clock: p.Clock, Key: sign.DeriveKey(p.Secret, "outside identities"), Limits: limits, Mail: a.mail, Preferences: profile.Preferences{Settings: a.Settings},
		Address: a.address, Sessions: a.Sessions, SignUps: a.SignUps, Security: a.security,
		Providers: identity.NewProviders(p.Config.IdentityProviders, reach, p.Clock), Timeout: identityTimeout,
	})
}

// people are the features about users, in the order in which they erase: accounts after those that look the address of the user
// up in the directory, and before the catalogue, which is indexed anew without the name.
func (a *App) people() []any {
	return []any{a.security, a.lockouts, a.emailLinks, a.Sessions, a.SignUps, a.Recovery, a.Identities,
		a.Factors, a.Users, a.UserImports, a.SecurityReport, a.School, a.Terms, a.Accounts}
}
