package certificate

import (
	"time"

	"lectern/internal/platform/typeset"
)

// candidate is a learner of a course with what decides about a certificate.
type candidate struct {
	UserID      string
	Name        string
	Percent     *int64
	CompletedAt *time.Time
	EndedAt     *time.Time // of the last batch of the course that the learner was in to its end
	Seconds     int64      // spent in the course
	ScoreSum    int64
	Scored      int64 // lessons
	Live        int64 // certificates that are valid
	Ever        int64 // all certificates
	Cycle       int64 // the last; 0 for none
	Lapsed      int64 // certificates of that cycle that have expired
}

// Why a learner is issued no certificate.
const (
	hasOne       = "issued"
	notEnrolled  = "not_enrolled"
	notCompleted = "not_completed"
	littleDone   = "percent_too_low"
	scoreTooLow  = "score_too_low"
	littleTime   = "minutes_too_low"
	notEnded     = "batch_not_ended"
	onHold       = "on_hold"
	unprintable  = "name_not_printable"
	noRule       = "no_rule"
)

// score is the mean of the scored lessons, rounded half up; nil without any.
func (c candidate) score() *int64 {
	if c.Scored == 0 {
		return nil
	}
	mean := (2*c.ScoreSum + c.Scored) / (2 * c.Scored)
	return &mean
}

// nextCycle is that of a certificate which is issued now: a new one after one has expired.
func (c candidate) nextCycle() int64 {
	if c.Lapsed > 0 {
		return c.Cycle + 1
	}
	return max(c.Cycle, 1)
}

// dueAt is when the certificate may be issued at the earliest; zero for any time.
func (c candidate) dueAt(r Rule) time.Time {
	from := c.CompletedAt
	if r.Trigger == onBatchEnd {
		from = c.EndedAt
	}
	if from == nil {
		return time.Time{}
	}
	return from.AddDate(0, 0, int(r.HoldDays))
}

// whyNot says why no certificate is issued to a learner; "" if one is.
func (c candidate) whyNot(r *Rule, fonts *typeset.Fonts, now time.Time) string {
	name := oneLine(c.Name)
	switch score := c.score(); {
	case r == nil:
		return noRule
	case c.Live > 0:
		return hasOne
	case r.Trigger == onCompletion && c.CompletedAt == nil:
		return notCompleted
	case r.Trigger == onBatchEnd && c.EndedAt == nil:
		return notEnded
	case c.percent() < r.MinPercent:
		return littleDone
	case r.MinScore > 0 && (score == nil || *score < r.MinScore):
		return scoreTooLow
	case c.Seconds < 60*r.MinMinutes:
		return littleTime
	case now.Before(c.dueAt(*r)):
		return onHold
	case name == "" || fonts.Missing(name) != 0:
		return unprintable
	}
	return ""
}

// percent of a course that was completed is 100, whatever was added to it later.
func (c candidate) percent() int64 {
	switch {
	case c.CompletedAt != nil:
		return 100
	case c.Percent == nil:
		return 0
	}
	return *c.Percent
}
