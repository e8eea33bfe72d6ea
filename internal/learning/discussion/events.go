package discussion

// CommentAnswered says that a comment was said which answers another.
type CommentAnswered struct{ CommentID string }

// EventName is the name under which it is told.
func (CommentAnswered) EventName() string { return "comment.answered" }

// CommentHidden says that staff has hidden a comment.
type CommentHidden struct{ CommentID string }

// EventName is the name under which it is told.
func (CommentHidden) EventName() string { return "comment.hidden" }
