package blog

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/text"
)

// ImportedPost is a post that comes from a file.
type ImportedPost struct {
	Source, SourceID, Digest   string // where it comes from, which one it is there, and what it said
	AuthorID                   string // of a post that is new
	Title, Excerpt, HTML       string
	Language                   string
	Tags                       []string
	MetaTitle, MetaDescription string
	CanonicalURL               string
	CoverID, CoverAlt          string
	CoverWidth                 int
	Slug                       string     // wanted; "" for any
	Status                     string     // that it gets: published, scheduled or archived; "" for as it is, or a draft
	At                         *time.Time // it was published, or will be
}

// Known is what was imported as a post before.
type Known struct{ ID, Digest, Status string }

var errDeletedBefore = fault.New(fault.Conflict, "post_deleted", "This post is here and was deleted. Restore it in the list of deleted posts, then import the file again.")

var errScheduledHere = fault.New(fault.Conflict, "post_scheduled", "This post is scheduled here, and its new text would be published. Make it a draft first, or import the file with its statuses.")

// Imported returns the post that a post of a file has become before, or is itself. The zero Known for none; fault.Conflict for one that was deleted.
func (s *Service) Imported(ctx context.Context, q bun.IDB, source, sourceID string) (Known, error) {
	r, err := importedFrom(ctx, q, source, sourceID)
	if err == nil && r.DeletedAt != nil {
		err = errDeletedBefore
	}
	return Known{r.ID, r.SourceDigest, r.Status}, err
}

// AddCover renders a cover and stores it. It is deleted after an hour unless a post has it. Faults as those of SetCover.
func (s *Service) AddCover(ctx context.Context, who access.Caller, u picture.CoverUpload) (id string, width int, err error) {
	if err := picture.CoverRules.Takes(u.Type); err != nil {
		return "", 0, err
	}
	widths, largest, err := s.deps.Covers.Render(ctx, who.ID, u.Body, picture.CoverRules, u.Area)
	if err != nil {
		return "", 0, err
	}
	id, err = s.covers.Add(ctx, widths)
	return id, largest, err
}

// Import creates a post, or replaces the draft of the one that it became before, with the transaction tx; what readers see stays, unless a status is
// wanted. It returns the id and the address of the post, and what it lacks to get that status: then it stays as it is. fault.Invalid, and
// fault.Conflict for one that was deleted here.
func (s *Service) Import(ctx context.Context, tx bun.IDB, who access.Caller, p ImportedPost) (id, slug, lacks string, err error) {
	now := s.deps.Clock.Now()
	r, err := lockImported(ctx, tx, p.Source, p.SourceID)
	switch {
	case err == nil && r.DeletedAt != nil:
		err = errDeletedBefore
	case err == nil && r.Status == scheduled && p.Status == "":
		err = errScheduledHere
	}
	if err != nil {
		return "", "", "", err
	}
	c := content{ID: db.NewID(), Cause: causeSaved, MadeBy: &who.ID, MadeAt: now, CoverID: p.CoverID, CoverWidth: p.CoverWidth}
	c, err = PostEdit{Title: p.Title, Excerpt: p.Excerpt, HTML: p.HTML, CoverAlt: p.CoverAlt, Language: p.Language, Tags: p.Tags, MetaTitle: p.MetaTitle,
		MetaDescription: p.MetaDescription, CanonicalURL: p.CanonicalURL}.write(c, s.deps.Cleaner)
	if err != nil {
		return "", "", "", err
	}
	if r.ID == "" {
		r = row{ID: db.NewID(), Status: draft, DraftID: c.ID, CreatedBy: p.AuthorID, CreatedAt: now, Source: p.Source, SourceID: p.SourceID}
		if err := insert(ctx, tx, r); err != nil {
			return "", "", "", err
		}
	}
	c.PostID = r.ID
	if lacks, err = s.replaceImported(ctx, tx, who, &r, c, p); err != nil {
		return "", "", "", err
	}
	slug, err = currentSlug(ctx, tx, r.ID)
	return r.ID, slug, lacks, err
}

// replaceImported makes a text the draft of a post, gives it the address and the status that are wanted, and returns what it lacks for the latter.
func (s *Service) replaceImported(ctx context.Context, tx bun.IDB, who access.Caller, r *row, c content, p ImportedPost) (lacks string, err error) {
	if err := s.showPictures(ctx, tx, *r, &c); err != nil {
		return "", err
	}
	r.DraftID, r.SourceDigest, r.UpdatedAt, r.Version = c.ID, p.Digest, s.deps.Clock.Now(), r.Version+1
	if err := s.storeDraft(ctx, tx, *r, c); err != nil {
		return "", err
	}
	if err := s.setImportedSlug(ctx, tx, *r, p.Slug); err != nil || p.Status == "" {
		return "", err
	}
	if missing := c.missing(); len(missing) > 0 {
		return missing[0], nil
	}
	if r.PublishedAt == nil && p.Status != scheduled {
		r.PublishedAt = earlier(p.At, s.deps.Clock.Now())
	}
	switch p.Status {
	case scheduled:
		err = s.schedule(ctx, tx, who, r, *p.At)
	case archived:
		if err = s.publish(ctx, tx, who, r, c); err == nil {
			err = s.withdraw(ctx, tx, who, r, archived)
		}
	default:
		err = s.publish(ctx, tx, who, r, c)
	}
	if err != nil {
		return "", err
	}
	return "", update(ctx, tx, *r)
}

// earlier is a time unless it is later than now.
func earlier(at *time.Time, now time.Time) *time.Time {
	if at == nil || at.After(now) {
		return nil
	}
	return at
}

// setImportedSlug gives a post the address that it had, or the next one that is free. Posts that readers have seen here keep theirs.
func (s *Service) setImportedSlug(ctx context.Context, tx bun.IDB, r row, wanted string) error {
	if wanted = text.Slug(wanted); wanted == "" || r.PublishedAt != nil {
		return nil
	}
	for {
		free, err := s.freeSlug(ctx, tx, wanted, r.ID)
		if err != nil {
			return err
		}
		if put, err := putSlug(ctx, tx, slug{Slug: free, PostID: r.ID, MadeAt: s.deps.Clock.Now()}, false); err != nil || put {
			return err
		}
	}
}

// schedule has a locked post published at a time.
func (s *Service) schedule(ctx context.Context, tx bun.IDB, who access.Caller, r *row, at time.Time) error {
	before := r.Status
	r.Status, r.ScheduledAt = scheduled, &at
	if _, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: publishJob, Ref: r.ID, Due: at, Payload: publishing{r.ID, at}}); err != nil {
		return err
	}
	return s.record(ctx, tx, who, "blog.scheduled", r.ID, before, scheduled)
}
