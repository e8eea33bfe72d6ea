package identity

import "time"

// SetTimeout bounds what a request asks of a provider.
func (s *Service[E]) SetTimeout(d time.Duration) { s.timeout = d }
