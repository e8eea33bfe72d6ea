package account

import (
	"context"
	"crypto/hmac"
	"encoding/base32"
	"strings"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
)

// SetupCode is what the console prints while the installation waits for its first administrator, and "" once it has
// one. For the start of the process. Every server of an installation prints the same, at every start.
func (s *Service) SetupCode(ctx context.Context) (string, error) {
	state, err := s.Setup(ctx)
	if err != nil || !state.Needed {
		return "", err
	}
	return s.setupCode(), nil
}

// setupCode is 80 bits in groups of four letters and digits that are not mistaken for each other.
func (s *Service) setupCode() string {
	text := base32.StdEncoding.EncodeToString(s.mac("set-up code", nil)[:10])
	return text[0:4] + "-" + text[4:8] + "-" + text[8:12] + "-" + text[12:16]
}

// bare is a code as people may type it: without dashes and blanks, in either case.
func bare(code string) string {
	return strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(code))
}

// Setup says whether the first administrator is still wanted. For anybody.
func (s *Service) Setup(ctx context.Context) (Setup, error) {
	done, err := isSetUp(ctx, s.DB.Reader())
	return Setup{Needed: !done}, err
}

// SetUp makes the first administrator and signs in. For whoever has read the code on the console.
// fault.Forbidden for another code, fault.TooMany after five of those within a minute, fault.Conflict when there is an
// administrator, fault.Invalid when a rule is broken.
func (s *Service) SetUp(ctx context.Context, f FirstAdmin, from access.Client) (SignedIn, error) {
	if state, err := s.Setup(ctx); err != nil {
		return SignedIn{}, err
	} else if !state.Needed {
		return SignedIn{}, errSetUp
	}
	if wait := s.Wrong.Wait(); wait > 0 {
		return SignedIn{}, fault.New(fault.TooMany, "too_many_attempts",
			"That was the wrong code too many times. Please wait a minute, then try again.").WithRetryAfter(wait)
	}
	if !hmac.Equal([]byte(bare(f.Code)), []byte(bare(s.setupCode()))) {
		s.Wrong.Note()
		return SignedIn{}, fault.New(fault.Forbidden, "wrong_setup_code", "This is not the code that the console shows.")
	}
	u, err := s.newcomer(ctx, f.Registration, access.Admin)
	if err != nil {
		return SignedIn{}, err
	}
	var answer SignedIn
	return answer, s.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := markSetUp(ctx, tx, s.Clock.Now()); err != nil {
			return err
		}
		if err := insertUser(ctx, tx, u); err != nil {
			return err
		}
		if err := s.write(ctx, tx, order{Occasion: onSignUp, User: u.ID}); err != nil {
			return err
		}
		answer, err = s.enter(ctx, tx, u, proof{}, from)
		return err
	})
}

var errSetUp = fault.New(fault.Conflict, "already_set_up", "This installation has its administrator already. Please sign in.")

// Attempts slows guessing down: so many in a minute, by this process.
type Attempts struct {
	clock clock.Clock
	most  int
	mu    sync.Mutex
	at    []time.Time
}

// NewAttempts allows so many within a minute.
func NewAttempts(c clock.Clock, most int) *Attempts { return &Attempts{clock: c, most: most} }

// Note counts one that failed.
func (a *Attempts) Note() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.at = append(a.at, a.clock.Now())
	a.at = a.at[max(0, len(a.at)-a.most):]
}

// Wait is how long until another may be made; 0 for at once.
func (a *Attempts) Wait() time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.at) < a.most {
		return 0
	}
	return max(0, a.at[0].Add(time.Minute).Sub(a.clock.Now()))
}
