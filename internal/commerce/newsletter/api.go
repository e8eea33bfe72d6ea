package newsletter

import (
	"context"
	"net/url"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

type subscribeInput struct{ Body NewSubscription }

type confirmInput struct {
	Body struct {
		Token string `json:"token" minLength:"1" maxLength:"400" msg:"This link isn't valid"`
	}
}

type tokenInput struct {
	Token string `query:"token" maxLength:"600" msg:"This link isn't valid" doc:"Of the link in an email."`
}

type preferencesInput struct {
	Token string `query:"token" maxLength:"600" msg:"This link isn't valid" doc:"Of the link in an email."`
	Body  PreferencesEdit
}

type newListInput struct{ Body NewsletterListEdit }

type listInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body NewsletterListEdit
}

type subscribersInput struct {
	rest.Page
	rest.CursorParam
	SubscriberFilter
}

type importInput struct{ Body SubscriberImport }

type oneInput struct {
	ID string `path:"id"`
}

type campaignsInput struct {
	rest.Page
	rest.CursorParam
}

type newCampaignInput struct{ Body CampaignEdit }

type campaignInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body CampaignEdit
}

type scheduleInput struct {
	ID   string `path:"id"`
	Body CampaignSchedule
}

type deliveriesInput struct {
	ID string `path:"id"`
	rest.Page
	rest.CursorParam
	DeliveryFilter
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	s.registerSubscribing(api)
	s.registerLinks(api)
	s.registerLists(api)
	s.registerSubscribers(api)
	s.registerCampaigns(api)
	s.registerSending(api)
}

func (s *Service) registerSubscribing(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Get("/newsletter/form", "Open the form that subscribes to the newsletter"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[NewsletterForm], error) {
			f, err := s.Open(ctx)
			return rest.One("", f, err)
		})
	rest.Handle(api, rest.PublicOrSignedIn, rest.Post("/newsletter/subscribe", "Subscribe an address, whose owner then gets a link to confirm it", fault.Conflict, fault.Gone, fault.TooMany).Idempotent(),
		func(ctx context.Context, who access.Caller, in *subscribeInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("We have sent you an email", s.Subscribe(ctx, who, in.Body))
		})
}

func (s *Service) registerLinks(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Post("/newsletter/confirm", "Confirm a subscription by the link in an email", fault.Forbidden, fault.Gone),
		func(ctx context.Context, _ access.Caller, in *confirmInput) (rest.Answer[Preferences], error) {
			p, err := s.Confirm(ctx, in.Body.Token)
			return rest.One("Subscription confirmed", p, err)
		})
	rest.Handle(api, rest.Signed, rest.Get("/newsletter/preferences", "Get the settings of a subscriber by the link in an email", fault.Gone),
		func(ctx context.Context, _ access.Caller, in *tokenInput) (rest.Answer[Preferences], error) {
			p, err := s.PreferencesOf(ctx, in.Token)
			return rest.One("", p, err)
		})
	rest.Handle(api, rest.Public, rest.Put("/newsletter/preferences", "Change the settings of a subscriber by the link in an email", fault.Forbidden, fault.Gone),
		func(ctx context.Context, _ access.Caller, in *preferencesInput) (rest.Answer[Preferences], error) {
			p, err := s.SetPreferences(ctx, in.Token, in.Body)
			return rest.One("Settings saved", p, err)
		})
	rest.HandleRaw(api, rest.Public, rest.Get("/newsletter/unsubscribe", "Open the page of an unsubscribe link, without changing anything").Parameters(tokenInput{}).Redirects(),
		func(_ context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			return rest.SeeOther(preferencesPath + url.PathEscape(r.Query("token"))), nil
		})
	rest.Handle(api, rest.Signed, rest.Post("/newsletter/unsubscribe", "Unsubscribe from the list of a link, as email programs do with one click (RFC 8058); the body is not read"),
		func(ctx context.Context, _ access.Caller, in *tokenInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("You have unsubscribed", s.Unsubscribe(ctx, in.Token))
		})
}

func (s *Service) registerLists(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Get("/newsletter/lists", "List the lists of the newsletter"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[[]NewsletterList], error) {
			ls, err := s.Lists(ctx)
			return rest.One("", ls, err)
		})
	rest.Handle(api, admin, rest.Create("/newsletter/lists", "Add a list of the newsletter", fault.Conflict),
		func(ctx context.Context, who access.Caller, in *newListInput) (rest.Answer[NewsletterList], error) {
			l, err := s.AddList(ctx, who, in.Body)
			return rest.One("List added", l, err)
		})
	rest.Handle(api, admin, rest.Put("/newsletter/lists/{id}", "Change a list of the newsletter", fault.NotFound).WithDetails(fault.Precondition, "stale_version", NewsletterList{}),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.Answer[NewsletterList], error) {
			l, err := s.ChangeList(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("List saved", l, err)
		})
}

