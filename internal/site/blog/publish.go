package blog

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
	"lectern/internal/site/posttag"
)

// PostPublication says when a draft becomes what readers see.
type PostPublication struct {
	At *time.Time `json:"at,omitempty" msg:"Choose a date and time" doc:"Default: now."`
}

// PostArchiving archives a post, or takes it out of the archive as a draft.
type PostArchiving struct {
	Archive bool `json:"archive"`
}

var errNotPublished = fault.New(fault.Conflict, "not_published", "This post isn't published.")

// change locks a post, lets do change it and stores it with the next version. fault.NotFound for posts that the caller does not write.
func (s *Service) change(ctx context.Context, who access.Caller, id string, do func(tx bun.IDB, r *row) error) (d PostDraft, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		r, err := lock(ctx, tx, id, who.OwnOrAll())
		if err != nil {
			return err
		}
		if err := do(tx, &r); err != nil {
			return err
		}
		r.UpdatedAt, r.Version = s.deps.Clock.Now(), r.Version+1
		if err := update(ctx, tx, r); err != nil {
			return err
		}
		d, err = s.draft(ctx, tx, who, id)
		return err
	})
	return d, err
}

// Publish makes the draft of a post what readers see, now or at a time. For administrators. fault.Precondition with the draft that there is,
// fault.Conflict for one that is incomplete, fault.Invalid for a time that has passed, and for a time of a post that is published.
func (s *Service) Publish(ctx context.Context, who access.Caller, id string, p PostPublication, held rest.IfMatch) (PostDraft, error) {
	now := s.deps.Clock.Now()
	return s.change(ctx, who, id, func(tx bun.IDB, r *row) error {
		if err := s.requireVersion(ctx, tx, who, *r, held); err != nil {
			return err
		}
		c, err := contentByID(ctx, tx, r.ID, r.DraftID)
		if err == nil {
			err = c.refuseMissing()
		}
		if err != nil {
			return err
		}
		r.ReviewRequestedAt = nil
		if p.At == nil {
			return s.publish(ctx, tx, who, r, c)
		}
		at := p.At.UTC().Truncate(time.Microsecond)
		var broken fault.Fields
		broken.Require(at.After(now), "at", "in_the_past", "Choose a time in the future")
		broken.Require(r.Status != published, "at", "published", "This post is published already. Publish your changes now.")
		if err := broken.Err(); err != nil {
			return err
		}
		return s.schedule(ctx, tx, who, r, at)
	})
}

// publish makes a complete text what readers see of a locked post, and gives it an address.
func (s *Service) publish(ctx context.Context, tx bun.IDB, who access.Caller, r *row, c content) error {
	now := s.deps.Clock.Now()
	if err := s.nameByTitle(ctx, tx, r.ID, c.Title); err != nil {
		return err
	}
	c.Cause = causePublished
	if err := putContent(ctx, tx, c); err != nil {
		return err
	}
	if err := s.deps.Library.Use(ctx, tx, r.ID, text.FileIDs(c.HTML)); err != nil {
		return err
	}
	before := r.Status
	r.Status, r.LiveID, r.LiveAt, r.ScheduledAt = published, &c.ID, &now, nil
	if r.PublishedAt == nil {
		r.PublishedAt = &now
	}
	if err := posttag.Put(ctx, tx, posttag.Post{ID: r.ID, PublishedAt: r.PublishedAt}, c.Tags.V); err != nil {
		return err
	}
	if err := s.index(ctx, tx, r, c); err != nil {
		return err
	}
	return s.record(ctx, tx, who, "blog.published", r.ID, before, published)
}

