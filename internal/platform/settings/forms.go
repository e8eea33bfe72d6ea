package settings

import (
	"net/mail"
	"slices"
	"strings"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Whom a form that is open to everybody asks for a code by email.
const (
	CodeNever      = "never"
	CodeSuspicious = "suspicious"
	CodeAlways     = "always"
)

// FormSettings protect the forms that are open to everybody, such as the booking of demo classes, against robots.
type FormSettings struct {
	EmailCode string   `json:"email_code" enum:"never,suspicious,always" msg:"Please choose who is asked for a code" doc:"Who confirms their address with a code: nobody, who looks like a robot, or everybody without an account."`
	Blocked   []string `json:"blocked" doc:"Email addresses, and domains with their subdomains, that can't be used in these forms; at most 1,000."`
}

func (*FormSettings) Key() string { return "forms" }

func (g *FormSettings) Normalize() {
	tidied := []string{}
	for _, one := range g.Blocked {
		if one = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(one)), "@"); one != "" && !slices.Contains(tidied, one) {
			tidied = append(tidied, one)
		}
	}
	g.Blocked = tidied
}

func (g *FormSettings) Violations() (broken fault.Fields) {
	broken.Require(slices.Contains([]string{CodeNever, CodeSuspicious, CodeAlways}, g.EmailCode), "email_code", "unknown_value", "Please choose who is asked for a code")
	broken.Require(len(g.Blocked) <= 1000, "blocked", "too_many", "At most 1,000 addresses and domains can be blocked")
	for _, one := range g.Blocked {
		address := one
		if !strings.Contains(one, "@") {
			address = "a@" + one
		}
		parsed, err := mail.ParseAddress(address)
		broken.Require(err == nil && parsed.Address == address && strings.Contains(ascii(one), ".") && len(one) <= 254, "blocked", "invalid_format",
			"“"+text.Truncate(one, 60)+"” is no email address and no domain")
	}
	return broken
}

// Blocks reports whether an email address can't be used.
func (g *FormSettings) Blocks(email string) bool {
	email = strings.ToLower(strings.TrimSpace(email))
	domain := ascii(email[strings.LastIndex(email, "@")+1:])
	return slices.ContainsFunc(g.Blocked, func(one string) bool {
		if strings.Contains(one, "@") {
			return one == email
		}
		return domain == ascii(one) || strings.HasSuffix(domain, "."+ascii(one))
	})
}
