package uploader

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"lectern/internal/platform/clock"
)

// renewBefore is how long before its expiry an access token is renewed.
const renewBefore = time.Minute

// SignIn is a signed-in user. Its Token method is for a Client; several uploads may use it concurrently.
type SignIn struct {
	BaseURL         string
	HTTP            *http.Client
	Clock           clock.Clock
	Email, Password string
	// Code returns a code for the second step, if the account has one: of its authenticator app, or a recovery code. nil
	// when nobody can be asked.
	Code func(ctx context.Context) (string, error)

	mu              sync.Mutex
	access, refresh string
	until           time.Time
}

// Token returns an access token that is valid for a while: with renew, or near its expiry, a new one; by the password when
// the session is over. AUTH_ERROR with the server's message when the credentials are wrong.
func (s *SignIn) Token(ctx context.Context, renew bool) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !renew && s.access != "" && s.Clock.Now().Before(s.until) {
		return s.access, nil
	}
	if s.refresh != "" {
		err := s.requestTokens(ctx, "refresh-token", map[string]string{"refreshToken": s.refresh})
		if e, ok := errors.AsType[*Error](err); !ok || e.isTransient() {
			return s.access, err
		}
	}
	err := s.requestTokens(ctx, "login", map[string]string{"email": s.Email, "password": s.Password})
	return s.access, err
}

// secondStep takes the second step of a sign-in with a code.
func (s *SignIn) secondStep(ctx context.Context, challenge string) error {
	if s.Code == nil {
		return newError(Unauthorized, "This account asks for a second step when it signs in, and nobody is here to take it.")
	}
	code, err := s.Code(ctx)
	if err != nil {
		return err
	}
	method := "recovery_code"
	if digits := strings.TrimSpace(code); len(digits) == 6 && strings.Trim(digits, "0123456789") == "" {
		method = "totp"
	}
	return s.requestTokens(ctx, "two-factor/verify", map[string]string{"challengeToken": challenge, "method": method, "code": code})
}

func (s *SignIn) SignOut(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refresh == "" {
		return nil
	}
	token := s.refresh
	s.access, s.refresh = "", ""
	a, err := s.post(ctx, "logout", map[string]string{"refreshToken": token})
	return responseError(a, err, nil)
}

func (s *SignIn) requestTokens(ctx context.Context, path string, content map[string]string) error {
	a, err := s.post(ctx, path, content)
	if err != nil {
		return err
	}
	if !a.accepted() {
		e := newError(classOf(a.status, a.json), messageOf(a.json))
		e.Status, e.After = a.status, a.after
		return e
	}
	if challenge, ok := lookUp(a.json, text, "challengeToken"); ok {
		return s.secondStep(ctx, challenge)
	}
	var seconds int64
	setField(a.json, text, &s.access, "accessToken", "access_token")
	setField(a.json, text, &s.refresh, "refreshToken", "refresh_token")
	setField(a.json, count, &seconds, "expiresIn", "expires_in")
	if s.access == "" {
		return newError(BackendResponse, "Invalid response from server: missing access token")
	}
	s.until = s.Clock.Now().Add(time.Duration(seconds)*time.Second - renewBefore)
	return nil
}

func (s *SignIn) post(ctx context.Context, path string, content map[string]string) (answer, error) {
	j, err := json.Marshal(content)
	if err != nil {
		return answer{}, err
	}
	c := Client{HTTP: s.HTTP}
	return c.send(ctx, http.MethodPost, s.BaseURL+"/auth/"+path, textBody("application/json", string(j)), "")
}