// publishScheduled publishes a post at the time for which it is scheduled, once: whoever has published, moved or deleted it since has ended
// the schedule.
func (s *Service) publishScheduled(ctx context.Context, w publishing) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		r, err := lock(ctx, tx, w.ID, "")
		if fault.Is(err, fault.NotFound) {
			return nil
		}
		if err != nil || r.Status != scheduled || !r.ScheduledAt.Equal(w.At) || r.ScheduledAt.After(s.deps.Clock.Now()) {
			return err
		}
		c, err := contentByID(ctx, tx, r.ID, r.DraftID)
		if err != nil {
			return err
		}
		if c.refuseMissing() != nil { // emptied since: it stays a draft
			r.Status, r.ScheduledAt = draft, nil
		} else if err := s.publish(ctx, tx, access.Caller{}, &r, c); err != nil {
			return err
		}
		r.Version++
		return update(ctx, tx, r)
	})
}

// Unpublish takes a post from its readers, or gives up its schedule: it is a draft again and keeps its address. For administrators.
// fault.Conflict for one that is neither.
func (s *Service) Unpublish(ctx context.Context, who access.Caller, id string) (PostDraft, error) {
	return s.change(ctx, who, id, func(tx bun.IDB, r *row) error {
		if r.Status != published && r.Status != scheduled {
			return errNotPublished
		}
		return s.withdraw(ctx, tx, who, r, draft)
	})
}

// Archive takes a post from its readers for good, who are told so at its address, or makes it a draft again. For administrators.
// fault.Conflict for one that was never published.
func (s *Service) Archive(ctx context.Context, who access.Caller, id string, a PostArchiving) (PostDraft, error) {
	return s.change(ctx, who, id, func(tx bun.IDB, r *row) error {
		switch {
		case a.Archive == (r.Status == archived):
			return nil
		case !a.Archive:
			return s.withdraw(ctx, tx, who, r, draft)
		case r.LiveID == nil:
			return errNotPublished
		}
		return s.withdraw(ctx, tx, who, r, archived)
	})
}

func (s *Service) withdraw(ctx context.Context, tx bun.IDB, who access.Caller, r *row, to string) error {
	before := r.Status
	r.Status, r.ScheduledAt = to, nil
	if err := posttag.Put(ctx, tx, posttag.Post{ID: r.ID}, nil); err != nil {
		return err
	}
	r.IndexedID = ""
	if err := putWords(ctx, tx, *r, nil); err != nil {
		return err
	}
	if err := unfeature(ctx, tx, r.ID); err != nil {
		return err
	}
	return s.record(ctx, tx, who, "blog."+map[string]string{draft: "unpublished", archived: "archived"}[to], r.ID, before, to)
}

// RequestReview tells administrators that a post is ready, or takes that back. For its author.
func (s *Service) RequestReview(ctx context.Context, who access.Caller, id string, wanted bool) (PostDraft, error) {
	now := s.deps.Clock.Now()
	return s.change(ctx, who, id, func(tx bun.IDB, r *row) error {
		if r.ReviewRequestedAt = nil; !wanted {
			return nil
		}
		c, err := contentByID(ctx, tx, r.ID, r.DraftID)
		if err == nil {
			err = c.refuseMissing()
		}
		r.ReviewRequestedAt = &now
		return err
	})
}

// Delete takes a post away, for 30 days so that it can be restored. For its author while it is a draft that was never published, and for administrators
// while readers do not see it; otherwise fault.Conflict.
func (s *Service) Delete(ctx context.Context, who access.Caller, id string) error {
	now := s.deps.Clock.Now()
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		r, err := lock(ctx, tx, id, who.OwnOrAll())
		if err != nil {
			return err
		}
		if r.Status == published || r.Status == scheduled {
			return fault.New(fault.Conflict, "post_published", "Unpublish this post before you delete it.")
		}
		if r.PublishedAt != nil && !who.HasRole(access.Admin) {
			return fault.New(fault.Conflict, "post_was_published", "This post was published before. Ask an administrator to delete it.")
		}
		r.DeletedAt, r.PreviewHash, r.PreviewExpiresAt, r.ReviewRequestedAt = &now, "", nil, nil
		if err := update(ctx, tx, r); err != nil {
			return err
		}
		return s.record(ctx, tx, who, "blog.deleted", id, r.Status, deleted)
	})
}