func (s *Service) registerSubscribers(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Get("/newsletter/subscribers", "List subscribers, newest first"),
		func(ctx context.Context, _ access.Caller, in *subscribersInput) (rest.List[Subscriber], error) {
			items, n, next, err := s.Subscribers(ctx, in.SubscriberFilter, in.Page, in.CursorParam)
			return rest.CursorPage(in.Page, items, n, next, err)
		})
	rest.Handle(api, admin, rest.Post("/newsletter/subscribers", "Subscribe addresses whose owners have agreed elsewhere"),
		func(ctx context.Context, who access.Caller, in *importInput) (rest.Answer[SubscribersImported], error) {
			done, err := s.Import(ctx, who, in.Body)
			return rest.One("Subscribers added", done, err)
		})
	rest.HandleRaw(api, admin, rest.Get("/newsletter/subscribers/export", "Export subscribers as a CSV file, with the filters of the list").Exports().Parameters(SubscriberFilter{}).Produces(nil, "text/csv"),
		func(_ context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			f := SubscriberFilter{Status: r.Query("status"), ListID: r.Query("list_id"), Search: r.Query("search")}
			return rest.Stream(rest.Headers{ContentType: sheet.Type, CacheControl: "no-store", Disposition: `attachment; filename="subscribers.csv"`}, s.Export(f)), nil
		})
	rest.Handle(api, admin, rest.Delete("/newsletter/subscribers/{id}", "Delete a subscriber with all that is known of them", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Subscriber deleted", s.DeleteSubscriber(ctx, who, in.ID))
		})
}

func (s *Service) registerCampaigns(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Get("/newsletter/campaigns", "List campaigns, newest first"),
		func(ctx context.Context, _ access.Caller, in *campaignsInput) (rest.List[Campaign], error) {
			items, n, next, err := s.Campaigns(ctx, in.Page, in.CursorParam)
			return rest.CursorPage(in.Page, items, n, next, err)
		})
	rest.Handle(api, admin, rest.Create("/newsletter/campaigns", "Write a campaign"),
		func(ctx context.Context, who access.Caller, in *newCampaignInput) (rest.Answer[Campaign], error) {
			c, err := s.Write(ctx, who, in.Body)
			return rest.One("Campaign added", c, err)
		})
	rest.Handle(api, admin, rest.Get("/newsletter/campaigns/{id}", "Get a campaign", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *oneInput) (rest.Answer[Campaign], error) {
			c, err := s.Campaign(ctx, in.ID)
			return rest.One("", c, err)
		})
	rest.Handle(api, admin, rest.Put("/newsletter/campaigns/{id}", "Change a draft of a campaign", fault.NotFound, fault.Conflict).WithDetails(fault.Precondition, "stale_version", Campaign{}),
		func(ctx context.Context, who access.Caller, in *campaignInput) (rest.Answer[Campaign], error) {
			c, err := s.Rewrite(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("Campaign saved", c, err)
		})
	rest.Handle(api, admin, rest.Delete("/newsletter/campaigns/{id}", "Delete a draft of a campaign", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Campaign deleted", s.Delete(ctx, who, in.ID))
		})
	rest.Handle(api, admin, rest.Get("/newsletter/campaigns/{id}/preview", "Get a campaign as the email that you would receive", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[CampaignPreview], error) {
			p, err := s.Preview(ctx, who, in.ID)
			return rest.One("", p, err)
		})
	rest.Handle(api, admin, rest.Get("/newsletter/campaigns/{id}/deliveries", "List what has become of a campaign for each subscriber", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *deliveriesInput) (rest.List[NewsletterDelivery], error) {
			items, n, next, err := s.Deliveries(ctx, in.ID, in.DeliveryFilter, in.Page, in.CursorParam)
			return rest.CursorPage(in.Page, items, n, next, err)
		})
}

func (s *Service) registerSending(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Post("/newsletter/campaigns/{id}/test", "Email a campaign to yourself", fault.NotFound).Idempotent(),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("We have sent you the campaign", s.Test(ctx, who, in.ID))
		})
	rest.Handle(api, admin, rest.Post("/newsletter/campaigns/{id}/schedule", "Send a campaign, now or later", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *scheduleInput) (rest.Answer[Campaign], error) {
			c, err := s.Schedule(ctx, who, in.ID, in.Body)
			return rest.One("Campaign scheduled", c, err)
		})
	step := func(path, does, done string, change func(context.Context, access.Caller, string) (Campaign, error)) {
		rest.Handle(api, admin, rest.Post("/newsletter/campaigns/{id}/"+path, does, fault.NotFound, fault.Conflict).Idempotent(),
			func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Campaign], error) {
				c, err := change(ctx, who, in.ID)
				return rest.One(done, c, err)
			})
	}
	step("pause", "Pause the sending of a campaign", "Campaign paused", s.Pause)
	step("resume", "Continue the sending of a campaign", "Campaign resumed", s.Resume)
	step("cancel", "End the sending of a campaign; one that has not started becomes a draft again", "Campaign cancelled", s.Cancel)
}
