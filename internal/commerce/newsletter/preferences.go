package newsletter

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Preferences are the settings of a subscriber, whom a link names.
type Preferences struct {
	Email    string       `json:"email" doc:"In part: links are forwarded."`
	FullName string       `json:"full_name"`
	Status   string       `json:"status" enum:"pending,confirmed,unsubscribed,bounced,complained"`
	Lists    []ListChoice `json:"lists" doc:"All that can be subscribed to."`
	ListIDs  []string     `json:"list_ids" doc:"Those that are subscribed to."`
	Token    string       `json:"token,omitempty" doc:"After confirming: of the link to these settings."`
}

// PreferencesEdit is what subscribers change.
type PreferencesEdit struct {
	FullName string   `json:"full_name" maxLength:"120" msg:"The name must be at most 120 characters"`
	ListIDs  []string `json:"list_ids" maxItems:"50" msg:"Choose a list" doc:"None: unsubscribes from all."`
}

// linkToken names a subscriber, and the list and campaign of the email in which it stands; "" for other emails. It works for ever: who has the email may unsubscribe.
func (s *Service) linkToken(subscriber, list, campaign string) string {
	return s.links.Token(time.Time{}, subscriber, list, campaign)
}

// unsubscribeAddress is what mail programs call for one-click unsubscribing (RFC 8058), and what people open.
func (s *Service) unsubscribeAddress(token string) string {
	return s.deps.Address + "/api/v1/newsletter/unsubscribe?token=" + url.QueryEscape(token)
}

// preferencesPath is the page of the settings; the token is in the fragment, which appears in no log.
const preferencesPath = "/newsletter/preferences#"

func (s *Service) readLink(token string) (subscriber, list, campaign string, err error) {
	fields, err := s.links.Read(token, s.deps.Clock.Now(), 3)
	if err != nil {
		return "", "", "", errLink
	}
	return fields[0], fields[1], fields[2], nil
}

// PreferencesOf returns the settings of a link's subscriber. The link authorises it. fault.Forbidden for a link that isn't ours, fault.Gone for a subscriber who was deleted.
func (s *Service) PreferencesOf(ctx context.Context, token string) (Preferences, error) {
	subscriber, _, _, err := s.readLink(token)
	if err != nil {
		return Preferences{}, err
	}
	return s.preferencesOf(ctx, s.deps.DB.Reader(), subscriber)
}

func (s *Service) preferencesOf(ctx context.Context, q bun.IDB, subscriber string) (p Preferences, err error) {
	found, err := subscriberByID(ctx, q, subscriber)
	if err != nil {
		return p, err
	}
	if found == nil {
		return p, errLinkOver
	}
	p = Preferences{Email: hint(found.Email), FullName: found.FullName, Status: found.Status}
	if p.Lists, err = openLists(ctx, q); err != nil {
		return p, err
	}
	p.ListIDs, err = subscriptionsOf(ctx, q, subscriber)
	return p, err
}

// hint shows of an address what its owner recognises.
func hint(email string) string {
	at := strings.LastIndexByte(email, '@')
	if at < 1 {
		return email
	}
	first := []rune(email[:at])[0]
	return string(first) + "…" + email[at:]
}

// SetPreferences changes the settings of a link's subscriber; who chooses no list is unsubscribed, who chooses one is subscribed again: the link proves that the address is theirs. The link
// authorises it. fault.Forbidden, fault.Gone, fault.Invalid.
func (s *Service) SetPreferences(ctx context.Context, token string, n PreferencesEdit) (p Preferences, err error) {
	id, _, campaign, err := s.readLink(token)
	if err != nil {
		return p, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		found, err := lockSubscriber(ctx, tx, "id", id)
		if err != nil {
			return err
		}
		if found == nil {
			return errLinkOver
		}
		if err := rename(ctx, tx, id, text.Printable(text.OneLine(n.FullName), 120)); err != nil {
			return err
		}
		if len(n.ListIDs) == 0 {
			err = s.end(ctx, tx, *found, campaign)
		} else {
			err = s.subscribeAgain(ctx, tx, *found, n.ListIDs)
		}
		if err != nil {
			return err
		}
		p, err = s.preferencesOf(ctx, tx, id)
		return err
	})
	return p, err
}

func (s *Service) subscribeAgain(ctx context.Context, tx bun.IDB, found Subscriber, lists []string) error {
	if err := s.chooseLists(ctx, tx, found.ID, lists); err != nil || found.Status == Confirmed {
		return err
	}
	return setStatus(ctx, tx, found.ID, Confirmed, s.deps.Clock.Now())
}

// Unsubscribe ends the subscription of a link to its list, or to all if it names none. The link authorises it, for ever. Repeating changes nothing, nor does the link of a subscriber who was
// deleted. fault.Forbidden for a link that isn't ours.
func (s *Service) Unsubscribe(ctx context.Context, token string) error {
	id, list, campaign, err := s.readLink(token)
	if err != nil {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		found, err := lockSubscriber(ctx, tx, "id", id)
		if err != nil || found == nil {
			return err
		}
		left, err := subscriptionsOf(ctx, tx, id)
		if err != nil {
			return err
		}
		if list == "" || len(left) == 0 || len(left) == 1 && left[0] == list {
			return s.end(ctx, tx, *found, campaign)
		}
		if !slices.Contains(left, list) {
			return nil
		}
		if err := setSubscriptions(ctx, tx, id, slices.DeleteFunc(left, func(l string) bool { return l == list })); err != nil {
			return err
		}
		return countUnsubscribed(ctx, tx, campaign)
	})
}

// end unsubscribes from all lists.
func (s *Service) end(ctx context.Context, tx bun.IDB, found Subscriber, campaign string) error {
	if err := setSubscriptions(ctx, tx, found.ID, nil); err != nil || found.Status == Unsubscribed || found.Status == Bounced {
		return err
	}
	if err := setStatus(ctx, tx, found.ID, Unsubscribed, s.deps.Clock.Now()); err != nil {
		return err
	}
	return countUnsubscribed(ctx, tx, campaign)
}

// contains reports whether all that is chosen is offered.
func contains(offered, chosen []string) bool {
	return !slices.ContainsFunc(chosen, func(id string) bool { return !slices.Contains(offered, id) })
}

// requireList returns fault.Invalid for a list that cannot be used.
func requireList(ctx context.Context, q bun.IDB, id string) error {
	open, err := openLists(ctx, q)
	if err == nil && !slices.ContainsFunc(open, func(l ListChoice) bool { return l.ID == id }) {
		err = fault.InvalidField("list_id", "unknown", "Choose a list")
	}
	return err
}
