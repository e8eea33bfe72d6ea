package app

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"strings"
)

// appPaths are the paths of the web app's router, one a line; $name stands for any segment. The list is generated: TestSiteKnowsThePathsOfTheApp.
//
//go:embed site_paths.txt
var appPaths string

// appPath returns the path of the web app's router that a path is drawn by, without a slash at its end, and whether there is one. As in
// the router, a name wins over $name, and the first segments decide.
func appPath(path string) (route string, ok bool) {
	segments := strings.Split(strings.Trim(path, "/"), "/")
	for line := range strings.Lines(appPaths) {
		pattern := strings.Split(strings.Trim(line, "/\n"), "/")
		if matches(pattern, segments) && (!ok || isNearer(pattern, strings.Split(strings.Trim(route, "/"), "/"))) {
			route, ok = "/"+strings.Join(pattern, "/"), true
		}
	}
	return route, ok
}

func matches(pattern, segments []string) bool {
	if len(pattern) != len(segments) {
		return false
	}
	for i, name := range pattern {
		if name != segments[i] && (!strings.HasPrefix(name, "$") || segments[i] == "") {
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

// routeFiles are elements of <head> that name what the page of each path loads after the entry (route-files.ts of the web app), so that browsers
// load it at once, and not one file after the other as each is found in the one before. They are of low priority: what can be read comes first.
type routeFiles map[string][]byte

// readRouteFiles reads them from the built web app. A build without them has none.
func readRouteFiles(built fs.FS) (routeFiles, error) {
	content, err := fs.ReadFile(built, "routes.json")
	if err != nil {
		return nil, nil
	}
	var paths map[string]struct{ Scripts, Styles []string }
	if err := json.Unmarshal(content, &paths); err != nil {
		return nil, fmt.Errorf("routes.json of the web app: %w", err)
	}
	all := make(routeFiles, len(paths))
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
