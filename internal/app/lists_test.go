package app_test

import (
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
)

// No number of a page is too much for a list, and a cursor with a text that cannot be stored is refused.
func TestListsSurviveFarPagesAndForgedCursors(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin, lists := w.User(access.Admin), 0
	for path, item := range w.API.Document.Paths {
		if item.Get == nil {
			continue
		}
		operation, who := "GET /api/v1"+path, w.owner
		if w.API.Gates[operation].Name == "admin" {
			who = admin
		}
		id := w.owner.ID
		if o, ok := objects[operation]; ok {
			id = o.of(w)
		}
		ask := func(name, value string) (int, string) {
			address := w.address("/api/v1"+path, id) + asking["/api/v1"+path]
			separator := "?"
			if strings.Contains(address, "?") {
				separator = "&"
			}
			answer := who.Send(http.MethodGet, address+separator+name+"="+value, "")
			return answer.Code, answer.Body.String()
		}
		takes := func(name string) bool {
			return slices.ContainsFunc(item.Get.Parameters, func(p *huma.Param) bool { return p.In == "query" && p.Name == name })
		}
		if takes("page") {
			lists++
			if code, body := ask("page", strconv.FormatInt(math.MaxInt64, 10)+"&limit=100"); code >= 500 {
				t.Errorf("%s, the farthest page: %d %s", operation, code, body)
			}
		}
		if takes("cursor") {
			lists++
			for values := range 5 {
				forged := append(slices.Repeat([]string{"2026-09-01T08:00:00Z"}, values), "a\x00b")
				if code, body := ask("cursor", rest.EncodeCursor(forged...)); code != 400 && code != 404 {
					t.Errorf("%s, a cursor of %d values: %d %s", operation, values+1, code, body)
				}
			}
		}
	}
	if lists < 40 {
		t.Errorf("only %d lists", lists)
	}
}
