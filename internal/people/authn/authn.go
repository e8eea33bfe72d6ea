// Package authn holds what the features that sign users in share: their answers, rate limits, and tokens that name a row.
package authn

import (
	"lectern/internal/people/directory"
)

// SignedIn holds the tokens of a new session.
type SignedIn struct {
	AccessToken  string         `json:"accessToken" doc:"For the header Authorization: Bearer."`
	RefreshToken string         `json:"refreshToken" doc:"For one use at /auth/refresh-token, which answers with the next."`
	ExpiresIn    int64          `json:"expiresIn" doc:"Seconds that the access token is good for."`
	DeviceToken  string         `json:"deviceToken,omitempty" doc:"To send with the next sign-in on this device. Absent when that which was sent stays good."`
	User         directory.User `json:"user"`
}

// SecondStep is the answer to a right password when a second factor is needed. No session exists yet.
type SecondStep struct {
	TwoFactorRequired bool     `json:"twoFactorRequired" enum:"true"`
	EnrolmentRequired bool     `json:"enrolmentRequired" doc:"Their role demands a second factor and they have none: the token is good for setting one up, at /auth/two-factor/enrol, and for nothing else."`
	ChallengeToken    string   `json:"challengeToken" doc:"For the second step alone. It dies with its use and with a change of the password."`
	Methods           []string `json:"methods" enum:"totp,passkey,recovery_code" doc:"With what the second step can be taken, the handiest first."`
	ExpiresIn         int64    `json:"expiresIn" doc:"Seconds that the challenge is good for."`
}

// Greeting returns the message of an answer: in for a user who is signed in, otherwise the next step.
func Greeting(in string, second *SecondStep) string {
	switch {
	case second == nil:
		return in
	case second.EnrolmentRequired:
		return "Please set up a second factor: your role needs one."
	}
	return "Please confirm that it is you."
}

// AddressOnly is the body of a request that names an account without proof.
type AddressOnly struct {
	Email string `json:"email" pattern:"\\S" maxLength:"254" msg:"Please enter your email address"`
}

// EmailOnItsWay is the answer to such a request, whether or not there is an account.
const EmailOnItsWay = "If there is an account with this address, an email is on its way to it."
