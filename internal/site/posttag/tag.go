// Package posttag has the tags of posts, for the packages of the blog: each tag has a name and an address, and stands for those that it,
// or tags merged into it, had before.
package posttag

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Tag is a row of blog_tags.
type Tag struct {
	bun.BaseModel `bun:"table:blog_tags,alias:t"`

	ID      string `bun:",pk"`
	Name    string
	NameKey string // folded
	Slug    string
	Posts   int64 // that are published
}

// Post is a post that has tags.
type Post struct {
	ID          string
	PublishedAt *time.Time // of lists
}

const longestName = 40 // characters

// CheckName reports what is wrong with the name of a tag in a member of a request; an empty one is not.
func CheckName(name, member string, broken *fault.Fields) {
	broken.Require(len([]rune(name)) <= longestName, member, "too_long", "A tag has at most 40 characters")
	broken.Require(name == "" || text.Slug(name) != "", member, "invalid", "A tag needs at least one word or number")
}

// Put replaces the tags of a published post, none for one that is not, and counts their posts. Tags that do not exist yet are made; former
// names stand for their tags.
func Put(ctx context.Context, tx bun.IDB, p Post, names []string) error {
	before, err := lockOf(ctx, tx, p.ID)
	if err != nil {
		return err
	}
	var after []string
	for _, name := range names {
		id, err := named(ctx, tx, name)
		if err != nil {
			return err
		}
		after = append(after, id)
	}
	after = unique(after)
	if err := replaceOf(ctx, tx, p, after); err != nil {
		return err
	}
	return count(ctx, tx, before, after)
}

// UseCurrentNames replaces the names in lists by those that the tags have now, each tag once; names without a tag stay.
func UseCurrentNames(ctx context.Context, q bun.IDB, lists ...*[]string) error {
	var keys []string
	for _, l := range lists {
		for _, name := range *l {
			keys = append(keys, text.Fold(name))
		}
	}
	current, err := currentNames(ctx, q, unique(keys))
	if err != nil {
		return err
	}
	for _, l := range lists {
		names := make([]string, len(*l))
		for i, name := range *l {
			names[i] = name
			if now, known := current[text.Fold(name)]; known {
				names[i] = now
			}
		}
		*l = unique(names)
	}
	return nil
}

// unique returns a list, never nil, in which each text stands once.
func unique(all []string) []string {
	seen, once := map[string]bool{}, []string{}
	for _, one := range all {
		if !seen[one] {
			seen[one] = true
			once = append(once, one)
		}
	}
	return once
}
