package sample

import (
	"context"
	"slices"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/rest"
	"lectern/internal/site/blog"
	"lectern/internal/site/blogcomment"
)

// post is one of the blog of the demo.
type post struct {
	title, excerpt, cover, alt, html string
	tags                             []string
}

// plannedPost is one that a teacher writes on a day of the month.
type plannedPost struct {
	day    int
	author string
	post
}

// posts are what teachers write in the month; the last one waits for a review.
var posts = []plannedPost{
	{4, "priya", post{"How to read your first balance sheet", "Three numbers tell you most of what a balance sheet has to say. Here is where to find them.", "balance-sheet.webp",
		"A scale with coins on one side and a sheet of paper on the other",
		`<p>Most people open an annual report at the picture of the board and close it at the first table. That is a pity, because the first table is the honest part.</p>
		<h2>Start at the bottom</h2><p>The two sides of a balance sheet are equal by construction. What differs from company to company is <strong>how they get there</strong>: what it owns, and who has paid for it.</p>
		<h2>Three numbers</h2><ul><li><strong>Cash</strong>: could it pay its staff next month if nobody paid it?</li><li><strong>Debt due within a year</strong>: whom does it have to please soon?</li><li><strong>Equity</strong>: what would be left for the owners if everything were sold?</li></ul>
		<h2>Then compare</h2><p>One balance sheet is a photograph. Two are a film. Put this year's beside last year's and ask of each line why it moved.</p>`,
		[]string{"Finance", "Beginners"}}},
	{12, "ines", post{"Bread is mostly waiting", "Time does more for a loaf than kneading. A plan for a weekend, in hours.", "bread.webp", "A steaming loaf of bread, with the sun behind it",
		`<p>People ask me how long it takes to bake bread. Twenty minutes of work, I say, and a day.</p>
		<h2>Saturday evening</h2><p>Stir flour, water, salt and a pinch of yeast together. Do not knead. Cover the bowl and go to bed.</p>
		<h2>Sunday</h2><ol><li>Fold the dough four times, half an hour apart.</li><li>Shape it and let it rest until a finger leaves a dent that stays.</li><li>Bake it hotter than you dare.</li></ol>
		<h2>What the waiting does</h2><p>While you sleep, the flour drinks the water and the dough learns to stretch. You could do that work by hand. It would take an hour and taste of less.</p>`,
		[]string{"Baking", "Beginners"}}},
	{21, "samuel", post{"What being woken up taught me about software", "Every alarm at three in the morning was a decision that somebody had made in daylight.", "", "",
		`<p>I used to think that reliable software came from clever people. It comes from tired ones, who write down what they wished they had known.</p>
		<h2>Say what failed</h2><p>An error that reads <code>something went wrong</code> has already gone wrong twice. Say which thing, with which name, and what to do about it.</p>
		<h2>Make the second time boring</h2><p>If a job may run twice, let it run twice and change nothing. Then a restart is never a question of courage.</p>
		<blockquote><p>The best page is the one that nobody gets.</p></blockquote>`,
		[]string{"Programming"}}},
	{28, "tomas", post{"Why averages lie to railways", "The average train is two minutes late. Nobody has ever sat in the average train.", "", "",
		`<p>When I worked for a railway, our trains were on average two minutes late, and every passenger was angry. Both were true.</p>`,
		[]string{"Statistics"}}},
}

// planPosts plans the blog: its teachers write, the administrator publishes and features the first.
func (m *schoolMonth) planPosts() {
	asha := m.callers["asha"]
	for i, p := range posts {
		at, author, isLast := m.start.AddDate(0, 0, p.day).Add(3*time.Hour), m.callers[p.author], i == len(posts)-1
		m.add(at, func(ctx context.Context) error {
			if m.postID(ctx, p.title) != "" { // an interrupted fill does not repeat it
				return nil
			}
			d, err := m.in.write(ctx, author, p.post)
			if err != nil {
				return err
			}
			if isLast {
				_, err = m.in.Blog.RequestReview(ctx, author, d.ID, true)
				return err
			}
			_, err = m.in.Blog.Publish(ctx, asha, d.ID, blog.PostPublication{}, rest.IfMatch{ETag: rest.TagOf(d)})
			if err == nil && i == 0 {
				err = m.in.Blog.Feature(ctx, asha, blog.FeaturedPosts{IDs: []string{d.ID}})
			}
			return err
		})
	}
}

// postID returns the id of the post with a title, "" for none.
func (m *schoolMonth) postID(ctx context.Context, title string) string {
	known, _, err := m.in.Blog.Managed(ctx, m.callers["asha"], blog.ManageFilter{Search: title}, 1, 0)
	if err != nil || len(known) == 0 {
		return ""
	}
	return known[0].ID
}

// write makes the draft of a post.
func (in Installation) write(ctx context.Context, author access.Caller, p post) (d blog.PostDraft, err error) {
	if d, err = in.Blog.Create(ctx, author, blog.NewPost{Title: p.title}); err != nil {
		return d, err
	}
	if p.cover != "" {
		file, err := covers.Open("covers/" + p.cover)
		if err != nil {
			return d, err
		}
		d, err = in.Blog.SetCover(ctx, author, d.ID, picture.CoverUpload{Type: "image/webp", Body: file}, rest.IfMatch{ETag: rest.TagOf(d)})
		if err != nil {
			return d, err
		}
	}
	return in.Blog.Save(ctx, author, d.ID, blog.PostEdit{Title: p.title, Excerpt: p.excerpt, HTML: p.html, CoverAlt: p.alt, Tags: p.tags}, rest.IfMatch{ETag: rest.TagOf(d)})
}

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
