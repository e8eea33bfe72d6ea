// Package missing knows how operations refuse members of their body that have no value, so that clients need not send them.
package missing

import (
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/platform/fault"
)

// Way is one in which a member of a body has no value.
type Way string

const (
	Absent Way = "absent"
	Null   Way = "null"
	NoText Way = "text"  // ""
	Blank  Way = "blank" // only spaces
	NoItem Way = "list"  // []
)

// Member returns an object whose only member has no value.
func (way Way) Member(name string) map[string]any {
	switch way {
	case Null:
		return map[string]any{name: nil}
	case NoText:
		return map[string]any{name: ""}
	case Blank:
		return map[string]any{name: "  "}
	case NoItem:
		return map[string]any{name: []any{}}
	}
	return map[string]any{}
}

// Code is that of the refusal.
func (way Way) Code() string {
	switch way {
	case Null:
		return "invalid_type"
	case NoItem:
		return "too_few"
	}
	return "required"
}

// Refusal is that of a member of a body that has no value, independent of the other members.
type Refusal struct {
	Member  string `json:"member"` // "title", or "entries[].date": of each entry
	When    []Way  `json:"when"`
	Message string `json:"message"`
}

// extension is the member of an operation in the document that lists its refusals.
const extension = "x-refused-when-empty"

// Refusals returns those of an operation in the order of its members.
func Refusals(op *huma.Operation) []Refusal {
	all, _ := op.Extensions[extension].([]Refusal)
	return all
}

// Rules are those of the server: its schemas, the refusal that it makes of an error, and its order of members.
type Rules struct {
	Schemas huma.Registry
	Refuse  func(*huma.ErrorDetail) fault.Field
	Place   func(member string) int
}

// Describe adds the refusals of an operation with a body of JSON to the document. The validation itself is asked for them, so that they
// are those of the server.
func (r Rules) Describe(op *huma.Operation) {
	if op.RequestBody == nil || op.RequestBody.Content["application/json"] == nil {
		return
	}
	c := collection{rules: r}
	c.visit(op.RequestBody.Content["application/json"].Schema, "", nil)
	slices.SortStableFunc(c.found, func(a, b Refusal) int { return r.Place(a.Member) - r.Place(b.Member) })
	for i := range c.found {
		c.found[i].Member = strings.ReplaceAll(c.found[i].Member, firstItem, "[]")
	}
	if len(c.found) > 0 {
		op.Extensions[extension] = c.found
	}
}

// firstItem stands for all items of a list.
const firstItem = "[0]"

// collection is the refusals of a schema.
type collection struct {
	rules Rules
	found []Refusal
}

// visit adds the refusals of the members of s, which stands at path within others.
func (c *collection) visit(s *huma.Schema, path string, within []*huma.Schema) {
	s = c.resolved(s)
	if s.Type == huma.TypeArray {
		c.visit(s.Items, path+firstItem, within)
		return
	}
	if slices.Contains(within, s) {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		member := strings.TrimPrefix(path+"."+name, ".")
		for _, way := range c.ways(s.Properties[name]) {
			c.try(s, path, name, way)
		}
		c.visit(s.Properties[name], member, append(slices.Clip(within), s))
	}
}

func (c *collection) resolved(s *huma.Schema) *huma.Schema {
	for s.Ref != "" {
		s = c.rules.Schemas.SchemaFromRef(s.Ref)
	}
	return s
}

func (c *collection) ways(s *huma.Schema) []Way {
	switch c.resolved(s).Type {
	case huma.TypeString:
		return []Way{Absent, Null, NoText, Blank}
	case huma.TypeArray:
		return []Way{Absent, Null, NoItem}
	case huma.TypeInteger, huma.TypeNumber:
		return []Way{Absent, Null, NoText}
	}
	return []Way{Absent, Null}
}

// try adds the refusal of the member of s by this name when it has no value, if there is one.
func (c *collection) try(s *huma.Schema, path, name string, way Way) {
	at, result := strings.TrimSuffix("body."+path, "."), huma.ValidateResult{}
	huma.Validate(c.rules.Schemas, s, huma.NewPathBuffer([]byte(at), len(at)), huma.ModeWriteToServer, way.Member(name), &result)
	for _, err := range result.Errors {
		detail, ok := err.(huma.ErrorDetailer)
		if !ok || way == Blank && isAboutLength(detail.ErrorDetail()) {
			continue
		}
		f := c.rules.Refuse(detail.ErrorDetail())
		if f.Name == strings.TrimPrefix(path+"."+name, ".") && f.Code == way.Code() {
			c.add(Refusal{f.Name, []Way{way}, f.Message})
			return
		}
	}
}

// isAboutLength reports whether a text is refused only for its length, so that more or fewer spaces would do.
func isAboutLength(d *huma.ErrorDetail) bool {
	return strings.HasPrefix(d.Message, "minLength|") || strings.HasPrefix(d.Message, "maxLength|")
}

func (c *collection) add(r Refusal) {
	for i, other := range c.found {
		if other.Member == r.Member && other.Message == r.Message {
			c.found[i].When = append(other.When, r.When...)
			return
		}
	}
	c.found = append(c.found, r)
}
