package blog

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
	"lectern/internal/site/posttag"
)

// Pictures knows where the pictures of users are.
type Pictures interface {
	// AvatarURL returns the URL of a picture, relative to the site.
	AvatarURL(id string, pixels int) string
}

// Library keeps the pictures in the texts of posts, to which a text refers by their ids.
type Library interface {
	// Sizes returns in which sizes there are pictures, by id; those that there are not are left out.
	Sizes(ctx context.Context, q bun.IDB, ids []string) (map[string][]picture.CoverSize, error)
	// Use sets which pictures a post shows, so that they are kept.
	Use(ctx context.Context, tx bun.IDB, post string, ids []string) error
}

type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Blob     blob.Store
	Queue    *jobs.Queue
	Audit    *audit.Log
	Cleaner  *text.Cleaner
	Pictures Pictures
	Covers   *picture.Widescreen
	Library  Library
}

type Service struct {
	deps   Deps
	covers *picture.Store
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d, picture.NewStore(picture.StoreDeps{DB: d.DB, Clock: d.Clock, Blob: d.Blob, Queue: d.Queue, Prefix: objectkey.BlogCovers, Job: coverJob, InUse: isCoverInUse})}
}

// Create makes a post with a title, as a draft of the caller. For instructors and administrators, as the gate has checked.
func (s *Service) Create(ctx context.Context, who access.Caller, n NewPost) (d PostDraft, err error) {
	now := s.deps.Clock.Now()
	c, err := PostEdit{Title: n.Title}.write(content{ID: db.NewID(), Cause: causeSaved, MadeBy: &who.ID, MadeAt: now}, s.deps.Cleaner)
	if err != nil {
		return d, err
	}
	r := row{ID: db.NewID(), Status: draft, Version: 1, DraftID: c.ID, CreatedBy: who.ID, CreatedAt: now, UpdatedAt: now}
	c.PostID = r.ID
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := insert(ctx, tx, r); err != nil {
			return err
		}
		if err := putContent(ctx, tx, c); err != nil {
			return err
		}
		d, err = s.draft(ctx, tx, who, r.ID)
		return err
	})
	return d, err
}

// Draft returns a post as its author writes it. For its author and administrators; others get fault.NotFound.
func (s *Service) Draft(ctx context.Context, who access.Caller, id string) (PostDraft, error) {
	return s.draft(ctx, s.deps.DB.Reader(), who, id)
}

func (s *Service) draft(ctx context.Context, q bun.IDB, who access.Caller, id string) (PostDraft, error) {
	f, err := draftByID(ctx, q, id, who.OwnOrAll())
	if err != nil {
		return PostDraft{}, err
	}
	d := s.drafted(f, who)
	if err := posttag.UseCurrentNames(ctx, q, &d.Tags); err != nil {
		return d, err
	}
	d.Pictures, err = s.draftPictures(ctx, q, d.HTML)
	return d, err
}

func (s *Service) drafted(f found, who access.Caller) PostDraft {
	return PostDraft{
		ID: f.ID, Slug: f.Slug, Status: f.Status, Version: f.Version, Title: f.Text.Title, Excerpt: f.Text.Excerpt, HTML: f.Text.HTML, Cover: f.Text.cover(), CoverAlt: f.Text.CoverAlt,
		Language: f.Text.Language, Tags: f.Text.Tags.V, MetaTitle: f.Text.MetaTitle, MetaDescription: f.Text.MetaDescription, CanonicalURL: f.Text.CanonicalURL, Words: f.Text.Words, ReadMinutes: f.Text.ReadMinutes,
		Authors: s.authors(f), IsChanged: f.LiveID == nil || *f.LiveID != f.DraftID, IsFeatured: f.FeaturedRank != nil, PublishedAt: f.PublishedAt,
		ScheduledAt: f.ScheduledAt, ReviewRequestedAt: f.ReviewRequestedAt, PreviewExpiresAt: f.PreviewExpiresAt, DeletedAt: f.DeletedAt, UpdatedAt: f.UpdatedAt, Missing: f.Text.missing(), CommentsMode: f.CommentsMode, MayPublish: who.HasRole(access.Admin),
	}
}

// Save replaces the draft of a post. Same callers as Draft. fault.Invalid, and fault.Precondition with the draft that there is when it was
// changed since.
func (s *Service) Save(ctx context.Context, who access.Caller, id string, e PostEdit, held rest.IfMatch) (PostDraft, error) {
	cause := causeSaved
	if e.Autosave {
		cause = causeAutosave
	}
	return s.changeDraft(ctx, who, id, held, cause, func(_ bun.IDB, _ row, c content) (content, error) { return e.write(c, s.deps.Cleaner) })
}

// Restore makes an earlier text the draft. Same callers and faults as Save, and fault.NotFound for a text that is not kept.
func (s *Service) Restore(ctx context.Context, who access.Caller, id, revision string, held rest.IfMatch) (PostDraft, error) {
	return s.changeDraft(ctx, who, id, held, causeRestored, func(tx bun.IDB, r row, _ content) (content, error) {
		return contentByID(ctx, tx, r.ID, revision)
	})
}

