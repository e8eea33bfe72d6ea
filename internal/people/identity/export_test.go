package identity

import "time"

// SetTimeout limits the time that one request may spend with a provider.
func (s *Service) SetTimeout(d time.Duration) { s.timeout = d }
