package identity

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/authn"
	"lectern/internal/people/securitylog"
	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/ratelimit"
)

// Sessions signs users in.
type Sessions interface {
	// SignInFederated signs a user in, or asks for their second factor.
	SignInFederated(ctx context.Context, tx bun.IDB, user, deviceToken string, from access.Client) (SignInResult, error)
	// Fresh returns fault.Forbidden when the caller's session is not fresh.
	Fresh(ctx context.Context, q bun.IDB, who access.Caller) error
}

// SignUps creates accounts.
type SignUps interface {
	// SignUpVerified creates a student's account with a verified address and no password, and returns its id.
	SignUpVerified(ctx context.Context, tx bun.IDB, name, email string) (string, error)
	// SignUpUnverified emails an unverified address how to continue, whether or not it has an account. note runs in the
	// sign-up's transaction with its id. The browser needs the returned key to complete the sign-up.
	SignUpUnverified(ctx context.Context, name, email string, from access.Client, note func(tx bun.IDB, signUp string) error) (key string, err error)
	// UserOf returns the user who has an address, and the address as they wrote it; "" when nobody has.
	UserOf(ctx context.Context, q bun.IDB, email string) (user, address string, err error)
}

// Deps of the service.
type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Key         []byte // derives the secrets of authorization requests; 32 bytes that every server of an installation shares
	Limits      *authn.Limits
	Mail        mail.Sender
	Preferences mail.Preferences
	Address     string // public address of the site: https://learn.example.org
	Sessions    Sessions
	SignUps     SignUps
	Security    *securitylog.Log
	Providers   Providers     `optional:"none when no identity provider is set up"`
	Timeout     time.Duration // for all requests to a provider within one of ours
}

// Service implements the use cases.
type Service struct {
	db          *db.DB
	clock       clock.Clock
	key         []byte
	limits      *authn.Limits
	mail        mail.Sender
	preferences mail.Preferences
	address     string
	sessions    Sessions
	signUps     SignUps
	security    *securitylog.Log
	providers   Providers
	timeout     time.Duration
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{db: d.DB, clock: d.Clock, key: d.Key, limits: d.Limits, mail: d.Mail, preferences: d.Preferences, address: d.Address, sessions: d.Sessions, signUps: d.SignUps, security: d.Security, providers: d.Providers, timeout: d.Timeout}
}

const (
	requestLifetime = 10 * time.Minute
	proofLifetime   = 15 * time.Minute   // enough time to look up a password
	signUpLifetime  = 7 * 24 * time.Hour // to read the confirmation email, or have it sent again
	retention       = 24 * time.Hour     // kept after expiry for investigations
)

// Behind a client may be a whole school. What it starts is bounded so that a flood leaves only so many rows behind; of what comes back
// from a provider only failures count.
var (
	requestLimit   = authn.Limit{Client: authn.ClientRule{Rule: ratelimit.Rule{Name: "identity client", Limit: 15_000, Window: 5 * time.Minute}}}
	returnFailures = authn.SignInFailures("identity failures")
)

var (
	errRequestExpired = fault.New(fault.Gone, "visit_over", "This sign-in took too long or was already used. Start again.")
	errNoLink         = fault.New(fault.Gone, "link_over", "This took too long or was already used. Start again at the provider.")
)

// ListProviders lists the configured providers. For anybody.
func (s *Service) ListProviders() []IdentityProvider {
	offers := make([]IdentityProvider, len(s.providers))
	for i, p := range s.providers {
		offers[i] = p.IdentityProvider
	}
	return offers
}

func (s *Service) provider(name string) (configuredProvider, error) {
	i := slices.IndexFunc(s.providers, func(p configuredProvider) bool { return p.Name == name })
	if i < 0 {
		return configuredProvider{}, fault.New(fault.NotFound, "provider_not_found", "This way of signing in is not available here.")
	}
	return s.providers[i], nil
}

