package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

const (
	notStorable = "The request contains a character that can't be stored (U+0000)."
	notJSON     = "The request is not valid JSON of the expected form."
)

var errNUL = errors.New("the text holds the character U+0000")

// jsonFormat is Huma's, except that it refuses texts that cannot be stored before any feature sees them, and accepts the
// specification's other spellings of members.
func jsonFormat() huma.Format {
	return huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: func(data []byte, v any) error {
		if !text.IsStorableJSON(data) {
			return errNUL
		}
		return json.Unmarshal(respelled(data), v)
	}}
}

// spellings are members that the specification writes in several ways (first document, section 3; second document, section 3), each
// with the one that answers have. The others are accepted in every body and are in no schema.
var spellings = []struct{ other, name string }{
	{"is_Certification", "is_certification"},
	{"is_Assignments", "is_assignments"},
	{"is_Projects", "is_projects"},
	{"is_Quizes", "is_quizzes"},
	{"is_Quizzes", "is_quizzes"},
	{"is_quizes", "is_quizzes"},
	{"no_of_Sessions", "no_of_sessions"},
}

// respelled returns a JSON object with the members of spellings under the name that answers have. A member that is there under that
// name already stands.
func respelled(data []byte) []byte {
	found := false
	for _, s := range spellings {
		found = found || bytes.Contains(data, []byte(`"`+s.other+`"`))
	}
	if !found {
		return data
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(data, &members) != nil { // no object: reading it says so
		return data
	}
	for _, s := range spellings {
		value, there := members[s.other]
		if _, stands := members[s.name]; there && !stands {
			members[s.name] = value
		}
		delete(members, s.other)
	}
	renamed, err := json.Marshal(members)
	if err != nil {
		return data
	}
	return renamed
}

// Decoder reads JSON that does not arrive as the body of an operation of Handle, such as a document inside an imported file,
// with the same checks: the tags of T with their messages, and texts that can be stored. Members may be missing or null.
type Decoder[T any] struct {
	registry huma.Registry
	schema   *huma.Schema
	words    messages
}

// NewDecoder compiles the tags of T.
func NewDecoder[T any]() *Decoder[T] {
	cfg := huma.DefaultConfig("", "")
	cfg.AllowAdditionalPropertiesByDefault, cfg.FieldsOptionalByDefault = true, true
	registry := huma.NewAPI(cfg, compilation{}).OpenAPI().Components.Schemas
	return &Decoder[T]{registry, registry.Schema(reflect.TypeFor[T](), true, ""), messagesOf(reflect.TypeFor[T]())}
}

// Decode returns fault.Invalid with the fields that violate a rule.
func (d *Decoder[T]) Decode(document []byte) (v T, err error) {
	if !text.IsStorableJSON(document) {
		return v, fault.New(fault.Invalid, "malformed", notStorable)
	}
	var members any
	if err := json.Unmarshal(document, &members); err != nil {
		return v, fault.New(fault.Invalid, "malformed", notJSON).WithCause(err)
	}
	var result huma.ValidateResult
	huma.Validate(d.registry, d.schema, huma.NewPathBuffer([]byte("body"), len("body")), huma.ModeWriteToServer, withoutNulls(members), &result)
	var fields fault.Fields
	for _, err := range result.Errors {
		if e, ok := err.(huma.ErrorDetailer); ok {
			fields = append(fields, d.words.field(e.ErrorDetail()))
		}
	}
	d.words.sort(fields)
	if len(fields) > 0 && fields[0].Name != "" {
		return v, fields.Err()
	}
	if err = json.Unmarshal(document, &v); err != nil || len(fields) > 0 {
		err = fault.New(fault.Invalid, "malformed", notJSON).WithCause(err)
	}
	return v, err
}

// withoutNulls removes the null members of all objects: they are read as missing ones.
func withoutNulls(document any) any {
	switch v := document.(type) {
	case []any:
		for i := range v {
			v[i] = withoutNulls(v[i])
		}
	case map[string]any:
		maps.DeleteFunc(v, func(_ string, member any) bool { return member == nil })
		for name := range v {
			v[name] = withoutNulls(v[name])
		}
	}
	return document
}
