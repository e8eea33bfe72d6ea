package review

// ReviewWritten is published when a learner reviews a course for the first time.
type ReviewWritten struct{ ReviewID string }

// EventName is the name under which the event is published.
func (ReviewWritten) EventName() string { return "review.written" }

// ReviewAnswered is published when a teacher of the course answers a review that had no answer.
type ReviewAnswered struct{ ReviewID string }

// EventName is the name under which the event is published.
func (ReviewAnswered) EventName() string { return "review.answered" }

// ReviewHidden is published when an administrator hides a review.
type ReviewHidden struct{ ReviewID string }

// EventName is the name under which the event is published.
func (ReviewHidden) EventName() string { return "review.hidden" }

// ReviewReported is published when a review is reported on which there was no open report.
type ReviewReported struct{ ReviewID string }

// EventName is the name under which the event is published.
func (ReviewReported) EventName() string { return "review.reported" }
