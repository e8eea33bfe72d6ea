package identity

import (
	"time"

	"lectern/internal/platform/sign"
)

// deriveSecrets derives the secrets from the request's id under the installation's key, so that none is stored.
func (s *Service) deriveSecrets(id, provider string) secrets {
	return secrets{state: s.token("state", id), nonce: s.signer("nonce").Text(id), verifier: s.signer("verifier").Text(id),
		redirect: s.address + callback(provider)}
}

// callback returns the redirect URI, different for each provider so that a response cannot be attributed to another (RFC
// 9700, section 4.4). Apple posts a form, which a page cannot read.
func callback(provider string) string {
	if provider == "apple" {
		return "/api/v1/auth/oauth/apple/callback"
	}
	return "/oauth/callback/" + provider
}

// browserKey binds an authorization request to the browser that started it.
func (s *Service) browserKey(id string) string { return s.signer("browser").Text(id) }

func (s *Service) isBrowserKey(id, key string) bool { return s.signer("browser").IsText(key, id) }

// token names a row and carries its expiry.
func (s *Service) token(purpose, id string) string {
	return s.signer(purpose).Token(time.Time{}, id)
}

func (s *Service) readToken(purpose, token string) (id string, ok bool) {
	fields, err := s.signer(purpose).Read(token, s.clock.Now(), 1)
	if err != nil {
		return "", false
	}
	return fields[0], true
}

func (s *Service) signer(purpose string) sign.Signer { return sign.New(s.key, purpose) }
