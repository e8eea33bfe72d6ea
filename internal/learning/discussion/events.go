package discussion

// CommentAnswered is published when a comment gets a reply; the id is the reply's.
type CommentAnswered struct{ CommentID string }

// EventName is the name under which the event is published.
func (CommentAnswered) EventName() string { return "comment.answered" }

// CommentHidden is published when staff hide a comment.
type CommentHidden struct{ CommentID string }

// EventName is the name under which the event is published.
func (CommentHidden) EventName() string { return "comment.hidden" }