// changeDraft stores the text that change makes of the current draft.
func (s *Service) changeDraft(ctx context.Context, who access.Caller, id string, held rest.IfMatch, cause string, change func(bun.IDB, row, content) (content, error)) (d PostDraft, err error) {
	now := s.deps.Clock.Now()
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		r, err := lock(ctx, tx, id, who.OwnOrAll())
		if err != nil {
			return err
		}
		if err := s.requireVersion(ctx, tx, who, r, held); err != nil {
			return err
		}
		c, err := contentByID(ctx, tx, r.ID, r.DraftID)
		if err != nil {
			return err
		}
		before := c
		if c, err = change(tx, r, c); err != nil {
			return err
		}
		if err := s.showPictures(ctx, tx, r, &c); err != nil {
			return err
		}
		if c.ID = db.NewID(); before.isReplacedBy(cause, who.ID) && (r.LiveID == nil || *r.LiveID != before.ID) {
			c.ID = before.ID
		}
		c.Cause, c.MadeBy, c.MadeAt = cause, &who.ID, now
		r.DraftID, r.UpdatedAt, r.Version = c.ID, now, r.Version+1
		if err := s.storeDraft(ctx, tx, r, c); err != nil {
			return err
		}
		d, err = s.draft(ctx, tx, who, id)
		return err
	})
	return d, err
}

// isReplacedBy reports whether a text that is stored for a cause takes the place of c: what one author saves while typing is one revision.
func (c content) isReplacedBy(cause, by string) bool {
	return cause == causeAutosave && c.Cause == causeAutosave && c.MadeBy != nil && *c.MadeBy == by
}

// storeDraft stores the draft of a post and gives up the oldest revisions.
func (s *Service) storeDraft(ctx context.Context, tx bun.IDB, r row, c content) error {
	if err := putContent(ctx, tx, c); err != nil {
		return err
	}
	if err := update(ctx, tx, r); err != nil {
		return err
	}
	covers, err := prune(ctx, tx, r)
	if err != nil {
		return err
	}
	return s.release(ctx, tx, covers)
}

// release queues the deletion of covers that tx may have taken out of use.
func (s *Service) release(ctx context.Context, tx bun.IDB, covers []string) error {
	for _, id := range covers {
		if err := s.covers.Release(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

// requireVersion returns fault.Precondition, with the draft that there is, unless its version holds.
func (s *Service) requireVersion(ctx context.Context, tx bun.IDB, who access.Caller, r row, held rest.IfMatch) error {
	if held.Matches(r.Version) {
		return nil
	}
	current, err := s.draft(ctx, tx, who, r.ID)
	if err != nil {
		return err
	}
	return fault.New(fault.Precondition, "stale_version", "This post was changed in another window or by someone else. Your change is not saved yet.").WithDetails(current)
}

// Revisions lists the texts of a post that are kept, newest first. Same callers as Draft.
func (s *Service) Revisions(ctx context.Context, who access.Caller, id string) ([]PostRevision, error) {
	q := s.deps.DB.Reader()
	r, err := byID(ctx, q, id, who.OwnOrAll())
	if err != nil {
		return nil, err
	}
	return revisions(ctx, q, r, mostRevisions)
}

// mostRevisions is how many texts of a post are listed: those that were published are kept without end.
const mostRevisions = 200

// Revision returns one text of a post. Same callers as Draft. fault.NotFound.
func (s *Service) Revision(ctx context.Context, who access.Caller, id, revision string) (PostRevisionText, error) {
	q := s.deps.DB.Reader()
	r, err := byID(ctx, q, id, who.OwnOrAll())
	if err != nil {
		return PostRevisionText{}, err
	}
	return revisionByID(ctx, q, r, revision)
}

// ManageFilter narrows the list of posts that the caller writes.
type ManageFilter struct {
	Status   string `query:"status" enum:"draft,scheduled,published,archived,deleted" msg:"status must be draft, scheduled, published, archived or deleted"`
	ToReview bool   `query:"to_review" msg:"to_review must be true or false" doc:"Only those whose author has asked for a review."`
	Search   string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"Part of the title."`
}

// Managed lists the posts that the caller writes, last changed first: all for administrators. For instructors and administrators.
func (s *Service) Managed(ctx context.Context, who access.Caller, f ManageFilter, limit, offset int64) ([]PostDraft, rest.Count, error) {
	q := s.deps.DB.Reader()
	posts, err := listManaged(ctx, q, who.OwnOrAll(), f, limit, offset)
	if err != nil {
		return nil, rest.Count{}, err
	}
	drafts, tags := make([]PostDraft, len(posts)), make([]*[]string, len(posts))
	for i, p := range posts {
		drafts[i] = s.drafted(p, who)
		tags[i] = &drafts[i].Tags
	}
	if err := posttag.UseCurrentNames(ctx, q, tags...); err != nil {
		return nil, rest.Count{}, err
	}
	n, err := countManaged(ctx, q, who.OwnOrAll(), f)
	return drafts, n, err
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "posts", Column: "created_by", Export: []string{"id", "status", "published_at", "created_at", "updated_at"}},
		{Table: "post_contents", Column: "made_by", Export: []string{"post_id", "title", "excerpt", "html", "cause", "made_at"}},
		{Table: "post_likes", Column: "user_id", Export: []string{"post_id", "made_at"}},
	}
}

// Erase deletes what a user likes, in the transaction that erases the user. What they wrote stays, without their name, by which it is no longer found.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	if err := forgetAuthor(ctx, tx, user); err != nil {
		return err
	}
	return eraseReader(ctx, tx, user)
}

// publishJob publishes a post at the time for which it is scheduled.
const publishJob = "blog.publish"

// publishing is the payload of publishJob.
type publishing struct {
	ID string
	At time.Time // a job of an earlier schedule does nothing
}

// Handlers publish scheduled posts, and delete covers that are not in use.
func (s *Service) Handlers() map[string]jobs.Handler {
	handlers := s.covers.Handlers()
	handlers[publishJob] = jobs.Handler{Do: func(ctx context.Context, claim []jobs.Job) error {
		w, err := jobs.Payload[publishing](claim[0])
		if err != nil {
			return err
		}
		return s.publishScheduled(ctx, w)
	}}
	return handlers
}
