package settings

import (
	"net/netip"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// PasswordSettings are the rules of passwords and of lockouts. Their defaults are those of the specification (first document, section 4);
// passwords can be made longer, not shorter.
type PasswordSettings struct {
	MinLength   int64 `json:"min_length" doc:"Characters of a new password, from 10 to 64. Older passwords stay valid."`
	LockAfter   int64 `json:"lock_after" doc:"Failed attempts that lock first, from 3 to 10."`
	LongestLock int64 `json:"longest_lock" doc:"Minutes of the longest lock, from 30 to 1,440; the locks before it take 1, 5 and 10 minutes."`
}

func (*PasswordSettings) Key() string { return "passwords" }
func (*PasswordSettings) Normalize()  {}

func (g *PasswordSettings) Violations() (broken fault.Fields) {
	between(&broken, "min_length", g.MinLength, 10, 64, "characters")
	between(&broken, "lock_after", g.LockAfter, 3, 10, "attempts")
	between(&broken, "longest_lock", g.LongestLock, 30, 24*60, "minutes")
	return broken
}

// SessionSettings limit how long and on how many devices users stay signed in.
type SessionSettings struct {
	IdleDays   int64 `json:"idle_days" doc:"Days without use after which a session ends, from 1 to 90. A shorter time applies to every session from its next use on."`
	MaxPerUser int64 `json:"max_per_user" doc:"Sessions of one user at the same time, from 1 to 100; 0 for no limit. One more ends the session that has not been used for longest."`
}

func (*SessionSettings) Key() string { return "sessions" }
func (*SessionSettings) Normalize()  {}

func (g *SessionSettings) Violations() (broken fault.Fields) {
	between(&broken, "idle_days", g.IdleDays, 1, 90, "days")
	between(&broken, "max_per_user", g.MaxPerUser, 0, 100, "sessions")
	return broken
}

// IdleTimeout ends a session that is not used.
func (g *SessionSettings) IdleTimeout() time.Duration {
	return time.Duration(g.IdleDays) * 24 * time.Hour
}

// LimitSettings limit what one network address may do. What accounts may do is limited besides and always.
type LimitSettings struct {
	SignInFailures  int64    `json:"sign_in_failures" doc:"Wrong passwords in five minutes from one address, from 50 to 100,000."`
	SignUps         int64    `json:"sign_ups" doc:"Registrations in an hour from one address, from 10 to 100,000."`
	Emails          int64    `json:"emails" doc:"Emails that one address may request in an hour (reset, verification), from 10 to 100,000."`
	DeadLinks       int64    `json:"dead_links" doc:"Links that turn out invalid in an hour from one address, for each purpose, from 20 to 10,000."`
	TrustedNetworks []string `json:"trusted_networks" doc:"Networks, such as 192.0.2.0/24, from which none of these limits apply: those of the school itself. At most 50."`
}

func (*LimitSettings) Key() string { return "limits" }

func (g *LimitSettings) Normalize() {
	tidied := []string{}
	for _, n := range g.TrustedNetworks {
		n = strings.TrimSpace(n)
		if prefix, err := parseNetwork(n); err == nil {
			n = prefix.String()
		}
		if n != "" && !slices.Contains(tidied, n) {
			tidied = append(tidied, n)
		}
	}
	g.TrustedNetworks = tidied
}

func (g *LimitSettings) Violations() (broken fault.Fields) {
	between(&broken, "sign_in_failures", g.SignInFailures, 50, 100_000, "wrong passwords")
	between(&broken, "sign_ups", g.SignUps, 10, 100_000, "registrations")
	between(&broken, "emails", g.Emails, 10, 100_000, "emails")
	between(&broken, "dead_links", g.DeadLinks, 20, 10_000, "links")
	broken.Require(len(g.TrustedNetworks) <= 50, "trusted_networks", "too_many", "At most 50 networks are allowed")
	for _, n := range g.TrustedNetworks {
		prefix, err := parseNetwork(n)
		broken.Require(err == nil, "trusted_networks", "invalid_format", "“"+text.Truncate(n, 60)+"” is not a network. Enter one such as 192.0.2.0/24, or an IP address")
		// A network this large is the internet rather than a school: trusting it would switch the limits off.
		wide := err == nil && (prefix.Addr().Is4() && prefix.Bits() < 8 || prefix.Addr().Is6() && prefix.Bits() < 32)
		broken.Require(!wide, "trusted_networks", "out_of_range", "“"+text.Truncate(n, 60)+"” is too large: a network must be at least /8, or /32 in IPv6")
	}
	return broken
}

// Trusts reports whether an address is of a trusted network.
func (g *LimitSettings) Trusts(address netip.Addr) bool {
	return slices.ContainsFunc(g.TrustedNetworks, func(n string) bool {
		prefix, err := parseNetwork(n)
		return err == nil && prefix.Contains(address.Unmap().WithZone(""))
	})
}

// parseNetwork reads a network or a single address.
func parseNetwork(text string) (netip.Prefix, error) {
	if address, err := netip.ParseAddr(text); err == nil && address.Zone() == "" {
		return address.Unmap().Prefix(address.Unmap().BitLen())
	}
	prefix, err := netip.ParsePrefix(text)
	return prefix.Masked(), err
}

// between requires a number of a range; unit is what it counts.
func between(broken *fault.Fields, field string, value, least, most int64, unit string) {
	english := message.NewPrinter(language.English) // groups digits: 100,000
	broken.Require(value >= least && value <= most, field, "out_of_range", english.Sprintf("Please choose from %d to %d %s", least, most, unit))
}
