package notification

import (
	"context"
	"net/url"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/notificationkind"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/sign"
)

// allMail stands for all kinds whose emails can be switched off.
const allMail = "all"

// MailSubscription is the subscription of an unsubscribe link.
type MailSubscription struct {
	Kind       string `json:"kind" doc:"A kind of notification, or all."`
	Title      string `json:"title" doc:"Of the kind; empty for all."`
	Subscribed bool   `json:"subscribed" doc:"Whether such mail is sent at the moment."`
}

// unsubscribeAddress is the URL that mail programs call for one-click unsubscribing (RFC 8058) and that users may open. It
// works without signing in and does not expire: anyone who has the email may unsubscribe.
func (s *Service) unsubscribeAddress(userID, kind string) string {
	return s.baseURL + "/api/v1/notifications/unsubscribe?token=" + url.QueryEscape(s.token(userID, kind))
}

// token names a user and a kind. It does not expire.
func (s *Service) token(userID, kind string) string {
	return s.unsubscribing().Token(time.Time{}, userID, kind)
}

func (s *Service) unsubscribing() sign.Signer { return sign.New(s.key, "unsubscribe") }

var errInvalidToken = fault.New(fault.Forbidden, "link_invalid", "This link is not valid. Copy the whole link from the email, or change your settings.")

// readToken returns the user and kind of a token. fault.Forbidden when the signature is invalid.
func (s *Service) readToken(token string) (userID, kind string, err error) {
	fields, err := s.unsubscribing().Read(token, s.clock.Now(), 2)
	if err != nil {
		return "", "", errInvalidToken
	}
	return fields[0], fields[1], nil
}

// kindsOf lists the kinds that a token's kind stands for; none for a kind that no longer exists.
func kindsOf(kind string) (kinds []notificationkind.Kind) {
	for k, about := range notificationkind.Catalogue {
		if about.MailedBy == notificationkind.FromNotifications && (kind == allMail || notificationkind.Kind(kind) == k) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// Subscription returns the subscription of an unsubscribe link. The link authorises it; fault.Forbidden for an invalid one.
func (s *Service) Subscription(ctx context.Context, token string) (v MailSubscription, err error) {
	userID, kind, err := s.readToken(token)
	if err != nil {
		return v, err
	}
	v = MailSubscription{Kind: kind, Title: notificationkind.Catalogue[notificationkind.Kind(kind)].Title}
	for _, k := range kindsOf(kind) {
		wish, err := channelsOf(ctx, s.db.Reader(), userID, k)
		if err != nil {
			return v, err
		}
		v.Subscribed = v.Subscribed || wish.Mail
	}
	return v, nil
}

// Subscribe switches a link's emails off, or on again. The link authorises it; fault.Forbidden for an invalid one.
// Repeating changes nothing, nor does the link of a deleted account.
func (s *Service) Subscribe(ctx context.Context, token string, on bool) (v MailSubscription, err error) {
	userID, kind, err := s.readToken(token)
	if err != nil {
		return v, err
	}
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		there, err := eligibleRecipients(ctx, tx, []string{userID}, nil)
		if err != nil || len(there) == 0 {
			return err
		}
		for _, k := range kindsOf(kind) {
			c, err := channelsOf(ctx, tx, userID, k)
			if err != nil {
				return err
			}
			c.UserID, c.Kind, c.Mail = userID, k, on
			if kind == allMail && on { // back to the defaults
				c.Mail = notificationkind.Catalogue[k].Mail
			}
			if err := saveChoice(ctx, tx, c); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return v, err
	}
	return s.Subscription(ctx, token)
}
