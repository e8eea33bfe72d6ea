package rest

import (
	_ "embed"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

//go:embed docs.html
var docsPage string

// docsSection groups the operations that share the first segment of their path.
type docsSection struct {
	Name       string
	Operations []docsOperation
}

type docsOperation struct {
	Method, Path, Summary, Gate   string
	Parameters, Accepts, Produces []member
	AcceptsAs                     string // media types
	Statuses                      []string
}

type member struct{ Name, Kind, About string }

// docs renders the OpenAPI document as one page without scripts or other hosts.
func (a *API) docs(w http.ResponseWriter, _ *http.Request) {
	page, err := template.New("docs").Parse(docsPage)
	if err != nil {
		panic(err) // the template is part of the binary
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = page.Execute(w, a.docsSections()) // a failed write means that the client has gone
}

func (a *API) docsSections() (areas []docsSection) {
	byName := map[string]*docsSection{}
	for _, path := range slices.Sorted(maps.Keys(a.Document.Paths)) {
		item := a.Document.Paths[path]
		for method, op := range map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "PATCH": item.Patch, "DELETE": item.Delete} {
			if op == nil {
				continue
			}
			name := op.Tags[0]
			if byName[name] == nil {
				byName[name] = &docsSection{Name: name}
			}
			byName[name].Operations = append(byName[name].Operations, a.docsOperation(method, path, op))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		slices.SortFunc(byName[name].Operations, func(a, b docsOperation) int {
			return strings.Compare(a.Path+" "+a.Method, b.Path+" "+b.Method)
		})
		areas = append(areas, *byName[name])
	}
	return areas
}

func (a *API) docsOperation(method, path string, op *huma.Operation) docsOperation {
	gate, _ := op.Extensions["x-gate"].(string)
	d := docsOperation{Method: method, Path: path, Summary: op.Summary, Gate: gate, Statuses: slices.Sorted(maps.Keys(op.Responses))}
	for _, p := range op.Parameters {
		if p.In != "header" {
			d.Parameters = append(d.Parameters, member{p.Name, p.In, p.Description + a.enumDescription(p.Schema)})
		}
	}
	if op.RequestBody != nil {
		d.AcceptsAs = strings.Join(slices.Sorted(maps.Keys(op.RequestBody.Content)), ", ")
		d.Accepts = a.members(op.RequestBody.Content["application/json"])
	}
	if ok := op.Responses["200"]; ok != nil {
		d.Produces = a.members(ok.Content["application/json"])
	} else if made := op.Responses["201"]; made != nil {
		d.Produces = a.members(made.Content["application/json"])
	}
	return d
}

// members lists the members of an object; of an answer, those of its data.
func (a *API) members(form *huma.MediaType) (members []member) {
	if form == nil {
		return nil
	}
	s := a.resolved(form.Schema)
	if data := s.Properties["data"]; data != nil {
		if s = a.resolved(data); s.Items != nil {
			s = a.resolved(s.Items)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		p := a.resolved(s.Properties[name])
		kind := p.Type
		if p.Items != nil {
			kind = "list of " + a.resolved(p.Items).Type
		}
		members = append(members, member{name, kind, s.Properties[name].Description + a.enumDescription(p)})
	}
	return members
}

func (a *API) resolved(s *huma.Schema) *huma.Schema {
	if s != nil && s.Ref != "" {
		return a.Document.Components.Schemas.SchemaFromRef(s.Ref)
	}
	return s
}

// enumDescription lists the allowed values of a schema.
func (a *API) enumDescription(s *huma.Schema) string {
	if s == nil || len(s.Enum) == 0 {
		return ""
	}
	words := make([]string, len(s.Enum))
	for i, v := range s.Enum {
		words[i], _ = v.(string)
	}
	return " One of: " + strings.Join(words, ", ") + "."
}