// Start begins an authorization request to sign in. For anybody. fault.NotFound when the provider is not set up,
// fault.Invalid, fault.Unavailable and fault.BadGateway when the provider does not answer or answers nonsense,
// fault.TooMany.
func (s *Service) Start(ctx context.Context, name string, v NewAuthorizationRequest, from access.Client) (AuthorizationRequest, error) {
	return s.start(ctx, name, v, nil, from)
}

// Connect begins an authorization request to connect an identity to the caller's account. fault.Forbidden when the session
// is not fresh, and the faults of Start.
func (s *Service) Connect(ctx context.Context, who access.Caller, name string, v NewAuthorizationRequest, from access.Client) (AuthorizationRequest, error) {
	if err := s.sessions.Fresh(ctx, s.db.Reader(), who); err != nil {
		return AuthorizationRequest{}, err
	}
	return s.start(ctx, name, v, &who.ID, from)
}

func (s *Service) start(ctx context.Context, name string, v NewAuthorizationRequest, user *string, from access.Client) (AuthorizationRequest, error) {
	p, err := s.provider(name)
	if err != nil {
		return AuthorizationRequest{}, err
	}
	if err := v.validate(); err != nil {
		return AuthorizationRequest{}, err
	}
	if err := s.limits.Take(ctx, requestLimit, from, ""); err != nil {
		return AuthorizationRequest{}, err
	}
	now := s.clock.Now()
	row := authorizationRequest{ID: db.NewID(), Provider: name, UserID: user, Next: v.Next, CreatedAt: now, ExpiresAt: now.Add(requestLifetime)}
	patient, stop := context.WithTimeout(ctx, s.timeout)
	defer stop()
	address, err := p.begin(patient, s.deriveSecrets(row.ID, name))
	if err != nil {
		return AuthorizationRequest{}, err
	}
	return AuthorizationRequest{address, s.browserKey(row.ID)}, s.db.InTx(ctx, func(tx bun.IDB) error { return insertAuthorizationRequest(ctx, tx, row) })
}

// Finish completes an authorization request, once: it signs the user in, creates their account, connects the identity, or
// asks them to prove an existing account too. fault.Gone when the request has expired, fault.Forbidden for another browser
// or user, fault.Conflict when the identity or the address is taken, fault.BadGateway and fault.Unavailable when the
// provider fails; the faults of signing in; fault.TooMany.
func (s *Service) Finish(ctx context.Context, who access.Caller, name string, r IdentityCallback, from access.Client) (IdentityCallbackResult, error) {
	return authn.Guarded(ctx, s.limits, returnFailures, from, func() (IdentityCallbackResult, error) { return s.finish(ctx, who, name, r, from) })
}

func (s *Service) finish(ctx context.Context, who access.Caller, name string, r IdentityCallback, from access.Client) (IdentityCallbackResult, error) {
	p, err := s.provider(name)
	if err != nil {
		return IdentityCallbackResult{}, err
	}
	v, err := s.takeAuthorizationRequest(ctx, who, name, r)
	if err != nil {
		return IdentityCallbackResult{}, err
	}
	patient, stop := context.WithTimeout(ctx, s.timeout)
	defer stop()
	proven, err := p.identify(patient, s.deriveSecrets(v.ID, name), r)
	if err != nil {
		return IdentityCallbackResult{}, err
	}
	if !proven.isValid() {
		return IdentityCallbackResult{}, errForged(p.Label, nil)
	}
	proven = proven.normalise()
	arrival := IdentityCallbackResult{Label: p.Label, Next: v.Next}
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		if v.UserID != nil {
			arrival.Outcome = "connected"
			return s.connect(ctx, tx, *v.UserID, name, proven)
		}
		return s.signInOrRegister(ctx, tx, &arrival, name, proven, r.DeviceToken, from)
	})
	if err == nil && arrival.Outcome == unconfirmed {
		arrival.Key, err = s.startSignUp(ctx, name, proven, from)
	}
	if err != nil {
		return IdentityCallbackResult{}, err
	}
	return arrival, nil
}

const unconfirmed = "address_unconfirmed"

