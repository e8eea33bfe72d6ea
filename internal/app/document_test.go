package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

// documentOperation is an operation of the OpenAPI document, as generators of clients read it.
type documentOperation struct {
	OperationID string                      `json:"operationId"`
	Tags        []string                    `json:"tags"`
	Security    *[]map[string][]string      `json:"security"`
	Gate        string                      `json:"x-gate"`
	Parameters  []struct{ Name, In string } `json:"parameters"`
	RequestBody *struct{ Required bool }    `json:"requestBody"`
}

type documentSchema struct {
	Properties map[string]json.RawMessage `json:"properties"`
}

type document struct {
	Tags       []struct{ Name string }                     `json:"tags"`
	Paths      map[string]map[string]documentOperation     `json:"paths"`
	Components struct{ Schemas map[string]documentSchema } `json:"components"`
}

func readDocument(t *testing.T) (d document) {
	t.Helper()
	if err := json.Unmarshal(testapp.New(t).Nobody().Send("GET", "/api/openapi.json", "").Body.Bytes(), &d); err != nil || len(d.Paths) == 0 {
		t.Fatalf("the document: %v, %d paths", err, len(d.Paths))
	}
	return d
}

// generatedName returns what generators of clients make of a name: without case and punctuation.
func generatedName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(name))
}

// Generators derive names of functions, parameters and types from those of the document: none may come out twice.
func TestDocumentGivesUniqueNames(t *testing.T) {
	soak.OnceOnly(t)
	t.Parallel()
	d := readDocument(t)
	operations := map[string]string{}
	for path, item := range d.Paths {
		for method, op := range item {
			if other, taken := operations[generatedName(op.OperationID)]; taken {
				t.Errorf("%s %s has the name of %s", method, path, other)
			}
			operations[generatedName(op.OperationID)] = method + " " + path
			seen := map[string]string{}
			for _, p := range op.Parameters {
				key := p.In + " " + generatedName(p.Name)
				if other, taken := seen[key]; taken {
					t.Errorf("%s %s: the parameters %s and %s differ by case or punctuation alone", method, path, other, p.Name)
				}
				seen[key] = p.Name
			}
		}
	}
	schemas := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(d.Components.Schemas)) {
		if other, taken := schemas[generatedName(name)]; taken {
			t.Errorf("the schemas %s and %s differ by case alone", other, name)
		}
		schemas[generatedName(name)] = name
	}
	for name, s := range d.Components.Schemas {
		members := map[string]string{}
		for property := range s.Properties {
			if other, taken := members[generatedName(property)]; taken {
				t.Errorf("%s: the members %s and %s differ by case or punctuation alone", name, other, property)
			}
			members[generatedName(property)] = property
			if other, taken := schemas[generatedName(name+property)]; taken {
				t.Errorf("the schema %s has the name that generators give to the type of %s.%s", other, name, property)
			}
		}
	}
}

func TestDocumentDeclaresTagsAndSecurity(t *testing.T) {
	soak.OnceOnly(t)
	t.Parallel()
	d := readDocument(t)
	declared := map[string]bool{}
	for _, tag := range d.Tags {
		declared[tag.Name] = true
	}
	for path, item := range d.Paths {
		for method, op := range item {
			for _, tag := range op.Tags {
				if !declared[tag] {
					t.Errorf("%s %s: the tag %s is not declared", method, path, tag)
				}
			}
			open := op.Gate == "public" || op.Gate == "signed URL"
			switch {
			case op.Security == nil:
				t.Errorf("%s %s does not say whether it takes a token", method, path)
			case open && len(*op.Security) == 1, !open && len(*op.Security) != 1:
				t.Errorf("%s %s is open to %s and has the security %v", method, path, op.Gate, *op.Security)
			}
		}
	}
}

// A generated client must be able to name every parameter of a raw operation, and leave out none that is required.
func TestDocumentDescribesRawOperations(t *testing.T) {
	soak.OnceOnly(t)
	t.Parallel()
	d := readDocument(t)
	for operation, want := range map[string][]string{
		"post /video-streaming/upload-chunk":                      {"query partNumber", "header X-Part-Number", "header x-checksum-sha256"},
		"put /video-streaming/uploads/{uploadId}/parts/{number}":  {"query expires", "query signature", "header Content-MD5"},
		"put /video-streaming/{id}/captions/{language}":           {"query label"},
		"get /notifications/events":                               {"header Last-Event-ID"},
		"get /notifications/unsubscribe":                          {"query token"},
		"get /media/{token}/{videoId}/g{generation}/keys/{epoch}": {"header X-Play-Token", "header Range"},
	} {
		method, path, _ := strings.Cut(operation, " ")
		op, ok := d.Paths[path][method]
		if !ok {
			t.Errorf("the document lacks %s", operation)
			continue
		}
		for _, p := range want {
			in, name, _ := strings.Cut(p, " ")
			if !slices.ContainsFunc(op.Parameters, func(p struct{ Name, In string }) bool { return p.In == in && p.Name == name }) {
				t.Errorf("%s: the %s is not described", operation, p)
			}
		}
		if op.RequestBody != nil && !op.RequestBody.Required {
			t.Errorf("%s: the body is not required", operation)
		}
	}
}

// means are averages of counts, the only figures with such a name that have decimals.
var means = []string{"BatchOverview.average_batch_size"}

// Bytes, counts and positions in lists are whole numbers: clients of languages that tell them apart would otherwise send and read 5.0.
func TestDocumentCountsInIntegers(t *testing.T) {
	soak.OnceOnly(t)
	t.Parallel()
	whole := regexp.MustCompile(`(?i)(size|bytes|count|index|number|total|chunks|parts|limit|offset|revision|version|epoch|generation|width|height)s?$`)
	names := 0
	for name, schema := range readDocument(t).Components.Schemas {
		for property, raw := range schema.Properties {
			if !whole.MatchString(property) || slices.Contains(means, name+"."+property) {
				continue
			}
			names++
			var described struct{ Type any }
			if err := json.Unmarshal(raw, &described); err != nil {
				t.Fatal(err)
			}
			if kinds := fmt.Sprint(described.Type); strings.Contains(kinds, "number") {
				t.Errorf("%s.%s is a %s", name, property, kinds)
			}
		}
	}
	if names < 50 {
		t.Errorf("%d such properties were found", names)
	}
}

// Whatever moves a whole course, a bank of questions or a list of users in or out waits for a slot, and says so.
func TestImportsAndExportsDeclareTheirSlots(t *testing.T) {
	soak.OnceOnly(t)
	t.Parallel()
	exchanges := regexp.MustCompile(`/(import|export)(/\{templateId\})?$|/duplicate/\{sourceId\}$`)
	found := 0
	for path, item := range testapp.New(t).API.Document.Paths {
		if !exchanges.MatchString(path) || path == "/profile/me/export" { // the latter orders an archive, which a job makes
			continue
		}
		found++
		for _, o := range []*huma.Operation{item.Get, item.Post} {
			for _, status := range []string{"429", "503", "507"} {
				if o != nil && o.Responses[status] == nil {
					t.Errorf("%s %s does not declare %s: add Imports() or Exports()", o.Method, path, status)
				}
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d operations", found)
	}
}
