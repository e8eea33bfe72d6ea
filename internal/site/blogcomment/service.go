package blogcomment

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/formguard"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
	"lectern/internal/platform/text"
)

type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Audit    *audit.Log
	Limits   *ratelimit.Limiter
	Forms    *formguard.Guard
	Settings *settings.Store
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// purpose is that of the forms of comments.
const purpose = "blog comment"

// How often a user may comment and report comments.
var (
	burstRule  = ratelimit.Rule{Name: "blog comments in 10 minutes", Limit: 5, Window: 10 * time.Minute}
	dayRule    = ratelimit.Rule{Name: "blog comments a day", Limit: 30, Window: 24 * time.Hour}
	reportRule = ratelimit.Rule{Name: "blog comment reports", Limit: 30, Window: time.Hour}
)

// List returns a page of the comments on a published post that begin threads, newest first, or of those of a thread, oldest first; next is the
// cursor of the next page. For everybody; the caller's own comments are there whatever became of them. fault.NotFound.
func (s *Service) List(ctx context.Context, who access.Caller, postID, thread string, limit int64, scroll rest.CursorParam) (cs []BlogComment, next string, err error) {
	behind, err := scroll.Decode(1)
	if err != nil {
		return nil, "", err
	}
	q := s.deps.DB.Reader()
	if _, err := postOf(ctx, q, postID); err != nil {
		return nil, "", err
	}
	rows, err := list(ctx, q, query{post: postID, thread: thread, reader: who.ID, behind: behind, limit: limit + 1})
	if int64(len(rows)) > limit {
		rows = rows[:limit]
		next = rest.EncodeCursor(rows[limit-1].ID)
	}
	cs = make([]BlogComment, len(rows))
	for i, r := range rows {
		cs[i] = s.read(r, who)
	}
	return cs, next, err
}

// read returns a comment as a reader sees it.
func (s *Service) read(f found, who access.Caller) BlogComment {
	c := BlogComment{ID: f.ID, PostID: f.PostID, ThreadID: f.ThreadID, Replies: f.Replies, CreatedAt: f.CreatedAt, EditedAt: f.EditedAt}
	if f.Status == deleted {
		c.IsDeleted = true
		return c
	}
	c.IsAuthor, c.IsOwn, c.IsReported, c.Body, c.IsWaiting = f.AuthorID == f.PostAuthor, f.AuthorID == who.ID, f.IsReported, f.Body, f.Status != published
	if c.AuthorName = f.AuthorName; !f.IsStaff && !c.IsAuthor {
		c.AuthorName = text.ShortName(f.AuthorName)
	}
	c.AnswersName = text.ShortName(f.AnswersName)
	c.MayEdit = c.IsOwn && s.deps.Clock.Now().Before(f.CreatedAt.Add(editableFor))
	return c
}

// Form returns what the caller needs to comment on a published post. For signed-in users. fault.NotFound.
func (s *Service) Form(ctx context.Context, who access.Caller, postID string) (BlogCommentForm, error) {
	q := s.deps.DB.Reader()
	p, err := postOf(ctx, q, postID)
	if err != nil {
		return BlogCommentForm{}, err
	}
	at, err := s.standingOf(ctx, q, who, p)
	return BlogCommentForm{
		Stamp: s.deps.Forms.Open(purpose), IsOpen: at.mode != settings.CommentsClosed, Blocked: at.author.Blocked,
		Waits: !at.isTrusted && statusOf(0, at.mode, at.author.HasApproved) != published,
	}, err
}

// standing is what decides about a comment of a user on a post.
type standing struct {
	mode      string // of the post, or of the school
	isTrusted bool   // writes the post, or is an administrator
	author    author
	terms     []string // that the school has blocked, folded
}

func (s *Service) standingOf(ctx context.Context, q bun.IDB, who access.Caller, p post) (at standing, err error) {
	current, err := s.deps.Settings.Current(ctx, q)
	if err != nil {
		return at, err
	}
	at = standing{mode: cmp.Or(p.CommentsMode, current.Blog.Comments), isTrusted: who.HasRole(access.Admin) || p.CreatedBy == who.ID}
	for _, term := range current.Blog.BlockedTerms {
		at.terms = append(at.terms, text.Fold(term))
	}
	at.author, err = authorByID(ctx, q, who.ID)
	return at, err
}