// takeAuthorizationRequest consumes the request to which r belongs: of concurrent returns one succeeds.
func (s *Service) takeAuthorizationRequest(ctx context.Context, who access.Caller, name string, r IdentityCallback) (v authorizationRequest, err error) {
	id, ok := s.readToken("state", r.State)
	if !ok {
		return v, errRequestExpired
	}
	if !s.isBrowserKey(id, r.Key) { // the request stays valid for the browser that started it
		return v, fault.New(fault.Forbidden, "other_browser", "This sign-in was started in another browser or tab. Start again here.")
	}
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		if v, err = useAuthorizationRequest(ctx, tx, id, name, s.clock.Now()); err != nil {
			return err
		}
		if v.UserID != nil && *v.UserID != who.ID {
			return fault.New(fault.Forbidden, "other_person", "You are no longer signed in to the account you started with. Sign in to it and start again.")
		}
		return nil
	})
	return v, err
}

// signInOrRegister handles a return from a sign-in, as opposed to connecting.
func (s *Service) signInOrRegister(ctx context.Context, tx bun.IDB, a *IdentityCallbackResult, name string, p providerUser, device string, from access.Client) error {
	held, err := identityOf(ctx, tx, name, p)
	if err != nil {
		return err
	}
	user := held.UserID
	switch {
	case user != "":
		err = touchIdentity(ctx, tx, held.ID, p.Email, s.clock.Now())
	case p.Email == "":
		err = fault.New(fault.Conflict, "no_address", a.Label+" didn't share your email address, which an account needs. Sign up with your email address, then connect "+a.Label+" in your settings.")
	case !p.Verified: // the answer must not reveal whether there is an account, nor whose
		a.Outcome = unconfirmed
	default:
		user, err = s.registerUser(ctx, tx, a, name, p)
	}
	if err != nil || user == "" {
		return err
	}
	entry, err := s.sessions.SignInFederated(ctx, tx, user, device, from)
	a.Outcome, a.Entry = "entered", &entry
	return err
}

// registerUser creates an account with a verified address. When the address is taken it returns "", and a asks for proof of
// that account.
func (s *Service) registerUser(ctx context.Context, tx bun.IDB, a *IdentityCallbackResult, name string, p providerUser) (string, error) {
	holder, address, err := s.signUps.UserOf(ctx, tx, p.Email)
	if err != nil {
		return "", err
	}
	if holder != "" {
		now := s.clock.Now()
		row := proof{ID: db.NewID(), UserID: &holder, Provider: name, Issuer: p.Issuer, Subject: p.Subject, Email: p.Email, CreatedAt: now, ExpiresAt: now.Add(proofLifetime)}
		a.Outcome, a.Link = "link_required", &Link{s.token("link", row.ID), address, int64(proofLifetime / time.Second)}
		return "", insertProof(ctx, tx, row)
	}
	user, err := s.signUps.SignUpVerified(ctx, tx, p.Name, p.Email)
	if err != nil {
		return "", err
	}
	return user, insertIdentity(ctx, tx, newIdentity(s.clock.Now(), user, name, p))
}

// startSignUp begins a sign-up whose address has to be confirmed, like one without a provider.
func (s *Service) startSignUp(ctx context.Context, name string, p providerUser, from access.Client) (key string, err error) {
	return s.signUps.SignUpUnverified(ctx, p.Name, p.Email, from, func(tx bun.IDB, signUp string) error {
		now := s.clock.Now()
		return insertProof(ctx, tx, proof{ID: db.NewID(), SignUp: signUp, Provider: name, Issuer: p.Issuer, Subject: p.Subject, Email: p.Email,
			CreatedAt: now, ExpiresAt: now.Add(signUpLifetime)})
	})
}

// Sweep deletes expired authorization requests and proofs. For the periodic job.
func (s *Service) Sweep(ctx context.Context) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error { return deleteExpired(ctx, tx, s.clock.Now().Add(-retention)) })
}

func (s *Service) Sweeps() jobs.Sweeps { return jobs.Sweeps{"identity.sweep": s.Sweep} }
