package complaint

import (
	"time"

	"lectern/internal/platform/officehours"
)

// target is how long the school takes, in office hours.
type target struct{ first, next, resolution time.Duration }

// targets by priority.
var targets = map[string]target{
	"low":    {16 * time.Hour, 32 * time.Hour, 80 * time.Hour},
	"normal": {8 * time.Hour, 16 * time.Hour, 40 * time.Hour},
	"high":   {4 * time.Hour, 8 * time.Hour, 20 * time.Hour},
	"urgent": {2 * time.Hour, 4 * time.Hour, 10 * time.Hour},
}

// clocks start and stop the times of complaints.
type clocks struct {
	now  time.Time
	zone *time.Location
}

// due returns the end of a time of office hours that begins now, and when a quarter of the whole time is left, nil if it is now.
func (k clocks) due(left, whole time.Duration) (end, warn *time.Time) {
	end = new(officehours.Add(k.now, left, k.zone))
	if early := left - whole/4; early > 0 {
		warn = new(officehours.Add(k.now, early, k.zone))
	}
	return end, warn
}

func (k clocks) left(end *time.Time) time.Duration { return officehours.Between(k.now, *end, k.zone) }

func (k clocks) since(at time.Time) *int64 {
	return new(int64(officehours.Between(at, k.now, k.zone) / time.Minute))
}

// oweAnswer starts the time of the next answer, unless one is owed already.
func (k clocks) oweAnswer(c *Complaint) {
	if c.AnswerDueAt != nil {
		return
	}
	within := targets[c.Priority].next
	if c.FirstAnswerMinutes == nil {
		within = targets[c.Priority].first
	}
	c.AnswerDueAt, c.AnswerWarnAt = k.due(within, within)
}

// answered ends the time of an answer.
func (k clocks) answered(c *Complaint) {
	c.AnswerDueAt, c.AnswerWarnAt, c.AnswerLate = nil, nil, false
}

// begin starts both times of a complaint that is new, or open again.
func (k clocks) begin(c *Complaint) {
	whole := targets[c.Priority].resolution
	c.ResolveDueAt, c.ResolveWarnAt = k.due(whole, whole)
	c.ResolveLate, c.ResolvedAt, c.ClosedAt, c.ResolutionMinutes = false, nil, nil, nil
}

func (k clocks) pause(c *Complaint) {
	if c.ResolveDueAt != nil {
		c.ResolveLeft = int64(k.left(c.ResolveDueAt) / time.Second)
		c.ResolveDueAt, c.ResolveWarnAt = nil, nil
	}
}

func (k clocks) resume(c *Complaint) {
	c.ResolveDueAt, c.ResolveWarnAt = k.due(time.Duration(c.ResolveLeft)*time.Second, targets[c.Priority].resolution)
}

// move gives a complaint another status.
func (k clocks) move(c *Complaint, to string) {
	from := c.Status
	wasOver := c.isOver()
	c.Status = to
	switch {
	case to == Waiting:
		k.answered(c)
		k.pause(c)
	case to == Open && wasOver:
		k.begin(c)
	case to == Open && from == Waiting:
		k.resume(c)
	case to == Resolved || to == Closed:
		k.end(c)
	}
}

// end stops all times.
func (k clocks) end(c *Complaint) {
	k.answered(c)
	c.ResolveDueAt, c.ResolveWarnAt, c.ResolveLate, c.ResolveLeft = nil, nil, false, 0
	if c.ResolvedAt == nil {
		c.ResolvedAt, c.ResolutionMinutes = &k.now, k.since(c.CreatedAt)
	}
	if c.Status == Closed {
		c.ClosedAt = &k.now
	}
}

// prioritise gives a complaint another priority: the times that run have as much more or less left as the new ones are longer or shorter. One that is late stays so.
func (k clocks) prioritise(c *Complaint, to string) {
	before, after := targets[c.Priority], targets[to]
	c.Priority = to
	if c.AnswerDueAt != nil && !c.AnswerLate {
		old, within := before.next, after.next
		if c.FirstAnswerMinutes == nil {
			old, within = before.first, after.first
		}
		c.AnswerDueAt, c.AnswerWarnAt = k.due(max(0, k.left(c.AnswerDueAt)+within-old), within)
	}
	if longer := after.resolution - before.resolution; c.ResolveDueAt != nil && !c.ResolveLate {
		c.ResolveDueAt, c.ResolveWarnAt = k.due(max(0, k.left(c.ResolveDueAt)+longer), after.resolution)
	} else if c.Status == Waiting {
		c.ResolveLeft = max(0, c.ResolveLeft+int64(longer/time.Second))
	}
}

// ring marks what has come, and returns the turns of which people are to be notified.
func (k clocks) ring(c *Complaint) (turns []string) {
	has := func(at *time.Time) bool { return at != nil && !k.now.Before(*at) }
	isLate := false
	if has(c.AnswerDueAt) && !c.AnswerLate {
		c.AnswerLate, isLate = true, true
	}
	if has(c.ResolveDueAt) && !c.ResolveLate {
		c.ResolveLate, isLate = true, true
	}
	isSoon := false
	for _, warn := range []**time.Time{&c.AnswerWarnAt, &c.ResolveWarnAt} {
		if has(*warn) {
			*warn, isSoon = nil, true
		}
	}
	switch {
	case isLate:
		c.WasLate = true
		return []string{turnOverdue}
	case isSoon:
		return []string{turnDueSoon}
	}
	return nil
}

// alarm is the next instant at which ring has something to do.
func (c Complaint) alarm() (next *time.Time) {
	earliest := func(at *time.Time) {
		if at != nil && (next == nil || at.Before(*next)) {
			next = at
		}
	}
	earliest(c.AnswerWarnAt)
	earliest(c.ResolveWarnAt)
	if !c.AnswerLate {
		earliest(c.AnswerDueAt)
	}
	if !c.ResolveLate {
		earliest(c.ResolveDueAt)
	}
	return next
}
