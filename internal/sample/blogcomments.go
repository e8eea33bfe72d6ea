package sample

import (
	"context"
	"slices"
	"time"

	"lectern/internal/platform/rest"
	"lectern/internal/site/blogcomment"
)

// blogComment is what a user says about a post.
type blogComment struct {
	post, by, text string
	hours          int    // after the post was published
	answer         string // of the author of the post; "" for none
	isLeft         bool   // nobody has decided on it
}

var blogComments = []blogComment{
	{"How to read your first balance sheet", "mina", "I tried the three numbers on the firm I work for. Cash was the surprise.", 20, "It usually is. Look at the same line a year earlier, that is where the story begins.", false},
	{"How to read your first balance sheet", "felix", "Could you write one about cash flow? Our team leads would read it.", 45, "", false},
	{"Bread is mostly waiting", "mina", "Does the night in the fridge work with rye?", 9, "Yes, but give it less water and expect it to rise less.", false},
	{"Bread is mostly waiting", "liam", "Best prices for ovens, see https://ovens.example and https://ovens.example/sale", 30, "", true},
}

// planBlogComments plans the comments on posts. The administrator approves them, except what is left in the queue.
func (m *schoolMonth) planBlogComments() {
	for _, c := range blogComments {
		i := slices.IndexFunc(posts, func(p plannedPost) bool { return p.title == c.post })
		at := m.start.AddDate(0, 0, posts[i].day).Add(time.Duration(3+c.hours) * time.Hour)
		stamp := ""
		m.add(at, func(ctx context.Context) error {
			form, err := m.in.BlogComments.Form(ctx, m.callers[c.by], m.postID(ctx, c.post))
			stamp = form.Stamp
			return err
		})
		m.add(at.Add(2*time.Minute), func(ctx context.Context) error { return m.commentOnPost(ctx, c, stamp) })
	}
}

// commentOnPost writes a comment and its answer, unless they are there.
func (m *schoolMonth) commentOnPost(ctx context.Context, c blogComment, stamp string) error {
	who, post := m.callers[c.by], m.postID(ctx, c.post)
	there, _, err := m.in.BlogComments.List(ctx, who, post, "", 100, rest.CursorParam{})
	if err != nil || slices.ContainsFunc(there, func(k blogcomment.BlogComment) bool { return k.Body == c.text }) {
		return err
	}
	said, err := m.in.BlogComments.Add(ctx, who, post, blogcomment.NewBlogComment{Body: c.text, Stamp: stamp})
	if err != nil || c.isLeft {
		return err
	}
	if _, err := m.in.BlogComments.Decide(ctx, m.callers["asha"], blogcomment.CommentDecisions{IDs: []string{said.ID}, Status: "published"}); err != nil || c.answer == "" {
		return err
	}
	author := posts[slices.IndexFunc(posts, func(p plannedPost) bool { return p.title == c.post })].author
	_, err = m.in.BlogComments.Add(ctx, m.callers[author], post, blogcomment.NewBlogComment{Body: c.answer, ThreadID: said.ID})
	return err
}
