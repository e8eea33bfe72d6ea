package blogcomment

// CommentPublished is published when a comment can be read for the first time.
type CommentPublished struct{ CommentID string }

// EventName is the name under which the event is published.
func (CommentPublished) EventName() string { return "blog.comment_published" }

// CommentRejected is published when an administrator rejects a comment and says why.
type CommentRejected struct{ CommentID string }

// EventName is the name under which the event is published.
func (CommentRejected) EventName() string { return "blog.comment_rejected" }

// CommentsWaiting is published when a comment begins to wait for an administrator and no other does.
type CommentsWaiting struct{ CommentID string }

// EventName is the name under which the event is published.
func (CommentsWaiting) EventName() string { return "blog.comments_waiting" }
