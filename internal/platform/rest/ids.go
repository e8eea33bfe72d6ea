package rest

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/go-chi/chi/v5"

	"lectern/internal/platform/fault"
)

// NameIDs says what an id in a path is called in messages, by the segment before it ("courses", "Course") or by its parameter
// ("sourceId", "Course").
func (a *API) NameIDs(names map[string]string) { a.idNames = names }

// requireIDs returns fault.Invalid for a path with nothing, or only spaces, where an id belongs, in the words of the
// specification: "Course ID cannot be empty".
func (a *API) requireIDs(r *http.Request, pattern string) error {
	segments := strings.Split(pattern, "/")
	for i, segment := range segments {
		name := strings.Trim(segment, "{}")
		if name == segment || name != "id" && !strings.HasSuffix(name, "Id") {
			continue
		}
		if id, err := url.PathUnescape(chi.URLParam(r, name)); err == nil && strings.TrimSpace(id) == "" {
			return a.emptyID(name, segments[i-1])
		}
	}
	return nil
}

func (a *API) emptyID(parameter, before string) error {
	noun, ok := a.idNames[parameter]
	if !ok {
		noun, ok = a.idNames[before]
	}
	if !ok {
		noun = strings.ToUpper(parameter[:1]) + strings.TrimSuffix(parameter[1:], "Id")
	}
	if noun == "Id" {
		return fault.InvalidField(parameter, "required", "ID cannot be empty")
	}
	return fault.InvalidField(parameter, "required", noun+" ID cannot be empty")
}

// notFound answers for addresses that no operation has. One that ends where its id belongs says so.
func (a *API) notFound(w http.ResponseWriter, r *http.Request) {
	path, ends := strings.CutSuffix(strings.TrimPrefix(r.URL.EscapedPath(), base), "/")
	found := chi.NewRouteContext()
	if ends && a.apiRouter.Match(found, r.Method, path+"/-") {
		pattern := found.RoutePattern()
		before, parameter := pattern[:strings.LastIndex(pattern, "/")], strings.Trim(pattern[strings.LastIndex(pattern, "/")+1:], "{}")
		if parameter == "id" || strings.HasSuffix(parameter, "Id") {
			writeProblem(w, problemOf(r.Context(), a.emptyID(parameter, before[strings.LastIndex(before, "/")+1:])))
			return
		}
	}
	problemHandler(http.StatusNotFound, "not_found", "There is nothing at this address.")(w, r)
}
