package mail

import (
	"errors"
	"time"

	"lectern/internal/platform/jobs"
)

const giveUpAfter = 24 * time.Hour // a letter that could not be sent for so long is of no more use

// JobError is what becomes of the job that sends a letter when Send answers err and the letter has waited for so long. While
// the mail server is away it is tried again, at first soon and then seldom; what it refuses is not.
func JobError(err error, waited time.Duration) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrRefused) || waited > giveUpAfter:
		return jobs.Permanent(err)
	}
	return jobs.Postpone(err, min(max(waited, 10*time.Second), 30*time.Minute))
}
