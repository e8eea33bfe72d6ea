package meeting

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"lectern/internal/platform/config"
)

// early is how long before participants moderators can enter.
const early = time.Hour

// jitsiServer is a Jitsi Meet server, with tokens or open to those who know the name of a room.
type jitsiServer struct {
	config config.Jitsi
	hidden hidden
	client *http.Client
}

// jitsiUser is the user in a token. Which of the two a server reads to know moderators depends on its plug-in. Absent values must be left out.
type jitsiUser struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Moderator   bool   `json:"moderator"`
	Affiliation string `json:"affiliation"`
}

// jitsiClaims are the claims of lib-jitsi-meet, doc/tokens.md.
type jitsiClaims struct {
	jwt.RegisteredClaims
	Audience string `json:"aud"` // as text: servers do not read a list
	Room     string `json:"room"`
	Context  struct {
		User jitsiUser `json:"user"`
	} `json:"context"`
}

// Open implements Server: a room is there as soon as somebody enters it.
func (*jitsiServer) Open(context.Context, Room, Person) error { return nil }

// Address implements Server. The token is for this room and this person, and ends with the session.
func (s *jitsiServer) Address(_ context.Context, r Room, p Person, now time.Time) (string, error) {
	name := "lectern-" + s.hidden.word("room", r.SessionID)
	address := strings.TrimSuffix(s.config.URL, "/") + "/" + name
	if s.config.AppID == "" {
		shown, err := json.Marshal(p.Name)
		return address + "#userInfo.displayName=" + url.PathEscape(string(shown)), err
	}
	from, affiliation := r.OpensAt, "member"
	if p.Moderates {
		from, affiliation = r.OpensAt.Add(-early), "owner"
	}
	if from.After(now) {
		from = now // who was let in may enter
	}
	claims := jitsiClaims{Room: name, Audience: s.config.AppID, RegisteredClaims: jwt.RegisteredClaims{Issuer: s.config.AppID,
		Subject: strings.ToLower(hostOf(s.config.URL)), NotBefore: jwt.NewNumericDate(from), ExpiresAt: jwt.NewNumericDate(later(r.ClosesAt, now.Add(early)))}}
	claims.Context.User = jitsiUser{p.ID, p.Name, p.Moderates, affiliation}
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString([]byte(s.config.Secret))
	if err != nil {
		return "", fmt.Errorf("sign a token for Jitsi: %w", err)
	}
	return address + "?jwt=" + token, nil
}

// Check implements Server: every Jitsi Meet serves this file. Whether the secret is right shows only when somebody enters.
func (s *jitsiServer) Check(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(s.config.URL, "/")+"/config.js", nil)
	if err != nil {
		return errCheckFailed(errNoCall)
	}
	got, err := s.client.Do(request)
	if err != nil {
		return errCheckFailed(withoutAddress(err))
	}
	defer func() { _ = got.Body.Close() }()
	if got.StatusCode != http.StatusOK {
		return errCheckFailed(fmt.Errorf("/config.js answers %d", got.StatusCode))
	}
	return nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
