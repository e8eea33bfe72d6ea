package session

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/sign"
)

const (
	challengeLifetime = 5 * time.Minute
	enrolmentLifetime = 30 * time.Minute // enough to find and install an authenticator app
	challengePurpose  = "second step"    // of the token
)

// challenge is a sign-in that waits for its second step.
type challenge struct {
	bun.BaseModel `bun:"table:sign_in_challenges,alias:c"`

	ID        string `bun:",pk"`
	UserID    string
	Enrol     bool
	DeviceID  string
	CreatedAt time.Time
	ExpiresAt time.Time
}

var errDeadChallenge = fault.New(fault.Gone, "challenge_dead", "This sign-in took too long or was already used. Start again with your password.")

// challenge asks u for a second step: by one of the methods or, without any, by setting one up first.
func (s *Service) challenge(ctx context.Context, tx bun.IDB, u directory.User, deviceID string, methods []string) (authn.SecondStep, error) {
	lifetime, enrol := challengeLifetime, len(methods) == 0
	if enrol {
		methods, lifetime = []string{}, enrolmentLifetime
	}
	now := s.clock.Now()
	row := challenge{ID: db.NewID(), UserID: u.ID, Enrol: enrol, DeviceID: deviceID, CreatedAt: now, ExpiresAt: now.Add(lifetime)}
	step := authn.SecondStep{TwoFactorRequired: true, EnrolmentRequired: enrol, ChallengeToken: s.challenges().Token(row.ExpiresAt, row.ID),
		Methods: methods, ExpiresIn: int64(lifetime / time.Second)}
	return step, insertChallenge(ctx, tx, row)
}

func (s *Service) challenges() sign.Signer { return sign.New(s.key, challengePurpose) }

// ChallengedUser returns the user of a challenge, and whether it is for enrolment. It does not use the token up, so that a
// mistyped code can be corrected. fault.Gone when the token is invalid.
func (s *Service) ChallengedUser(ctx context.Context, q bun.IDB, token string) (user string, enrol bool, err error) {
	id, err := s.challenges().Read(token, s.clock.Now(), 1)
	if err != nil {
		return "", false, errDeadChallenge
	}
	c, err := liveChallenge(ctx, q, id[0], s.clock.Now())
	return c.UserID, c.Enrol, err
}

// CompleteChallenge uses a challenge whose second step has been taken and opens the session. Of several concurrent calls one succeeds.
// For the feature that has checked the step. fault.Gone when the challenge is invalid, fault.Forbidden and fault.Locked as
// for a password.
func (s *Service) CompleteChallenge(ctx context.Context, tx bun.IDB, token string, from access.Client) (authn.SignedIn, error) {
	id, err := s.challenges().Read(token, s.clock.Now(), 1)
	if err != nil {
		return authn.SignedIn{}, errDeadChallenge
	}
	c, err := takeChallenge(ctx, tx, id[0], s.clock.Now())
	if err != nil {
		return authn.SignedIn{}, err
	}
	u, _, err := s.admissible(ctx, tx, c.UserID, "")
	if err != nil {
		return authn.SignedIn{}, err
	}
	return s.open(ctx, tx, u, proof{c.DeviceID, true}, from)
}
