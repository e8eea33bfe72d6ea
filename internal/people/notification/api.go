package notification

import (
	"context"
	"net/url"
	"strconv"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type listInput struct {
	rest.Page
	rest.CursorParam
	Filter
}

type oneInput struct {
	ID string `path:"id"`
}

type readAllInput struct {
	UpTo string `query:"up_to" maxLength:"64" msg:"This is not the id of a notification" doc:"Id of the newest one that the reader has seen; without it, all."`
}

type preferInput struct{ Body NewNotificationPreferences }

type tokenInput struct {
	Token string `query:"token" maxLength:"400" msg:"This unsubscribe link is not valid" doc:"Of the link in a mail."`
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	s.registerList(api)
	s.registerSubscription(api)
	rest.HandleEvents(api, rest.SignedIn, rest.Get("/notifications/events",
		"Follow the caller's notifications: the event count holds how many are unread, the event notification one that has come; Last-Event-ID resumes").
		Parameters(struct {
			LastEventID string `header:"Last-Event-ID" doc:"The id of the last event received: the stream goes on after it."`
		}{}),
		func(ctx context.Context, who access.Caller, r *rest.Request, send func(rest.Event) error) error {
			return s.Follow(ctx, who, r.Header("Last-Event-ID"), send)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/notifications/preferences", "Get the caller's notification preferences"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[NotificationPreferences], error) {
			p, err := s.Preferences(ctx, who)
			return rest.One("", p, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Put("/notifications/preferences", "Change the caller's notification preferences"),
		func(ctx context.Context, who access.Caller, in *preferInput) (rest.Answer[NotificationPreferences], error) {
			p, err := s.SetPreferences(ctx, who, in.Body)
			return rest.One("Saved", p, err)
		})
}

func (s *Service) registerList(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/notifications", "List the caller's notifications, newest first"),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.List[Notification], error) {
			limit, offset := in.LimitOffset()
			before, err := in.before()
			if err != nil {
				return rest.List[Notification]{}, err
			}
			items, total, next, err := s.List(ctx, who, in.Filter, before, limit, offset, rest.MaxCount+1)
			mark := ""
			if next > 0 {
				mark = rest.EncodeCursor(strconv.FormatInt(next, 10))
			}
			return rest.CursorPage(in.Page, items, rest.CountUpTo(total), mark, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/notifications/unread-count", "Count the caller's unread notifications"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[UnreadCount], error) {
			u, err := s.Unread(ctx, who)
			return rest.One("", u, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/notifications/{id}/read", "Mark a notification as read", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[UnreadCount], error) {
			u, err := s.Read(ctx, who, in.ID)
			return rest.One("Marked as read", u, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/notifications/read-all", "Mark all notifications as read", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *readAllInput) (rest.Answer[UnreadCount], error) {
			u, err := s.ReadAll(ctx, who, in.UpTo)
			return rest.One("All marked as read", u, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/notifications/{id}", "Remove a notification from the list", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[UnreadCount], error) {
			u, err := s.Remove(ctx, who, in.ID)
			return rest.One("Removed", u, err)
		})
}

// before returns the notification number in the cursor, 0 for none.
func (in *listInput) before() (int64, error) {
	values, err := in.Decode(1)
	if err != nil || values == nil {
		return 0, err
	}
	n, err := strconv.ParseInt(values[0], 10, 64)
	if err != nil || n < 1 {
		return 0, rest.InvalidCursor()
	}
	return n, nil
}

func (s *Service) registerSubscription(api *rest.API) {
	rest.HandleRaw(api, rest.Public, rest.Get("/notifications/unsubscribe", "Open the page of an unsubscribe link, without changing anything").Parameters(tokenInput{}).Redirects(),
		func(_ context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			return rest.SeeOther("/unsubscribe#" + url.PathEscape(r.Query("token"))), nil // in the fragment, which appears in no log
		})
	rest.Handle(api, rest.Signed, rest.Post("/notifications/unsubscribe", "Unsubscribe from the emails that a link is for, as email programs do with one click (RFC 8058); the body is not read"),
		func(ctx context.Context, _ access.Caller, in *tokenInput) (rest.Answer[MailSubscription], error) {
			v, err := s.Subscribe(ctx, in.Token, false)
			return rest.One("You will not get these mails any more", v, err)
		})
	rest.Handle(api, rest.Signed, rest.Post("/notifications/resubscribe", "Undo an unsubscribe link"),
		func(ctx context.Context, _ access.Caller, in *tokenInput) (rest.Answer[MailSubscription], error) {
			v, err := s.Subscribe(ctx, in.Token, true)
			return rest.One("You get these mails again", v, err)
		})
	rest.Handle(api, rest.Signed, rest.Get("/notifications/subscription", "Get what an unsubscribe link is for"),
		func(ctx context.Context, _ access.Caller, in *tokenInput) (rest.Answer[MailSubscription], error) {
			v, err := s.Subscription(ctx, in.Token)
			return rest.One("", v, err)
		})
}