// Add comments on a published post, or adds to a thread. For signed-in users. fault.NotFound, fault.Conflict where comments are closed,
// fault.Forbidden for a user who is blocked, fault.TooMany.
func (s *Service) Add(ctx context.Context, who access.Caller, postID string, n NewBlogComment) (c BlogComment, err error) {
	q := s.deps.DB.Reader()
	p, err := postOf(ctx, q, postID)
	if err != nil {
		return c, err
	}
	at, err := s.standingOf(ctx, q, who, p)
	switch {
	case err != nil:
		return c, err
	case at.mode == settings.CommentsClosed:
		return c, errClosed
	case at.author.Blocked != "":
		return c, fault.New(fault.Forbidden, "commenter_blocked", "An administrator has blocked you from commenting.").WithDetails(BlockedCommenter{at.author.Blocked})
	}
	if err := s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: burstRule, Subject: who.ID}, ratelimit.Hit{Rule: dayRule, Subject: who.ID}); err != nil {
		return c, err
	}
	r := row{ID: db.NewID(), PostID: postID, ThreadID: n.ThreadID, AnswersID: n.AnswersID, AuthorID: who.ID, CreatedAt: s.deps.Clock.Now()}
	form := s.formOf(n.Stamp)
	r.FormID = form.ID
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := requireThread(ctx, tx, r); err != nil {
			return err
		}
		e := evidence{Honeypot: n.Website != "", TooFast: form.ID == "" || r.CreatedAt.Before(form.OpenedAt.Add(formguard.FormAge))}
		if form.ID != "" {
			if e.FormReused, err = isFormUsed(ctx, tx, form.ID); err != nil {
				return err
			}
		}
		if r, err = s.judged(ctx, tx, r, n.Body, e, at); err != nil {
			return err
		}
		if err := insert(ctx, tx, r); err != nil {
			return err
		}
		return s.moved(ctx, tx, "", r)
	})
	if err != nil {
		return c, err
	}
	f, err := byID(ctx, s.deps.DB.Reader(), r.ID, who.ID)
	return s.read(f, who), err
}

// BlockedCommenter says why a user can't comment.
type BlockedCommenter struct {
	Reason string `json:"reason"`
}

// formOf reads the stamp of a form: the zero Form for none that is valid.
func (s *Service) formOf(stamp string) formguard.Form {
	f, err := s.deps.Forms.Read(purpose, stamp)
	if err != nil {
		return formguard.Form{}
	}
	return f
}

// requireThread returns errNoComment unless the thread of a new comment, and the one that it answers, can be read by its author.
func requireThread(ctx context.Context, q bun.IDB, r row) error {
	for _, id := range []string{r.ThreadID, r.AnswersID} {
		if id == "" {
			continue
		}
		to, err := byID(ctx, q, id, r.AuthorID)
		if err != nil {
			return err
		}
		isThere := to.PostID == r.PostID && (to.Status == published || to.AuthorID == r.AuthorID && to.Status != deleted || id == r.ThreadID && to.Replies > 0)
		isInThread := id == r.ThreadID && to.ThreadID == "" || id == r.AnswersID && (to.ID == r.ThreadID || to.ThreadID == r.ThreadID && r.ThreadID != "")
		if !isThere || !isInThread {
			return errNoComment
		}
	}
	return nil
}

// judged returns a comment with a text, its signs of spam and its status. Comments of trusted users are not searched for such signs.
func (s *Service) judged(ctx context.Context, q bun.IDB, r row, body string, e evidence, at standing) (row, error) {
	body = strings.TrimSpace(body)
	since := r.CreatedAt.Add(-memory)
	hash := sha256.Sum256([]byte(text.Fold(body)))
	r.Body, r.BodyHash, r.Hosts = body, hex.EncodeToString(hash[:]), db.JSON[[]string]{V: hostsOf(body)}
	r.Status, r.Reasons = published, db.JSON[[]string]{V: []string{}}
	if at.isTrusted {
		return r, nil
	}
	var err error
	if e.Repeated, err = isRepeated(ctx, q, r.ID, r.BodyHash, since); err != nil {
		return r, err
	}
	if e.RejectedHosts, err = rejectedHosts(ctx, q, since); err != nil {
		return r, err
	}
	e.AccountAge, e.BlockedTerms = r.CreatedAt.Sub(at.author.CreatedAt), at.terms
	r.Score, r.Reasons.V = judge(body, e)
	r.Status = statusOf(r.Score, at.mode, at.author.HasApproved)
	return r, nil
}

// moved keeps the number of comments of a post, and publishes the events of a comment that had a status before, "" for a new one.
func (s *Service) moved(ctx context.Context, tx bun.IDB, before string, r row) error {
	now := s.deps.Clock.Now()
	switch {
	case before == r.Status:
		return nil
	case before == published:
		if err := count(ctx, tx, r.PostID, -1); err != nil {
			return err
		}
	case r.Status == published:
		if err := count(ctx, tx, r.PostID, 1); err != nil {
			return err
		}
		return events.Publish(ctx, tx, now, CommentPublished{r.ID})
	}
	if r.Status != pending {
		return nil
	}
	if isOnly, err := isOnlyWaiting(ctx, tx, r.ID); err != nil || !isOnly {
		return err
	}
	return events.Publish(ctx, tx, now, CommentsWaiting{r.ID})
}
