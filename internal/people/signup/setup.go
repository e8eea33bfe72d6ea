package signup

import (
	"context"
	"crypto/hmac"
	"encoding/base32"
	"strings"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/sign"
)

// FirstAdmin is the form of the set-up page.
type FirstAdmin struct {
	Code string `json:"code" pattern:"\\S" maxLength:"64" msg:"Please enter the code from the console"`
	directory.Registration
}

// Setup tells whether the installation needs its first administrator.
type Setup struct {
	Needed bool `json:"needed"`
}

var errSetUp = fault.New(fault.Conflict, "already_set_up", "This site already has an administrator. Sign in.")

// SetupCode returns the code that the console prints while there is no administrator, afterwards "". Every server of an
// installation prints the same code at every start.
func (s *Service) SetupCode(ctx context.Context) (string, error) {
	state, err := s.Setup(ctx)
	if err != nil || !state.Needed {
		return "", err
	}
	return s.setupCode(), nil
}

// setupCode returns 80 bits in groups of four characters that are not easily confused.
func (s *Service) setupCode() string {
	text := base32.StdEncoding.EncodeToString(sign.New(s.key, "set-up code").Hash()[:10])
	return text[0:4] + "-" + text[4:8] + "-" + text[8:12] + "-" + text[12:16]
}

// normalizeCode removes dashes and spaces from a typed code and folds its case.
func normalizeCode(code string) string {
	return strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(code))
}

// Setup reports whether there is no administrator yet. Public.
func (s *Service) Setup(ctx context.Context) (Setup, error) {
	done, err := isSetUp(ctx, s.db.Reader())
	return Setup{Needed: !done}, err
}

// SetUp creates the first administrator and signs them in. The set-up code authorises it. fault.Forbidden for a wrong code,
// fault.TooMany after five of those within a minute, fault.Conflict when there is an administrator, fault.Invalid when a
// rule is violated.
func (s *Service) SetUp(ctx context.Context, f FirstAdmin, from access.Client) (authn.SignedIn, error) {
	if state, err := s.Setup(ctx); err != nil {
		return authn.SignedIn{}, err
	} else if !state.Needed {
		return authn.SignedIn{}, errSetUp
	}
	if wait := s.wrongCodes.wait(); wait > 0 {
		return authn.SignedIn{}, fault.New(fault.TooMany, "too_many_attempts",
			"You entered a wrong code too many times. Wait a minute, then try again.").WithRetryAfter(wait)
	}
	if !hmac.Equal([]byte(normalizeCode(f.Code)), []byte(normalizeCode(s.setupCode()))) {
		s.wrongCodes.add()
		return authn.SignedIn{}, fault.New(fault.Forbidden, "wrong_setup_code", "This is not the code from the console.")
	}
	u, err := f.NewStrongUser(ctx, s.passwords, s.clock.Now(), access.Admin)
	if err != nil {
		return authn.SignedIn{}, err
	}
	var answer authn.SignedIn
	return answer, s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := markSetUp(ctx, tx, s.clock.Now()); err != nil {
			return err
		}
		if err := directory.Insert(ctx, tx, u); err != nil {
			return err
		}
		if err := s.RequestVerification(ctx, tx, u.ID); err != nil {
			return err
		}
		answer, err = s.sessions.StartFirst(ctx, tx, u, from)
		return err
	})
}

// maxAttempts is how many wrong set-up codes a process accepts within a minute.
const maxAttempts = 5

// attempts limits the rate of guesses.
type attempts struct {
	clock clock.Clock
	mu    sync.Mutex
	at    []time.Time // the latest, at most maxAttempts
}

func (a *attempts) add() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.at = append(a.at, a.clock.Now())
	a.at = a.at[max(0, len(a.at)-maxAttempts):]
}

// wait returns the time until the next attempt is allowed; 0 when it is allowed at once.
func (a *attempts) wait() time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.at) < maxAttempts {
		return 0
	}
	return max(0, a.at[0].Add(time.Minute).Sub(a.clock.Now()))
}
