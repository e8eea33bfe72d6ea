package mail

import (
	"errors"
	"time"

	"lectern/internal/platform/jobs"
)

const giveUpAfter = 24 * time.Hour // an email that could not be sent for so long is no longer useful

// JobError is the result of an email's job when Send returned err and the email has waited this long. While the mail server
// is down it is retried, at growing intervals; what the server refuses is not.
func JobError(err error, waited time.Duration) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrRefused) || waited > giveUpAfter:
		return jobs.Permanent(err)
	}
	return jobs.Postpone(err, min(max(waited, 10*time.Second), 30*time.Minute))
}
