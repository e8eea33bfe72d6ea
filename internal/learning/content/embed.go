package content

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
)

// Embed is an external page shown in a frame.
type Embed struct {
	URL string `json:"url" doc:"As the frame loads it."`
}

// embedKind accepts pages of a few hosts, in the form that they offer for frames.
type embedKind struct{}

// embeddable lists the hosts whose pages may be framed, with the path prefixes intended for it.
var embeddable = map[string][]string{
	"www.youtube-nocookie.com": {"/embed/"}, "player.vimeo.com": {"/video/"}, "www.loom.com": {"/embed/"}, "codepen.io": {"/"},
	"docs.google.com": {"/presentation/d/", "/document/d/", "/spreadsheets/d/", "/forms/d/"}, "www.geogebra.org": {"/material/", "/calculator", "/m/"},
	"phet.colorado.edu": {"/sims/"}, "www.figma.com": {"/embed"}, "www.desmos.com": {"/calculator/"}, "archive.org": {"/embed/"},
}

// EmbedOrigins returns the origins that the content security policy must allow in frames.
func EmbedOrigins() (origins []string) {
	for host := range embeddable {
		origins = append(origins, "https://"+host)
	}
	slices.Sort(origins)
	return origins
}

// EmbedAddress converts a URL to the form that its host offers for frames.
func EmbedAddress(address string) (string, bool) {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Scheme != "https" || u.User != nil || u.Port() != "" {
		return "", false
	}
	host := strings.ToLower(u.Host)
	switch {
	case (host == "www.youtube.com" || host == "youtube.com" || host == "m.youtube.com") && u.Path == "/watch":
		u = &url.URL{Scheme: "https", Host: "www.youtube-nocookie.com", Path: "/embed/" + u.Query().Get("v")}
	case host == "youtu.be":
		u = &url.URL{Scheme: "https", Host: "www.youtube-nocookie.com", Path: "/embed" + u.Path}
	case host == "www.youtube.com" && strings.HasPrefix(u.Path, "/embed/"):
		u.Host = "www.youtube-nocookie.com"
	case host == "vimeo.com" || host == "www.vimeo.com":
		u = &url.URL{Scheme: "https", Host: "player.vimeo.com", Path: "/video" + u.Path}
	default:
		u.Host = host
	}
	begins := func(prefix string) bool {
		return strings.HasPrefix(u.Path, prefix) && (prefix == "/" || u.Path != prefix)
	}
	if strings.Contains(u.Path, "..") || !slices.ContainsFunc(embeddable[u.Host], begins) {
		return "", false
	}
	u.Fragment = ""
	return u.String(), true
}

func (embedKind) Check(_ context.Context, _ bun.IDB, _ string, c Content) (Content, error) {
	e, err := Decode[Embed](c)
	if err != nil {
		return nil, err
	}
	address, ok := EmbedAddress(e.URL)
	if !ok {
		return nil, fault.InvalidField("content.url", "unknown_value", "Pages of this site can't be shown in a lesson. "+
			"Use a link to YouTube, Vimeo, Loom, Google Docs, GeoGebra, Desmos, PhET, Figma, CodePen or the Internet Archive.")
	}
	return json.Marshal(Embed{address})
}

func (embedKind) ForLearner(c Content) (Content, error) { return c, nil }
