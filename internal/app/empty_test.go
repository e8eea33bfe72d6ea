package app_test

import (
	"maps"
	"slices"
	"strings"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/missing"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// tryEmptyMembers sends a valid request with each member without a value, as the document lists its refusals, and expects exactly
// that refusal: clients do not send what the document says would be refused. An empty body is refused for all that is absent.
func (w requestWorld) tryEmptyMembers(r request, refusals []missing.Refusal, valid any) {
	w.t.Helper()
	var absent []fault.Field
	for _, refusal := range refusals {
		for _, way := range refusal.When {
			want := fault.Field{Name: strings.ReplaceAll(refusal.Member, "[]", "[0]"), Code: way.Code(), Message: refusal.Message}
			if way == missing.Absent && !strings.ContainsAny(refusal.Member, ".[") {
				absent = append(absent, want)
			}
			if body, ok := emptied(valid, strings.Split(strings.ReplaceAll(refusal.Member, "[]", ".[]"), "."), way); ok {
				w.expectRefusal(r, body, want)
			}
		}
	}
	if len(absent) > 0 {
		w.expectRefusal(r, map[string]any{}, absent...)
	}
}

func (w requestWorld) expectRefusal(r request, body any, want ...fault.Field) {
	w.t.Helper()
	text, answer := w.sendJSON(r, body)
	if answer.Code != 400 {
		w.t.Errorf("%s: %d, want a refusal with %q", text, answer.Code, want)
		return
	}
	got := testapp.Read[rest.Problem](w.t, answer.Body.String()).Errors
	if got = slices.Compact(got); !slices.Equal(got, want) {
		w.t.Errorf("%s is refused with %q, want %q", text, got, want)
	}
}

// emptied returns a copy of a value whose member at path has no value; false if what holds the member is not there.
func emptied(value any, path []string, way missing.Way) (any, bool) {
	if items, ok := value.([]any); ok && path[0] == "[]" && len(items) > 0 {
		first, ok := emptied(items[0], path[1:], way)
		return append([]any{first}, items[1:]...), ok
	}
	members, ok := value.(map[string]any)
	if !ok {
		return nil, false
	}
	members = maps.Clone(members)
	if len(path) > 1 {
		members[path[0]], ok = emptied(members[path[0]], path[1:], way)
		return members, ok
	}
	delete(members, path[0])
	maps.Copy(members, way.Member(path[0]))
	return members, true
}
