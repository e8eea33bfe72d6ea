// Package blogtag is where administrators look after the tags of the blog. A tag that is renamed or merged into another one leaves its
// name and its address behind: drafts with the old name mean the new one, and the old address leads to it (package posttag).
package blogtag

import (
	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
)

// formerName is a name that a tag had.
type formerName struct {
	bun.BaseModel `bun:"table:blog_tag_names,alias:n"`

	NameKey string `bun:",pk"` // folded
	Name    string
	TagID   string
}

// formerSlug is an address that a tag had.
type formerSlug struct {
	bun.BaseModel `bun:"table:blog_tag_slugs,alias:s"`

	Slug  string `bun:",pk"`
	TagID string
}

// ManagedTag is a tag for those who look after the tags.
type ManagedTag struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Slug        string   `json:"slug" doc:"Its posts are at /blog?tag={slug}."`
	Posts       int64    `json:"posts" doc:"That are published."`
	FormerNames []string `json:"formerNames" doc:"That it, or tags merged into it, had: posts that are published with one of them get this tag."`
}

// TagFilter says which tags are listed.
type TagFilter struct {
	Query string `query:"query" maxLength:"40" msg:"A search has at most 40 characters" doc:"Part of the name."`
}

// TagName is the name of a tag.
type TagName struct {
	Name string `json:"name" pattern:"\\S" maxLength:"40" msg:"Enter a name;maxLength=A tag has at most 40 characters"`
}

// TagMerge says which tag posts get in place of another one.
type TagMerge struct {
	IntoID string `json:"intoId" maxLength:"36" msg:"Choose a tag"`
}

// TagChanged is published when posts are shown with another tag, or with another name of it, than before.
type TagChanged struct{ TagID string }

// EventName is the name under which the event is published.
func (TagChanged) EventName() string { return "blog.tag_changed" }

var (
	errNotFound = fault.New(fault.NotFound, "tag_not_found", "This tag doesn't exist.")
	errTaken    = fault.New(fault.Conflict, "tag_exists", "There is a tag with this name. Merge the two instead.")
	errInUse    = fault.New(fault.Conflict, "tag_in_use", "Published posts have this tag. Merge it into another tag instead.")
	errSame     = fault.Fields{{Name: "intoId", Code: "invalid", Message: "Choose another tag."}}.Err()
)
