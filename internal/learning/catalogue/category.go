package catalogue

import (
	"context"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/searchindex"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// Category is a category of the catalogue.
type Category struct {
	Name     string `json:"name"`
	Parent   string `json:"parent" doc:"The category above; empty at the top."`
	Position int64  `json:"position" doc:"Its place among those of one parent; 0 until it has one, which comes last."`
	Count    int64  `json:"count" doc:"Published courses in it."`
	Total    int64  `json:"total" doc:"Published courses in it and beneath."`
}

// CategoryTree lists the categories, each after its parent.
type CategoryTree []Category

// EditVersion is compared with If-Match. Courses that come and go do not change it.
func (t CategoryTree) EditVersion() int64 {
	edited := make([]Category, len(t))
	for i, c := range t {
		edited[i] = Category{Name: c.Name, Parent: c.Parent, Position: c.Position}
	}
	return rest.VersionOf(edited)
}

// StaleCategories is the tree as it is now, for an administrator who edited an older one.
type StaleCategories struct {
	Categories CategoryTree `json:"categories"`
}

// CategoryChange creates, renames or moves a category.
type CategoryChange struct {
	Name     string `json:"name" pattern:"\\S" maxLength:"80" msg:"Category is required;maxLength=Category must be at most 80 characters"`
	Rename   string `json:"rename,omitempty" maxLength:"80" msg:"Category must be at most 80 characters" doc:"Its new name; the courses in it go with it. Absent: it keeps its name."`
	Parent   string `json:"parent,omitempty" maxLength:"80" msg:"Category must be at most 80 characters" doc:"Empty: at the top."`
	Position int64  `json:"position,omitempty" minimum:"0" maximum:"100000" msg:"position must be 0 or more" doc:"0: a new category, or one with a new parent, comes last; others keep their place."`
}

// CategoryOrder puts all categories in order.
type CategoryOrder struct {
	Names []string `json:"names" maxItems:"10000" msg:"names must be a list;maxItems=names can list at most 10,000 categories" doc:"Every category once. Those of one parent take the order that they have here."`
}

const deepestCategory = 5 // levels of the tree

// Categories lists the categories, each after its parent. For anyone.
func (s *Service) Categories(ctx context.Context) (CategoryTree, error) {
	cs, err := categories(ctx, s.db.Reader())
	return ordered(cs), err
}

// ordered sorts each category after its parent and adds up the counts of its descendants. cs must be sorted by
// position and name.
func ordered(cs []Category) CategoryTree {
	children, known := map[string][]Category{}, map[string]bool{}
	for _, c := range cs {
		known[c.Name] = true
	}
	for _, c := range cs {
		if !known[c.Parent] {
			c.Parent = ""
		}
		children[c.Parent] = append(children[c.Parent], c)
	}
	tree := make(CategoryTree, 0, len(cs))
	var add func(c Category) int64
	add = func(c Category) int64 {
		at := len(tree)
		tree = append(tree, c)
		tree[at].Total = c.Count
		for _, child := range children[c.Name] {
			tree[at].Total += add(child)
		}
		return tree[at].Total
	}
	for _, c := range children[""] {
		add(c)
	}
	return tree
}

// withDescendants returns a category and its descendants.
func withDescendants(cs []Category, name string) []string {
	names := []string{name}
	for i := 0; i < len(names) && len(names) <= len(cs); i++ {
		for _, c := range cs {
			if c.Parent == names[i] && c.Name != name {
				names = append(names, c.Name)
			}
		}
	}
	return names
}

// ChangeCategory creates, renames or moves a category. For administrators. It returns fault.Invalid if the category
// would be its own descendant or too deep, fault.Conflict if the new name is taken, fault.Precondition, with the tree as it is, if that was
// changed since the caller read it.
func (s *Service) ChangeCategory(ctx context.Context, who access.Caller, n CategoryChange, held rest.IfMatch) (CategoryTree, error) {
	n.Name, n.Rename, n.Parent = course.Line(n.Name), course.Line(n.Rename), course.Line(n.Parent)
	var after []Category
	err := s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := searchindex.BumpVersion(ctx, tx); err != nil {
			return err
		}
		before, err := categories(ctx, tx)
		if err != nil {
			return err
		}
		if err := unchanged(before, held); err != nil {
			return err
		}
		if err := n.check(before); err != nil {
			return err
		}
		if n.Position == 0 {
			n.Position = n.place(before)
		}
		if err := placeCategory(ctx, tx, n); err != nil {
			return err
		}
		if n.Rename != "" && n.Rename != n.Name {
			if err := renameCategory(ctx, tx, n.Name, n.Rename, s.clock.Now()); err != nil {
				return err
			}
		}
		if after, err = categories(ctx, tx); err != nil {
			return err
		}
		return course.AuditChange(ctx, tx, s.audit, who, "course.category_changed", "", map[string]any{"category": n.Name}, n)
	})
	return ordered(after), err
}

