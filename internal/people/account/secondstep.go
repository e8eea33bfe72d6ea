package account

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// Factors knows what people have set up to prove themselves with beside their password. Package app fills it.
type Factors interface {
	// Methods is with what the user can take the second step, the handiest first; none when they have nothing.
	Methods(ctx context.Context, q bun.IDB, user string) ([]string, error)
}

// SecondStep is the answer to somebody whose password was right and who has to prove more. No session exists yet.
type SecondStep struct {
	TwoFactorRequired bool     `json:"twoFactorRequired" enum:"true"`
	EnrolmentRequired bool     `json:"enrolmentRequired" doc:"Their role demands a second factor and they have none: the token is good for setting one up, at /auth/two-factor/enrol, and for nothing else."`
	ChallengeToken    string   `json:"challengeToken" doc:"For the second step alone. It dies with its use and with a change of the password."`
	Methods           []string `json:"methods" enum:"totp,passkey,recovery_code" doc:"With what the second step can be taken, the handiest first."`
	ExpiresIn         int64    `json:"expiresIn" doc:"Seconds that the challenge is good for."`
}

// Entry is the answer to a proven identity: a session, or what is to be proven besides.
type Entry = rest.Either[SignedIn, SecondStep]

const (
	challengeLives = 5 * time.Minute
	enrolmentLives = 30 * time.Minute // in which an app can be found and put on a phone
	freshFor       = 10 * time.Minute // after which somebody who changes what protects the account is asked again
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

var errDeadChallenge = fault.New(fault.Gone, "challenge_dead", "This sign-in has taken too long or was used already. Please start again with your password.")

// proof is how the owner of a session that is opened has proven who they are.
type proof struct {
	deviceID  string // the known device on which they are, "" for another
	twoFactor bool
}

// letIn opens a session of u, whose identity has been proven by one thing, or says what they must prove besides.
func (s *Service) letIn(ctx context.Context, tx bun.IDB, u User, deviceID string, from access.Client) (Entry, error) {
	methods, err := s.Factors.Methods(ctx, tx, u.ID)
	if err != nil {
		return Entry{}, err
	}
	must := len(methods) > 0
	if !must {
		if must, err = mustProveMore(ctx, tx, u.ID); err != nil {
			return Entry{}, err
		}
	}
	if !must {
		answer, err := s.enter(ctx, tx, u, proof{deviceID: deviceID}, from)
		return Entry{First: &answer}, err
	}
	now, lives, enrol := s.Clock.Now(), challengeLives, len(methods) == 0
	if enrol {
		methods, lives = []string{}, enrolmentLives
	}
	row := challenge{ID: db.NewID(), UserID: u.ID, Enrol: enrol, DeviceID: deviceID, CreatedAt: now, ExpiresAt: now.Add(lives)}
	return Entry{Second: &SecondStep{TwoFactorRequired: true, EnrolmentRequired: row.Enrol, ChallengeToken: s.challengeToken(row.ID),
		Methods: methods, ExpiresIn: int64(lives / time.Second)}}, insertChallenge(ctx, tx, row)
}

// Enter lets a user in whose identity an outside party has proven: it opens a session, or asks for the second step as
// after a password. For other features, never for a request by itself. The device token is that of an earlier sign-in, ""
// for none. fault.Forbidden and fault.Locked as for a password.
func (s *Service) Enter(ctx context.Context, tx bun.IDB, user, deviceToken string, from access.Client) (Entry, error) {
	u, deviceID, err := s.admissible(ctx, tx, user, deviceToken)
	if err != nil {
		return Entry{}, err
	}
	return s.letIn(ctx, tx, u, deviceID, from)
}

// Admit opens a session of a user who has proven their identity by two things at once, as a passkey does that has
// checked a finger or a PIN. Otherwise it is Enter.
func (s *Service) Admit(ctx context.Context, tx bun.IDB, user, deviceToken string, from access.Client) (SignedIn, error) {
	u, deviceID, err := s.admissible(ctx, tx, user, deviceToken)
	if err != nil {
		return SignedIn{}, err
	}
	return s.enter(ctx, tx, u, proof{deviceID, true}, from)
}

// admissible is a user who may come in, and the known device on which they do.
func (s *Service) admissible(ctx context.Context, tx bun.IDB, user, deviceToken string) (u User, deviceID string, err error) {
	if u, err = userByID(ctx, tx, user); err != nil {
		return u, "", err
	}
	refused, err := s.refusal(ctx, tx, u)
	if err == nil {
		err = refused
	}
	if err != nil {
		return u, "", err
	}
	who, err := subjectOf(ctx, tx, u.EmailKey, hashOf(deviceToken))
	return u, who.DeviceID, err
}

// Challenged is whose second step a token is for, and whether it is for setting one up. It leaves the token good, so
// that a code that was mistyped can be typed again. fault.Gone when it is not good.
func (s *Service) Challenged(ctx context.Context, q bun.IDB, token string) (user string, enrol bool, err error) {
	id, ok := s.readChallengeToken(token)
	if !ok {
		return "", false, errDeadChallenge
	}
	c, err := liveChallenge(ctx, q, id, s.Clock.Now())
	return c.UserID, c.Enrol, err
}

// Pass uses a challenge up, whose user has taken the second step, and opens their session: of several at once one.
// For whoever has checked that. fault.Gone when it is not good, fault.Forbidden and fault.Locked as for a password.
func (s *Service) Pass(ctx context.Context, tx bun.IDB, token string, from access.Client) (SignedIn, error) {
	id, ok := s.readChallengeToken(token)
	if !ok {
		return SignedIn{}, errDeadChallenge
	}
	c, err := takeChallenge(ctx, tx, id, s.Clock.Now())
	if err != nil {
		return SignedIn{}, err
	}
	u, _, err := s.admissible(ctx, tx, c.UserID, "")
	if err != nil {
		return SignedIn{}, err
	}
	return s.enter(ctx, tx, u, proof{c.DeviceID, true}, from)
}

// challengeToken is id and a MAC over it, as that of a link.
func (s *Service) challengeToken(id string) string {
	raw := uuid.MustParse(id)
	return base64.RawURLEncoding.EncodeToString(append(raw[:], s.mac("second step", raw[:])...))
}

func (s *Service) readChallengeToken(token string) (id string, ok bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != 16+sha256.Size || !hmac.Equal(raw[16:], s.mac("second step", raw[:16])) {
		return "", false
	}
	return uuid.UUID(raw[:16]).String(), true
}
