package upload

// FinishInline sets the size in bytes up to which a file is assembled while the client waits.
func (s *Service) FinishInline(size int64) { s.finishInline = size }