// OrderCategories puts all categories in order. For administrators. It returns fault.Invalid if one is missing, unknown or listed twice,
// fault.Precondition, with the tree as it is, if that was changed since the caller read it.
func (s *Service) OrderCategories(ctx context.Context, who access.Caller, n CategoryOrder, held rest.IfMatch) (CategoryTree, error) {
	var after []Category
	err := s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := searchindex.BumpVersion(ctx, tx); err != nil {
			return err
		}
		before, err := categories(ctx, tx)
		if err != nil {
			return err
		}
		if err := unchanged(before, held); err != nil {
			return err
		}
		was := make([]string, len(before))
		for i, c := range ordered(before) {
			was[i] = c.Name
		}
		if !slices.Equal(slices.Sorted(slices.Values(was)), slices.Sorted(slices.Values(n.Names))) {
			return fault.Fields{{Name: "names", Code: "unknown_value", Message: "names must list every category once"}}.Err()
		}
		if err := orderCategories(ctx, tx, n.Names); err != nil {
			return err
		}
		if after, err = categories(ctx, tx); err != nil {
			return err
		}
		return course.AuditChange(ctx, tx, s.audit, who, "course.categories_ordered", "", CategoryOrder{was}, n)
	})
	return ordered(after), err
}

// unchanged refuses an edit of a tree that is no longer as the caller read it.
func unchanged(cs []Category, held rest.IfMatch) error {
	now := ordered(cs)
	if held.Matches(now.EditVersion()) {
		return nil
	}
	return fault.New(fault.Precondition, "stale_version", "Another user has changed the categories. Your change is not saved yet.").
		WithDetails(StaleCategories{now})
}

// place is where a category stands that was given no position: where it is, or behind all others.
func (n CategoryChange) place(cs []Category) int64 {
	last := int64(0)
	for _, c := range cs {
		if c.Name == n.Name && c.Parent == n.Parent && c.Position > 0 {
			return c.Position
		}
		last = max(last, c.Position)
	}
	return last + 1
}

// check checks a change against the tree.
func (n CategoryChange) check(cs []Category) error {
	parents := map[string]string{}
	for _, c := range cs {
		parents[c.Name] = c.Parent
	}
	_, known := parents[n.Parent]
	var broken fault.Fields
	broken.Require(n.Parent == "" || known, "parent", "unknown_value", "There is no category called "+n.Parent)
	depth := 1
	for at := n.Parent; at != "" && depth <= deepestCategory; at = parents[at] {
		depth++
		if at == n.Name {
			broken.Require(false, "parent", "circular", "A category can't be its own parent")
			return broken.Err()
		}
	}
	broken.Require(depth <= deepestCategory, "parent", "out_of_range", "Categories can be nested at most 5 levels deep")
	if err := broken.Err(); err != nil {
		return err
	}
	if _, taken := parents[n.Rename]; taken && n.Rename != n.Name {
		return fault.New(fault.Conflict, "category_taken", "There is already a category called "+n.Rename+".")
	}
	return nil
}

// RemoveCategory removes a category; its children move up. For administrators. It returns fault.NotFound, or
// fault.Conflict while courses use it.
func (s *Service) RemoveCategory(ctx context.Context, who access.Caller, name string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := searchindex.BumpVersion(ctx, tx); err != nil {
			return err
		}
		there, used, err := categoryUse(ctx, tx, name)
		switch {
		case err != nil:
			return err
		case !there:
			return fault.New(fault.NotFound, "category_not_found", "This category doesn't exist.")
		case used:
			return fault.New(fault.Conflict, "category_used", "This category still has courses, perhaps drafts. Move them first.")
		}
		if err := removeCategory(ctx, tx, name); err != nil {
			return err
		}
		return course.AuditChange(ctx, tx, s.audit, who, "course.category_removed", "", map[string]any{"category": strings.Clone(name)}, nil)
	})
}
