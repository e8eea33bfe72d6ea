package settings

import (
	"slices"
	"strings"

	"golang.org/x/net/idna"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Who may register.
const (
	Everybody    = "open"
	ByDomain     = "domains"
	ByInvitation = "invitation"
)

// RegistrationSettings say who may create an account. Invitations and accounts that administrators create are not affected.
type RegistrationSettings struct {
	Mode    string   `json:"mode" enum:"open,domains,invitation" msg:"Please choose who may register" doc:"open: everybody; domains: people with an email address of one of the domains; invitation: invited people alone."`
	Domains []string `json:"domains" doc:"What stands after the @, without subdomains; at most 100. Used by the mode domains alone."`
}

func (*RegistrationSettings) Key() string { return "registration" }

func (g *RegistrationSettings) Normalize() {
	tidied := []string{}
	for _, d := range g.Domains {
		if d = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(d)), "@"); d != "" && !slices.Contains(tidied, d) {
			tidied = append(tidied, d)
		}
	}
	g.Domains = tidied
}

func (g *RegistrationSettings) Violations() (broken fault.Fields) {
	broken.Require(slices.Contains([]string{Everybody, ByDomain, ByInvitation}, g.Mode), "mode", "unknown_value", "Please choose who may register")
	broken.Require(g.Mode != ByDomain || len(g.Domains) > 0, "domains", "required", "Please enter at least one domain, such as example.org")
	broken.Require(len(g.Domains) <= 100, "domains", "too_many", "At most 100 domains are allowed")
	for _, d := range g.Domains {
		ascii, err := idna.Lookup.ToASCII(d)
		broken.Require(err == nil && strings.Contains(ascii, ".") && len(ascii) <= 253, "domains", "invalid_format", "“"+text.Truncate(d, 60)+"” is not a domain. Enter the part after the @, such as example.org")
	}
	return broken
}

// Admits reports whether the owner of an email address may register.
func (g *RegistrationSettings) Admits(email string) bool {
	switch g.Mode {
	case Everybody:
		return true
	case ByDomain:
		domain := email[strings.LastIndex(email, "@")+1:]
		return slices.ContainsFunc(g.Domains, func(d string) bool { return ascii(d) == ascii(domain) })
	}
	return false
}

func ascii(domain string) string {
	if a, err := idna.Lookup.ToASCII(domain); err == nil {
		return a
	}
	return strings.ToLower(domain)
}
