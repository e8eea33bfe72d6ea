package webpage

import (
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"strings"
)

// Routes are the paths of the web app's router, each in its segments; $name stands for any segment.
type Routes [][]string

// NewRoutes reads a list of paths, one a line.
func NewRoutes(lines string) (all Routes) {
	for line := range strings.Lines(lines) {
		all = append(all, segments(strings.TrimSpace(line)))
	}
	return all
}

// Of returns the route that the router draws a path by, without a slash at its end, and whether there is one. As in the router, a name
// wins over $name, and the first segments decide.
func (r Routes) Of(path string) (route string, ok bool) {
	asked := segments(path)
	var nearest []string
	for _, pattern := range r {
		if matches(pattern, asked) && (nearest == nil || isNearer(pattern, nearest)) {
			nearest = pattern
		}
	}
	return "/" + strings.Join(nearest, "/"), nearest != nil
}

func segments(path string) []string { return strings.Split(strings.Trim(path, "/"), "/") }

func matches(pattern, asked []string) bool {
	if len(pattern) != len(asked) {
		return false
	}
	for i, name := range pattern {
		if name != asked[i] && (!strings.HasPrefix(name, "$") || asked[i] == "") {
			return false
		}
	}
	return true
}

// isNearer reports whether of two patterns that match the same path the first has a name where the other has $name.
func isNearer(pattern, other []string) bool {
	for i, name := range pattern {
		if isName, was := !strings.HasPrefix(name, "$"), !strings.HasPrefix(other[i], "$"); isName != was {
			return isName
		}
	}
	return false
}

// RouteFiles are elements of <head> that name, by route, what its page loads after the entry (route-files.ts of the web app), so that browsers
// load it at once, and not one file after the other as each is found in the one before. They are of low priority: what can be read comes first.
type RouteFiles map[string][]byte

// ReadRouteFiles reads them from the built web app. A build without them has none.
func ReadRouteFiles(built fs.FS) (RouteFiles, error) {
	content, err := fs.ReadFile(built, "routes.json")
	if err != nil {
		return nil, nil
	}
	var paths map[string]struct{ Scripts, Styles []string }
	if err := json.Unmarshal(content, &paths); err != nil {
		return nil, fmt.Errorf("routes.json of the web app: %w", err)
	}
	all := make(RouteFiles, len(paths))
	for path, files := range paths {
		var b strings.Builder
		for _, name := range files.Styles {
			fmt.Fprintf(&b, `<link rel="preload" as="style" fetchpriority="low" href="/%s" />`, html.EscapeString(name))
		}
		for _, name := range files.Scripts {
			fmt.Fprintf(&b, `<link rel="modulepreload" fetchpriority="low" href="/%s" />`, html.EscapeString(name))
		}
		all[path] = []byte(b.String())
	}
	return all, nil
}