// Feature sets which published posts are shown first on the blog and the home page, in this order. For administrators. fault.NotFound for one that is not
// published; then nothing changes.
func (s *Service) Feature(ctx context.Context, who access.Caller, f FeaturedPosts) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := putFeatured(ctx, tx, f.IDs); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "blog.featured", TargetKind: "blog", After: map[string]any{"posts": f.IDs}})
	})
}

// FeaturedPosts are the posts that are shown first.
type FeaturedPosts struct {
	IDs []string `json:"ids" maxItems:"12" msg:"ids must be a list of posts;maxItems=At most 12 posts can be featured"`
}

// record writes to the audit log what an administrator, or for a schedule nobody, has done.
func (s *Service) record(ctx context.Context, tx bun.IDB, who access.Caller, action, id, before, after string) error {
	return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: action, TargetKind: "post", TargetID: id,
		Before: map[string]any{"status": before}, After: map[string]any{"status": after}})
}

// NewPostSlug is the last part of the address of a post.
type NewPostSlug struct {
	Slug string `json:"slug" pattern:"\\S" maxLength:"200" msg:"Enter an address" doc:"Written as addresses are: lower case, hyphens between words."`
}

// SlugTaken says which address is free instead.
type SlugTaken struct {
	Free string `json:"free"`
}

// SetSlug gives a post an address. One that readers have seen leads to the new one from then on. Same callers as Draft. fault.Invalid for one without letters,
// fault.Conflict with a free one for one that another post has or had.
func (s *Service) SetSlug(ctx context.Context, who access.Caller, id string, n NewPostSlug) (PostDraft, error) {
	wanted := text.Slug(n.Slug)
	if wanted == "" {
		return PostDraft{}, fault.Fields{{Name: "slug", Code: "invalid", Message: "An address needs at least one word or number."}}.Err()
	}
	return s.change(ctx, who, id, func(tx bun.IDB, r *row) error {
		free, err := s.freeSlug(ctx, tx, wanted, id)
		put := false
		if err == nil && free == wanted {
			put, err = putSlug(ctx, tx, slug{Slug: wanted, PostID: id, MadeAt: s.deps.Clock.Now()}, r.PublishedAt != nil)
		}
		if err != nil || put {
			return err
		}
		return fault.New(fault.Conflict, "slug_taken", "Another post has or had this address. Choose another one.").WithDetails(SlugTaken{free})
	})
}

// nameByTitle gives a post an address by its title, unless it has one.
func (s *Service) nameByTitle(ctx context.Context, tx bun.IDB, id, title string) error {
	if current, err := currentSlug(ctx, tx, id); err != nil || current != "" {
		return err
	}
	wanted := text.Slug(title)
	if wanted == "" { // a title of signs alone
		wanted = "post"
	}
	for {
		free, err := s.freeSlug(ctx, tx, wanted, id)
		if err != nil {
			return err
		}
		if put, err := putSlug(ctx, tx, slug{Slug: free, PostID: id, MadeAt: s.deps.Clock.Now()}, true); err != nil || put {
			return err
		}
	}
}

// freeSlug returns the address itself, or with the first number behind it that no other post has or had.
func (s *Service) freeSlug(ctx context.Context, tx bun.IDB, wanted, id string) (string, error) {
	return text.FreeSlug(wanted, func(one string) (bool, error) {
		owner, err := slugOwner(ctx, tx, one)
		return reservedSlugs[one] || owner != "" && owner != id, err
	})
}

// reservedSlugs stand behind /blog/ for something else.
var reservedSlugs = map[string]bool{"tag": true, "author": true, "feed": true, "manage": true, "featured": true, "search": true, "tags": true, "comments": true, "commenters": true, "preview": true, "settings": true, "export": true, "import": true, "rss.xml": true, "atom.xml": true, "feed.json": true}
