// Package apidocs renders an OpenAPI document as one page for people, without scripts or other hosts.
package apidocs

import (
	_ "embed"
	"html/template"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

//go:embed apidocs.html
var page string

// section groups the operations that share a tag.
type section struct {
	Name       string
	Operations []operation
}

type operation struct {
	Method, Path, Summary, Gate   string
	Parameters, Accepts, Produces []member
	AcceptsAs                     string // media types
	Statuses                      []string
}

type member struct{ Name, Kind, About string }

// Write writes the page of a document whose operations have the extension x-gate: who may call them.
func Write(to io.Writer, document *huma.OpenAPI) error {
	return template.Must(template.New("page").Parse(page)).Execute(to, reader{document}.sections())
}

// reader reads a document.
type reader struct{ document *huma.OpenAPI }

func (d reader) sections() (areas []section) {
	byName := map[string]*section{}
	for _, path := range slices.Sorted(maps.Keys(d.document.Paths)) {
		item := d.document.Paths[path]
		for method, op := range map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "PATCH": item.Patch, "DELETE": item.Delete} {
			if op == nil {
				continue
			}
			name := op.Tags[0]
			if byName[name] == nil {
				byName[name] = &section{Name: name}
			}
			byName[name].Operations = append(byName[name].Operations, d.operation(method, path, op))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		slices.SortFunc(byName[name].Operations, func(a, b operation) int {
			return strings.Compare(a.Path+" "+a.Method, b.Path+" "+b.Method)
		})
		areas = append(areas, *byName[name])
	}
	return areas
}

func (d reader) operation(method, path string, op *huma.Operation) operation {
	gate, _ := op.Extensions["x-gate"].(string)
	o := operation{Method: method, Path: path, Summary: op.Summary, Gate: gate, Statuses: slices.Sorted(maps.Keys(op.Responses))}
	for _, p := range op.Parameters {
		if p.In != "header" {
			o.Parameters = append(o.Parameters, member{p.Name, p.In, p.Description + d.enumDescription(p.Schema)})
		}
	}
	if op.RequestBody != nil {
		o.AcceptsAs = strings.Join(slices.Sorted(maps.Keys(op.RequestBody.Content)), ", ")
		o.Accepts = d.members(op.RequestBody.Content["application/json"])
	}
	if ok := op.Responses["200"]; ok != nil {
		o.Produces = d.members(ok.Content["application/json"])
	} else if made := op.Responses["201"]; made != nil {
		o.Produces = d.members(made.Content["application/json"])
	}
	return o
}

// members lists the members of an object; of an answer, those of its data.
func (d reader) members(form *huma.MediaType) (members []member) {
	if form == nil {
		return nil
	}
	s := d.resolved(form.Schema)
	if data := s.Properties["data"]; data != nil {
		if s = d.resolved(data); s.Items != nil {
			s = d.resolved(s.Items)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		p := d.resolved(s.Properties[name])
		kind := p.Type
		if p.Items != nil {
			kind = "list of " + d.resolved(p.Items).Type
		}
		members = append(members, member{name, kind, s.Properties[name].Description + d.enumDescription(p)})
	}
	return members
}

func (d reader) resolved(s *huma.Schema) *huma.Schema {
	if s != nil && s.Ref != "" {
		return d.document.Components.Schemas.SchemaFromRef(s.Ref)
	}
	return s
}

// enumDescription lists the allowed values of a schema.
func (d reader) enumDescription(s *huma.Schema) string {
	if s == nil || len(s.Enum) == 0 {
		return ""
	}
	words := make([]string, len(s.Enum))
	for i, v := range s.Enum {
		words[i], _ = v.(string)
	}
	return " One of: " + strings.Join(words, ", ") + "."
}
