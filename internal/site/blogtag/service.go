package blogtag

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
	"lectern/internal/site/posttag"
)

type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Audit *audit.Log
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// List lists the tags that posts have or had, those with most posts first. For administrators, as the gate has checked.
func (s *Service) List(ctx context.Context, f TagFilter, limit, offset int64) ([]ManagedTag, rest.Count, error) {
	q := s.deps.DB.Reader()
	n, err := countAll(ctx, q, f)
	if err != nil {
		return nil, n, err
	}
	tags, err := list(ctx, q, f, limit, offset)
	if err != nil {
		return nil, n, err
	}
	managed, err := managed(ctx, q, tags)
	return managed, n, err
}

func managed(ctx context.Context, q bun.IDB, tags []posttag.Tag) ([]ManagedTag, error) {
	former, err := formerNames(ctx, q, tags)
	all := make([]ManagedTag, len(tags))
	for i, t := range tags {
		all[i] = ManagedTag{t.ID, t.Name, t.Slug, t.Posts, append([]string{}, former[t.ID]...)}
	}
	return all, err
}

// Rename gives a tag another name, from which its new address is made. For administrators. fault.NotFound, fault.Invalid for a name of
// punctuation alone, fault.Conflict for that of another tag.
func (s *Service) Rename(ctx context.Context, who access.Caller, id string, n TagName) (m ManagedTag, err error) {
	name := text.OneLine(n.Name)
	var broken fault.Fields
	if posttag.CheckName(name, "name", &broken); len(broken) > 0 {
		return m, broken.Err()
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		before, err := lockForGood(ctx, tx, id)
		if err != nil {
			return err
		}
		after := before
		after.Name, after.NameKey = name, text.Fold(name)
		if after.Name != before.Name {
			if after.Slug, err = posttag.FreeSlug(ctx, tx, after); err == nil {
				err = rename(ctx, tx, before, after)
			}
			if err == nil {
				err = s.changed(ctx, tx, who, "blog.tag_renamed", before, after)
			}
		}
		if err == nil {
			m, err = read(ctx, tx, after)
		}
		return err
	})
	return m, err
}

// Merge gives all posts of a tag another one in its place, which it returns, and deletes the tag. For administrators. fault.NotFound,
// fault.Invalid for the same one.
func (s *Service) Merge(ctx context.Context, who access.Caller, id string, t TagMerge) (m ManagedTag, err error) {
	if id == t.IntoID {
		return m, errSame
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		tags := map[string]posttag.Tag{}
		for _, one := range slices.Sorted(slices.Values([]string{id, t.IntoID})) { // two that merge each other wait in one order
			lock := keepOne
			if one == id {
				lock = lockForGood
			}
			locked, err := lock(ctx, tx, one)
			if err != nil {
				return err
			}
			tags[one] = locked
		}
		from, into := tags[id], tags[t.IntoID]
		if err := merge(ctx, tx, from, into); err != nil {
			return err
		}
		if err := s.changed(ctx, tx, who, "blog.tag_merged", from, into); err != nil {
			return err
		}
		if into, err = keepOne(ctx, tx, into.ID); err != nil { // with its posts
			return err
		}
		m, err = read(ctx, tx, into)
		return err
	})
	return m, err
}

// Delete deletes a tag that no published post has. For administrators. fault.NotFound, fault.Conflict.
func (s *Service) Delete(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		t, err := lockForGood(ctx, tx, id)
		if err != nil {
			return err
		}
		if t.Posts > 0 {
			return errInUse
		}
		if err := remove(ctx, tx, t); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "blog.tag_deleted", TargetKind: "blog_tag", TargetID: id, Before: map[string]any{"name": t.Name}})
	})
}

// changed records that posts have another tag, or another name of it, and has searches find them by it.
func (s *Service) changed(ctx context.Context, tx bun.IDB, who access.Caller, action string, before, after posttag.Tag) error {
	if err := events.Publish(ctx, tx, s.deps.Clock.Now(), TagChanged{after.ID}); err != nil {
		return err
	}
	return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: action, TargetKind: "blog_tag", TargetID: after.ID,
		Before: map[string]any{"name": before.Name}, After: map[string]any{"name": after.Name}})
}

func read(ctx context.Context, q bun.IDB, t posttag.Tag) (ManagedTag, error) {
	all, err := managed(ctx, q, []posttag.Tag{t})
	return all[0], err
}
