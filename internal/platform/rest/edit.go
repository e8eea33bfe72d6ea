package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/platform/fault"
)

// MergePatch is the body of a PATCH of a T (RFC 7396): an absent member stays, null clears it, an object is merged, a list
// is replaced. The rules in the tags of T apply to what is sent.
type MergePatch[T any] struct{ patch json.RawMessage }

// UnmarshalJSON implements json.Unmarshaler.
func (m *MergePatch[T]) UnmarshalJSON(text []byte) error {
	m.patch = slices.Clone(text)
	return nil
}

// Apply returns to with the patch merged into it; cleared members get their zero value.
func (m MergePatch[T]) Apply(to T) (result T, err error) {
	text, err := json.Marshal(to)
	if err != nil {
		return result, err
	}
	document, err := decode(text)
	if err != nil {
		return result, err
	}
	patch, err := decode(m.patch)
	if err != nil {
		return result, err
	}
	if text, err = json.Marshal(merge(document, patch)); err != nil {
		return result, err
	}
	return result, json.Unmarshal(text, &result)
}

func decode(text []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // a large number must survive unchanged
	return v, d.Decode(&v)
}

// merge is MergePatch of RFC 7396, section 2.
func merge(target, patch any) any {
	members, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	result, ok := target.(map[string]any)
	if !ok {
		result = map[string]any{}
	}
	for name, value := range members {
		if value == nil {
			delete(result, name)
		} else {
			result[name] = merge(result[name], value)
		}
	}
	return result
}

// Schema is that of T with all members optional and nullable. For Huma.
func (MergePatch[T]) Schema(r huma.Registry) *huma.Schema {
	return optionalMembers(r, r.Schema(reflect.TypeFor[T](), false, ""))
}

func optionalMembers(r huma.Registry, s *huma.Schema) *huma.Schema {
	loose := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}}
	for name, property := range s.Properties {
		member := *property
		if property.Ref != "" {
			member = *optionalMembers(r, r.SchemaFromRef(property.Ref))
			member.Description = property.Description
		}
		member.Nullable = true
		loose.Properties[name] = &member
	}
	return loose
}

// document returns T, whose tags hold the messages.
func (MergePatch[T]) document() reflect.Type { return reflect.TypeFor[T]() }

// Versioned is data that several clients may edit at the same time. Its ETag contains the version apart from the rest of
// the answer, so that IfMatch compares edits only.
type Versioned interface{ EditVersion() int64 }

// IfMatch is embedded in the input of operations that change Versioned data. A request that names no version is refused with 428
// (RFC 6585, section 3), so that it cannot overwrite unseen what another user has saved; the version * overwrites on purpose.
type IfMatch struct {
	ETag string `header:"If-Match" doc:"The ETag of what was edited; * changes whatever is there."`
}

// OptionalIfMatch is the IfMatch of operations whose requests the specification fixes without a version.
type OptionalIfMatch struct{ IfMatch }

// BaseRevision is embedded in bodies that may name the version of what was edited instead of If-Match.
type BaseRevision struct {
	Revision int64 `json:"revision,omitempty" minimum:"0" msg:"The revision must be a number" doc:"Of what was edited. Required unless If-Match names it: when another user has changed it since, the answer is 412 with both."`
}

// ErrNoVersion answers an edit that does not say what was edited.
var ErrNoVersion = fault.New(fault.PreconditionRequired, "version_required",
	"Nothing was saved: this change doesn't say which version it is based on, and could overwrite another user's changes. Reload the page and try again.")

// conditional is implemented by inputs with an IfMatch.
type conditional interface{ unconditional() bool }

func (c IfMatch) unconditional() bool         { return c.ETag == "" }
func (c OptionalIfMatch) unconditional() bool { return false }

func (b BaseRevision) absent() bool { return b.Revision == 0 }

// demandsVersion reports whether operations with input I, or raw ones with these parameters, are refused without a version, and whether
// only If-Match can name it.
func demandsVersion(input reflect.Type) (demands, byHeader bool) {
	if input == nil {
		return false, false
	}
	c, ok := reflect.Zero(input).Interface().(conditional)
	if !ok || !c.unconditional() {
		return false, false
	}
	body, ok := input.FieldByName("Body")
	return true, !ok || !body.Type.Implements(reflect.TypeFor[interface{ absent() bool }]())
}

// requireVersion returns ErrNoVersion for an input that names no version.
func requireVersion(in any) error {
	if c, ok := in.(conditional); !ok || !c.unconditional() {
		return nil
	}
	if body := reflect.ValueOf(in).Elem().FieldByName("Body"); body.IsValid() {
		if b, ok := body.Interface().(interface{ absent() bool }); ok && !b.absent() {
			return nil
		}
	}
	return ErrNoVersion
}

// Or returns Matches for edits whose body may name the revision too: both must hold.
func (c IfMatch) Or(b BaseRevision) func(version int64) bool {
	return func(version int64) bool { return c.Matches(version) && (b.absent() || b.Revision == version) }
}

// Matches reports whether data of this version may be changed.
func (c IfMatch) Matches(version int64) bool {
	if c.ETag == "" || strings.TrimSpace(c.ETag) == "*" {
		return true
	}
	for tag := range strings.SplitSeq(c.ETag, ",") {
		if strings.HasPrefix(strings.TrimPrefix(strings.TrimSpace(tag), "W/"), `"`+versionTag(version)) {
			return true
		}
	}
	return false
}

// VersionOf returns a version of data that is stored without one: equal for equal content. For EditVersion of short lists and settings,
// given only what is edited.
func VersionOf(edited any) int64 {
	text, err := json.Marshal(edited)
	if err != nil {
		panic(fmt.Sprintf("%T cannot be encoded: %v", edited, err))
	}
	sum := fnv.New64a()
	sum.Write(text)
	return int64(sum.Sum64() >> 1)
}

// TagOf returns an If-Match that holds as long as v is not edited, for members of a list, which have no ETag of their own.
func TagOf(v Versioned) string { return `"` + versionTag(v.EditVersion()) + `"` }

func versionTag(version int64) string { return fmt.Sprintf("v%d-", version) }

// version returns the start of the ETag of an answer with Versioned data.
func (a Answer[T]) version() (tag string, ok bool) {
	v, ok := any(a.Data).(Versioned)
	if !ok {
		return "", false
	}
	return versionTag(v.EditVersion()), true
}

// OneOrMany is a list of texts of which a single one may be sent without the list.
type OneOrMany []string

// UnmarshalJSON implements json.Unmarshaler.
func (m *OneOrMany) UnmarshalJSON(body []byte) error {
	var one string
	if json.Unmarshal(body, &one) == nil {
		*m = OneOrMany{one}
		return nil
	}
	return json.Unmarshal(body, (*[]string)(m))
}

// Schema describes both forms in the OpenAPI document.
func (OneOrMany) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{{Type: huma.TypeString}, {Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString}}}}
}
